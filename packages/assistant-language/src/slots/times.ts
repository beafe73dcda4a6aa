import type { TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { longestAt } from '../spot/characters.js';
import { dateFrom, dateIn, dayOf, later, nextDate, weekOf } from './calendar.js';
import { fromTo, numberFrom, small } from '../spot/numbers.js';

/** What one expression says of a time. */
export interface TimePiece {
  readonly days?: readonly number[];
  readonly part?: NonNullable<TimeWish['part']>;
  readonly periods?: NonNullable<TimeWish['periods']>;
  readonly clock?: Clock;
  readonly weeks?: readonly number[];
  readonly parity?: 0 | 1;
  readonly date?: string;
  /** The week of this, last or next week. */
  readonly relativeWeek?: number;
  /** Said of every week, and so of no single one. */
  readonly isWeekly?: true;
  /** The last of several dates, of which `date` is the first. */
  readonly until?: string;
  readonly isNow?: true;
  readonly isFirst?: true;
}

/** A time of the day, in minutes from midnight; `isSure` where morning or afternoon was told by it. */
export interface Clock {
  readonly from: number;
  readonly to: number | null;
  readonly isSure: boolean;
  /** Asked of, and no place where something goes: any time of the day is meant. */
  readonly isAsked?: true;
}

const chineseDays = '一二三四五六日天';
/** English names of days. */
export const englishDays =
  'mon(?:day)?s?|tue(?:s(?:day)?s?)?|wed(?:nesday)?s?|thu(?:r(?:s(?:day)?s?)?)?|fri(?:day)?s?|' +
  'sat(?:urday)?s?|sun(?:day)?s?';
/** English names of months, captured. */
export const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|' +
  'aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const weeksLater: Readonly<Record<string, number>> = {
  ...{ 这: 0, 本: 0, 这个: 0, this: 0, 下: 1, 下个: 1, 下一: 1, next: 1 },
  ...{ 下下: 2, 下下个: 2, 再下: 2, 再下个: 2, 上: -1, 上个: -1, last: -1 },
};
const parts: Readonly<Record<string, NonNullable<TimeWish['part']>>> = {
  ...{ 上午: 'MORNING', 早上: 'MORNING', 早晨: 'MORNING', morning: 'MORNING', mornings: 'MORNING' },
  ...{ 下午: 'AFTERNOON', 午后: 'AFTERNOON', afternoon: 'AFTERNOON', afternoons: 'AFTERNOON' },
  ...{ 晚上: 'EVENING', 晚间: 'EVENING', 夜里: 'EVENING', 夜间: 'EVENING', 傍晚: 'EVENING', 晚: 'EVENING' },
  ...{ evenings: 'EVENING', evening: 'EVENING', nights: 'EVENING', night: 'EVENING' },
};

const week = '(?:周|星期|礼拜)';
const link = '(?:-|到|至|~)';
/** 下周一次 is said of next week. */
const day = `(?<day>[${chineseDays}](?!次))`;
const which = '(?<which>这个|这|本|下下个|下下|再下个|再下|下个|下一|下|上个|上)';
const [start, end] = ['(?<start>\\d{1,2})', '(?<end>\\d{1,2})'];
const clockPart = '上午|早上|早晨|下午|晚上';
const minutes = '(?:半|一刻|(?:[0-5]\\d|[二三四五]?十[一二三四五六七八九]?)分?)';
const firstPeriod = { periods: { start: 1 }, isFirst: true } as const;
const weekly = { isWeekly: true } as const;

/** An expression, whose groups are named after what `readers` make of them, and what it says beside them. */
type Form = string | readonly [string, TimePiece & { readonly daysLater?: number }];

/** From then on, to the end of the semester. */
const onwards = '(?:起|开始|以后|之后|往后)?(?:一直)?[到至](?:学)?期(?:末|结束)|起|开始|以后|之后|往后';
const toTheEnd = '(?: (?:to|until|till|through) (?:the )?end(?: of (?:the |this )?(?:term|semester))?)';

