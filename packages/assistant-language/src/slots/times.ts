import type { TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { longestAt } from '../spot/characters.js';
import { dateFrom, dateIn, dayOf, later, weekOf } from './calendar.js';
import { numberFrom, range, small } from '../spot/numbers.js';

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
  /** At this moment. */
  readonly isNow?: true;
  /** The first period of the day. */
  readonly isFirst?: true;
}

/** A time of the day, in minutes from midnight; `isSure` where morning or afternoon was told by it. */
export interface Clock {
  readonly from: number;
  readonly to: number | null;
  readonly isSure: boolean;
}

type Form = readonly [string, (match: RegExpExecArray, situation: Situation) => TimePiece | null];

const chineseDay = '一二三四五六日天';
const dayFrom = (text: string): number =>
  /^[1-7]$/.test(text) ? Number(text) : Math.min(chineseDay.indexOf(text) + 1, 7);
const week = '(?:周|星期|礼拜)';
const link = '(?:-|到|至|~)';

const englishDays = (
  'mon(?:day)?s? tue(?:s(?:day)?s?)? wed(?:nesday)?s? thu(?:r(?:s(?:day)?s?)?)? fri(?:day)?s? ' +
  'sat(?:urday)?s? sun(?:day)?s?'
).split(' ');
const englishDay = `(${englishDays.join('|')})\\.?`;
const englishDayFrom = (text: string): number =>
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].indexOf(text.slice(0, 2)) + 1;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|' +
  'aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const monthFrom = (text: string): number =>
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').indexOf(text.slice(0, 3)) + 1;
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const weeksLater: Readonly<Record<string, number>> = {
  ...{ 这: 0, 本: 0, 这个: 0, this: 0, 下: 1, 下个: 1, 下一: 1, next: 1 },
  ...{ 下下: 2, 下下个: 2, 上: -1, 上个: -1, last: -1 },
};
const relative = '(这个|这|本|下下个|下下|下个|下一|下|上个|上)';
const parts: Readonly<Record<string, NonNullable<TimeWish['part']>>> = {
  ...{ 上午: 'MORNING', 早上: 'MORNING', 早晨: 'MORNING', morning: 'MORNING', mornings: 'MORNING' },
  ...{ 下午: 'AFTERNOON', 午后: 'AFTERNOON', afternoon: 'AFTERNOON', afternoons: 'AFTERNOON' },
  ...{ 晚上: 'EVENING', 晚间: 'EVENING', 夜里: 'EVENING', 夜间: 'EVENING', 傍晚: 'EVENING', 晚: 'EVENING' },
  ...{ evening: 'EVENING', evenings: 'EVENING', night: 'EVENING', nights: 'EVENING' },
  ...{ am: 'MORNING', pm: 'AFTERNOON' },
};

const periodsOf = (start: number, end?: number): TimePiece => ({
  periods: end === undefined ? { start } : { start, end },
});
const afterToday =
  (days: number, piece: TimePiece = {}): Form[1] =>
  (_, { today }) => ({
    ...piece,
    date: later(today, days),
  });
const dated = (date: string | null): TimePiece | null => (date === null ? null : { date });

const clockOf = (hour: number, minute: number, part: string | undefined): number => {
  const isLate = part !== undefined && part !== '' && parts[part] !== 'MORNING';
  return (hour + (isLate && hour < 12 ? 12 : 0)) * 60 + minute;
};
const minuteFrom = (text: string | undefined): number =>
  text === undefined ? 0 : text === '半' ? 30 : text === '一刻' ? 15 : Number(text);

