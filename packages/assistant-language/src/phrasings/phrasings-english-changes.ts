import { any, order, type Phrasing, some, they } from './phrasing.js';

const it = '(?:it|them|this|that|this one|that one)';
const modal =
  '(?:can|could|should|shall|must|may|might|would|will|ought to|needs? to|has to|have to|had better' +
  '|is to|are to)';
const gerunds =
  'moving|shifting|rescheduling|swapping|locking|unlocking|putting|changing|switching|cancelling' +
  '|canceling|taking|relocating|finding|showing|assigning|exchanging|postponing|pushing|bringing' +
  '|placing|trading';
const bases =
  'move|shift|reschedule|swap|lock|unlock|put|change|switch|cancel|cancel|take|relocate|find|show' +
  '|assign|exchange|postpone|push|bring|place|trade';

const anotherSlot =
  '(?:find|get|look for|search for|pick|choose) (?:another|an alternative|a (?:new|different|better))' +
  ' (?:time ?slot|slot|time|day|period)';

const plainGerunds: readonly Phrasing[] = gerunds.split('|').map((gerund, at) => ({
  said:
    `\\b(?:any chance of|is there any chance of|a chance of|the possibility of|look into|help (?:me ` +
    `|us )?with|would you mind|do you mind|mind|how about|what about|thinking of|think about|consider` +
    `|suggest|propose|try|recommend|request(?:ing)?|fancy) ${gerund}\\b`,
  plain: bases.split('|')[at],
}));

const arrows: readonly Phrasing[] = [any(' ?(?:-+>|=+>|→|⇒|>>) ?(?=[^\\u4e00-\\u9fff]*$)', ' move to ')];

