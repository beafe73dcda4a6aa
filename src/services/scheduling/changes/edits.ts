import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import type { MeetingPlaceInput } from '../../../entities/scheduling/changes.js';
import { errors } from '../../../schema/errors.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { applyChange, checkChange, type ChangeOutcome, type ChangeRequest } from './change.js';
import type { ItemRequest } from './items.js';
import type { DateItem } from './single-dates.js';
import type { MeetingFacts, MeetingPlace } from './states.js';
import { readFacts } from './states.queries.js';
import { invalid } from './timetable.js';
import { redoChange, undoChange, type ReversalTerms } from './undo.js';

/** What callers of changes by hand need of them. */
export { forgetTimetables } from './change.js';
export type { ChangeOutcome, DateItem, ItemRequest, MeetingPlace };

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
    if (meetings[0] === meetings[1]) throw withItself();
    const rows = await ctx.rows.find(ClassAssignment, { timetable, meeting: { $in: [...meetings] } });
    const facts = await readFacts(ctx.em.fork(), meetings);
    const items = meetings.map((meeting, at): ItemRequest => {
      const other = facts.get(meetings[1 - at]);
      // A meeting that does not exist is refused by the check of its item.
      if (!other) return { meeting };
      const row = rows.find((each) => each.meeting === meetings[1 - at]);
      if (!row?.dayOfWeek) throw withoutPlace(other);
      const { dayOfWeek, periodStart, classroom } = row;
      return { meeting, place: { day: dayOfWeek, period: periodStart!, room: classroom! } };
    });
    return this.change(ctx, 'swapMeetings', timetable, items, terms);
  },

  undo(ctx: Context, timetable: string, terms: ReversalTerms): Promise<ChangeOutcome> {
    authorize(ctx, 'undoChange');
    return undoChange(ctx, timetable, terms);
  },

  redo(ctx: Context, timetable: string, terms: ReversalTerms): Promise<ChangeOutcome> {
    authorize(ctx, 'redoChange');
    return redoChange(ctx, timetable, terms);
  },
};

const withoutPlace = ({ teachingClassName: name, sequence }: MeetingFacts): Error =>
  invalid(
    `“${name}”第 ${sequence} 课次在课表中没有位置，无法交换；请先安排它`,
    `Meeting ${sequence} of "${name}" has no place in the timetable, so it cannot be exchanged. Maybe ` +
      'place it first.',
  );

const withItself = (): Error =>
  errors.invalidInput([
    {
      field: 'second',
      text: {
        zh: '课次不能与自己交换，请选择另一个课次',
        en: 'A meeting is not exchanged with itself. Maybe name another one.',
      },
    },
  ]);
