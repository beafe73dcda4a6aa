import { any, englishDate as date, englishDays as days, type Phrasing, some } from './phrasing.js';
import { corridorQuestions } from './phrasings-english-asking.js';
import { corridorWishes } from './phrasings-english-wishes.js';

/** Exclamations and asides, which say nothing of what is wished. */
const asides: readonly Phrasing[] = [
  any("(?:sorry,? )?i did(?: not|n't) (?:want|mean) (?:that|it|this)[.,;!] ?", ''),
  any(
    '\\b(?:students?|people|they|we|i|everybody|everyone|kids|hands?) (?:all |always |just' +
      ' )?(?:freeze|froze|sweat|boil|melt)\\b[^,;.!?]*',
    'it is too cold',
  ),
  any(
    '^should (?:the |our |my |an? )?([a-z]+) ([^,;.!?]{2,40}), (?=(?:please )?(?:move|put|cancel' +
      '|shift|swap|lock|take)\\b)',
    'if $1 $2, ',
  ),
  any("^if it(?: is|'s) not too much (?:trouble|to ask),? ", ''),
  any('\\bi should (?:very much )?like\\b', 'i would like'),
  any(
    ',? so (?:that )?(?:nobody|no one|none) (?:changes|moves|touches|can change|can move|can touch)' +
      ' (?:it|them|that)\\b',
    '',
  ),
  any(
    '(?<=^|[.;!?] ?)i (?:have )?(?:moved|changed|put|swapped|locked|shifted|cancelled|took)' +
      ' ([^,;.!?]*) by (?:mistake|accident)[,;.!] ?',
    '',
  ),
  any(
    "(?<=^|[,;.!?] ?)(?:i|he|she|we)(?: am|'m| is|'s| are|'re) (?:not able|unable) to [^,;.!?]*[,;.!?] ?",
    '',
  ),
  any('^(?:we|they)(?: have| all)* (?:agreed|decided)(?: that)? ', ''),
  any('\\btry to (?=[a-z])', ''),
  any('(?<=[,;.!?] ?)if so,? (?:please )?(?:do|change|move|make) (?:it|so|that)(?=$|[,;.!?])', ''),
  any(
    ',? ?(?:and )?any other (?:time|day|slot)(?: of (?:the )?day)?(?: is| will be| would be)?' +
      ' ?(?:fine|ok|okay|good|alright|all right)',
    '',
  ),
  any('^before i forget[:,.-]* ?', ''),
  any(
    ',? ?\\b(?:poor (?:things?|souls?|lads?|kids?|man|woman|guy|lady)|bless (?:them|him|her)|fingers' +
      ' crossed|touch wood' +
      '|long story(?: short)?|to be honest|tbh|fyi|btw|by the way|as you (?:may |might |probably' +
      ' )?know|as (?:discussed' +
      '|agreed|mentioned)(?: (?:earlier|yesterday|before|last week))?|if you ask me|needless to say' +
      '|for what it is worth' +
      '|believe it or not|sadly|unfortunately|luckily|frankly|honestly|lol|haha|sigh|sos|eek|argh' +
      '|phew)\\b,?',
    ',',
  ),
  any('^(?:actually,? )?(?:no|nope|nah|yes|yep|yeah|right|hmm+)[,.!] ?', ''),
  any(
    '^(?:two|three|several|a few|a couple of|just one|one) (?:quick )?(?:things?|requests?' +
      '|points?)[:,.-]+ ?',
    '',
  ),
  any('[;,.] ?(?:and )?(?:second(?:ly)?|third(?:ly)?|lastly|finally)[,:] ', '; '),
  any('(?<=[a-z\\d]) for the (?:whole|entire|rest of the|remainder of the) (?:term|semester|year)', ''),
  any('\\b(?:until|till) further notice\\b', ''),
  any(
    ',? ?(?:and |as )?it (?:took|takes|cost) (?:me|us|him|her|them|ages|hours|days|weeks|long' +
      '|forever)[^,;.!?]*',
    '',
  ),
  any(`\\bnever mind\\b(?: (?:that|it|about (?:that|it)|(?:the|my) (?:last|previous) [^,;.!?]*))?`, ''),
  any('(?<=[,;.!?] ?)(?:actually|well|oh|hmm|ok|okay|so),? (?:no|nope|yes)[,.!] ?', ''),
  any(
    "(?<=^|[.;!?] ?)(?:i(?:'d| would) rather not|i prefer not to|i (?:do not|don't) (?:want|like) to" +
      '|i hate(?: to)?) (?![^,;.!?]*(?:evening|morning|afternoon|weekend|night|early|late|first))' +
      '[^,;.!?]*[.;!?] ?(?=\\S)',
    '',
  ),
  any(',? the (?:whole lot|lot)(?: of (?:them|these|it))?(?=$|[,;.!?])', ''),
  any(
    `(?<=[,;] ?)as (?=(?:i|we|he|she|they|it|you|the|there|our|his|her|their|my|[a-z]+'s` +
      `|[a-z]+ (?:is|are|has|have|can|cannot|needs?))\\b)`,
    'because ',
  ),
  any(
    '\\b(?:so that|in order (?:that|to)|otherwise|or else|so as to)\\b(?=[^;.!?]*$|[^;.!?]*[;.!?])',
    'because',
  ),
];

