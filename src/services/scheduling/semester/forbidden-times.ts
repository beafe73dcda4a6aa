import type { Text } from '../../../schema/texts.js';

/** Periods of one day of the week, counted from 1, at which a teacher does not teach. */
interface ForbiddenTime {
  readonly day: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** The latest period that a semester may have. */
const periodMax = 24;

const chineseDays = '一二三四五六日';
const englishDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const dayName = '(?:(?:周|星期)([一二三四五六日天])|(mon|tue|wed|thu|fri|sat|sun)[a-z]*)';
const periods = '(?:第?\\s*(\\d{1,2})(?:\\s*[-~–—至]\\s*(\\d{1,2}))?\\s*节?)?';

/** A day, and its periods if not all are meant: 周一1-2, 星期五第3节, Fri 5-8. */
const entry = new RegExp(`${dayName}\\s*${periods}[\\s,，;；、]*`, 'iy');

/** What a text says of forbidden times, or why it cannot be understood. */
export function readForbiddenTimes(text: string): { times: ForbiddenTime[] } | { problem: Text } {
  const plain = text.normalize('NFKC').trim();
  const times: ForbiddenTime[] = [];
  entry.lastIndex = 0;
  while (entry.lastIndex < plain.length) {
    const from = entry.lastIndex;
    const match = entry.exec(plain);
    if (!match) return { problem: unreadable(plain.slice(from)) };
    const time = timeOf(match);
    if (time.periodStart < 1 || time.periodEnd < time.periodStart || time.periodEnd > periodMax)
      return { problem: impossible(match[0].trim()) };
    times.push(time);
  }
  return { times };
}

/** The spelling in which forbidden times are stored: 周一1-2，周五. */
export const forbiddenTimesText = (times: readonly ForbiddenTime[]): string =>
  times
    .map(({ day, periodStart, periodEnd }) => {
      const name = `周${chineseDays[day - 1]}`;
      if (periodStart === 1 && periodEnd === periodMax) return name;
      return `${name}${periodStart === periodEnd ? periodStart : `${periodStart}-${periodEnd}`}`;
    })
    .join('，');

function timeOf([, chinese, english, first, last]: RegExpExecArray): ForbiddenTime {
  const day = chinese
    ? chineseDays.indexOf(chinese.replace('天', '日'))
    : englishDays.indexOf(english.toLowerCase());
  const [periodStart, periodEnd] =
    first === undefined ? [1, periodMax] : [Number(first), Number(last ?? first)];
  return { day: day + 1, periodStart, periodEnd };
}

const unreadable = (rest: string): Text => ({
  zh: `禁排时间无法识别：“${rest.slice(0, 20)}”，请填写如：周一1-2，周五`,
  en:
    `The forbidden times cannot be understood from "${rest.slice(0, 20)}" on. Maybe write them like ` +
    `Mon 1-2, Fri.`,
});

const impossible = (part: string): Text => ({
  zh: `禁排时间“${part}”的节次有误：须为 1 至 ${periodMax}，且先小后大`,
  en:
    `The forbidden times "${part}" name periods that are none: they go from 1 to ${periodMax}, smaller ` +
    `first.`,
});
