import { Conflict } from '../../../entities/scheduling/conflicts.js';
import { ConflictStatus } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { repairsOf } from './conflict-repairs.js';
import { applyTo, checkChange, forgetTimetables, noReason, type ChangeOutcome } from '../changes/change.js';
import { teachingClasses } from '../curriculum/teaching-classes.js';
import type { ItemRequest } from '../changes/items.js';
import { conflictingMeetings, stillOverlaps } from './overlapping.js';
import type { StateChange } from '../changes/states.js';
import { readFacts } from '../changes/states.queries.js';
import { invalid, openTimetable } from '../changes/timetable.js';

declareRights({ resolveConflict: planners });

/** How a conflict is resolved. */
export interface Resolution {
  /** What moves; the best of its repairs where nothing is said. */
  readonly items?: readonly ItemRequest[] | null;
  readonly reason?: string | null;
  /** Whether clashes with something else are accepted, which needs a reason. */
  readonly acceptsClashes?: boolean;
  readonly isDryRun: boolean;
}

/**
 * Ends a conflict by a change of its timetable, which is judged like every other one; the conflict keeps who
 * moved what and why.
 * @throws OPERATION_INVALID when the conflict is resolved already, would still be one after the change, or no
 * repair was found
 */
export async function resolveConflict(
  ctx: Context,
  id: string,
  { items, reason = null, acceptsClashes = false, isDryRun }: Resolution,
): Promise<ChangeOutcome> {
  authorize(ctx, 'resolveConflict');
  const conflict = await readOne(ctx, Conflict, id);
  if (acceptsClashes && !reason?.trim()) throw noReason();
  if (conflict.status === ConflictStatus.RESOLVED) throw alreadyResolved();
  const best = items ? [] : await bestRepair(ctx, conflict);
  if (best.some(({ further }) => further)) return taughtByOthers(ctx, conflict, best, { reason, isDryRun });
  const request = {
    timetable: conflict.timetable,
    items: items ?? best.map(itemOf),
    // Nobody chose these places by hand, so they are judged as what the assistant proposes.
    ...(!items && { act: 'assist' as const }),
    reason,
    acceptsClashes,
  };
  if (isDryRun) {
    const outcome = await checkChange(ctx, request);
    if (!stillOverlaps(await conflictingMeetings(ctx.em.fork(), conflict), outcome.changes)) return outcome;
    const problems = [...outcome.problems, { field: 'items', text: stillThere }];
    return { ...outcome, isApplicable: false, problems };
  }
  const outcome = await transaction(ctx, async (em) => {
    const timetable = await openTimetable(ctx, em, conflict.timetable, { isLocked: true });
    const before = await conflictingMeetings(em, conflict);
    if (before.pairs.length === 0) throw alreadyResolved();
    const note = reason?.trim() || null;
    const applied = await applyTo(ctx, em, timetable, { ...request, note });
    if (stillOverlaps(before, applied.changes)) throw invalid(stillThere.zh, stillThere.en);
    return applied;
  });
  forgetTimetables(ctx);
  return outcome;
}

async function bestRepair(ctx: Context, conflict: Row<Conflict>): Promise<readonly StateChange[]> {
  const [best] = await repairsOf(ctx, conflict);
  if (!best) throw noRepair();
  return best.changes;
}

/** A change of a place, as what somebody would send. */
const itemOf = ({ meeting, before, after }: StateChange): ItemRequest => ({
  meeting,
  place: after!.place,
  expected: before?.place ?? null,
});

/** Ends a conflict by who teaches beside the first teachers, which is no change of the timetable. */
async function taughtByOthers(
  ctx: Context,
  { timetable }: Row<Conflict>,
  changes: readonly StateChange[],
  terms: Pick<Resolution, 'reason' | 'isDryRun'>,
): Promise<ChangeOutcome> {
  const em = ctx.em.fork();
  const facts = await readFacts(
    em,
    changes.map(({ meeting }) => meeting),
  );
  const items = changes.map(({ meeting, further }) => ({
    teachingClass: facts.get(meeting)!.teachingClass,
    meetings: [meeting],
    teachers: further!.after.map((each) => ({ ...each })),
  }));
  const { warnings } = await teachingClasses.setFurtherTeachers(ctx, { items }, terms);
  const { number } = await openTimetable(ctx, em, timetable, { isLocked: false });
  return {
    timetable,
    change: null,
    number,
    isApplicable: true,
    changes,
    clashes: [],
    problems: [],
    warnings,
  };
}

const stillThere: Text = {
  zh: '这次变更之后该冲突仍然存在，请移动其中一方的全部课次',
  en: 'The conflict is still there after the change. Maybe move all the meetings of one side out of the way.',
};

const alreadyResolved = (): Error =>
  invalid('该冲突已经解决，请刷新后查看', 'The conflict is resolved already. Maybe read it again.');

const noRepair = (): Error =>
  invalid(
    '没有找到不产生新冲突的调整方案，请自行给出变更，或说明原因后忽略该冲突',
    'No change was found that ends the conflict without another one. Maybe say yourself what moves, or ' +
      'ignore it with a reason.',
  );