const moves: readonly Phrasing[] = [
  any(
    '\\b(?:clash(?:es)?|conflicts?|collides?|overlaps?) with ' +
      '(?:an? |the |another |some |my |his |her |their )?(?:faculty |staff |department |other |team )?' +
      '(?:meeting|appointment|event|training|seminar' +
      '|conference|ceremony|duty|commitment)s?\\b',
    'is busy',
  ),
  order('(?<=^ *|[,;.!?] *)(?:to )?hold (?=[^,;.!?]{1,60} (?:on|in|at) )', 'put '),
  order('\\b(?:put|place|schedule|hold) (it|them|this|that) (?:on|in|at|to) ', 'move $1 to '),
  order(
    '\\b(?:can|could|may|might|should) (it|they|this|that) (?:please |perhaps |maybe |instead )?' +
      '(?:go|move|be moved|be held|be put|take place|run|happen|be) (?:to|on|in|at|into) ',
    'move $1 to ',
  ),
  order(`\\bset ${some} for (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)`, 'put $1 on '),
  any(
    '\\b(\\d+) (seats|people|students|places|persons),? (?:at least|or more|minimum|at minimum)\\b',
    'at least $1 $2',
  ),
  order(
    "\\b(?:must not|mustn't|should not|shouldn't|shall not|cannot|can't|may not|ought not to) (?:be" +
      '|go|run|take place|happen|be held)' +
      ' (?:on|in|at|to) (?=(?:the )?(?:evening|morning|afternoon|weekend|first period))',
    'not ',
  ),
  any(
    '\\bto (?:another|a different|some other) (?:day|time|slot)[,:]? (?=(?:maybe |perhaps ' +
      '|preferably )?(?:mon|tues?|wed|thu|fri|sat|sun))',
    'to ',
  ),
  order('^(?:can|could) ([^,;.!?]{2,60}?) be (?:taught |held |given |run )?(?:on|in|at) ', 'move $1 to '),
  any(
    `\\b${anotherSlot} for ${some},? (?:(?:ideally|preferably|maybe|perhaps) )?(?:in|on|at) ` +
      '(?=(?:the )?(?:mon|tue|wed|thu|fri|sat|sun|morning|afternoon|evening))',
    'move $1 to ',
  ),
  any(`\\b${anotherSlot} for\\b`, 'another time for'),
  any(
    `\\b(?:i|we) (?:would rather|would prefer to|prefer to|would like to|want to|wish to) (?:teach|have` +
      `|hold|give|run|do) (?=[^,;.!?]{1,60} (?:on|in|at) )`,
    'put my ',
  ),
  order(`\\b(?:book|reserve) (?!an?\\b|some\\b|any\\b)${some} for ${some}(?=$|[,;.!?])`, 'move $2 to $1'),
  any(
    `\\b(?:get|find) (?!me\\b|us\\b)${some} an? ((?:bigger|larger|smaller|different|better|new` +
      `|other) )?` +
      '(?:class)?room(?= (?:with|for|that|which|in))',
    'another room $2 for $1',
  ),
  order(
    `\\bgive ${some} an? ((?:bigger|larger|smaller|different|better|new|other) )?(?:class)?room\\b`,
    'another room $2 for $1',
  ),
  any('\\bfind one (?=for \\d|with )', 'another room '),
  any(`\\b(bring|push|move|pull) (forward|back) ${some} by\\b`, '$1 $3 $2 by'),
  order(
    '\\b(?:be|get|been|have|having) (?:moved|shifted|changed|rescheduled|switched|transferred' +
      '|relocated|put|placed|pushed)' +
      '(?: over| back| forward)? (?:to|on|in|into|at|onto)\\b',
    'move to',
  ),
  order("\\b(?:let's|let us) (?:do|have|hold|put) (?=[^,;.!?]{1,60} (?:on|in|at) )", 'put '),
  order(
    "\\b(?:do not|don't|never) (?:schedule|put|place|plan|have|hold|arrange) " +
      some +
      ' (?:in|on|at) (?:the )?(evenings?|mornings?|afternoons?|weekends?|first period)\\b',
    'move $1 no $2',
  ),
  any(
    '\\b(?:find|get) (?:me |us )?an? (bigger|larger|smaller|different|better|new) (?:class)?room\\b',
    'another room $1',
  ),
  order(
    '\\b(?:get|have|be given|receive) (?:an? )((?:bigger|larger|smaller|different|better|new' +
      '|other) )?(?:class)?room\\b',
    'another room $1',
  ),
  any(`\\bget ${some} out of ${some} and (?:in)?to\\b`, 'move $1 from $2 to'),
  any(
    `\\b(?:take|grab|pull|get) ${some} (?:from|off|out of) ${some} and (?:put|stick|place|move|slot` +
      `|drop|pop) ${it} (?:on|to|in|into|at|onto)\\b`,
    'move $1 from $2 to',
  ),
  any(
    `\\b(?:swap|change|exchange|switch) the (?:class)?room (?:of|for) ${some} (?:for|to|with` +
      `|into) (?:one|a room|something|a place)\\b`,
    'another room for $1',
  ),
  any(
    `\\b(?:give|find|get) (?:it|them) (?:one|a room|a classroom|something|a place|somewhere)(?= )`,
    'another room',
  ),
  any(
    `\\b(?:needs?|requires?|wants?|should have|must have|would like|could use|deserves) (?:an? ` +
      `|to have an? |to get an? )?((?:bigger|larger|smaller)|different|new|other|another` +
      `|better)? ?(?:class)?(?:rooms?|venue|place)\\b`,
    'another room $1',
  ),
  any(
    `\\b(?:needs?|requires?|wants?)(?= (?:an? )?(?:projector|computers?|air con|air-con|lab` +
      `|laborator|computer|multimedia))`,
    'another room',
  ),
  any(
    `\\b(?:instead of|rather than|and not) (?=(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)`,
    'from ',
  ),
  any(`\\bmove ${some} out of ${some} (?:and )?(?:in)?to\\b`, 'move $1 from $2 to'),
  any(
    `\\b(?:push|put|bring|pull|move) ${some} (?:back|forward|up|over|across|along|down) to\\b`,
    'move $1 to',
  ),
  any(
    `\\b(?:slide|bump|nudge|drag|transplant|migrate|carry|transfer|slot|stick|squeeze|send|arrange` +
      `|fix|pop|advance|delay) (?!in\\b)${some} (?:over |up |back |forward )?(?:to|into|onto)\\b`,
    'move $1 to',
  ),
  any(`\\b(?:stick|slot|pop|squeeze|drop|arrange|fit) ${some} (?=(?:on|in|at|for) )`, 'put $1 '),
  any('\\barrange (?=it )', 'move '),
  order(
    `(?<!\\b(?:why|i|we) )\\b${modal} (?:please |rather |better |now |also ` +
      `|instead )*(?:be moved|be shifted|be changed|be rescheduled|be put|be placed|be held` +
      `|be switched|be transferred|be relocated|go|move|take place|happen|be taught|be|run|meet` +
      `|start)(?: over)? (?:to|on|in|at|into|onto)\\b(?! (?:not|the same))`,
    'move to',
  ),
  order(`\\b${modal} be (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)`, 'move to '),
  order(
    `(?:\\b(?:i|we) )?\\b(?:would prefer|would rather have|would rather|prefers?` +
      `|would like(?: to have)?|wants?` +
      `|wishes|would love|likes) (?!to\\b)(?=[^,;.!?]{1,60} (?:on|in|at|to) )`,
    'put ',
  ),
  order(
    '\\b(?:goes|moves|shifts|changes|switches|gets moved|is moved|is to be moved' +
      '|is rescheduled) (?:over )?(?:to|into)\\b',
    'move to',
  ),
  any('\\bbetter (?:on|in|at)\\b', 'move to'),
  any('\\b(?:any|some) other (time|day|slot)\\b', 'another $1'),
  any('\\bany time but\\b', 'another time not'),
  any(
    '\\b(?:find|get|give) (?:it|them) (?:another|a new|a different) (time|slot' + '|day)\\b',
    'another time',
  ),
];

