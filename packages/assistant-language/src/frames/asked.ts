import type { AskedOfLessons, AskedOfPlan, DayOrder, MeetingRef, TimeWish, Of } from '../intents.js';
import { least, most } from './fill-loads.js';
import { whichTime } from './meeting.js';
import type { Slots } from '../slots/slots.js';
import type { Token } from '../slots/tokens.js';
import type { Avoided } from '../slots/wishes.js';

/** 跟2602一起上的: what is held with others, whatever else is asked of it. */
export const together =
  /(?:一[起块]儿?|合着|共同)[上坐听]|坐(?:在|到)?一[起块]|同堂|合班|合上|(?<!\bgo(?:es)? )\btogether\b|\bjoint|\bshared?\b/i;

/** The tokens of a question: 单周还是双周 is no condition, and its clock need not begin a period. */
export function inQuestion(tokens: readonly Token[], sentence: string): readonly Token[] {
  const times = tokens.filter((token) => token.type === 'time');
  const pieces = times.map(({ piece }) => piece);
  // 元旦有课吗？31号晚上…: dates of two sentences are none together.
  const dated = times.filter(({ piece }) => piece.date);
  const isApart = /[?？]/.test(sentence.slice(dated[0]?.end ?? 0, dated.at(-1)?.start ?? 0));
  const either = (['parity', 'part', ...(isApart ? (['date'] as const) : [])] as const).filter(
    (key) => new Set(pieces.flatMap((piece) => piece[key] ?? [])).size > 1,
  );
  return tokens.flatMap((token): readonly Token[] => {
    if (token.type !== 'time') return [token];
    const { clock, ...piece } = token.piece;
    if (either.some((key) => piece[key] !== undefined)) return [];
    return [clock ? { ...token, piece: { ...piece, clock: { ...clock, isAsked: true } } } : token];
  });
}

const picks = {
  FIRST:
    /第一节|最早|头一节|right after|first (?:class|lesson|lecture|one)|^(?:and |what about )?the first\b/i,
  LAST: new RegExp(
    '最后[一那]?[节堂次]|最晚|^(?:and |what about )?the last(?: one)?[?.!]*$' +
      // The last calculus class, and not that of last week.
      '|last ?(?:(?!week|mon|tue|wed|thu|fri|sat|sun)(?:[a-z]+ |[\\u4e00-\\u9fff（）]+ ?)){0,2}' +
      '(?:class|lesson|lecture|one)',
    'i',
  ),
};
/** 几点放学, when does my Friday end: of the first or last lesson of a day, which is of no course. */
const edges = {
  FIRST: /几点(?:开始)?(?:上课|到校)|\b(?:when|what time) (?:do|does|will)\b.*\b(?:start|begin)\b/i,
  LAST: new RegExp(
    '(?:几点|什么时候|多晚)才?能?(?:下课|放学|结束|上完|走|下(?=[了呢啊]*[?？]?$))|[上用]到(?:几点|第?几节|多晚)' +
      '|\\b(?:when|what time|how late)\\b.*\\b(?:end|finish|done|over|get (?:out|off)|go home|until)\\b',
    'i',
  ),
};

/** Asks for something, and not whether it is so. */
export const asksWhat = /[哪啥谁几]|什么|多少|怎么|\b(?:wh(?:at|ere|en|ich|o|ose|om)|how)\b/i;
export const asksSame = /同一?[个间门节栋位]|[是在]一[个间]|一样|\bsame\b/i;

/** Asks for days, and not for lessons. */
export const ofDays = new RegExp(
  '哪一?[几些]?[天日]|几天|\\b(?:which|what|any|how many)(?: of (?:the|my|our))? (?:other )?days?\\b' +
    '|\\b(?:earliest|latest) (?:class|lesson)\\b.*\\bweek\\b',
  'i',
);
const ends = /放学|下课|结束|回|\b(?:done|finish|ends?|out|off|home)\b/i;
const begins = /开始|上课|起|最[早晚]|\b(?:start|begin|(?:earli|lat)est)/i;
const early = /早|\bbefore\b|\bearl|\bfirst\b/i;
const late = /晚|\blat|\blast\b|\bafter\b|\bpast\b/i;

