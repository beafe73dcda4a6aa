import type { Context } from '../data/context.js';
import { Teacher } from '../entities/people.js';
import { Semester } from '../entities/scheduling/semesters.js';
import { readOne } from '../data/lists/reading.js';
import { substitutesOn } from '../services/scheduling/advice/substitutes.js';
import { edits } from '../services/scheduling/changes/edits.js';
import type { DateItem } from '../services/scheduling/changes/single-dates.js';
import { datesOfSemester } from '../services/scheduling/calendar/held-dates.js';
import { later } from '../services/scheduling/semester/weeks.js';
import { assignmentsOf } from '../services/scheduling/timetable/assignments.js';
import { currentTimetable } from '../services/scheduling/timetable/timetables.js';

/** Weeks of the semester in which a date is changed, as far as the meeting is held then. */
const weeksShown = [7, 8, 9, 10, 11, 12];

/** Lets one date of a teacher be taught by somebody else, one be moved and one be cancelled. */
export async function changeSingleDates(ctx: Context, semester: string, teacherCode: string): Promise<void> {
  const timetable = (await currentTimetable(ctx, semester))!;
  const { startDate } = await readOne(ctx, Semester, semester);
  const { dates } = await datesOfSemester(ctx, semester);
  const [teacher] = await ctx.rows.find(Teacher, { code: teacherCode });
  const held = (await assignmentsOf(ctx, timetable, { teacher: teacher.id })).flatMap((assignment) =>
    assignment.weeks
      .filter((week) => weeksShown.includes(week))
      .flatMap((week) => {
        const date = dates.dateOf({ week, day: assignment.dayOfWeek });
        return date && date >= startDate ? [{ meeting: assignment.meeting, date }] : [];
      }),
  );
  /** Makes the first change that nothing speaks against; no date is changed twice. */
  const first = async (
    publicNote: string,
    itemsFor: (on: (typeof held)[number]) => DateItem[] | Promise<DateItem[]>,
  ): Promise<void> => {
    for (const [at, on] of held.entries())
      for (const item of await itemsFor(on)) {
        const terms = { reason: '演示', dates: [item], publicNote };
        const change = (isDryRun: boolean) =>
          edits.change(ctx, 'changeTimetable', timetable.id, [], { ...terms, isDryRun });
        if (!(await change(true)).isApplicable) continue;
        await change(false);
        held.splice(at, 1);
        return;
      }
  };
  await first('原教师出差，由同事代课', async (on) => {
    const found = await substitutesOn(ctx, timetable.id, { ...on, max: 1 });
    return found.filter(({ isFree }) => isFree).map(({ id }) => ({ ...on, to: { teacher: id } }));
  });
  await first('改在另一天上课', (on) =>
    [1, 2, 3, -1].flatMap((days) =>
      [1, 3, 5, 7].map((period) => ({ ...on, to: { date: later(on.date, days), period } })),
    ),
  );
  await first('本次停课，随后补课', (on) => [{ ...on, isCancelled: true }]);
}
