import { any, order, type Phrasing, some, they } from './phrasing.js';

const days = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';
const months = '(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*';
const date = `(?:\\d{1,2}(?:st|nd|rd|th)? ${months}|${months} \\d{1,2}(?:st|nd|rd|th)?)`;

/** Exclamations and asides, which say nothing of what is wished. */
const asides: readonly Phrasing[] = [
  any('^(?:we|they)(?: have| all)* (?:agreed|decided)(?: that)? ', ''),
  any('\\btry to (?=[a-z])', ''),
  any('(?<=[,;.!?] ?)if so,? (?:please )?(?:do|change|move|make) (?:it|so|that)(?=$|[,;.!?])', ''),
  any(
    ',? ?(?:and )?any other (?:time|day|slot)(?: of (?:the )?day)?(?: is| will be| would be)? ?(?:fine|ok|okay|good|alright|all right)',
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
    ',? ?(?:and |as )?it (?:took|takes|cost) (?:me|us|him|her|them|ages|hours|days|weeks|long|forever)[^,;.!?]*',
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
  any('\\b(?:after lunch|after noon|past noon)\\b', 'in the afternoon'),
  any('\\b(?:before lunch|before noon)\\b', 'in the morning'),
  any('\\b(?:after work|after dinner)\\b', 'in the evening'),
  any('\\bppl\\b', 'people'),
  any('\\b(?:colleagues|fellow teachers|members of staff|staff members)\\b', 'teachers'),
  any('\\bwhich of our (?=teachers)', 'which '),
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

/** What is wished, in words of the corridor. */
const wishes: readonly Phrasing[] = [
  order(
    '\\b(?:start|begin|be|go)(?: at)? (\\d{1,2}) instead of (?:at )?(\\d{1,2})\\b(?!:)',
    'move from $2:00 to $1:00',
  ),
  any(`(?<=(?:${days}) ?),? (?:and )?not (?:on )?(?=${days})`, ' from '),
  order('\\bto be (?:held|taught|given|run) (?:on |in |at )?(?=[a-z])', 'move to '),
  order(
    `\\b(?:make|turn) ${some} (?:into )?an? (${days}|morning|afternoon|evening) (?:one|class|lesson|lecture|course)\\b`,
    'move $1 to $2',
  ),
  order(
    `\\bmake (?:it|them) (?:in |on )?(?:the |an? )?(?=(?:afternoon|evening|morning|${days})\\b)`,
    'move it to ',
  ),
  order(
    `(?:[,;] ?|\\bbut )(?:on |in )?((?:the )?(?:${days}|morning|afternoon|evening)s?(?: (?:morning|afternoon|evening|\\d-\\d))?)` +
      `(?: would| will| might)?(?: be| is|'s| works?| suits?)(?: for)?(?: us| me| them| him| her)? (?:much |far |a lot |way )?(?:better|best|fine|easier)\\b`,
    ', move it to $1',
  ),
  order(
    `(?<=^|[,;.!?] ?)((?:on )?${days}(?: (?:morning|afternoon|evening|\\d-\\d))?)(?: would| will| might)?` +
      `(?: be| is|'s| works?| suits?)(?: us| me| them| him| her)? (?:much |far |a lot )?better for ${some}(?=$|[,;.!?])`,
    'move $2 to $1',
  ),
  order(
    `^(?:how|what) about ((?:on )?${days}(?: (?:morning|afternoon|evening|\\d-\\d))?) for ${some}(?= instead| from|$|[?.!])`,
    'move $2 to $1',
  ),
  order(`\\bget ${some} (?:onto|on to|into) (?=${days}|[a-z]{1,2}\\d{2,4}\\b)`, 'move $1 to '),
  order("\\bi(?: would|'d) be (?:happier|better off|more comfortable|glad) with ", 'put '),
  order('\\b(?:re)?assign (?:room )?([a-z]{1,2}\\d{2,4}) to ', 'put in $1 '),
  order(
    '\\b(?:has to|must|should|needs to|have to) leave ([a-z]{1,2}\\d{2,4}),? (?:and )?(?:use|take|go to|move to) ',
    'move from $1 to ',
  ),
  order(
    `\\bneeds? (?:a different|another|a new|some other) (?:slot|time|day),? (?:ideally |preferably |maybe |perhaps )?(?:on |in )?(?=${days})`,
    'move to ',
  ),
  order(`\\b(?:swap|switch) to (?=${days}|[a-z]{1,2}\\d{2,4}\\b)`, 'move to '),
  order('(?:,? so)? that it (?:falls|is|takes place|happens|lands) (?:on|in) (?:an? )?', ' to '),
  order(
    `\\b(?:it would (?:really )?(?:help|be (?:better|great|good|nice)) if|if only) ${some} (?:were|was|could be|took place) (?:on|in|at) `,
    'move $1 to ',
  ),
  order(`(?:\\b(?:i|we) )?\\b(?:need|want) ${some} (?:shifted|moved|pushed) (?=(?:a|one|two|three|\\d) )`, 'move $1 '),
  any('(?<=(?:to|in|into) )any (?=(?:computer|multimedia|pc|lab|class)[a-z]*)', 'a '),
  order(
    `\\b(?:can|could|may|might|shall) (?:we|you|i) (?:do|have|make|move|hold) (?:that|it|this|that one)(?: on)? (?=(?:the )?${days})`,
    'move it to ',
  ),
  order(
    `\\b(?:should|could|can|must|might|would) (?:end up|land|finish up|sit|come to lie) (?=on |in |at )`,
    'move to ',
  ),
  order(
    '\\bput (me|us|them|it) in ([a-z]+ ?\\d{1,4}) on ([a-z]+day)s? instead of ([a-z]+ ?\\d{1,4})\\b',
    'move $1 on $3 from $4 to $2',
  ),
  any('\\b(?:instead of|rather than|and not) (?=(?:room )?[a-z]{1,2}\\d{2,4}\\b)', 'from '),
  any(
    '\\b(?:instead of|rather than|and not) (?:in |on )?(?=(?:the )?(?:morning|afternoon|evening)s?\\b)',
    'from ',
  ),
  order(`,? not (?:in|on) (?=(?:room )?[a-z]{1,2}\\d{2,4}\\b|${days})`, ' from '),
  order(
    `\\b(?:would like|wants?|needs?|prefers|would prefer) ${some} ((?:a|one|two|three|\\d) (?:period|day|slot)s? (?:earlier|later))\\b`,
    'move $1 $2',
  ),
  any(
    '\\b(?:you |we |people )?(?:may|can) (?:now )?(?:move|touch|change|shift) ([^,;.!?]{2,40}?) again(?: now)?(?=$|[,;.!?])',
    'unlock $1',
  ),
  any(
    '(?<!\\b(?:to|on|of|from|is) )\\b(?:find|get|look for|pick|choose) (?:it |them |me )?(?:another|a different|a new|some other) ' +
      '(?:time ?slot|slot|time|day)\\b(?! for)',
    'another time',
  ),
  any(`\\btake ${some} off ${some} and (?:give|hand|pass) (?:it|them|that) to `, "assign $1's $2 to "),
  order(`\\bis it possible for ${some} to have ${some} (?:in|on|at) `, "move $1's $2 to "),
  any(
    '\\b(?:look for|search for|find|get|arrange|organi[sz]e) an? (bigger|larger|smaller|different|better|new|other) ' +
      '(?:class)?room for\\b',
    'another room $1 for',
  ),
  any(
    '(?<=\\d (?:seats|people|students|places)) (?:would do|would be enough|is enough|are enough|suffices?|is fine|will do)\\b',
    '',
  ),
  any(
    '\\b(?:wants?|would like|wish|wishes|agreed|decided|plans?|is happy|are happy|are going) to (?=(?:swap|exchange|trade)\\b)',
    '',
  ),
  any(`\\bfree up ${some} for ([^,;.!?]{2,40})`, 'another time for all lessons of $2 on $1'),
  any('\\b(?:is there )?any (?:chance|way|possibility)(?: that| of)?(?= )', ''),
  order(
    '\\b(?:go|be|be moved|move) (?:to )?(?:somewhere|some ?place|a (?:place|room)) ' +
      '(?:that is )?(?:[a-z]+er|else|different),? (?:like|say|such as|for example|e\\.g\\.|maybe|perhaps) ',
    'move to ',
  ),
  order(
    '\\b(?:start|begin)s? (?:a (?:bit|little) )?(?:later|earlier),? (?:say|like|at|in|from)? ?(?=\\w)',
    'move to ',
  ),
  any('(?<=\\w),? (?:say|for instance|for example|e\\.g\\.),? (?=(?:on |in |at )?[a-z0-9]+)', ' '),
  any('(?<=^|[,;.!?] ?)need(?:ing)? (?:somewhere|some place|a place|a space)(?= )', 'find a free room'),
  any('\\b(?:see|check|find out|let me know) (?:if|whether) (?=there )', ''),
  any(
    "\\b(?:is there|there is|there's) anything (?:free|available|empty|open)(?= (?:with|for|on|in|at))",
    'is there a free room',
  ),
  any(
    '\\b(?:make sure|ensure|see to it)(?: that)? (?:nobody|no one|noone|no-one|none)(?: else)? (?:touches|moves' +
      '|changes|alters|messes with|fiddles with|can move|can touch|can change)\\b',
    'lock',
  ),
  any('\\b(?:let go of|set loose|loosen)\\b', 'unlock'),
  order('\\b(?:get|have|ask) ([a-z]+ [a-z]+) to (?:do|teach|take|cover|give|run)\\b', '$1 should teach'),
  order(
    '\\b(?:can|could|may|might) (?:it|they|that|this) (?:go|be moved|move) (?:to|into) (?:a different|another|some other) (?:slot|time|day)',
    'another time',
  ),
  any(
    '\\b(?:clash(?:es)?|conflicts?|collides?|overlaps?) with (?:my|his|her|their|our) (?:other|own) (?:class|lesson|course|lecture)(?:es|s)?',
    'is busy',
  ),
  any('\\b(?:has|have|needs?|ought) to be made up\\b', 'is made up'),
  order("\\bi(?:'d| would) like (?=[a-z]{2,5}\\d{3} (?:in|on|at) )", 'put '),
  any('\\b(?:to|into) (?:any|some|a) (?:free|available|open|possible) (?:slot|time|period)(?= on )', 'to'),
  any('\\bdouble[- ]?check(?: whether| if| that)?\\b', 'check'),
  any(
    '(?<=\\b(?:put|move|lock|shift|take|swap|cancel) )([a-z]{2,5}\\d{3}) for' + ' ([a-z]{2,4}\\d{4})\\b',
    "$2's $1",
  ),
  any(
    `\\b(?:need|want) ${some} (?:moved|taken|shifted) out of the (evening|morning` + `|afternoon)s?\\b`,
    'move $1 no $2',
  ),
  order(`\\bmake ([a-z]+\\d{2,4}|[a-z]+ [a-z]+) (?=${days})`, 'put $1 on '),
  any(
    `\\b(?:everything|all|whatever) (?:that )?${some} (?:teaches|is teaching|gives|takes)\\b`,
    'all lessons of $1',
  ),
  any(
    '\\b(?:and |but |while )?(?:keep|keeping|leave|leaving) (?:the |its )?(?:same )?(?:time|slot' +
      '|period|hour)' +
      '(?: the same| as it is| as is| unchanged)?\\b',
    'at the same time',
  ),
  order('\\b(move (?:it|them)) to ([7-9]|1\\d|2[01])(?=$|[,;.!?])', '$1 to $2:00'),
  order('\\b(?:goes|moves|shifts|changes) (?=from )', 'move '),
  order(
    '(?<=^|[,;.!?] ?|\\b(?:please|pls|to|and|you|just|can|could|should) )(?:shunt|shove|chuck|swing' +
      '|yank|hop|haul|whack|bung|plonk|sling)\\b',
    'move',
  ),
  order(
    '\\b(?:had better|should|could|can|might|would best|ought to|needs to)? ?(?:go|come|run)(?:es' +
      '|s)? (?:across|over|along|off|through) to\\b',
    'move to',
  ),
  any(
    '\\b(?:flip|switch|swop|trade) (?:them|the two|these|both|those)(?: two)?(?: (?:round|around' +
      '|over|about))?\\b',
    'swap',
  ),
  any('\\b(?:nail|bolt|tie|glue|stick) (?=down\\b)', 'pin '),
  any(
    "\\b(?:does not|doesn't|do not|don't|need not|needn't|no longer)(?: (?:need|have|needs|has) to)?" +
      ' (?:be|stay|remain) ' +
      '(?:locked|fixed|pinned|frozen|lock)(?: in place)?\\b',
    'unlock',
  ),
  any(
    '\\b(?:is|are) (?:to be )?(?:struck|taken|crossed|knocked|dropped) off(?: (?:the|my|our)' +
      ' (?:timetable|schedule))?',
    'unschedule',
  ),
  any(
    `\\bwhat(?:ever)? (?:have (?:you|we) got|do (?:you|we) have|is there|is (?:available|free` +
      `|going))(?= (?:in|on|at|for)\\b)`,
    'which rooms are free',
  ),
  any('\\b(?:is|are) (?:wanted|needed|required|requested)(?= (?:on|in|at|for)\\b)', ''),
  any(
    "\\b(?:cannot|won't|will not|isn't|is not|not) (?:run|running|take place|taking place|happen" +
      '|happening|be on|go ahead|going ahead)\\b(?=[^;.!?]*$)',
    'is cancelled',
  ),
  any('\\b(?:reverse|retract|unmake|nix) (?=(?:it|that|this)\\b)', 'undo '),
  any(
    `\\b(?:reinstate|restore|put back|bring back|reapply) (?:what )?${they} (?:just )?(?:undid` +
      `|undone|reverted|took back)`,
    'redo',
  ),
];

/** Who takes somebody's place. */
const people: readonly Phrasing[] = [
  any(
    '\\bwho (?:can|could|might|would) (?:do|take|give|run|hold) (?=my |his |her |the |[a-z])',
    'who could cover ',
  ),
  any(
    `\\bwho(?:'s| is| has|'s got| has got| is having| gives| is giving) (?:got )?(?!time|free|room|any|class|lesson|nothing|no )(?=[a-z]+(?: [a-z]+)? (?:on|in) (?:the )?${days})`,
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

/** Questions in other words. */
const questions: readonly Phrasing[] = [
  any('\\bnot (?:in use|taken|occupied|used|booked|reserved)\\b', 'free'),
  any(
    '\\b(?:i )?(?:need|want|would like) to (?:know|see|find out|check) (?=which|what|when|where|who|how|if|whether)',
    '',
  ),
  any(
    `\\bwhich of ${some}'s? (?:lessons|classes|lectures|courses) (?:fall|are|take place|happen|come|run)\\b`,
    "show $1's lessons",
  ),
  any(
    `\\b(?:i )?(?:can't|cannot|could not|couldn't|can not) find(?: out)? where ${some} (?:went|is|are|has gone|goes|takes place)`,
    'where is $1',
  ),
  any(
    '\\b(?:has|did|have) (?:anything|something|things) changed?(?: (?:in|on|about) (?:my|the|our) timetable| lately| recently)*',
    'what changed',
  ),
  any(
    "\\bwhat(?:'s| is| would be) the (?:soonest|earliest|first|next|best|latest) (?:possible |free )?(?:slot|time|period|day)" +
      '(?: where| when| in which| that| on which| for)?(?= )',
    'when',
  ),
  any("(?<='s) (?:teaching )?(?:load|workload)\\b", ' timetable'),
  any(
    '\\b(?:in which|where|that) (\\d{1,3} (?:people|students)) (?:can |could |would )?(?:fit|sit)(?: in)?\\b',
    'for $1',
  ),
  any('(?<=\\bwhen [^;.!?]{2,40}) (?:could|can|would|might) (?:fit|work|squeeze in)\\b', ' can go'),
  any(
    `\\bwhat do(?:es)? ${some}(?:'s)? (?:day|week|timetable|schedule) look like\\b`,
    'show the timetable of $1',
  ),
  any(
    `\\bhow (?:does|is|will) (${days}(?: (?:morning|afternoon|evening))?) (?:look|looking)(?: like)? for ` +
      `${some}(?=$|[,;.!?])`,
    'show the timetable of $2 on $1',
  ),
  any(
    '\\bfind (?:me )?(?:\\d|a|two|some|an?) (?:periods?|slots?|times?|hours?) (?:when|where|in which)\\b',
    'when',
  ),
  any('\\b(?:both |all )?(?:sit down|get together|meet up)(?: with)?\\b', 'be free'),
  any('\\b(?:double[- ]booked|booked twice|clash(?:es)?|conflicts?) anywhere\\b', 'conflicts'),
  any(
    "\\bwhat(?:'s| is) (?:stopping|keeping|preventing) (?:me|us|you) from (?:moving|putting|placing" +
      '|shifting)\\b',
    'why cannot move',
  ),
  any(`\\bwhat are ${some}'s? (?:classes|lessons|lectures|hours)\\b`, 'show the timetable of $1'),
  any(
    `\\bshow (?:me )?(tomorrow|today|${days}|this week|next week)(?:'s)? (?:lessons|classes|lectures` +
      `|timetable|schedule) (?:for|of) ${some}(?=$|[,;.!?])`,
    'show the timetable of $2 $1',
  ),
  any("\\bi(?: am| are|'m) (?:looking|searching|hunting) for\\b", 'find'),
  any('\\bfrom then\\b', 'at that time'),
  any(
    `\\b(?:you|it|they) (?:turned down|rejected|refused|declined` +
      `|ruled out) ${some}[,;.!? -]+(?:on what grounds|why|what for|how come|for what reason)`,
    "why can't $1",
  ),
  any(
    '\\b(?:let me see|let us see|pull up|bring up|call up|fetch me|run me through|talk me through' +
      '|walk me through|give me a look at)\\b',
    'show',
  ),
  any('\\bremind me (?=(?:when|where|what|which|who)\\b)', ''),
  any('\\bremind me of\\b', 'show'),
  any('\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'),
  any(
    `\\b(?:a |any |the )?(?:gap|free slot|hole|window|slot)s? (?:that |which )?${some} (?:both ` +
      `|all )?(?:share|have in common)\\b`,
    'when are $1 both free',
  ),
  any(
    `\\bwhy (?:won't|cannot|doesn't|does not|will not|can't) (?:it|you|the system|this) (?:let` +
      `|allow) (?:me|us) (?:to )?`,
    "why can't i ",
  ),
  any(
    `\\b(?:can|could|may) (?:i|we) (?:have|use|book|borrow|take) ${some},? or is it (?:taken|busy` +
      `|occupied|in use|used|full)`,
    'is $1 free',
  ),
  any(`\\bdoes (${date}) (?:fall|land|lie|come)(?: (?:in|on))?\\b`, 'is $1'),
];

/** How people chat in English, rewritten before all else. */
export const englishChat: readonly Phrasing[] = [
  ...reasons,
  ...abbreviated,
  ...people,
  ...questions,
  ...wishes,
  ...asides,
];