/** Which of some days is asked for. */
export function orderOfDays(sentence: string): DayOrder | undefined {
  if (/懒觉|自然醒|\bsleep in\b/i.test(sentence)) return 'BEGIN_LAST';
  const edge = ends.test(sentence) ? 'END' : begins.test(sentence) ? 'BEGIN' : null;
  const side = early.test(sentence) ? 'FIRST' : late.test(sentence) ? 'LAST' : null;
  if (edge && side) return `${edge}_${side}`;
  return least.test(sentence) ? 'LEAST' : most.test(sentence) ? 'MOST' : undefined;
}

/** What is asked of all lessons of a time, and not of the first or last one. */
const ofAll: readonly (AskedOfLessons | undefined)[] = ['DAYS', 'GAPS', 'COURSES', 'OFF'];

/** Which of the lessons a question tells is meant. */
export function pickOf(
  { sentence, times, names }: Slots,
  ask?: AskedOfLessons,
): Pick<Of<'showTimetable'>, 'pick'> {
  if (ofAll.includes(ask)) return {};
  // 除了我的课还有什么课: others, and none that is left.
  if (remaining.test(sentence) && !/除了?/.test(sentence)) return { pick: 'LEFT' };
  // 周三5-6现在是谁的课: as it is, and not at this moment.
  if (times.length > 0 && times.every(({ piece }) => piece.isNow)) return { pick: 'NOW' };
  const isOfCourse = names.some(({ candidates: [{ kind }] }) => /^(?:course|teachingClass)$/.test(kind));
  const isAt = (pick: keyof typeof picks): boolean =>
    picks[pick].test(sentence) || (!isOfCourse && edges[pick].test(sentence));
  if (isAt('LAST')) return { pick: 'LAST' };
  return ask !== 'COUNT' && isAt('FIRST') ? { pick: 'FIRST' } : {};
}

/** 还剩几次: of what is still to come. */
const remaining = new RegExp(
  '剩|[上教]完了?[吗么没]|还有(?:谁要用|[几多吗么没不]|(?:什么|哪[些几]?[节堂次]?)?课)|还[要得]再?[上教去来]' +
    '|还上(?![了过])|等下(?![午个周一])|\\bhow (?:many|much) more\\b|\\buntil the end\\b' +
    // I left my umbrella there: is no lesson.
    '|\\b(?:left(?! (?:my|the|an?|it|our|his|her)\\b)|remaining|to go)\\b|\\bstill (?:have|got|need|to)\\b',
  'i',
);

/** What is asked of a plan by which words; earlier ones first. */
const asksOfPlan: readonly (readonly [AskedOfPlan, RegExp])[] = [
  ['NOTICES', /看得?[到见]|知道[吗么不]|通知(?!谁)|收到|\b(?:notif\w+|be told|let .* know|hear of it)\b/i],
  ['WHETHER_MADE', /[改换调弄做停]好了|生效|已经|还没|is it (?:done|made|live)|already|done yet/i],
  [
    'CLASHES',
    /冲突|撞|有没?有?空|问题|\b(?:clash|conflict|overlap|collide|double.book|free\b|wrong|problems?\b)/i,
  ],
  ['BEFORE', /原来|之前|本来|\b(?:before|originally|used to|previous(?:ly)?|old)\b/i],
  ['SEATS', /座|坐得?下|seats?\b|big enough|fit\b/i],
  [
    'WHEN',
    /每周|一次|只[有是]?这|哪[几些]?周|几周|哪天|什么时候|几号|第几节|长期|every|once|weeks?|when|only/i,
  ],
  ['WHO', /谁|影响|bother|哪些?(?:班|人|老师|学生)|别的?班|其他|who|whom|affect|anyone|anybody|other class/i],
  ['WHERE', /教室|[哪那这]间|哪[里儿]|在哪|楼|where|room|building/i],
];

/** Asks what becomes of it, whatever it is. */
export const waysOut = /[怎咋]么?(?:办|弄|处理)|\bwhat (?:shall|should|can|do) (?:i|we) do\b/i;

