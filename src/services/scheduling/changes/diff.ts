import { Timetable } from '../../../entities/scheduling/timetables.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/reading.js';
import { affectedBy, type Affected } from './affected.js';
import { differenceOf, readStates, readStatesAt, type StateChange } from './states.js';
import { invalid } from './timetable.js';

declareRights({ timetableDiff: planners });

/** A timetable as it is now, or as it was when the newest change of its semester had a number. */
export interface DiffSide {
  readonly timetable: string;
  readonly number?: number | null;
}

/** How two timetables, or two instants of one, differ. */
export async function timetableDiff(
  ctx: Context,
  from: DiffSide,
  to: DiffSide,
): Promise<{ changes: readonly StateChange[]; affected: Affected }> {
  authorize(ctx, 'timetableDiff');
  const [one, other] = await Promise.all(
    [from, to].map(({ timetable }) => readOne(ctx, Timetable, timetable)),
  );
  if (one.semester !== other.semester)
    throw invalid(
      '两个课表属于不同学期，无法比较',
      'The timetables belong to different semesters, so their meetings have nothing in common.',
    );
  const em = ctx.em.fork();
  const [before, after] = await Promise.all(
    [from, to].map(({ timetable, number }) =>
      typeof number === 'number' ? readStatesAt(em, timetable, number) : readStates(em, timetable),
    ),
  );
  const changes = differenceOf(before, after);
  return { changes, affected: await affectedBy(em, changes) };
}
