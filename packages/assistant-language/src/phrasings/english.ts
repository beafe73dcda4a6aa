import { any, order, some, type Phrasing } from './phrasing.js';

/** How people say in English what is read plainly: earlier ones are rewritten before later ones. */
export const englishPhrasings: readonly Phrasing[] = [
  any('^(?:good )?(?:morning|afternoon|evening)(?: all)?[!,.] ', ''),
  any("\\bso (?=[a-z0-9 ']{2,40}? (?:should|must|needs? to|has to|have to|can|could|ought to) )", ', '),
  any('\\baft\\b', 'afternoon'),
  any('\\b(tell me|ask|see|check|know|find out|wonder(?:ing)?|not sure) if\\b', '$1 whether'),
  any('\\b(what|who|where|when|that|there)s\\b', '$1 is'),
  any('\\bp(?:ds?|ers?)?\\.? ?(\\d{1,2}(?: ?- ?\\d{1,2})?)(?![\\w])', 'periods $1'),
  any(`\\b(?:can|could) ${some} be (?:moved|put|placed) anywhere (?=on |in |at )`, 'where can $1 go '),
  any('\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'),
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
    '(?<=^|[.;!?] ?)i (?:have )?(?:moved|changed|put|swapped|locked|shifted|cancelled|took)' +
      ' ([^,;.!?]*) by (?:mistake|accident)[,;.!] ?',
    '',
  ),
  any('\\bn (?=(?:un)?lock|move|swap|then|cancel|make)', 'and '),
  any('\\b(?:tmrw|tmr|tmw|tomoz|2moro)\\b', 'tomorrow'),
  any('\\b(today|tomorrow|yesterday|next week|this week)s\\b', "$1's"),
  any(
    `\\b(?:do not|don't|never) let (?:any(?:body|one|thing)|people|students|them) (?:touch|change` +
      `|move|alter)\\b`,
    'lock',
  ),
  any("\\b(i|we|you|they)'(?:m|re)\\b", '$1 are'),
  any(
    `\\bwhat(?: is|'s)? (?:preventing|prevents|stopping|stops|keeping|keeps) ${some} from (?:being` +
      `|going|moving|taking place)\\b`,
    'why cannot $1',
  ),
  any(
    '\\b(?:double|twice)[- ]?booked\\b|\\bbooked twice\\b|\\boverlap(?:s|ping|ped)?\\b|\\bcollid(?:e' +
      '|es|ing)\\b|\\bdouble[- ]bookings?\\b',
    'conflicts',
  ),
  order(
    `(?:\\b(?:i|we) )?\\b(?:would prefer|would rather have|would rather|prefers?` +
      `|would like(?: to have)?|wants?` +
      `|wishes|would love|likes) (?!to\\b)(?=[^,;.!?]{1,60} (?:on|in|at|to) )`,
    'put ',
  ),
];