/** What is asked of lessons by which words, whatever is asked first. */
const asksOfLessons: readonly (readonly [AskedOfLessons, RegExp])[] = [
  ['TOGETHER', together],
  ['COUNT', /(?<![周第])几[次节]|多少[次节]|\bhow (?:often|many (?:times|lessons|lectures|sessions))\b/i],
  [
    'COURSES',
    /(?:什么|啥)课|第.[节次个堂](?:课)?是(?:什么|啥)|哪[门节]|\b(?:which|what) (?:course|subject|lesson|lecture)\b/i,
  ],
  [
    'WHO',
    /谁(?:[教上带]|的课)|哪[几些]?[个位]?(?:任课|授课)?[老教]师|哪[几些]位|老师是|\bwho(?:'?se?)?\b|\bwhich (?:teacher|professor)\b/i,
  ],
  [
    'WHERE',
    new RegExp(
      '哪[里儿间]|(?<!现)在哪(?!几?[天日周])|[几什][号么]?教室' +
        '|(?:哪[些几]?|几|多少)[个间]?(?:教室|机房|实[训验]室)' +
        '|(?:哪一?|哪?几|多少)[栋座]|哪[些个几]*教?学?楼|\\bwhere\\b' +
        '|\\b(?:which|what|how many) (?:(?:different|of (?:our|the)|computer) )?' +
        '(?:room|building|hall|lab)s?\\b',
      'i',
    ),
  ],
  [
    'CLASSES',
    new RegExp(
      '(?:哪[几些个]*|多少个?|(?<!第)几个)(?:行政)?班' +
        '|\\bwhich (?:of (?:our|the) )?classes (?:have|has|are|use|attend|take)\\b',
      'i',
    ),
  ],
  [
    'STUDENTS',
    /(?:多少|几)个?(?:人|学生)|坐得?下|\b(?:how many (?:students|people)|most students|seats?|fits?)\b/i,
  ],
];

/** How many are left, and when is the last, and where: what else is asked than what is likeliest. */
export const alsoAsked = (text: string, first: AskedOfLessons = 'COURSES'): AskedOfLessons[] => [
  ...new Set(asksOfLessons.flatMap(([ask, words]) => (ask !== first && words.test(text) ? ask : []))),
];

/** All that is asked of a plan, clause by clause: 谁上、在哪上？会通知吗. */
export const askedOfPlanIn = (text: string): readonly AskedOfPlan[] => [
  ...new Set(
    text
      .split(/[、,，;；?？。]|\band\b/)
      .flatMap((clause) => asksOfPlan.find(([, words]) => words.test(clause))?.[0] ?? []),
  ),
];

/** Whether the words count periods: of a week and not of a day, it is how much is taught. */
export const counted = /(?<![第哪])(?:几|多少)个?(?:节|课时|学时|钟头)|how many (?:hours|periods|lessons)/i;

/** 每天几节: how many each day has. */
export const countsDays = (sentence: string): boolean =>
  counted.test(sentence) && /每一?天|天天|\b(?:each|per|every|a) day\b|\bdaily\b/i.test(sentence);

/** Times that are told as unwanted by a word. */
const timesOfAvoided: Readonly<Record<Avoided, TimeWish>> = {
  FIRST_PERIOD: { periods: { start: 1 } },
  MORNING: { part: 'MORNING' },
  AFTERNOON: { part: 'AFTERNOON' },
  EVENING: { part: 'EVENING' },
  WEEKEND: { days: [6, 7] },
};

const unwelcome = /[不没别勿]|避开|'t\b|\b(?:not|no|never|free|without|except|rather)\b/i;

/** When somebody would rather not teach, or rather would. */
export function wishedTimes(slots: Slots, of: MeetingRef): Of<'wishTimes'> {
  const told = slots.time()?.wish;
  const avoided = (slots.avoid() ?? []).map((one) => timesOfAvoided[one]);
  const open = [...avoided, ...(slots.notAt() ?? []), ...(told ? [told] : [])];
  if (open.length === 0) throw whichTime();
  const isUnwanted = unwelcome.test(slots.sentence);
  const times = isUnwanted ? { notAt: open } : { at: open };
  return { type: 'wishTimes', of, ...times };
}
