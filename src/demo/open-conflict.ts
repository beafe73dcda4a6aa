import type { Context } from '../data/context.js';
import { Teacher } from '../entities/people.js';
import { edits } from '../services/scheduling/changes/edits.js';
import { assignmentsOf } from '../services/scheduling/timetable/assignments.js';
import { currentTimetable } from '../services/scheduling/timetable/timetables.js';

/**
 * Leaves one conflict for planners to solve: moves a meeting to where its teacher has another one. Only
 * colleagues of the given teacher are chosen, whose own week stays as people want to see it.
 */
export async function leaveOneConflict(ctx: Context, semester: string, teacherCode: string): Promise<void> {
  const timetable = (await currentTimetable(ctx, semester))!;
  const [{ id, department }] = await ctx.rows.find(Teacher, { code: teacherCode });
  const placed = await assignmentsOf(ctx, timetable, { department });
  for (const { meeting, teacher } of placed.filter((each) => each.teacher !== id))
    for (const other of placed.filter((each) => each.teacher === teacher && each.meeting !== meeting)) {
      const items = [{ meeting, place: { day: other.dayOfWeek, period: other.periodStart } }];
      const terms = { reason: '演示：请在排课板上解决这个冲突', acceptsClashes: true, leavesOpen: true };
      const change = (isDryRun: boolean) =>
        edits.change(ctx, 'changeTimetable', timetable.id, items, { ...terms, isDryRun });
      const { clashes, problems } = await change(true);
      if (clashes.length !== 1 || problems.length > 0) continue;
      await change(false);
      return;
    }
}
