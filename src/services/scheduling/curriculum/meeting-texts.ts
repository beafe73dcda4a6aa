import { furtherTeachersMax } from '../../../entities/scheduling/further-teachers.js';
import { TeachingRole } from '../../../schema/timetables.js';
import type { Text } from '../../../schema/texts.js';

/**
 * The weekly meetings of a teaching class in one cell: `T001 2节 1-16周 ×2；T002 T003(助教) 2节 1-8周 @机房`.
 * Who teaches, how many periods, in which weeks and how often, which kind of hours, in which type of room;
 * each may be left out, and a meeting without a teacher is given one by the run.
 */
export interface WrittenMeeting {
  /** Staff number. */
  readonly teacher: string | null;
  /** Who teaches it too, and as what. */
  readonly further: readonly { readonly teacher: string; readonly role: TeachingRole }[];
  readonly periods: number;
  readonly weeks: readonly number[];
  /** Name of the kind of hours. */
  readonly hours: string | null;
  /** Name of the type of room; null: any, undefined: as the course says. */
  readonly room: string | null | undefined;
}

/** What a text may name. */
export interface MeetingNames {
  readonly weekCount: number;
  readonly teachers: ReadonlyMap<string, unknown>;
  readonly hours: ReadonlyMap<string, unknown>;
  readonly rooms: ReadonlyMap<string, unknown>;
}

/** Meetings that one teaching class may have in a week. */
const meetingsMax = 20;
const periodsMax = 12;
const anyRoom = '任意';

/** How roles are written behind a staff number, in parentheses. */
const roleWords: Readonly<Record<TeachingRole, string>> = {
  LECTURER: '主讲',
  ASSISTANT: '助教',
  PARALLEL: '并行',
};
const rolesByWord = new Map(Object.values(TeachingRole).map((role) => [roleWords[role], role]));

/** The meetings that a text writes, or what cannot be understood of it. */
export function readMeetings(
  text: string,
  names: MeetingNames,
): { meetings: WrittenMeeting[] } | { problem: Text } {
  const meetings: WrittenMeeting[] = [];
  for (const entry of text.normalize('NFKC').split(/[;\n]/)) {
    const words = entry.split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const draft = {
      teacher: null as string | null,
      further: [] as WrittenMeeting['further'],
      periods: 2,
      weeks: range(1, names.weekCount),
      hours: null,
      room: undefined,
      times: 1,
    };
    for (const word of words) {
      const said = meaningOf(word, names);
      if (!said) return { problem: unreadable(word, names.weekCount) };
      Object.assign(draft, said, said.further && { further: [...draft.further, ...said.further] });
    }
    const problem = faultOf(draft);
    if (problem) return { problem };
    const { times, ...meeting } = draft;
    meetings.push(...Array.from({ length: times }, () => meeting));
    if (meetings.length > meetingsMax) return { problem: tooMany };
  }
  return { meetings };
}

/** The text that writes the meetings, alike ones as one entry. */
export function meetingsText(meetings: readonly WrittenMeeting[]): string {
  const counts = new Map<string, number>();
  for (const { teacher, further, periods, weeks, hours, room } of meetings) {
    const others = further.map((each) => `${each.teacher}(${roleWords[each.role]})`);
    const parts = [teacher, ...others, `${periods}节`, `${weeksText(weeks)}周`, hours, `@${room ?? anyRoom}`];
    const entry = parts.filter(Boolean).join(' ');
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return [...counts].map(([entry, times]) => (times === 1 ? entry : `${entry} ×${times}`)).join('；');
}

interface Said extends Partial<WrittenMeeting> {
  readonly times?: number;
}

function meaningOf(word: string, { weekCount, teachers, hours, rooms }: MeetingNames): Said | null {
  const [, times] = /^[x×*](\d{1,2})$/i.exec(word) ?? [];
  if (times) return Number(times) > 0 ? { times: Number(times) } : null;
  const [, periods] = /^(\d{1,2})节$/.exec(word) ?? [];
  if (periods)
    return Number(periods) > 0 && Number(periods) <= periodsMax ? { periods: Number(periods) } : null;
  const [, ranges, half] = /^([\d,、-]+)周([单双])?$/.exec(word) ?? [];
  if (ranges) {
    const weeks = weeksOf(ranges, half);
    return weeks.length > 0 && weeks[0] >= 1 && weeks.at(-1)! <= weekCount ? { weeks } : null;
  }
  if (word.startsWith('@')) {
    const room = word.slice(1);
    return room === anyRoom ? { room: null } : rooms.has(room) ? { room } : null;
  }
  if (hours.has(word)) return { hours: word };
  const [, teacher, roleWord] = /^(.+)\((.+)\)$/.exec(word) ?? [];
  const role = rolesByWord.get(roleWord);
  if (role && teachers.has(teacher)) return { further: [{ teacher, role }] };
  return teachers.has(word) ? { teacher: word } : null;
}

/** What is wrong with the teachers of one meeting. */
function faultOf({ teacher, further }: Pick<WrittenMeeting, 'teacher' | 'further'>): Text | null {
  const all = [...(teacher === null ? [] : [teacher]), ...further.map((each) => each.teacher)];
  const twice = all.find((each, at) => all.indexOf(each) < at);
  if (twice !== undefined) return namedTwice(twice);
  return further.length > furtherTeachersMax ? tooManyTeachers : null;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(to, 99) - from + 1) }, (_, at) => from + at);

function weeksOf(ranges: string, half: string | undefined): number[] {
  const weeks = ranges.split(/[,、]/).flatMap((part) => {
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    return from ? range(Number(from), Number(to)) : [];
  });
  const kept = weeks.filter((week) => !half || (week % 2 === 1) === (half === '单'));
  return [...new Set(kept)].sort((a, b) => a - b);
}

/** Weeks as ranges: 1-8,10. */
function weeksText(weeks: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const week of weeks.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === week - 1) last[1] = week;
    else ranges.push([week, week]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',');
}

const unreadable = (word: string, weekCount: number): Text => ({
  zh:
    `课次中的“${word.slice(0, 20)}”无法识别：请填写教师工号、其他教师（工号(助教)）、节数（2节）、本学期 ${weekCount} 周内的周次（1-16周、` +
    '1-15周单）、每周次数（×2）、学时类型或 @教室类型，以空格隔开，多种课次以分号隔开',
  en:
    `"${word.slice(0, 20)}" in the meetings is neither a staff number, nor periods (2节), nor weeks of the ` +
    `${weekCount} of the semester (1-16周), nor times a week (×2), kinds of hours or @ and a type of room.`,
});

const namedTwice = (teacher: string): Text => ({
  zh: `课次中的教师 ${teacher} 出现两次，请只保留一次`,
  en: `The meetings name teacher ${teacher} twice for one meeting. Maybe keep one.`,
});

const tooManyTeachers: Text = {
  zh: `一次课最多 ${furtherTeachersMax} 名其他教师，请减少`,
  en: `A meeting has at most ${furtherTeachersMax} further teachers. Maybe name fewer.`,
};

const tooMany: Text = {
  zh: `一个教学班每周最多 ${meetingsMax} 次课，请检查每周次数（×）`,
  en: `A teaching class has at most ${meetingsMax} meetings a week. Maybe check how often (×) they are held.`,
};