const chinese: readonly Form[] = [
  [
    `${week}([一二三四五六日天1-7])${link}${week}?([一二三四五六日天1-7])(?!节|周|[、,]?[一二三四五六七八九\\d]*节)`,
    ([, from, to]) => ({ days: range(dayFrom(from), dayFrom(to)) }),
  ],
  [`${week}([一二三四五六日天])(?!共)`, ([, day]) => ({ days: [dayFrom(day)] })],
  [`${week}([1-7])(?![\\d周-])`, ([, day]) => ({ days: [dayFrom(day)] })],
  [
    `${week}([一二三四五六日天](?:[、,]?[一二三四五六日天]){1,6})(?![、,一二三四五六七八九十]*(?:大?节|月|点|号))`,
    ([, all]) => ascending([...all.replace(/[、,]/g, '')].map(dayFrom)),
  ],
  [`(?:每个?|逢)${week}([一二三四五六日天])`, ([, day]) => ({ days: [dayFrom(day)], isWeekly: true })],
  [`(?:每个?|逢)(?:周|星期|礼拜)`, () => ({ isWeekly: true })],
  ['(?:双休日|周末)', () => ({ days: [6, 7] })],
  ['工作日', () => ({ days: [1, 2, 3, 4, 5] })],
  [
    `${relative}(?:周|星期|礼拜)的?${week}?([一二三四五六日天])(?!共)`,
    ([, which, day], situation) => ({ date: dateIn(weeksLater[which], dayFrom(day), situation) }),
  ],
  [
    `${relative}(?:周|星期|礼拜)(?!末)`,
    ([, which], situation) => ({ relativeWeek: weekOf(situation.today, situation) + weeksLater[which] }),
  ],
  ['今天|今日|今儿', afterToday(0)],
  ['现在|这会儿|此刻|眼下', () => ({ isNow: true })],
  ['中午', () => ({ clock: { from: 12 * 60, to: null, isSure: true } })],
  ['一大早|大清早', () => ({ ...periodsOf(1), isFirst: true as const })],
  ['今晚', afterToday(0, { part: 'EVENING' })],
  ['明天|明日', afterToday(1)],
  ['明早', afterToday(1, { part: 'MORNING' })],
  ['明晚', afterToday(1, { part: 'EVENING' })],
  ['大后天', afterToday(3)],
  ['后天', afterToday(2)],
  ['昨天|昨日', afterToday(-1)],
  [
    '(\\d{4})(?:-|/|\\.|年)(\\d{1,2})(?:-|/|\\.|月)(\\d{1,2})(?:日|号)?(?!\\d)',
    ([, y, m, d], situation) => dated(dateFrom(Number(y), Number(m), Number(d), situation)),
  ],
  [
    `(${small})月(${small})(?:日|号)?`,
    ([, m, d], situation) => dated(dateFrom(null, numberFrom(m), numberFrom(d), situation)),
  ],
  [
    `(${small})(?:日|号)(?!楼|教|机|实|线|门)`,
    ([, d], situation) =>
      dated(dateFrom(null, Number(situation.today.slice(5, 7)), numberFrom(d), situation)),
  ],
  [
    `(\\d{1,2})/(\\d{1,2})(?![\\d/])`,
    ([, m, d], situation) => (Number(d) > 12 ? dated(dateFrom(null, Number(m), Number(d), situation)) : null),
  ],
  [
    '(?<![\\d-])(\\d{1,2})-(0\\d|[12]\\d|3[01])(?![\\d-]|节|周)',
    ([, m, d], situation) =>
      /^0/.test(d) || Number(d) > 12 || Number(m) >= Number(d)
        ? dated(dateFrom(null, Number(m), Number(d), situation))
        : null,
  ],
  [
    `第?(${small})节?(?:${link}|、|,|和)第?(${small})节课?`,
    ([, from, to]) => periodsOf(numberFrom(from), numberFrom(to)),
  ],
  [`第(${small})节?第(${small})节课?`, ([, from, to]) => periodsOf(numberFrom(from), numberFrom(to))],
  ['第?([一二三四五六七八九])([二三四五六七八九十])节课?', ([, from, to]) => pairOf(from, to)],
  [`第(${small})节课?`, ([, one]) => periodsOf(numberFrom(one))],
  // 12月2号5-6: two periods without the word, where nothing else is counted.
  [
    '(?<![\\da-z./:-])(\\d{1,2})-(\\d{1,2})' +
      '(?![\\d:./]| ?[周号日月年人座个楼班天次点%-]| ?(?:options|rooms?|people|times|days|weeks|[ap]m))',
    ([, from, to]) =>
      Number(from) < Number(to) && Number(to) <= 12 ? periodsOf(Number(from), Number(to)) : null,
  ],
  ['(\\d{1,2})节课?', ([, one]) => periodsOf(Number(one))],
  [
    `(上午|下午|晚上)?的?(?:前|头)(${small})节课?`,
    ([, part, count], situation) => edgeOf(part ?? '上午', numberFrom(count), situation),
  ],
  [
    `(上午|下午|晚上)的?(?:最?后)(${small})节课?`,
    ([, part, count], situation) => edgeOf(part, -numberFrom(count), situation),
  ],
  [`第?([一二三四五六1-6])大节`, ([, one]) => periodsOf(numberFrom(one) * 2 - 1, numberFrom(one) * 2)],
  ['早(?:八|8)(?:的?课|点)?', () => ({ periods: { start: 1 }, isFirst: true })],
  ['第一节课?', () => ({ periods: { start: 1 }, isFirst: true })],
  ['晚课', () => ({ part: 'EVENING' })],
  [
    `(上午|早上|早晨|下午|晚上)?(${small})(?:点钟?|时)(半|一刻|[0-5]\\d分?)?`,
    ([, part, hour, minute]) => ({
      clock: {
        from: clockOf(numberFrom(hour), minuteFrom(minute?.replace('分', '')), part),
        to: null,
        isSure: part !== undefined,
      },
    }),
  ],
  [
    `(上午|早上|早晨|下午|晚上)?(${small})(?:点钟?|时)?(半)?${link}(上午|早上|早晨|下午|晚上)?(${small})(?:点钟?|时)(半)?`,
    ([, part, hour, half, endPart, endHour, endHalf]) => ({
      clock: {
        from: clockOf(numberFrom(hour), minuteFrom(half), part),
        to: clockOf(numberFrom(endHour), minuteFrom(endHalf), endPart ?? part),
        isSure: part !== undefined,
      },
    }),
  ],
  [
    `${week}([一二三四五六日天])的?第?(\\d{1,2})(?:-|、)(\\d{1,2})(?![\\d周月点号年节-])`,
    ([, day, from, to]) => ({ days: [dayFrom(day)], ...periodsOf(Number(from), Number(to)) }),
  ],
  ['下一?[节堂](?=课)', afterToday(0)],
  [
    `第?(${small})周?(?:${link})第?(${small})周`,
    ([, from, to]) => ({ weeks: range(numberFrom(from), numberFrom(to)) }),
  ],
  [`第?(\\d{1,2}(?:[、,]\\d{1,2}){1,17})周`, ([, all]) => ({ weeks: all.split(/[、,]/).map(Number) })],
  [`第(${small})周`, ([, one]) => ({ weeks: [numberFrom(one)] })],
  [`(\\d{1,2})周(?![一二三四五六日天]|以|之)`, ([, one]) => ({ weeks: [Number(one)] })],
  [
    `从?第?(${small})周(?:起|开始|以后|之后|往后)`,
    ([, one], { semester }) => ({ weeks: range(numberFrom(one), semester.weeks) }),
  ],
  [`前(${small})周`, ([, one]) => ({ weeks: range(1, numberFrom(one)) })],
  [
    `后(${small})周`,
    ([, one], { semester }) => ({
      weeks: range(Math.max(semester.weeks - numberFrom(one) + 1, 1), semester.weeks),
    }),
  ],
  ['单周|奇数周', () => ({ parity: 1 })],
  ['双周|偶数周', () => ({ parity: 0 })],
];