const swaps: readonly Phrasing[] = [
  order(
    `\\b(?:switch|trade|flip|interchange|change) (?!the (?:teacher|instructor|lecturer` +
      `|room))(?=[^,;.!?]{1,80} (?:with|and) )(?![^;.!?]{1,160} (?:to|into) )`,
    'swap ',
  ),
  any(`\\b(?:change|trade|switch|swap) (?:places|slots?|times?|positions?)\\b`, 'swap'),
  any(
    '\\b(?:each other|one another|with one another|the other way (?:a)?round|(?:a)?round' +
      '|between them)\\b',
    '',
  ),
];

const teachers: readonly Phrasing[] = [
  any(`\\b(?:hand|give|pass|turn|transfer|sign) ${some} over to\\b`, 'assign $1 to'),
  any(`\\b(?:entrust|delegate|reassign|allocate|allot) ${some} to\\b`, 'assign $1 to'),
  order(
    `\\b(?:will|shall|should|is going to|is to|must|has to|can) (?:be )?(?:teach|teaching|take over` +
      `|taking over|cover|covering|be in charge of|do)\\b(?! (?:on|in|at|to)\\b)(?!\\?)`,
    'should teach',
  ),
  any(
    `\\b(?:take care of|in charge of|responsible for|step in for|stand in for|fill in for` +
      `|substitute for|sub for|cover for|deputi[sz]e for|stand in|fill in|replace` +
      `|substitute)\\b(?=[^;.!]{0,80}\\?)`,
    'cover',
  ),
  any(
    `\\b(?:is|are) (?:qualified|able|eligible|allowed|entitled|certified|capable` +
      `|competent) (?:to teach|of teaching|for|to take|to cover)\\b`,
    'can teach',
  ),
  any('\\bqualified (?:to teach|for)\\b', 'can teach'),
  order(
    `(?<=\\b(?:from now on|henceforth|going forward` + `|in future),? )${some} teaches\\b`,
    '$1 should teach',
  ),
  any('\\btaught by\\b', 'by'),
];

const locks: readonly Phrasing[] = [
  any(
    ',? (?:and )?(?:nobody|no one) (?:may|should|can|must|is to) (?:move|touch|change|alter) (?:it|them' +
      '|that)\\b',
    '',
  ),
  order(`\\bfix ${some} (?:at|in) its (?:current |present )?(?:time|place|slot|position)\\b`, 'lock $1'),
  order('\\b(?:be|get) (?:unlocked|unpinned|unfrozen|released)\\b', 'unlock'),
  order('\\b(?:be|get) (?:locked|pinned|frozen|fixed)(?: in place| down)?\\b', 'lock'),
  any('(?<=\\b(?:lock|pin|freeze)\\b[^;.!?]*) (?:in place|as it is|as it stands|where it is)\\b', ''),
  any(
    "\\b(?:needn't|need not|does not need to|doesn't need to|no longer needs? to|doesn't have to" +
      '|does not have to) (?:stay|be|remain)(?: (?:put|fixed|locked|in place|there))+',
    'unlock',
  ),
  any(
    `\\b(?:do not|don't|never) let (?:any(?:body|one|thing)|people|students|them) (?:touch|change` +
      `|move|alter)\\b`,
    'lock',
  ),
  any(
    `\\b(?:make sure|ensure|see to it|take care)(?: that)? ${some} (?:stays?|remains?|is kept` +
      `|does not move|doesn't move|is not moved|isn't moved|never moves|doesn't change` +
      `|does not change)(?: exactly| right| just)?(?: where (?:it|they) (?:is|are)| put| there` +
      `| as it is| in place| unchanged| fixed)*`,
    'lock $1',
  ),
  any(
    `\\b(?:keep|leave|hold|fix|set) ${some} (?:exactly |right |just )?(?:where (?:it|they) (?:is` +
      `|are)|in place|as it is|as is|in stone|unchanged|untouched|alone|at its (?:place|time)|put)\\b`,
    'lock $1',
  ),
  order(
    `\\b(?:must|should|shall|may|can|is to|has to) (?:stay|remain)(?: exactly` +
      `| right)?(?: where it is| put| there| as it is| in place| unchanged| fixed)*\\b`,
    'lock',
  ),
  order(
    `\\b(?:must not|mustn't|should not|shouldn't|may not|is not to|shall not) (?:be moved|be touched` +
      `|be changed|move|change)(?: any ?more| again)?\\b`,
    'lock',
  ),
  any(
    `\\b(?:do not|don't|never) (?:touch|move|change|alter)(?! the (?:class)?(?:room|teacher|time` +
      `|day))(?= [a-z0-9])(?![^;.!?]{0,80} (?:to|on to` +
      `|into) )`,
    'lock',
  ),
  any(
    '\\b(?:remove|lift|take off|drop|release|cancel|undo|clear|open) the (?:lock|pin|locks)(?: (?:on' +
      '|from|of|for))?\\b',
    'unlock',
  ),
  any(
    `\\bthe lock (?:on|of|for) ${some} (?:is|was|are) (?:no` +
      `|not)\\b[^,;.!?]{0,30}(?:,? ?(?:please )?(?:remove|lift|open|release|take)(?: it)?(?: off)?)?`,
    'unlock $1',
  ),
  any(`\\btake the (?:lock|pin) off(?: of)?\\b`, 'unlock'),
  any(`\\b(?:make|set) ${some} (?:movable|moveable|editable|changeable) again\\b`, 'unlock $1'),
  any(`\\b(?:make|set) ${some} (?:locked|fixed|immovable|unchangeable)\\b`, 'lock $1'),
];

