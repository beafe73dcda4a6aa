import { any, order, some, they, type Phrasing } from './phrasing.js';

const days = 'mon|tues?|weds?|thur?s?|fri|sat|sun';

/** How people say in English what is read plainly: earlier ones are rewritten before later ones. */
export const englishPhrasings: readonly Phrasing[] = [
  any('^(?:good )?(?:morning|afternoon|evening)(?: all)?[!,.] ', ''),
  any("\\bso (?=[a-z0-9 ']{2,40}? (?:should|must|needs? to|has to|have to|can|could|ought to) )", ', '),
  any('\\baft\\b', 'afternoon'),
  any('\\b(what|who|where|when|that|there)s\\b', '$1 is'),
  any(
    '\\bevery ((?:mon|tues|wednes|thurs|fri|satur|sun)day) (lesson|class|lecture|session)\\b',
    'all $1 $2s',
  ),
  any('\\bp(?:ds?|ers?)?\\.? ?(\\d{1,2}(?: ?- ?\\d{1,2})?)(?![\\w])', 'periods $1'),
  any(`\\b(?:can|could) ${some} be (?:moved|put|placed) anywhere (?=on |in |at )`, 'where can $1 go '),
  any(
    '\\b(?:put (?:that|the) (?:last )?change (?:in|back)(?: again)?|(?:keep|i want) the change i' +
      ' undid|reapply(?: the (?:last )?change| it| that)?)(?=$|[,;.!?])',
    'redo',
  ),
  any(
    "\\bwhat(?: is|'s) (?:wrong|the (?:problem|matter|issue|trouble)) with (?:moving|putting|having)\\b",
    'why cannot move',
  ),
  any('\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'),
  order(`\\bget ${some} (?:onto|on to|into) (?=${days}|[a-z]{1,2}\\d{2,4}\\b)`, 'move $1 to '),
  order(
    `\\b(?:it would (?:really )?(?:help|be (?:better|great|good|nice)) if|if only) ${some} (?:were` +
      `|was|could be|took place) (?:on|in|at) `,
    'move $1 to ',
  ),
  order(
    '\\bput (me|us|them|it) in ([a-z]+ ?\\d{1,4}) on ([a-z]+day)s? instead of ([a-z]+ ?\\d{1,4})\\b',
    'move $1 on $3 from $4 to $2',
  ),
  any(
    '\\b(?:clash(?:es)?|conflicts?|collides?|overlaps?) with (?:my|his|her|their|our) (?:other|own)' +
      ' (?:class|lesson|course|lecture)(?:es|s)?',
    'is busy',
  ),
  any(
    '\\b(?:and |but |while )?(?:keep|keeping|leave|leaving) (?:the |its )?(?:same )?(?:time|slot' +
      '|period|hour)' +
      '(?: the same| as it is| as is| unchanged)?\\b',
    'at the same time',
  ),
  any(
    '(?<=^|[.;!?] ?)i (?:have )?(?:moved|changed|put|swapped|locked|shifted|cancelled|took)' +
      ' ([^,;.!?]*) by (?:mistake|accident)[,;.!] ?',
    '',
  ),
  any('\\b(?:tmrw|tmr|tmw|tomoz|2moro)\\b', 'tomorrow'),
  any(
    '\\bwhat (?:sort|kind|type|sorts|kinds)(?: of)? (?:things?|questions?|requests?|tasks?' +
      '|stuff) (?:can|could|may|do)\\b',
    'what can',
  ),
  any(
    `\\b(?:do not|don't|never) let (?:any(?:body|one|thing)|people|students|them) (?:touch|change` +
      `|move|alter)\\b`,
    'lock',
  ),
  any(
    `\\b(?:put back|restore|redo|do again|bring back|reapply|repeat) (?:what(?:ever)?|the (?:change` +
      `|thing|step|one)|everything)? ?(?:that )?${they}(?: have| had)?(?: just)? (?:undid|undone` +
      `|reverted|took back|rolled back)\\b`,
    'redo',
  ),
  any(
    '\\b(?:take|put|roll|turn|change|switch|bring|revert|set) (?:that|it|this' +
      '|everything)(?: all)? back(?: again)?(?: (?:to )?(?:how|as|where|what) (?:it|things' +
      '|that) (?:was|were)(?: before)?| the way (?:it|things) (?:was|were)(?: before)?)?(?=$|[,;.!?])',
    'undo',
  ),
  any('\\b(?:go|step) back(?: (?:one|a) step)?(?: please)?(?=$|[,;.!?])', 'undo'),
  any("\\b(i|we|you|they)'(?:m|re)\\b", '$1 are'),
  any("\\bwon't\\b", 'cannot'),
  any(`\\bis (?:any|some)(?:body|one) (?:using|in|occupying|having|teaching in)\\b`, 'is free'),
  any('(?<=^|[,;.!?] ?)(?:needed|need|wanted|in need of):? (?=an? )', 'find '),
  any(
    `\\bwhat(?: is|'s)? (?:preventing|prevents|stopping|stops|keeping|keeps) ${some} from (?:being` +
      `|going|moving|taking place)\\b`,
    'why cannot $1',
  ),
  any(
    `\\bwhat(?: is|'s)? (?:stopping|preventing|keeping|blocking|stops|prevents|keeps|blocks|hinders` +
      `|hindering) (?:me|us|you)?(?: from)?(?: (?:having|moving|putting|holding|placing|scheduling` +
      `|going|being))?\\b`,
    'why cannot',
  ),
  any(
    '\\b(?:what|which)(?: (?:teaching|school|academic|semester|term' +
      '|calendar))? week(?: number)?(?: of (?:the )?(?:term|semester))?\\b',
    'what week',
  ),
  any(
    '\\b(?:double|twice)[- ]?booked\\b|\\bbooked twice\\b|\\boverlap(?:s|ping|ped)?\\b|\\bcollid(?:e' +
      '|es|ing)\\b|\\bdouble[- ]bookings?\\b',
    'conflicts',
  ),
  any(
    "\\b(?:still )?(?:do not|don't|does not|have not|haven't|has not|hasn't)(?: yet)? (?:got|have" +
      '|has|get|found)(?: yet)? (?:a |any )?(?:places?|slots?|times?|rooms?)(?: yet)?\\b' +
      '|\\b(?:still )?(?:have|has|got|with|need|needs|without|lack|lacks|lacking|missing|are missing' +
      '|is missing)(?: got)?(?: still)? (?:no |a |an |any )?(?:places?|slots?' +
      '|time slots?)(?: yet)?\\b(?![^;]{0,60}(?:on|at|in) [a-z]+day)|\\bwithout (?:a )?(?:room' +
      '|timeslot|time slot)\\b',
    'unplaced',
  ),
  any(
    '\\b(?:left|remains?|remaining|still|yet|waiting)(?: (?:open|left|waiting))? (?:to' +
      '|to be) (?:be )?(?:schedule|scheduled|placed|place|plan|planned|arranged)\\b|\\b(?:are|is' +
      "|were)?(?: still)? (?:not|n't)(?: been)?(?: yet)? (?:scheduled|placed|arranged" +
      '|planned)(?: yet)?\\b|\\bstill (?:unscheduled|unplaced|open)\\b',
    'unplaced',
  ),
  any(
    `\\b(?:is|are) (?:qualified|able|eligible|allowed|entitled|certified|capable` +
      `|competent) (?:to teach|of teaching|for|to take|to cover)\\b`,
    'can teach',
  ),
  any(`\\b${they} (?:are|am) (?:skipping|cancelling|canceling|dropping|calling off)\\b`, 'call off'),
  any(
    '(?<!\\b(?:gas|power|heating|water|electricity|lights?|wifi|air con|lift) )\\b(?:is|are) off\\b',
    'is cancelled',
  ),
  any(
    `\\b(?:instead of|rather than|and not) (?=(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)`,
    'from ',
  ),
  any(`\\bmove ${some} out of ${some} (?:and )?(?:in)?to\\b`, 'move $1 from $2 to'),
  order(
    `(?:\\b(?:i|we) )?\\b(?:would prefer|would rather have|would rather|prefers?` +
      `|would like(?: to have)?|wants?` +
      `|wishes|would love|likes) (?!to\\b)(?=[^,;.!?]{1,60} (?:on|in|at|to) )`,
    'put ',
  ),
];
