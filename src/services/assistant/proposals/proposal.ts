import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/reading.js';
import { ClashError } from '../../scheduling/changes/clashes.js';
import { publishedOf } from '../../scheduling/changes/drafts.js';
import { wantedTimes, type Time } from '../../scheduling/series/times.js';
import { schedulingDaysOf, weekCountOf } from '../../scheduling/weeks.js';
import type { Grid } from './times.js';

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
  };
}

/** The times of a form that are complete. @throws INVALID_INPUT for those outside of the semester */
export function timesIn(form: SeriesFormInput, grid: Grid): Time[] {
  const complete = (form.times ?? []).flatMap(({ dayOfWeek, periodStart, periodEnd, weeks }) =>
    dayOfWeek && periodStart && periodEnd && weeks?.length
      ? [{ dayOfWeek, periodStart, periodEnd, weeks }]
      : [],
  );
  return complete.length > 0 ? wantedTimes(complete, grid) : [];
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

/** The proposal in words, with what remains. */
export function told(proposed: Text, notes: readonly Text[], problems: readonly Text[]): Text {
  const free = { zh: '没有冲突。', en: 'Nothing clashes with it.' };
  const shown = problems.slice(0, 5);
  const rest = problems.length - shown.length;
  const more = { zh: rest > 0 ? `；另有 ${rest} 处` : '', en: rest > 0 ? ` And ${rest} more.` : '' };
  const remaining = {
    zh: `还不能保存：${shown.map(({ zh }) => zh).join('；')}${more.zh}。`,
    en: `It cannot be stored as it is: ${shown.map(({ en }) => en).join(' ')}${more.en}`,
  };
  const parts = [proposed, ...notes, problems.length > 0 ? remaining : free];
  return { zh: parts.map(({ zh }) => zh).join(''), en: parts.map(({ en }) => en).join(' ') };
}
