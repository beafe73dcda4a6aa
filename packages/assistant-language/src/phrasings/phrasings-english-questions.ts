import { any, type Phrasing, some, they } from './phrasing.js';

const days = 'mon|tues?|weds?|thur?s?|fri|sat|sun';
const shortened: readonly Phrasing[] = [
  any('\\bw/o\\b ?', 'without '),
  any('\\bw/ ?', 'with '),
  any('\\bwks?\\b', 'week'),
  any('\\b(?:u|ya)\\b(?! ?\\d)', 'you'),
  any('\\br\\b(?= )', 'are'),
  any('\\b(?:tmrw|tmr|tmw|tomoz|2moro)\\b', 'tomorrow'),
  any('\\brm\\b(?= )', 'room'),
  any(`\\b((?:${days})[a-z]*) am\\b`, '$1 morning'),
  any(`\\b((?:${days})[a-z]*) pm\\b`, '$1 afternoon'),
  any(`\\b((?:${days})[a-z]*,?) (\\d{1,2}) ?- ?(\\d{1,2})\\b(?! ?(?:[ap]\\.?m|:))`, '$1 periods $2-$3'),
  any('\\b(mornings?|afternoons?|evenings?) only\\b', '$1'),
  any(
    '(?<=\\d(?:st|nd|rd|th)?|\\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov' + '|dec)[a-z]*) only\\b',
    '',
  ),
  any(
    '\\bso (?=(?:please |pls |can you |could you |kindly )?(?:cancel|move|put|shift|swap|lock' +
      '|unlock|take|undo|find|give|change|reschedule|who|where|when|which)\\b)',
    ', ',
  ),
  any('\\bmake (?:it|them|this|that) up\\b', 'make up'),
];

const courtesy: readonly Phrasing[] = [
  any('(?<=[a-z]) - (?=[a-z])', ', '),
  any('\\btoo (late|early|far|crowded|small|full|noisy|hot|cold) for [a-z ]{2,30}?(?=[,;.!?]|$)', 'too $1'),
  any('(?<=^|[,;.!?] ?)i (?:have )?(?:made|make) (?:a|an) (?:mistake|error|typo)[,;.!] ?', ''),
  any("\\b(i|we|you|they|he|she|it|that)'d\\b(?! like)", '$1 would'),
  any("\\b(i|we|you|they)'(?:m|re)\\b", '$1 are'),
  any("\\b(he|she|it|that|there|what|who|where|when)'s(?= (?!own\\b)[a-z])", '$1 is'),
  any("\\b(i|we|you|they|he|she|it)'ll\\b", '$1 will'),
  any("\\b(i|we|you|they)'ve\\b", '$1 have'),
  any("\\bwon't\\b", 'cannot'),
  any(
    `\\b${they} (?:was|were|am|are) (?:just )?(?:wondering|hoping|thinking)(?: (?:if|whether|that` +
      `|about))?(?: ${they})?(?: (?:could|can|might))?\\b`,
    '',
  ),
  any(
    `\\b(?:it |i |we )?(?:would|will|might) (?:it )?(?:be )?(?:really |very |so )?(?:great|nice|good|better` +
      `|best|lovely|helpful|wonderful|ideal|possible|ok|okay|alright|fine|feasible|appreciated` +
      `|grateful)(?: (?:if|to|when))?(?: (?:i|we|you)(?: (?:could|can|would))?)?\\b`,
    '',
  ),
  any(`\\bis it (?:possible|ok|okay|alright|fine|feasible) (?:to|if ${they}|for you to)\\b`, ''),
  any(`\\b${they}(?: really)? (?:hope|wish|think|believe|suppose|guess)(?: that)?\\b`, ''),
  any(
    `\\b${they} would (?:appreciate|be grateful|be glad` +
      `|be happy)(?: it)?(?: if)?(?: ${they})?(?: could)?\\b`,
    '',
  ),
  any(
    '\\b(?:please )?(?:go ahead and|feel free to|be so kind as to|do me a favou?r and' +
      '|make it so that)\\b',
    '',
  ),
  any(
    '(?<=^|[,;.!?] ?)(?:you (?:can|may)|can you|could you)(?: (?:maybe|perhaps|possibly|please|just' +
      '|kindly|somehow))*\\b',
    '',
  ),
  any('\\b(?:can|could|may) (?:i|we)(?: (?:maybe|perhaps|possibly|please|just|kindly|somehow))+\\b', ''),
  any(
    `,? (?:and )?${they} (?:will|shall|can) (?:then |later )?(?:find|look for|fix|decide|plan` +
      `|arrange|schedule|see|figure|sort|think)[^,;.!?]*(?=$|[;.!?])`,
    '',
  ),
  any('\\b(odd|even)(-numbered)? weeks only\\b', '$1$2 weeks'),
  any('\\bonly (?=in odd|in even|odd|even|this |next |on this|on next|tomorrow|for this|for next)', ''),
];