const chinese: readonly Form[] = [
  `${week}(?<day>[${chineseDays}1-7])${link}${week}?(?<lastDay>[${chineseDays}1-7])` +
    '(?!节|周|[、,]?[一二三四五六七八九\\d]*节)',
  `${week}${day}(?![共样直]|致(?:$|[\\s,，。.!！?？吗的地性了]|通过|同意))`,
  `${week}(?<day>[1-7])(?![\\d周-])`,
  `${week}(?<days>[${chineseDays}](?:[、,]?[${chineseDays}]){1,6})` +
    '(?![、,一二三四五六七八九十]*(?:大?节|月|点|号))',
  [`(?:每个?|逢)${week}${day}?`, weekly],
  ['双休日|周末|(?:(?:at|on) (?:the )?)?weekends?', { days: [6, 7] }],
  ['工作日|weekdays?|working days?', { days: [1, 2, 3, 4, 5] }],
  `${which}${week}的?${week}?${day}(?![共样])`,
  `从?${which.replace('<which>', '<fromWhich>')}${week}(?:${onwards})`,
  `${which}${week}(?!末)`,
  ['今天|今日|今儿|下一?[节堂](?=课)|today|next(?= (?:class|lesson|lecture))', { daysLater: 0 }],
  // 等下英语还上不上: and not 等下午, 等下周.
  ['(?:等下|[等待]会儿?|过一?会儿?)(?![个周星礼次节一午,])', { daysLater: 0 }],
  ['今晚|tonight|this evening', { daysLater: 0, part: 'EVENING' }],
  ['明天|明日|tomorrow', { daysLater: 1 }],
  ['明早', { daysLater: 1, part: 'MORNING' }],
  ['明晚', { daysLater: 1, part: 'EVENING' }],
  ['后天|(?:the )?day after tomorrow', { daysLater: 2 }],
  ['大后天', { daysLater: 3 }],
  ['昨天|昨日|yesterday', { daysLater: -1 }],
  ['现在|这会儿|此刻|眼下|right now|now|rn|at the moment|at present|currently', { isNow: true }],
  [
    '中午|午休|(?:at )?(?:noon|midday|lunch ?(?:time|break|hour))',
    { clock: { from: 12 * 60, to: null, isSure: true } },
  ],
  ['after din+er|晚饭(?:[之以]?后|吃[完过]了?)', { part: 'EVENING' }],
  ['after lunch|吃[完过]了?[午中]饭(?:之?后)?|[午中]饭(?:吃[完过]了?|[之以过]?后)', { part: 'AFTERNOON' }],
  ['一大早|大清早|早(?:八|8)(?:的?课|点)?', firstPeriod],
  ['晚课', { part: 'EVENING' }],
  '(?<year>\\d{4})[-/.年](?<month>\\d{1,2})[-/.月](?<date>\\d{1,2})[日号]?(?!\\d)',
  `(?<month>${small})月(?<date>${small})[日号]?`,
  `(?<date>${small})[日号](?![楼教机实线门])`,
  '(?<month>\\d{1,2})/(?<date>1[3-9]|[23]\\d)(?![\\d/])',
  // 12.1心理课: a date, where no unit is counted.
  '(?<![\\d.:-]|at )(?<month>1[0-2]|[1-9])\\.(?<date>[0-3]?\\d)(?![\\d.:]|[万元分小]| ?[ap]\\.?m)',
  '(?<![\\d-])(?<dashed>\\d{1,2}-(?:[012]\\d|3[01]))(?![\\d-]|节|周)',
  `第?(?<start>${small})节?(?:${link}|[、,和])第?(?<end>${small})节课?`,
  `第(?<start>${small})(?:节?第(?<end>${small}))?节课?`,
  '第?(?<pair>[一二三四五六七八九][二三四五六七八九十])节课?',
  // 周四78, 56节: two periods and no number of them.
  '(?<![\\d过于有满够])第?(?<pair>23|34|45|56|67|78|89)节课?',
  '(?<=^|[那就换一二三四五六日天午号早晚]|\\b(?:day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\.? )' +
    '第?(?<pair>12|34|56|78)(?:节课?)?(?![\\d号日月人个座周年点时节.:%/-]|\\w)',
  // 12月2号5-6: two periods without the word, where nothing else is counted.
  '(?<![\\da-z./:-])(?<span>\\d{1,2}-\\d{1,2})' +
    '(?!\\d|[:./]\\d| ?[周号日月年人座个楼班天次点%-]| ?(?:options|rooms?|people|times|days|weeks|[ap]m))',
  `(?<part>上午|下午|晚上)?的?(?:前|(?<!前)头)(?<first>${small})节课?`,
  `(?<part>上午|下午|晚上)的?最?后(?<last>${small})节课?`,
  '(?<=[一二三四五日天号]的?)最后(?<last>[两二三2-4])节课?',
  '(?<part>上午|下午|晚上)?的?第?(?<double>[一二三四五六1-6])大节',
  `${week}${day}的?第?${start}[-、]${end}(?![\\d周月点号年节-])`,
  `(?:上午|早上)?(?<before>${small})点钟?(?:之前|以前|前)`,
  `(?:上午|下午|晚上)?(?<after>${small})点钟?(?:之后|以后|往后)`,
  // 长一点的会, 一点课都没有: a little.
  `(?<part>${clockPart})?(?!(?<=[长短早晚大小多少快慢远近有好高低亮])一点)(?<hour>${small})(?:点(?!课?[都也])钟?|时)` +
    `(?<minute>${minutes}(?![人名个\\d]))?`,
  `(?<part>${clockPart})?(?<hour>${small})(?:点钟?|时)?(?<minute>${minutes})?${link}` +
    `(?<endPart>${clockPart})?(?<endHour>${small})(?:点钟?|时)(?<endMinute>${minutes})?`,
  `第?(?<week>${small})周?${link}第?(?<lastWeek>${small})周`,
  '第?(?<weeks>\\d{1,2}(?:[、,和及跟]\\d{1,2}){1,17})[两二三四]?周',
  `第(?<week>${small})周`,
  `(?<week>\\d{1,2})周(?![一二三四五六日天以之])`,
  `从?第?(?<fromWeek>${small})周(?:${onwards})|前(?<firstWeeks>${small})周|后(?<lastWeeks>${small})周`,
  '(?:接下来|未来|后面)的?(?<nextWeeks>[两二三四234])个?(?:周|星期)(?![一二三四五六日天])',
  '(?:这个?|本)?(?:学期)?的?最后(?<lastWeeks>[一二两三四])个?(?:教学)?(?:周|星期)(?![一二三四五六日天])',
  ['单周|奇数周|odd(?:-numbered)? weeks?', { parity: 1 }],
  ['双周|偶数周|even(?:-numbered)? weeks?', { parity: 0 }],
];

