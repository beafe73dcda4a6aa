import { any, englishDays as days, order, type Phrasing, some, they } from './phrasing.js';

/** What is wished, in words of the corridor. */
export const corridorWishes: readonly Phrasing[] = [
  order('^([^,;.!?]{3,40}?) (?:swaps?|exchanges?) (?:with )?([^,;.!?]{3,40})$', 'swap $1 and $2'),
  any('(?<=[a-z0-9] )other (?=room\\b)', 'another '),
  any(
    '\\bi would like (?:an?|the|another) (?:class)?room (with [^,;.!?]{3,30}?) for ',
    'another room $1 for ',
  ),
  order(
    '^(?:might|may|could|can) ([a-z]+ [a-z]+) (?:take over|teach|take|cover) (?=(?:my|our) )',
    '$1 should teach ',
  ),
  any(
    '\\b(?:scrap|cancel|drop) ([^,;.!?]{2,60}?) (?:for good|permanently|for ever|forever|altogether' +
      '|once and for all)(?=$|[,;.!?])',
    'unschedule $1',
  ),
  order('^([^,;.!?]{2,40}?) ?(?:<-+>|<=+>|⇄|⇆|↔|⇌) ?([^,;.!?]{2,40}?)(?=$|[,;.!?])', 'swap $1 and $2'),
  order(
    '\\b(?:swap|exchange|switch)(?: the (?:times?|slots?) of)? ([^,;.!?]{2,30}?) and' +
      ' ([^,;.!?]{2,30}?) (?:for|of) ([a-z]{2,4}\\d{4})\\b',
    "swap $3's $1 and $3's $2",
  ),
  order(
    '\\b(?:start|begin|be|go)(?: at)? (\\d{1,2}) instead of (?:at )?(\\d{1,2})\\b(?!:)',
    'move from $2:00 to $1:00',
  ),
  any(`(?<=(?:${days}) ?),? (?:and )?not (?:on )?(?=${days})`, ' from '),
  order('\\bto be (?:held|taught|given|run) (?:on |in |at )?(?=[a-z])', 'move to '),
  order(
    `\\b(?:make|turn) ${some} (?:into )?an? (${days}|morning|afternoon|evening) (?:one|class|lesson` +
      `|lecture|course)\\b`,
    'move $1 to $2',
  ),
  order(
    `\\bmake (?:it|them) (?:in |on )?(?:the |an? )?(?=(?:afternoon|evening|morning|${days})\\b)`,
    'move it to ',
  ),
  order(
    `(?:[,;] ?|\\bbut )(?:on |in )?((?:the )?(?:${days}|morning|afternoon|evening)s?(?: (?:morning` +
      `|afternoon|evening|\\d-\\d))?)` +
      `(?: would| will| might)?(?: be| is|'s| works?| suits?)(?: for)?(?: us| me| them| him` +
      `| her)? (?:much |far |a lot |way )?(?:better|best|fine|easier)\\b`,
    ', move it to $1',
  ),
  order(
    `(?<=^|[,;.!?] ?)((?:on )?${days}(?: (?:morning|afternoon|evening|\\d-\\d))?)(?: would| will` +
      `| might)?` +
      `(?: be| is|'s| works?| suits?)(?: us| me| them| him| her)? (?:much |far ` +
      `|a lot )?better for ${some}(?=$|[,;.!?])`,
    'move $2 to $1',
  ),
  order(
    `^(?:how|what) about ((?:on )?${days}(?: (?:morning|afternoon|evening` +
      `|\\d-\\d))?) for ${some}(?= instead| from|$|[?.!])`,
    'move $2 to $1',
  ),
  order(`\\bget ${some} (?:onto|on to|into) (?=${days}|[a-z]{1,2}\\d{2,4}\\b)`, 'move $1 to '),
  order("\\bi(?: would|'d) be (?:happier|better off|more comfortable|glad) with ", 'put '),
  order('\\b(?:re)?assign (?:room )?([a-z]{1,2}\\d{2,4}) to ', 'put in $1 '),
  order(
    '\\b(?:has to|must|should|needs to|have to) leave ([a-z]{1,2}\\d{2,4}),? (?:and )?(?:use|take|go' +
      ' to|move to) ',
    'move from $1 to ',
  ),
  order(
    `\\bneeds? (?:a different|another|a new|some other) (?:slot|time|day),? (?:ideally |preferably ` +
      `|maybe |perhaps )?(?:on |in )?(?=${days})`,
    'move to ',
  ),
  order(`\\b(?:swap|switch) to (?=${days}|[a-z]{1,2}\\d{2,4}\\b)`, 'move to '),
  order('(?:,? so)? that it (?:falls|is|takes place|happens|lands) (?:on|in) (?:an? )?', ' to '),
  order(
    `\\b(?:it would (?:really )?(?:help|be (?:better|great|good|nice)) if|if only) ${some} (?:were` +
      `|was|could be|took place) (?:on|in|at) `,
    'move $1 to ',
  ),
  order(
    `(?:\\b(?:i|we) )?\\b(?:need|want) ${some} (?:shifted|moved|pushed) (?=(?:a|one|two|three` +
      `` +
      `|\\d) )`,
    'move $1 ',
  ),
  any('(?<=(?:to|in|into) )any (?=(?:computer|multimedia|pc|lab|class)[a-z]*)', 'a '),
  order(
    `\\b(?:can|could|may|might|shall) (?:we|you|i) (?:do|have|make|move|hold) (?:that|it|this` +
      `|that one)(?: on)? (?=(?:the )?${days})`,
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
    `\\b(?:would like|wants?|needs?|prefers|would prefer) ${some} ((?:a|one|two|three|\\d) (?:period` +
      `|day|slot)s? (?:earlier|later))\\b`,
    'move $1 $2',
  ),
  any(
    '\\b(?:you |we |people )?(?:may|can) (?:now )?(?:move|touch|change|shift) ([^,;.!?]{2,40}?)' +
      ' again(?: now)?(?=$|[,;.!?])',
    'unlock $1',
  ),
  any(
    '(?<!\\b(?:to|on|of|from|is) )\\b(?:find|get|look for|pick|choose) (?:it |them |me )?(?:another' +
      '|a different|a new|some other) ' +
      '(?:time ?slot|slot|time|day)\\b(?! for)',
    'another time',
  ),
  any(`\\btake ${some} off ${some} and (?:give|hand|pass) (?:it|them|that) to `, "assign $1's $2 to "),
  order(`\\bis it possible for ${some} to have ${some} (?:in|on|at) `, "move $1's $2 to "),
  any(
    '\\b(?:look for|search for|find|get|arrange|organi[sz]e) an? (bigger|larger|smaller|different' +
      '|better|new|other) ' +
      '(?:class)?room for\\b',
    'another room $1 for',
  ),
  any(
    '(?<=\\d (?:seats|people|students|places)) (?:would do|would be enough|is enough|are enough' +
      '|suffices?|is fine|will do)\\b',
    '',
  ),
  any(
    '\\b(?:wants?|would like|wish|wishes|agreed|decided|plans?|is happy|are happy|are going) to' +
      ' (?=(?:swap|exchange|trade)\\b)',
    '',
  ),
  any(`\\bfree up ${some} for ([^,;.!?]{2,40})`, 'another time for all lessons of $2 on $1'),
  any('\\b(?:is there )?any (?:chance|way|possibility)(?: that| of)?(?= )', ''),
  order(
    '\\b(?:go|be|be moved|move) (?:to )?(?:somewhere|some ?place|a (?:place|room)) ' +
      '(?:that is )?(?:[a-z]+er|else|different),? (?:like|say|such as|for example|e\\.g\\.|maybe' +
      '|perhaps) ',
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
    '\\b(?:make sure|ensure|see to it)(?: that)? (?:nobody|no one|noone|no-one|none)(?: else)?' +
      ' (?:touches|moves' +
      '|changes|alters|messes with|fiddles with|can move|can touch|can change)\\b',
    'lock',
  ),
  any('\\b(?:let go of|set loose|loosen)\\b', 'unlock'),
  order('\\b(?:get|have|ask) ([a-z]+ [a-z]+) to (?:do|teach|take|cover|give|run)\\b', '$1 should teach'),
  order(
    '\\b(?:can|could|may|might) (?:it|they|that|this) (?:go|be moved|move) (?:to|into) (?:a' +
      ' different|another|some other) (?:slot|time|day)',
    'another time',
  ),
  any(
    '\\b(?:clash(?:es)?|conflicts?|collides?|overlaps?) with (?:my|his|her|their|our) (?:other|own)' +
      ' (?:class|lesson|course|lecture)(?:es|s)?',
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
    `\\b(?:everything|all|whatever) (?:that )?${some} (?:teaches|is teaching|gives|takes|has)\\b`,
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
      `|going(?! on)))(?= (?:in|on|at|for)\\b)`,
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