const english: readonly Form[] = [
  [englishDay, ([, day]) => ({ days: [englishDayFrom(day)] })],
  [`${englishDay} ([ap]m)(?![a-z])`, ([, day, part]) => ({ days: [englishDayFrom(day)], part: parts[part] })],
  [
    `${englishDay} (\\d{1,2}) ?[-/] ?(\\d{1,2})(?![\\d:./])`,
    ([, day, from, to]) => ({ days: [englishDayFrom(day)], ...periodsOf(Number(from), Number(to)) }),
  ],
  // Wednesday to Thursday may be where something is moved.
  [
    `${englishDay}(?: ?- ?| through )${englishDay}|(mon(?:day)?) to (fri(?:day)?|sat(?:urday)?|sun(?:day)?)`,
    ([, from, to, first, last]) => ({
      days: range(englishDayFrom(from ?? first), englishDayFrom(to ?? last)),
    }),
  ],
  [`(?:every|each|on every) ${englishDay}`, ([, day]) => ({ days: [englishDayFrom(day)], isWeekly: true })],
  ['(?:every|each|per|a) week|weekly', () => ({ isWeekly: true })],
  ['weekends?|(?:at|on) (?:the )?weekends?', () => ({ days: [6, 7] })],
  ['weekdays?|working days?', () => ({ days: [1, 2, 3, 4, 5] })],
  [
    `(this|next|last)(?: coming)? ${englishDay}`,
    ([, which, day], situation) => ({ date: dateIn(weeksLater[which], englishDayFrom(day), situation) }),
  ],
  [
    `${englishDay},? (this|next|last) week`,
    ([, day, which], situation) => ({ date: dateIn(weeksLater[which], englishDayFrom(day), situation) }),
  ],
  [
    '(this|next|last) week',
    ([, which], situation) => ({ relativeWeek: weekOf(situation.today, situation) + weeksLater[which] }),
  ],
  ['today', afterToday(0)],
  ['right now|now|rn|at the moment|at present|currently', () => ({ isNow: true })],
  ['tonight', afterToday(0, { part: 'EVENING' })],
  ['this (?:morning)', afterToday(0, { part: 'MORNING' })],
  ['this (?:afternoon)', afterToday(0, { part: 'AFTERNOON' })],
  ['this (?:evening)', afterToday(0, { part: 'EVENING' })],
  ['tomorrow', afterToday(1)],
  ['(?:the )?day after tomorrow', afterToday(2)],
  ['yesterday', afterToday(-1)],
  [
    `(${months})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`,
    ([, m, d, y], situation) => dated(dateFrom(y ? Number(y) : null, monthFrom(m), Number(d), situation)),
  ],
  [
    `(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${months})(?:,? (\\d{4}))?`,
    ([, d, m, y], situation) => dated(dateFrom(y ? Number(y) : null, monthFrom(m), Number(d), situation)),
  ],
  [
    '(?:on )?the (\\d{1,2})(?:st|nd|rd|th)(?! (?:period|week|of|one|option))',
    ([, d], situation) => dated(dateFrom(null, Number(situation.today.slice(5, 7)), Number(d), situation)),
  ],
  [
    'periods? (\\d{1,2}) ?(?:-|to|and|,|&|through) ?(\\d{1,2})',
    ([, from, to]) => periodsOf(Number(from), Number(to)),
  ],
  [
    '(\\d{1,2})(?:st|nd|rd|th)? ?(?:-|to|and) ?(\\d{1,2})(?:st|nd|rd|th) periods?',
    ([, from, to]) => periodsOf(Number(from), Number(to)),
  ],
  ['(\\d{1,2})(?:-| to )(\\d{1,2}) periods?', ([, from, to]) => periodsOf(Number(from), Number(to))],
  ['next(?= (?:class|lesson|lecture))', afterToday(0)],
  ['periods? (\\d{1,2})', ([, one]) => periodsOf(Number(one))],
  [
    '(\\d{1,2})(?:st|nd|rd|th) ?(?:-|to|and|,) ?(\\d{1,2})(?:st|nd|rd|th) periods?',
    ([, from, to]) => periodsOf(Number(from), Number(to)),
  ],
  ['(\\d{1,2})(?:st|nd|rd|th) period', ([, one]) => periodsOf(Number(one))],
  [
    `(${ordinals.join('|')}) period`,
    ([, one]) => ({
      ...periodsOf(ordinals.indexOf(one) + 1),
      ...(one === 'first' && { isFirst: true as const }),
    }),
  ],
  ['early (?:mornings?|starts?|classes|lessons?)', () => ({ ...periodsOf(1), isFirst: true as const })],
  ['first two periods', () => periodsOf(1, 2)],
  [
    "(\\d{1,2})(?:[:.](\\d{2}))? ?(a\\.?m\\.?|p\\.?m\\.?|o'clock)",
    ([, hour, minute, part]) => ({
      clock: {
        from: clockOf(Number(hour) % 12 || 12, minuteFrom(minute), part.startsWith('p') ? 'pm' : undefined),
        to: null,
        isSure: part !== "o'clock",
      },
    }),
  ],
  [
    '(\\d{1,2}):([0-5]\\d)(?: ?(?:-|到|至|to) ?(\\d{1,2}):([0-5]\\d))?',
    ([, hour, minute, endHour, endMinute]) => ({
      clock: {
        from: Number(hour) * 60 + Number(minute),
        to: endHour ? Number(endHour) * 60 + Number(endMinute) : null,
        isSure: Number(hour) > 12,
      },
    }),
  ],
  [
    '(?<=at )(\\d{1,2})(?![\\d:.-]| ?(?:-|to|a\\.?m|p\\.?m|people|students|seats|places|periods))',
    ([, hour]) => ({ clock: { from: clockOf(Number(hour), 0, undefined), to: null, isSure: false } }),
  ],
  [
    `(?:weeks?|wks?\\.?) (\\d{1,2}) ?(?:-|to|through|until) ?(\\d{1,2})`,
    ([, from, to]) => ({
      weeks: range(Number(from), Number(to)),
    }),
  ],
  [
    '(?:weeks?|wks?\\.?) (\\d{1,2}(?:(?:, ?| and |, and )\\d{1,2}){0,17})',
    ([, all]) => ({
      weeks: all.split(/\D+/).map(Number),
    }),
  ],
  ['the (\\d{1,2})(?:st|nd|rd|th) week', ([, one]) => ({ weeks: [Number(one)] })],
  ['odd(?:-numbered)? weeks?', () => ({ parity: 1 })],
  ['even(?:-numbered)? weeks?', () => ({ parity: 0 })],
];