const dayNamed = `(?<day>${englishDays})\\.?`;
const nth = '(?:st|nd|rd|th)';
const year = '(?:,? (?<year>\\d{4}))?';
const until = '(?:-|to|till|until)';
const [hour, endHour] = ['(?<hour>\\d{1,2})', '(?<endHour>\\d{1,2})'];
const [minute, endMinute] = ['[:.](?<minute>[0-5]\\d)', '[:.](?<endMinute>[0-5]\\d)'];

const english: readonly Form[] = [
  dayNamed,
  `${dayNamed} (?<half>[ap]m)(?![a-z])`,
  `${dayNamed} ${start} ?[-/] ?${end}(?![\\d:/]|\\.\\d)`,
  // Wednesday to Thursday may be where something is moved.
  `${dayNamed}(?: ?- ?| through )(?<lastDay>${englishDays})\\.?`,
  '(?<day>mon(?:day)?) to (?<lastDay>fri(?:day)?|sat(?:urday)?|sun(?:day)?)',
  `between ${dayNamed} and (?<lastDay>${englishDays})\\.?`,
  [`(?:every|each|on every) ${dayNamed}`, weekly],
  ['(?:every|each|per|a) week|weekly', weekly],
  `(?<which>this|next|last) ${dayNamed}`,
  `(?:(?:this|the|next) )?(?<which>coming|upcoming) ${dayNamed}`,
  `(?:this |the )?${dayNamed} (?<which>coming)(?! week)`,
  `(?:starting|from|as of|beginning)(?: from)? (?<fromWhich>this|next) week(?: on(?:wards?)?)?${toTheEnd}?`,
  `(?:${dayNamed},? )?(?<which>this|next|last) week`,
  '(?:the )?(?:next|coming) (?<nextWeeks>two|three|four|[2-4]) weeks',
  ['this morning', { daysLater: 0, part: 'MORNING' }],
  ['this afternoon', { daysLater: 0, part: 'AFTERNOON' }],
  `(?<month>${months})\\.? (?:the )?(?<date>\\d{1,2})${nth}?${year}`,
  `(?<date>\\d{1,2})${nth}?(?: of)? (?<month>${months})${year}`,
  `(?:on )?the (?<date>\\d{1,2})${nth}(?! (?:period|week|of|one|option))`,
  `periods? ${start}(?: ?(?:-|to|and|,|&|through) ?${end})?`,
  `${start}${nth}? ?(?:-|to|and|,) ?${end}${nth}? periods?`,
  `(?:${start}${nth}|(?<start>${ordinals.slice(1).join('|')})) period`,
  ['first period|first thing(?: in the morning)?|early (?:mornings?|starts?|classes|lessons?)', firstPeriod],
  ['first two periods', { periods: { start: 1, end: 2 } }],
  "(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))? ?(?<half>a\\.?m\\.?|p\\.?m\\.?|o'clock)",
  `${hour}(?:${minute})?(?: ?[ap]m)? ?${until} ?${endHour}(?:${endMinute})? ?(?<half>[ap]m)`,
  `between ${hour}(?:${minute})? and ${endHour}(?:${endMinute})?`,
  // From 4 to 5:40: one of both shows that they are no periods.
  `${hour} ?${until} ?${endHour}${endMinute}`,
  `${hour}${minute} ?${until} ?${endHour}(?![\\d:.])`,
  "(?:before|until) (?<before>\\d{1,2})(?: ?a\\.?m\\.?| ?o'clock| in the morning)(?![a-z])",
  "(?:after|from|past) (?<after>\\d{1,2})(?: ?p\\.?m\\.?| ?o'clock)?" +
    '(?= ?(?:[,;?!]|\\.?$|onwards?\\b|on[,?]))',
  '(?<clock>\\d{1,2}:[0-5]\\d)(?: ?(?:-|到|至|to) ?(?<endClock>\\d{1,2}:[0-5]\\d))?',
  '(?<=at )(?<hour>\\d{1,2})' +
    '(?![\\d:.-]| ?(?:-|to\\b|a\\.?m|p\\.?m|people|students|seats|places|periods))',
  '(?:weeks?|wks?\\.?) (?<week>\\d{1,2}) ?(?:-|to|through|until) ?(?<lastWeek>\\d{1,2})',
  '(?:weeks?|wks?\\.?) (?<weeks>\\d{1,2}(?:(?:, ?| and |, and )\\d{1,2}){0,17})',
  `(?:starting )?from (?:week|wk\\.?) (?<fromWeek>\\d{1,2})(?: on(?:wards?)?)?` +
    `(?:${toTheEnd}|(?! ?(?:-|to|until)))`,
  `the (?<week>\\d{1,2})${nth} week`,
  `(?<rest>every week,?)${toTheEnd}`,
  // Longer words first.
  `(?<!最(?=晚(?!上)))(?:the )?(?<part>${Object.keys(parts)
    .sort((one, other) => other.length - one.length)
    .join('|')})(?!饭|(?<=晚)一?[点些])`,
];