const takingOut: readonly Phrasing[] = [
  any('(?<=^|[,;.!?] ?)there (?:is|will be) no (?=[^,;.!?]{2,60}$)', 'cancel '),
  any(
    '\\b(?:has to|have to|must|should|needs to|need to|is to|will have to|is going to|will) be' +
      ' (?:cancelled|canceled|called off|dropped|skipped)\\b',
    'is cancelled',
  ),
  any(
    '\\b(?:pull|get|kick|throw|clear|drop|remove|strike|knock)(?= [^,;.!?]{1,80} (?:off|out of' +
      '|from) (?:the |my )?(?:timetable|schedule))',
    'take',
  ),
  any(
    '\\b(?:off|out of|from) (?:my |this |our )?(?:timetable|schedule|time table)\\b',
    'out of the timetable',
  ),
  any(
    '^no (?=[^,;.!?]{2,60}$)(?!(?:evenings?|mornings?|afternoons?|weekends?|thanks|problem|need|idea' +
      '|first|early|late)\\b)',
    'cancel ',
  ),
  any(`\\b${they} (?:are|am) (?:skipping|cancelling|canceling|dropping|calling off)\\b`, 'call off'),
  any(
    "\\b(?:does not|doesn't|will not|is not going to|cannot) (?:take place|happen" +
      '|be held)\\b(?![^;]*\\?)',
    'is cancelled',
  ),
  any(
    '\\b(?:stopped|stop|cancelled|canceled|cancel|suspended|suspend' +
      '|called off) (?:just )?(?:one time|once|for once)\\b',
    'call off',
  ),
  any('(\\bmake-?\\s?up (?:class|lesson|lecture)(?: (?:of|for) [^,;:.!?]{1,60})?) ?[:,] ?', '$1 on '),
  any(
    '(?<!\\b(?:gas|power|heating|water|electricity|lights?|wifi|air con|lift) )\\b(?:is|are) off\\b',
    'is cancelled',
  ),
  any('\\bneeds? to be\\b', 'must be'),
];

const undoing: readonly Phrasing[] = [
  any(
    `\\b(?:put back|restore|redo|do again|bring back|reapply|repeat) (?:what(?:ever)?|the (?:change` +
      `|thing|step|one)|everything)? ?(?:that )?${they}(?: have| had)?(?: just)? (?:undid|undone` +
      `|reverted|took back|rolled back)\\b`,
    'redo',
  ),
  any('\\b(?:undo the undo|undo that undo|redo (?:that|it) again)\\b', 'redo'),
  any(
    '\\b(?:take|put|roll|turn|change|switch|bring|revert|set) (?:that|it|this' +
      '|everything)(?: all)? back(?: again)?(?: (?:to )?(?:how|as|where|what) (?:it|things' +
      '|that) (?:was|were)(?: before)?| the way (?:it|things) (?:was|were)(?: before)?)?(?=$|[,;.!?])',
    'undo',
  ),
  any(
    `\\b(?:take back|roll back|revert|cancel|undo|reverse|go back on` +
      `|scratch) (?:what(?:ever)? ${they}(?: have| had)?(?: just)? (?:did|done|changed)|(?:that` +
      `|the) (?:last|latest|previous|recent) (?:one|thing|step|change|move|action|edit))\\b`,
    'undo',
  ),
  any('\\b(?:go|step) back(?: (?:one|a) step)?(?: please)?(?=$|[,;.!?])', 'undo'),
  any('\\bthat was (?:wrong|a mistake|an error|not right|not what i (?:wanted|meant))\\b', ''),
];

/** How people wish in English for a change. */
export const englishChanges = { arrows, plainGerunds, moves, swaps, teachers, locks, takingOut, undoing };