const rooms: readonly Phrasing[] = [
  any(`\\bis (?:any|some)(?:body|one) (?:using|in|occupying|having|teaching in)\\b`, 'is free'),
  any(`\\b(is|are) ${some} (?:taken|occupied|booked|in use|reserved|being used|used)\\b`, '$1 $2 free'),
  any(`\\bdoes (?:any|some)(?:body|one) (?:use|have|need|occupy)\\b`, 'is free'),
  any(
    `\\b${they} (?:really |just |will |would )*(?:need|want|require|am looking for|are looking for` +
      `|like|look for) (?:to (?:book|reserve|have|use|find|get) )?(?:somewhere|some place|a place` +
      `|an?(?: (?:free|vacant|empty|spare))? (?:class)?room|(?:a|some) space)\\b`,
    'find a free room',
  ),
  any(
    `\\b((?:class)?rooms?|labs?)((?: [a-z]+){0,4}?) (?:that |which )?(?:can|could|may` +
      `|might) ${they} (?:use|have|book|get|take|reserve)\\b`,
    '$1$2 free',
  ),
  any(
    `\\b((?:class)?rooms?|labs?)((?: [a-z]+){0,4}?) (?:that |which )?${they} (?:can|could|may|might)` +
      ' (?:use|have|book|get|take|reserve)\\b',
    '$1$2 free',
  ),
  any('(?<=^|[,;.!?] ?)(?:needed|need|wanted|in need of):? (?=an? )', 'find '),
  any('\\bwho (?:has|have|has got) (?:some )?(?:free )?time\\b', 'who is free'),
  any(`\\b(?:can|could|may|might) ${they} (?:use|have|book|get|reserve|borrow)(?= an?\\b)`, 'find'),
  any(`\\b(?:book|reserve|borrow)(?= an?\\b)`, 'find'),
  any(
    '\\b(?:anywhere|any place|somewhere|some place|any spot)(?= (?:free|empty|available|vacant|with' +
      '|for|that))',
    'any room',
  ),
  any('\\bis there (?:any )?(?:space|room)(?= (?:free|available|on|in|for))', 'is there a room'),
];