const dayFrom = (text: string): number =>
  Number(text) ||
  Math.min(chineseDays.indexOf(text) + 1, 7) ||
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].indexOf(text.slice(0, 2)) + 1;
/** Weeks until a day of one of them: the coming one lies behind today. */
const weeksTo = (which: string, on: number, { today }: Situation): number =>
  weeksLater[which] ?? (on > dayOf(today) ? 0 : 1);
const monthFrom = (text: string): number =>
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').indexOf(text.slice(0, 3)) + 1 ||
  numberFrom(text);
const dated = (date: string | null): TimePiece | null => (date === null ? null : { date });
const periodsOf = (first: number, last?: number): TimePiece => ({
  periods: last === undefined ? { start: first } : { start: first, end: last },
});

/** Minutes from midnight; in the afternoon and evening the hours go on behind noon. */
const minutesOf = (hour: number, minute: string | undefined, part = ''): number =>
  (hour + (/^(?:下午|晚上|p)/.test(part) && hour < 12 ? 12 : 0)) * 60 +
  (minute === '半' ? 30 : minute === '一刻' ? 15 : numberFrom(minute?.replace('分', '') ?? '0'));
const minutesIn = (clock: string): number => {
  const [hours, minutes] = clock.split(':');
  return minutesOf(Number(hours), minutes);
};

