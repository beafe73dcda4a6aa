import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { ClashError } from '../changes/clashes.js';
import { publishedOf } from '../drafts/drafts.js';
import { shownTimes, wantedTimes, type Time } from '../series/wanted-times.js';
import { bellSchedule } from '../semester/bell-schedule.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import { joined, say, shownRoom } from '../../../schema/texts.js';
import type { FoundPlace } from './free-places.js';
import type { Grid, Wishes } from './wished-times.js';

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

/** The times of a form that are complete, as they are filled in. */
export const statedTimes = ({ times }: SeriesFormInput) =>
  (times ?? []).flatMap(({ dayOfWeek, periodStart, periodEnd, weeks }) =>
    dayOfWeek && periodStart && periodEnd && weeks?.length
      ? [{ dayOfWeek, periodStart, periodEnd, weeks }]
      : [],
  );

/** The same as far as the semester goes. @throws INVALID_INPUT for those outside of it */
export function timesIn(form: SeriesFormInput, grid: Grid): Time[] {
  const complete = statedTimes(form);
  return complete.length > 0 ? [...wantedTimes(complete, grid, { act: 'form' }).times] : [];
}

/** What a check says: what would keep a proposal from being stored, and what would be told of it. */
export interface Verdict {
  readonly problems: readonly Text[];
  readonly warnings: readonly Text[];
}

/** Runs a check that refuses or warns; what it refuses is told by every clash. */
export async function verdictOf(
  check: () => Promise<{
    readonly clashes: readonly { readonly text: string }[];
    readonly warnings: readonly Text[];
  }>,
): Promise<Verdict> {
  try {
    const { clashes, warnings } = await check();
    return { problems: clashes.map(({ text }) => ({ zh: text, en: text })), warnings };
  } catch (error) {
    if (error instanceof ClashError) {
      const problems = error.clashes.slice(0, problemsMax).map(({ text }) => text);
      return { problems, warnings: error.warnings };
    }
    if (error instanceof DomainError && error.code !== 'INTERNAL')
      return { problems: [error.text], warnings: [] };
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
export function whether(found: FoundPlace, { problems, warnings }: Verdict): Proposal {
  const { teacher } = found;
  const [times, room] = [shownTimes(found.times), shownRoom(found.room)];
  const can = problems.length === 0 && found.isFree;
  const against = [...problems, ...warnings];
  const why = listed(against.length > 0 ? against : can ? [free] : [closed]);
  return onlyWords(
    `${times.zh}，教室${room.zh}，教师${teacher.name}：${can ? '可以' : '不可以'}，` +
      `${can && against.length > 0 ? '但请注意：' : ''}${why.zh}` +
      `表单没有改动；要这样安排，请说“换到……”。`,
    `${times.en}, ${room.en}, ${teacher.name}: ` +
      `${can ? 'possible' : 'not possible'}. ${can && against.length > 0 ? 'Note: ' : ''}${why.en} ` +
      'The form is as it was; say "move it to …" to have it so.',
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
  { problems, warnings, isFree }: Verdict & { readonly isFree: boolean },
): Text {
  const after = (head: Text, texts: readonly Text[]): Text[] =>
    texts.length > 0 ? [joined([head, listed(texts)], '')] : [];
  const against = [
    ...after(say('还不能保存：', 'It cannot be stored as it is: '), problems),
    ...after(say('请注意：', 'Note: '), warnings),
  ];
  const parts = [proposed, ...notes, ...(against.length > 0 ? against : [isFree ? free : closed])];
  return { zh: parts.map(({ zh }) => zh).join(''), en: parts.map(({ en }) => en).join(' ') };
}