/** Why something is wished. */
const reasons: readonly Phrasing[] = [
  any("\\bso (?=[a-z0-9 ']{2,40}? (?:should|must|needs? to|has to|have to|can|could|ought to) )", ', '),
  any(
    '\\b(?:is|are|am) (?:off (?:on|with|sick|ill)|away (?:on|at|with|for)|on (?:maternity |paternity' +
      ' |sick |annual |parental |study )?leave|out of (?:office|town)|abroad)[^,;.!?]*',
    'is away',
  ),
  any(
    ",? ?\\b(?:it|that|this)(?: is|'s| would be| will be| seems) (?:the only (?:way|option|chance" +
      '|room|slot)|the best we can do|easier|simpler|safer|fairer)[^;.!?]*',
    '',
  ),
  any(
    "(?<=[.;!?,] ?)(?:it|that|this)(?: would|'d| will|'ll| might) (?:really |just )?(?:give|help" +
      '|save|suit|make|let|allow|mean|ease|spare|keep) [^;.!?]*[.;!?]?$',
    '',
  ),
  any(
    '\\b(?:that|the|this|my) (?:last |latest |previous )?(?:change|move|step|edit|one) was (?:wrong' +
      '|a mistake|an error|not right)[^;.!?,]*[;.!?,] ?(?=\\S)',
    '',
  ),
  any('(?:\\bto )?\\b(?:put|seat|place|fit|house|squeeze)(?: them)? some(?:where|place)\\b', ''),
  any('\\bi have (?:got )?(?=\\d+ (?:students|people)\\b)', 'for '),
  any(
    ',? ?(?:can you |could you |please )?\\b(?:fix|sort|set|arrange|do|make) (?:that|this|it)(?: (?:up' +
      '|out|happen|for me|please))+(?=$|[?.!])',
    '',
  ),
];

/** Words written shorter than they are. */
const abbreviated: readonly Phrasing[] = [
  any('\\bswp\\b', 'swap'),
  any('\\bsched\\b', 'timetable'),
  any('\\bwht\\b', 'what'),
  any('\\baft\\b', 'afternoon'),
  any('\\bsb\\b', 'somebody'),
  any('\\bw (?=[a-z])', 'with '),
  any('\\bclass room', 'classroom'),
  any(', (?:and )?then (?=[a-z])', '; '),
  any('\\bundo(?:[ ,]+(?:undo|i mean|just|no|wait|please|and))*[ ,]+undo\\b', 'undo'),
  any('\\beve\\b', 'evening'),
  any('\\bexchange students?\\b', 'students'),
  any(',? but (?=(?:no|not|never)\\b)', ', '),
  any(
    '\\b(?:my |our |the )(?:dear )?(?:colleague|friend|assistant|boss|neighbou?r) (?=[a-z]+ [a-z]+' + ' )',
    '',
  ),
  any('\\b(what|who|where|when|that|there)s\\b', '$1 is'),
  any('\\b(don|can|won|isn|doesn|didn|couldn|shouldn|aren|hasn|haven)t\\b', "$1't"),
  any('\\b([a-z]{2,4}\\d{4})s\\b', "$1's"),
  any("(?<=(?:day|'s|my|all|whole) )stuff\\b", 'lessons'),
  any('(?<=\\b(?:tomorrow|today|tonight|week|once|that day|this day)) only\\b', ''),
  any(
    '\\bevery ((?:mon|tues|wednes|thurs|fri|satur|sun)day) (lesson|class|lecture|session)\\b',
    'all $1 $2s',
  ),
  any('\\b(?:computer |lecture |seminar |class)rooms? (?=[a-z]{1,2}\\d{1,4}\\b)', ''),
  any('\\bto any (?=morning|afternoon|evening|day)', 'to the '),
  any('\\b(?:everything|all|whatever) that (?:clashes|conflicts|overlaps)\\b', 'conflicts'),
  any('\\b(?:after lunch|after noon|past noon)\\b', 'in the afternoon'),
  any('\\b(?:before lunch|before noon)\\b', 'in the morning'),
  any('\\b(?:after work|after dinner)\\b', 'in the evening'),
  any('\\bppl\\b', 'people'),
  any('\\b(?:colleagues|fellow teachers|members of staff|staff members)\\b', 'teachers'),
  any(' (?:is )?(?:a must|essential|mandatory|obligatory)(?=$|[,;.!?])', ''),
  any('\\b(?:cn|cld|cud|wld|wud|shd) (?=(?:u|you|we|i)\\b)', 'can '),
  any('\\b(?:mv|resched|reschedual|reschedul|re-schedule|rebook|reslot)\\b', 'move'),
  any(`\\b(?:2|4) (?=${days}\\b)`, 'to '),
  any('\\bp(?:ds?|ers?)?\\.? ?(\\d{1,2}(?: ?- ?\\d{1,2})?)(?![\\w])', 'periods $1'),
  any('\\bweeks? (\\d{1,2}) (?:through|thru|up to) (?:week )?(\\d{1,2})\\b', 'weeks $1 to $2'),
  any('\\bform (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)', 'from '),
  any(`\\bthe (morning|afternoon|evening) of (?:the )?(${date}|${days}\\b)`, '$2 $1'),
  any('\\b(?:proper|decent|suitable|nice|normal|regular|ordinary|usual) (?=[a-z])', ''),
  any(
    '\\b(\\d{1,3}) (?:freshers|first-years|undergrads|undergraduates|postgrads|kids|heads|bodies' +
      '|folks|attendees|guests' +
      '|pupils|participants|examinees|candidates|learners)\\b',
    '$1 students',
  ),
];