const partForms: readonly Form[] = Object.keys(parts)
  .filter((word) => !/^[ap]m$/.test(word))
  .map((word) => [/[a-z]/.test(word) ? `(?:the )?${word}` : word, () => ({ part: parts[word] })]);

const forms = [...chinese, ...english, ...partForms].map(
  ([source, piece]) => [new RegExp(source, 'y'), piece] as const,
);

/** A character with which an expression of time may begin: most positions need no closer look. */
const beginning =
  /[\da-z周现此眼中星礼每逢双工这本下上今明大后昨第一二两三四五六七八九十早从前头单奇偶晚夜傍午]/;

/** The longest expression of time that begins at a position of a folded text. */
export function timeAt(
  text: string,
  at: number,
  situation: Situation,
): { readonly length: number; readonly said: TimePiece } | null {
  if (!beginning.test(text[at])) return null;
  return longestAt(text, at, forms, situation);
}

/** Days that are told one after the other, such as 周一三五. */
const ascending = (days: number[]): TimePiece | null =>
  days.every((day, at) => at === 0 || day > days[at - 1]) ? { days } : null;

/** 三四节: two periods, told without a sign between them. */
function pairOf(from: string, to: string): TimePiece | null {
  const start = numberFrom(from);
  const end = numberFrom(to);
  return end > start ? periodsOf(start, end) : null;
}

/** The first periods of a part of the day; the last ones where the count is below 0. */
function edgeOf(part: string, count: number, { periods }: Situation): TimePiece | null {
  const [first, last] = periods[partNames[parts[part]]];
  if (Math.abs(count) > last - first + 1) return null;
  return count > 0 ? periodsOf(first, first + count - 1) : periodsOf(last + count + 1, last);
}

/** The parts of the day as situations name them. */
export const partNames = { MORNING: 'morning', AFTERNOON: 'afternoon', EVENING: 'evening' } as const;

/** Whether the weekday that was said with a date is the one of the date. */
export const isOn = (date: string, days: readonly number[]): boolean => days.includes(dayOf(date));