const questions: readonly Phrasing[] = [
  any(
    "\\bwhat(?: is|'s) (?:a|the) (?:good|better|best|suitable|possible|convenient|free) " +
      '(?:time|slot|day) for\\b',
    'which times can go for',
  ),
  any('\\b(?:everybody|everyone|all students|all the students) (?:in|from|of) ', ''),
  any(
    `\\b(?:tell me|show me|let me know|i (?:want|would like) to know) what ${some} ` +
      '(?:has|have|teaches|teach)\\b',
    'what does $1 have',
  ),
  any('\\b(?:are |is )?(?:still )?(?:missing|lacking|without) (?:an? )?times?\\b', 'unplaced'),
  any(
    `\\bwhat(?: is|'s)? (?:preventing|prevents|stopping|stops|keeping|keeps) ${some} from (?:being` +
      `|going|moving|taking place)\\b`,
    'why cannot $1',
  ),
  any('\\bhow many weeks (?:into|of) the (?:semester|term)[a-z ]*', 'what week is it'),
  any(
    '(?<=^(?:what|which)[^;.!?]*)\\b(?:still )?(?:needs?|has|have|is' +
      '|are)(?: still)? to be (?:scheduled|placed|arranged|planned)\\b',
    'unplaced',
  ),
  any(
    '\\b(?:does|do|did) ([^,;.!?]{1,40}?) (?:have|has|got) (?:some ' + '|any )?(?:free )?time\\b',
    'is $1 free',
  ),
  any(
    '\\bfor what reason\\b|\\bwhy exactly\\b|\\bhow is it that\\b|\\bwhat is the (?:reason' +
      '|problem)(?: (?:why|that))?\\b',
    'why',
  ),
  any(
    `\\bwhat(?: is|'s)? (?:stopping|preventing|keeping|blocking|stops|prevents|keeps|blocks|hinders` +
      `|hindering) (?:me|us|you)?(?: from)?(?: (?:having|moving|putting|holding|placing|scheduling` +
      `|going|being))?\\b`,
    'why cannot',
  ),
  any(`\\bwhat (?:speaks|is) against(?: (?:having|moving|putting|holding|placing))?\\b`, 'why cannot'),
  any(
    `\\bwhy (?:is it |was it )?(?:not possible|impossible|not allowed|forbidden` +
      `|isn't it possible) (?:to|for)\\b`,
    'why cannot',
  ),
  any(
    `(why[^;.!?]{0,80}?\\b(?:cannot|can't|can not|not|couldn't))\\b([^;.!?]{0,60}?) (?:fit|work` +
      `|be put|be placed|be scheduled|be held|take place|happen)\\b(?: in(?=to ))?`,
    '$1$2 go',
  ),
  any(
    `\\b(can|could|may|(?<=\\b(?:where|when|which|why)\\b[^;.!?]*)should) ${they} (?=(?:put|move` +
      `|place|shift|schedule|reschedule|have|hold)\\b)`,
    '$1 ',
  ),
  any(
    '\\b(?:what|which) (?:other|alternative|free|possible) (times?|slots?|days?' + '|periods?)\\b',
    'which $1',
  ),
  any(
    '\\b(?:would|could|might|will|do|does|can) (?:work|suit|be possible|be ok|be okay|fit)(?= (?:for' +
      '|with))',
    'can go',
  ),
  any('\\bwhere else\\b', 'where'),
  any(
    '\\b(?:what|which)(?: (?:teaching|school|academic|semester|term' +
      '|calendar))? week(?: number)?(?: of (?:the )?(?:term|semester))?\\b',
    'what week',
  ),
  any('\\bweek number\\b', 'what week'),
  any('\\bis this week\\b(?=\\??$)', 'is it'),
  any(
    "(?<!\\b(?:lock|unlock|pin|freeze|release|move|shift|cancel|drop|take)\\b[^;.!?]*)(?<=(?:'s" +
      '|\\bmy|\\bour)(?: (?:whole|entire|full|teaching))?) (?:whole |entire |full ' +
      '|teaching )?(?:week|schedule|lessons|classes|agenda|calendar|plan)(?=[?.!]*$)',
    ' timetable',
  ),
  any('\\btime table', 'timetable'),
  any(
    "\\bwhat(?: is|'s) (?:happening|going on|scheduled|planned|taking place|running|being taught" +
      '|taught|held)\\b',
    'what is on',
  ),
  any('\\b(?:meets|meet)\\b(?=[^;.!?]{0,30}\\?|$)', 'go'),
  any(
    '\\b(?:double|twice)[- ]?booked\\b|\\bbooked twice\\b|\\boverlap(?:s|ping|ped)?\\b|\\bcollid(?:e' +
      '|es|ing)\\b|\\bdouble[- ]bookings?\\b',
    'conflicts',
  ),
  any(
    '\\b(?:problems?|issues?|anything wrong|something wrong|troubles?)(?= (?:with' +
      '|in) [^;.!?]{0,40}(?:timetable|schedule))',
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
];

const purposes: readonly Phrasing[] = [
  any(
    '(\\b(?:who|room|lab|anyone|anybody)\\b[^;.!?]*?\\b(?:free|available' +
      '|empty)\\b[^;.!?]*?) to (?!teach|take|cover|substitute|lead|give|the|mon|tue|wed|thu|fri|sat|sun' +
      '|\\d)[a-z]+(?: [a-z]+){0,3}(?=[?.! ]*$)',
    '$1',
  ),
];

const help: readonly Phrasing[] = [
  any(
    '\\bwhat (?:sort|kind|type|sorts|kinds)(?: of)? (?:things?|questions?|requests?|tasks?' +
      '|stuff) (?:can|could|may|do)\\b',
    'what can',
  ),
  any('\\bwhat (?:things|questions|requests|commands|tasks) (?:can|could|may|do)\\b', 'what can'),
  any(
    '(?<=^|, )(?:what|how) (?:all )?(?:can|could|may|do|should) (?:i|we) (?:ask|say|tell|use|talk|do' +
      '|request' +
      '|type|write|speak)(?: (?:you|to you|with you|from you|here|this|it|for|about))*(?: (?:to do' +
      '|do))?(?=[?.! ]*$)',
    'what can you do',
  ),
  any(
    '(?<=^|, )(?:what|how) (?:all )?(?:can|could|do) you (?:do|help|offer|support|understand' +
      '|handle)(?: (?:me|us|for me|with|for us|exactly|all))*(?=[?.! ]*$)',
    'what can you do',
  ),
  any(
    '\\bwhat are (?:you (?:good for|capable of|for)|your (?:features|functions|abilities' +
      '|capabilities|skills))\\b',
    'what can you do',
  ),
  any(
    '\\b(?:give|show) me (?:some )?(?:examples?|instructions)(?: of what (?:i|you) can (?:say|do' +
      '|ask))?\\b|\\bhow does (?:this|it|that)(?: thing| assistant| tool)? work\\b',
    'what can you do',
  ),
  any('\\bi (?:need|want) (?:some )?help\\b(?=[?.! ]*$)|\\bcan you help me\\b(?=[?.! ]*$)', 'help'),
];

/** How people ask in English, and what they say beside what they wish. */
export const englishQuestions = { shortened, purposes, courtesy, rooms, questions, help };
