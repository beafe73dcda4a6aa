import type { EntityManager } from '@mikro-orm/postgresql';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { readPrepared } from '../../../data/transaction.js';
import type { MeetingFacts, MeetingState } from '../changes/states.js';
import { readMeetings } from '../changes/states.queries.js';
import { invalid, openTimetable, refuseUnchangeable, type ChangedTimetable } from '../changes/timetable.js';

/** A meeting of a timetable that somebody asks about. */
export interface AskedMeeting {
  readonly em: EntityManager;
  readonly timetable: ChangedTimetable;
  readonly facts: MeetingFacts;
  /** Null where the timetable does not hold it. */
  readonly state: MeetingState | null;
}

/** The timetable that somebody asks about, which must be one that changes: others have nothing to advise. */
export async function askedTimetable(
  ctx: Context,
  id: string,
): Promise<{ em: EntityManager; timetable: ChangedTimetable }> {
  const em = ctx.em.fork();
  const timetable = await openTimetable(ctx, em, id, { isLocked: false });
  refuseUnchangeable(timetable, {});
  return { em, timetable };
}

/** The timetable and the meeting that somebody asks about. @throws NOT_FOUND, OPERATION_INVALID */
export async function askedMeeting(ctx: Context, id: string, meeting: string): Promise<AskedMeeting> {
  const { em, timetable } = await askedTimetable(ctx, id);
  await readOne(ctx, Meeting, meeting);
  const known = await readPrepared(ctx, (read) => readMeetings(read, id, [meeting]));
  const facts = known.facts.get(meeting)!;
  if (facts.semester !== timetable.semester)
    throw invalid(
      `课次 ${meeting}（${facts.teachingClassName}）属于另一个学期，不属于“${timetable.semesterName}”，请换用其所在学期的课表`,
      `Meeting ${meeting} ("${facts.teachingClassName}") belongs to another semester than ` +
        `"${timetable.semesterName}". Maybe take a timetable of its semester.`,
    );
  return { em, timetable, facts, state: known.states.get(meeting) ?? null };
}

/** A meeting as sentences name it. */
export const labelOf = ({ teachingClassName: name, sequence }: MeetingFacts): { zh: string; en: string } => ({
  zh: `“${name}”第 ${sequence} 课次`,
  en: `Meeting ${sequence} of "${name}"`,
});