/** The first periods of a part of the day; the last ones where the count is below 0. */
function edgeOf(part: string, count: number, situation: Situation): TimePiece | null {
  const [first, last] = partOf(situation, parts[part]);
  if (Math.abs(count) > last - first + 1) return null;
  return count > 0 ? periodsOf(first, first + count - 1) : periodsOf(last + count + 1, last);
}

type Said = Readonly<Partial<Record<string, string>>>;

/** What groups say, with those others that belong to them; null where that is no time. */
const readers: Readonly<
  Record<string, (text: string, said: Said, situation: Situation) => TimePiece | null>
> = {
  day: (from, { lastDay = from, which: other }, situation) =>
    other === undefined
      ? { days: fromTo(dayFrom(from), dayFrom(lastDay)) }
      : { date: dateIn(weeksTo(other, dayFrom(from), situation), dayFrom(from), situation) },
  // 周一三五: one after the other.
  days: (text) => {
    const days = Array.from(text.replace(/[、,]/g, ''), dayFrom);
    return days.every((each, at) => at === 0 || each > days[at - 1]) ? { days } : null;
  },
  which: (text, said, situation) =>
    said.day ? {} : { relativeWeek: weekOf(situation.today, situation) + weeksLater[text] },
  // 下周起: until the end.
  fromWhich: (text, _, situation) => ({
    weeks: fromTo(weekOf(situation.today, situation) + weeksLater[text], situation.semester.weeks),
  }),
  date: (text, { year: of, month }, situation) =>
    dated(
      month
        ? dateFrom(of ? Number(of) : null, monthFrom(month), numberFrom(text), situation)
        : nextDate(numberFrom(text), situation),
    ),
  // 9-15, 9-05, 12-11: no two periods.
  dashed: (text, _, situation) => {
    const [month, date] = text.split('-').map(Number);
    const isDate = /-0/.test(text) || date > 12 || month >= date;
    return isDate ? dated(dateFrom(null, month, date, situation)) : null;
  },
  // 56节和78节 are two pairs.
  start: (text, { end: last }) =>
    last !== undefined && Math.min(Number(text), Number(last)) > 24
      ? null
      : periodsOf(
          ordinals.indexOf(text) + 1 || numberFrom(text),
          last === undefined ? last : numberFrom(last),
        ),
  pair: ([first, last]) =>
    numberFrom(last) > numberFrom(first) ? periodsOf(numberFrom(first), numberFrom(last)) : null,
  span: (text) => {
    const [first, last] = text.split('-').map(Number);
    return first < last && last <= 12 ? periodsOf(first, last) : null;
  },
  // 下午第一大节: counted from where that part of the day begins.
  double: (text, { part }, situation) => {
    const from = part ? partOf(situation, parts[part])[0] - 1 : 0;
    const end = numberFrom(text) * 2 + (from >= numberFrom(text) * 2 ? from : 0);
    return periodsOf(end - 1, end);
  },
  first: (count, { part = '上午' }, situation) => edgeOf(part, numberFrom(count), situation),
  last: (count, { part = '下午' }, situation) => edgeOf(part, -numberFrom(count), situation),
  part: (text, { hour, first, last, double }) =>
    (hour ?? first ?? last ?? double) ? {} : { part: parts[text] },
  half: (text, { hour }) => (hour ? {} : { part: text === 'am' ? 'MORNING' : 'AFTERNOON' }),
  hour: (text, { half, part = half, minute, endPart = part, endHour, endMinute }) => ({
    clock: {
      from: minutesOf(half ? Number(text) % 12 || 12 : numberFrom(text), minute, part),
      // Between 12 and 2.
      to: endHour
        ? minutesOf(
            numberFrom(endHour) + (numberFrom(endHour) < numberFrom(text) ? 12 : 0),
            endMinute,
            endPart,
          )
        : null,
      isSure: part !== undefined && part !== "o'clock",
    },
  }),
  clock: (from, { endClock }) => ({
    clock: { from: minutesIn(from), to: endClock ? minutesIn(endClock) : null, isSure: parseInt(from) > 12 },
  }),
  after: (text) => {
    const hour = numberFrom(text);
    if (hour > 23) return null;
    // Nobody means before 8 in the morning.
    return { clock: { from: (hour < 8 ? hour + 12 : hour) * 60, to: 24 * 60, isSure: true } };
  },
  before: (text, _, { periods }) => ({
    clock: { from: minutesIn(periods.starts[0]), to: numberFrom(text) * 60, isSure: true },
  }),
  week: (from, { lastWeek = from }) => ({ weeks: fromTo(numberFrom(from), numberFrom(lastWeek)) }),
  // From today on.
  rest: (_, __, situation) => ({
    weeks: fromTo(weekOf(situation.today, situation), situation.semester.weeks),
  }),
  weeks: (all) => ({ weeks: all.split(/\D+/).map(Number) }),
  fromWeek: (first, _, { semester }) => ({ weeks: fromTo(numberFrom(first), semester.weeks) }),
  nextWeeks: (count, _, at) => ({ weeks: fromTo(1, numberFrom(count)).map((n) => weekOf(at.today, at) + n) }),
  firstWeeks: (count) => ({ weeks: fromTo(1, numberFrom(count)) }),
  lastWeeks: (count, _, { semester: { weeks } }) => ({
    weeks: fromTo(Math.max(weeks - numberFrom(count) + 1, 1), weeks),
  }),
};

