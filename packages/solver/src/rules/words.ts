import { weekNumbers, type DistributionType, type Meeting, type Sentence, type TimeSpan } from '../model.js';
import { daysOf, type Day, type Placed } from './view.js';

const DAYS_ZH = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const DAYS_EN = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A time in words: 第1-16周 周一 第1-2节 / Mon periods 1-2, weeks 1-16. */
export function timeWords(time: TimeSpan): Sentence {
  const days = daysOf(time);
  const weeks = ranges(weekNumbers(time.weeks));
  const periods = range(time.start + 1, time.start + time.length);
  return {
    zh: `第${weeks}周 ${days.map((day) => DAYS_ZH[day]).join('、')} 第${periods}节`,
    en: `${days.map((day) => DAYS_EN[day]).join(', ')} periods ${periods}, weeks ${weeks}`,
  };
}

/** A day of an owner's timetable in words. */
export function dayWords(day: Day): Sentence {
  const weeks = ranges(day.weeks);
  return { zh: `第${weeks}周 ${DAYS_ZH[day.day]}`, en: `${DAYS_EN[day.day]}, weeks ${weeks}` };
}

/** The name of a placed meeting. */
export function nameOf(placed: Placed): string {
  return placed.meeting.name ?? placed.teachingClass.name;
}

/** The name of a meeting without placement. */
export function meetingName(meeting: Meeting, className: string | undefined): string {
  return meeting.name ?? className ?? meeting.id;
}

/** 1, 2, 3, 5 -> "1-3, 5". */
export function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const n of numbers) {
    const last = parts[parts.length - 1];
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([a, b]) => range(a, b)).join(', ');
}

function range(a: number, b: number): string {
  return a === b ? `${a}` : `${a}-${b}`;
}

const RELATIONS: Readonly<Partial<Record<DistributionType, Sentence>>> = {
  WeekPrecedence: { zh: '一周内前者先于后者', en: 'one before the other in the week' },
  SameDays: { zh: '同一天', en: 'on the same day' },
  DifferentDays: { zh: '不在同一天', en: 'on different days' },
  SameRoom: { zh: '同一教室', en: 'in the same room' },
  SameTime: { zh: '同一时间', en: 'at the same time of day' },
};

/** What a relation is called: those that universities have in plain words. */
export function relationName(type: DistributionType): Sentence {
  const words = RELATIONS[type];
  return { zh: words?.zh ?? type, en: words ? `${type} (${words.en})` : type };
}
