import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import type { MeetingPlaceInput } from '../../../entities/scheduling/changes.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { applyChange, checkChange, type ChangeOutcome, type ChangeRequest } from './change.js';
import type { ItemRequest } from './items.js';
import type { MeetingPlace } from './states.js';
import { invalid } from './timetable.js';
import { redoChange, undoChange } from './undo.js';

declareRights({
  changeTimetable: planners,
  moveMeeting: planners,
  swapMeetings: planners,
  assignRoom: planners,
  assignTeacher: planners,
  lockMeeting: planners,
  unlockMeeting: planners,
  placeMeeting: planners,
  takeOutMeeting: planners,
  retireMeeting: planners,
  undoChange: planners,
  redoChange: planners,
});

/** What every change by hand may be given. */
export type ChangeTerms = Omit<ChangeRequest, 'timetable' | 'items'> & { readonly isDryRun: boolean };

/** A place as callers write it, in the words of changes. */
export const placeOf = (input: MeetingPlaceInput): Partial<MeetingPlace> =>
  Object.fromEntries(
    Object.entries({
      day: input.dayOfWeek,
      period: input.periodStart,
      room: input.classroom,
      teacher: input.teacher,
    }).filter(([, value]) => value !== undefined && value !== null),
  );

/** The changes that people make by hand. */
export const edits = {
  /**
   * Changes meetings of a timetable, all or nothing.
   * @param operation the operation of the schema that was called
   */
  change(
    ctx: Context,
    operation: string,
    timetable: string,
    items: readonly ItemRequest[],
    { isDryRun, ...terms }: ChangeTerms,
  ): Promise<ChangeOutcome> {
    authorize(ctx, operation);
    const request = { timetable, items, ...terms };
    return isDryRun ? checkChange(ctx, request) : applyChange(ctx, request);
  },

  /** Exchanges the times and rooms of two meetings; each keeps its teacher. */
  async swap(
    ctx: Context,
    timetable: string,
    meetings: readonly [string, string],
    terms: ChangeTerms,
  ): Promise<ChangeOutcome> {
    authorize(ctx, 'swapMeetings');
    const rows = await ctx.rows.find(ClassAssignment, { timetable, meeting: { $in: [...meetings] } });
    const items = meetings.map((meeting, at): ItemRequest => {
      const other = rows.find((row) => row.meeting === meetings[1 - at]);
      if (!other?.dayOfWeek) throw withoutPlace(meetings[1 - at]);
      const { dayOfWeek, periodStart, classroom } = other;
      return { meeting, place: { day: dayOfWeek, period: periodStart!, room: classroom! } };
    });
    return this.change(ctx, 'swapMeetings', timetable, items, terms);
  },

  undo(ctx: Context, timetable: string, isDryRun: boolean): Promise<ChangeOutcome> {
    authorize(ctx, 'undoChange');
    return undoChange(ctx, timetable, isDryRun);
  },

  redo(ctx: Context, timetable: string, isDryRun: boolean): Promise<ChangeOutcome> {
    authorize(ctx, 'redoChange');
    return redoChange(ctx, timetable, isDryRun);
  },
};

const withoutPlace = (meeting: string): Error =>
  invalid(
    `课次 ${meeting} 在课表中没有位置，无法交换`,
    `Meeting ${meeting} has no place in the timetable, so it cannot be exchanged. Maybe place it first.`,
  );
