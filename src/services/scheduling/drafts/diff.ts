import type { EntityManager } from '@mikro-orm/postgresql';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { affectedBy, type Affected } from './affected.js';
import { differenceOf, ofWeeks, type MeetingState, type StateChange } from '../changes/states.js';
import { readStates, readStatesAt } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import { newestChange, standOtherwise, taughtOtherwise } from './drafts.queries.js';

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
  const changes = await differenceBetween(em, from, to);
  return { changes, affected: await affectedBy(em, changes) };
}

/**
 * The meetings of which two timetables say something else, or which others teach beside their first teachers.
 * @param from null: nothing was there before
 */
export async function differenceBetween(
  em: EntityManager,
  from: DiffSide | null,
  to: DiffSide,
): Promise<StateChange[]> {
  const beside = await taughtOtherwise(em, from?.timetable ?? null, to.timetable);
  // Drafts have no single dates of their own.
  const isOne = from?.timetable === to.timetable;
  const isNow = [from?.number, to.number].every((number) => typeof number !== 'number');
  const others = from && !isOne && isNow ? await standOtherwise(em, from.timetable, to.timetable) : null;
  const meetings = others && [...others, ...beside].map(({ meeting }) => meeting);
  const read = (side: DiffSide | null): Promise<Map<string, MeetingState>> | Map<string, MeetingState> => {
    if (!side) return new Map();
    const { timetable, number } = side;
    return typeof number === 'number'
      ? readStatesAt(em, timetable, number)
      : readStates(em, timetable, meetings ?? undefined);
  };
  const [before, after] = await Promise.all([read(from), read(to)]);
  const difference = isOne ? differenceOf(before, after) : differenceOf(ofWeeks(before), ofWeeks(after));
  const changes = new Map(difference.map((change) => [change.meeting, change]));
  for (const { meeting, ...further } of beside) {
    const [was, is] = [before.get(meeting) ?? null, after.get(meeting) ?? null];
    changes.set(meeting, { meeting, before: was, after: is, further });
  }
  return [...changes.values()];
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