const forms = [...chinese, ...english].map((form) => {
  const [source, { daysLater, ...beside }] = typeof form === 'string' ? [form, {}] : form;
  const read = ({ groups = {} }: RegExpExecArray, situation: Situation): TimePiece | null => {
    const pieces = Object.entries<string | undefined>(groups).map(([name, text]) =>
      text === undefined || !readers[name] ? {} : readers[name](text, groups, situation),
    );
    if (pieces.includes(null)) return null;
    const date = daysLater === undefined ? {} : { date: later(situation.today, daysLater) };
    return Object.assign({}, beside, date, ...pieces) as TimePiece;
  };
  return [new RegExp(source, 'y'), read] as const;
});
/** Whether any of them may begin at a position: most have no closer look. */
const any = new RegExp(forms.map(([{ source }]) => source.replace(/\(\?<\w+>/g, '(?:')).join('|'), 'y');

/** A character with which an expression of time may begin: most positions need no closer look. */
const beginning =
  /[\da-z周现此眼即接等待过中午星礼每逢双工这本下上再今明大后昨第一二两三四五六七八九十早从前最头单奇偶晚夜傍午吃]/;

/** The longest expression of time that begins at a position of a folded text. */
export function timeAt(
  text: string,
  at: number,
  situation: Situation,
): { readonly length: number; readonly said: TimePiece } | null {
  any.lastIndex = at;
  if (!beginning.test(text[at]) || !any.test(text)) return null;
  return longestAt(text, at, forms, situation);
}

const partNames = { MORNING: 'morning', AFTERNOON: 'afternoon', EVENING: 'evening' } as const;

/** First and last period of a part of the day. */
export const partOf = (
  { periods }: Situation,
  part: NonNullable<TimeWish['part']>,
): readonly [number, number] => periods[partNames[part]];

/** Whether what is held then is at a time that somebody names: it covers the period, or is in the part. */
export function isAt(
  situation: Situation,
  { day, start, end }: { readonly day: number; readonly start: number; readonly end: number },
  { days, periods, part }: TimeWish,
): boolean {
  const meets = (first: number, last: number): boolean => start <= last && end >= first;
  return (
    (!days?.length || days.includes(day)) &&
    (!periods || meets(periods.start, periods.end ?? periods.start)) &&
    (!part || meets(...partOf(situation, part)))
  );
}

/** Whether the weekday that was said with a date is the one of the date. */
export const isOn = (date: string, days: readonly number[]): boolean => days.includes(dayOf(date));