/** Who takes somebody's place. */
const people: readonly Phrasing[] = [
  any(
    '\\b(?:can|could) (?:some|any)(?:body|one) (?:please )?(?:take over|cover|take|do|teach)\\b',
    'who could cover',
  ),
  any('(?<=who could cover [^;.!?]*), who is (?:free|available)(?=$|[.!?])', ''),
  any(
    '\\b(?:anyone|anybody|someone|somebody|who is) (?:free|available|able|around) to (?:take|do' +
      '|cover|teach)\\b',
    'who could cover',
  ),
  any(
    '\\b(?:need|find|look for|looking for|get)(?: me| us)? (?:an? )?(?:substitute|sub|replacement' +
      '|stand-in|cover)(?: teacher)? for\\b',
    'who could cover',
  ),
  any(
    '\\b(?:find|get|need|look for)(?: me| us)? (?:someone|somebody|anyone|a teacher|a colleague)' +
      ' (?:who can |to )(?:cover|take|teach|do)\\b',
    'who could cover',
  ),
  any(
    `\\bwho(?: is|'s| are)? (?:all )?(?:around|at hand)(?= (?:on|in|at|this|next|tomorrow|${days}))`,
    'who is free',
  ),
  any(
    '\\bwho (?:can|could|might|would) (?:do|take|give|run|hold) (?=my |his |her |the |[a-z])',
    'who could cover ',
  ),
  any(
    `\\bwho(?:'s| is| has|'s got| has got| is having| gives| is giving) (?:got )?(?!time|free|room` +
      `|any|class|lesson|nothing|no )(?=[a-z]+(?: [a-z]+)? (?:on|in) (?:the )?${days})`,
    'who teaches ',
  ),
  any('\\b(?:lecturers|instructors|professors|tutors)\\b', 'teachers'),
  any('(?<=\\b(?:could|can|might|would) )(?:stand|step|fill) in for\\b', 'cover'),
  any(
    `\\bwho(?: is|'s) teaching ${some} (?:at the moment|now|currently|right now|this term` +
      `|this semester)\\b`,
    'show the timetable of $1',
  ),
  any(
    `\\b(?:have|has|got) (?:nothing|no (?:classes|lessons|teaching|class|lesson` +
      `|lectures?))(?: on)?(?= (?:on |in |at )?${days})`,
    'are free',
  ),
  any(
    `(?:'s| is| will be| are)? (?:stepping|standing|filling|sitting) in for ?${some} ?(?:in|for|on) `,
    " should teach $1's ",
  ),
  any(`(?:'s| is| will be) (?:covering|subbing) (?:for ?)?${some} ?in `, " should teach $1's "),
  any(
    '\\b(?:any ?one|any ?body|someone|somebody|who)(?: is| who is)? (?:able|willing|available|free' +
      '|around) to (?:step|stand|fill|sit) in for\\b',
    'who could cover',
  ),
  any('\\bwho(?: else)? (?:can|could|might|would) (?:step|stand|fill|sit) in for\\b', 'who could cover'),
  any(
    '\\b(?:the )?names? of (?:the |all )?(?:people|teachers|colleagues|staff|lecturers|those)(?: who' +
      '| that)?\\b',
    'who',
  ),
  any('\\bwhich of (?:the|our|my) (?=teachers|lecturers|staff|colleagues)', 'which '),
  any(
    "\\b(?:haven't|have not|hasn't|has not|does not have|doesn't have|don't have|do not have)(?:" +
      ' got)? (?:anything|any (?:classes|lessons|teaching)|a (?:class|lesson))(?: on)?\\b',
    'is free',
  ),
];

/** How people chat in English, rewritten before all else. */
export const englishChat: readonly Phrasing[] = [
  ...reasons,
  ...abbreviated,
  ...people,
  ...corridorQuestions,
  ...corridorWishes,
  ...asides,
];
