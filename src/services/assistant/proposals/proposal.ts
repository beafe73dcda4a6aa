import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { ClashError } from '../../scheduling/changes/clashes.js';
import { publishedOf } from '../../scheduling/drafts/drafts.js';
import { shownTimes, wantedTimes, type Time } from '../../scheduling/series/wanted-times.js';
import { bellSchedule } from '../../scheduling/semester/bell-schedule.js';
import { schedulingDaysOf, weekCountOf } from '../../scheduling/semester/weeks.js';
import { shownRoom } from '../planner/words.js';
import type { FoundPlace } from './places.js';
import type { Grid } from './times.js';
import type { Wishes } from './wishes.js';

/** A series that may be created. */
export interface Addition {
  readonly semester: string;
  readonly course: string;
  readonly teacher: string;
  readonly classroom: string;
  readonly courseOwnership: string;
  readonly teachingClassName: string;
  readonly administrativeClasses: readonly string[];
  readonly studentCount: number;
  /** Null where the university has none. */
  readonly creditHourType: string | null;
  readonly hours: { readonly taught: number; readonly scheduled: number; readonly total: number };
  readonly priority: number;
  readonly campus: string;
  readonly times: readonly Time[];
  readonly consecutivePeriods: number;
}

/** How a series may stand. */
export interface Adjusted {
  readonly series: string;
  readonly room: string;
  readonly teacher: string;
  readonly times: readonly Time[];
  readonly consecutivePeriods: number;
  readonly priority: number;
}

/** What is proposed, or only what is missing for a proposal. */
export interface Proposal {
  readonly text: Text;
  readonly addition?: Addition;
  readonly adjustment?: Adjusted;
  /** What keeps it from being stored, by the same check as storing it. */
  readonly problems: readonly Text[];
}

/** An answer that proposes nothing. */
export const onlyWords = (zh: string, en: string): Proposal => ({ text: { zh, en }, problems: [] });

/** The semester that a proposal is for, and what the published timetable is, if there is one. */
export interface Basis extends Grid {
  readonly semester: string;
  readonly timetable: string | null;
}

/** @throws NOT_FOUND */
export async function basisOf(ctx: Context, id: string): Promise<Basis> {
  const semester = await readOne(ctx, Semester, id);
  return {
    semester: id,
    timetable: await publishedOf(ctx.em.fork(), id),
    days: semester.daysPerWeek,
    schedulingDays: schedulingDaysOf(semester),
    periods: semester.periodsPerDay,
    weeks: weekCountOf(semester),
    longBreaks: await bellSchedule.longBreaks(ctx),
  };
}

/** The times of a form that are complete. @throws INVALID_INPUT for those outside of the semester */
export function timesIn(form: SeriesFormInput, grid: Grid): Time[] {
  const complete = (form.times ?? []).flatMap(({ dayOfWeek, periodStart, periodEnd, weeks }) =>
    dayOfWeek && periodStart && periodEnd && weeks?.length
      ? [{ dayOfWeek, periodStart, periodEnd, weeks }]
      : [],
  );
  return complete.length > 0 ? [...wantedTimes(complete, grid, { act: 'form' }).times] : [];
}

/** Runs a check that refuses; what it refuses is told by every clash. */
export async function problemsOf(check: () => Promise<readonly string[]>): Promise<Text[]> {
  try {
    return (await check()).map((text) => ({ zh: text, en: text }));
  } catch (error) {
    if (error instanceof ClashError) return error.clashes.slice(0, problemsMax).map(({ text }) => text);
    if (error instanceof DomainError && error.code !== 'INTERNAL') return [error.text];
    throw error;
  }
}

const problemsMax = 20;

/** What is wished for, and whether it is only asked if that may be. */
export interface Said {
  readonly wishes: Wishes;
  readonly isAsked: boolean;
}

/** Where nothing is free, and nothing clashes: somebody or something is not available then. */
const closed = {
  zh: '该时间是教师、教室或课程的禁排时间。',
  en: 'The teacher, the room or the course is not available then.',
};

const free = { zh: '没有冲突。', en: 'Nothing clashes with it.' };

/** Whether a place may be, for somebody who asks and changes nothing. */
export function whether(found: FoundPlace, problems: readonly Text[]): Proposal {
  const { teacher } = found;
  const [times, room] = [shownTimes(found.times), shownRoom(found.room)];
  const can = problems.length === 0 && found.isFree;
  const why = listed(problems.length > 0 ? problems : can ? [free] : [closed]);
  return onlyWords(
    `${times.zh}，教室${room.zh}，教师${teacher.name}：${can ? '可以' : '不可以'}，${why.zh}` +
      `表单没有改动；要这样安排，请说“换到……”。`,
    `${times.en}, ${room.en}, ${teacher.name}: ` +
      `${can ? 'possible' : 'not possible'}. ${why.en} The form is as it was; ` +
      'say "move it to …" to have it so.',
  );
}

/** What keeps a proposal from being stored, the first of many. */
function listed(problems: readonly Text[]): Text {
  const shown = problems.slice(0, 5);
  const rest = problems.length - shown.length;
  const more = { zh: rest > 0 ? `；另有 ${rest} 处` : '', en: rest > 0 ? ` And ${rest} more.` : '' };
  const zh = shown.map((each) => each.zh.replace(/。$/, '')).join('；');
  return { zh: `${zh}${more.zh}。`, en: `${shown.map(({ en }) => en).join(' ')}${more.en}` };
}

/** The proposal in words, with what remains. @param isFree whether everybody and everything is available */
export function told(
  proposed: Text,
  notes: readonly Text[],
  { problems, isFree }: { readonly problems: readonly Text[]; readonly isFree: boolean },
): Text {
  const { zh, en } = listed(problems);
  const remaining = { zh: `还不能保存：${zh}`, en: `It cannot be stored as it is: ${en}` };
  const parts = [proposed, ...notes, problems.length > 0 ? remaining : isFree ? free : closed];
  return { zh: parts.map(({ zh }) => zh).join(''), en: parts.map(({ en }) => en).join(' ') };
}
