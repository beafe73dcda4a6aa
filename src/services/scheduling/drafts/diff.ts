import type { EntityManager } from '@mikro-orm/postgresql';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { affectedBy, type Affected } from './affected.js';
import { differenceOf, type StateChange } from '../changes/states.js';
import { readStates, readStatesAt } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import { newestChange } from './drafts.queries.js';

declareRights({ timetableDiff: planners });

/** A timetable as it is now, or as it was when the newest change of its semester had a number. */
interface DiffSide {
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
      '两个课表属于不同学期，无法比较，请选择同一学期的课表',
      'The timetables belong to different semesters, so their meetings have nothing in common.',
    );
  const em = ctx.em.fork();
  await requireReached(em, one.semester, from.number, to.number);
  const [before, after] = await Promise.all(
    [from, to].map(({ timetable, number }) =>
      typeof number === 'number' ? readStatesAt(em, timetable, number) : readStates(em, timetable),
    ),
  );
  const changes = differenceOf(before, after);
  return { changes, affected: await affectedBy(em, changes) };
}

/** @throws INVALID_INPUT when one of the numbers is none that the semester has reached */
async function requireReached(
  em: EntityManager,
  semester: string,
  ...numbers: readonly (number | null | undefined)[]
): Promise<void> {
  const [{ newest }] = await newestChange(em, semester);
  const problems = numbers.flatMap((number, at) =>
    typeof number === 'number' && (number < 0 || number > newest)
      ? [{ field: ['fromNumber', 'toNumber'][at], text: outOfReach(number, newest) }]
      : [],
  );
  if (problems.length > 0) throw errors.invalidInput(problems);
}

const outOfReach = (number: number, newest: number): Text => ({
  zh: `该学期的变更编号为 0 至 ${newest}，没有 ${number}；如要与现在比较请留空`,
  en: `The changes of the semester have numbers up to ${newest}, not ${number}. Maybe leave it out for now.`,
});
