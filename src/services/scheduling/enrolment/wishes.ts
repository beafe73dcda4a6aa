import { actsFor, authorize, declareRights } from '../../../data/access.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { json } from '../../../data/statements.js';
import { transaction } from '../../../data/transaction.js';
import type { OwnEnrolmentRound } from '../../../entities/scheduling/enrolment-offers.js';
import { EnrolmentRound } from '../../../entities/scheduling/enrolment-rounds.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { wishesMax } from '../../../schema/enrolment.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { countWithdrawal } from './enrolling.js';
import { ownRounds } from './offers.js';
import { isFirstCome, notForYou, notOpen } from './refusals.js';
import { seenTakerOf, takers } from './takers.js';
import { roundOfWishes, storeWishes, type WishingRound } from './wishes.queries.js';

declareRights({ rankWishes: takers });

/** What a student wishes of a lottery. */
interface RankedWishes {
  readonly round: string;
  /** Teaching classes, the dearest first; they replace all that were ranked before. */
  readonly teachingClasses: readonly string[];
  readonly student?: string | null;
}

/**
 * Ranks the wishes of a student in a lottery that is open, by the clock of the database.
 * @returns the round as the student meets it then
 */
export async function rankWishes(
  ctx: Context,
  { round: id, teachingClasses, student: named }: RankedWishes,
): Promise<OwnEnrolmentRound> {
  authorize(ctx, 'rankWishes');
  const { student, isStaff } = await seenTakerOf(ctx, named);
  const wanted = [...new Set(teachingClasses)];
  if (wanted.length < teachingClasses.length || wanted.length > wishesMax)
    throw noList(teachingClasses.length);
  await readOne(ctx, EnrolmentRound, id);
  await transaction(ctx, async (em) => {
    // The draw waits until the wishes are stored, and who comes after it finds the round closed.
    const [round] = await roundOfWishes(em, student, id, json(wanted));
    refuseRound(ctx, round);
    const unknown = wanted.find((each) => !round.offered.includes(each));
    if (unknown) throw errors.notFound(entityInfo(TeachingClass).noun, unknown);
    const foreign = round.departments.find((each) => !actsFor(ctx, each));
    if (isStaff && foreign) throw errors.forbidden('rankWishes');
    const before = round.wishes;
    if (before.length === wanted.length && before.every((each, at) => each === wanted[at])) return;
    if (before.length > 0 && !isStaff) await countWithdrawal(em, student, round);
    await storeWishes(em, id, student, json(wanted));
  });
  const own = await ownRounds(ctx, { semester: null, student: isStaff ? student : null });
  return own.find(({ round }) => round.id === id)!;
}

function refuseRound(ctx: Context, round: WishingRound): void {
  if (!round.isOpenToStudent) throw notForYou(round.name);
  if (round.mode !== 'LOTTERY') throw isFirstCome(round);
  if (round.state !== 'OPEN') throw notOpen(round, ctx.app.config.TIME_ZONE);
}

const noList = (count: number): DomainError =>
  errors.invalidField(
    'teachingClasses',
    `志愿最多 ${wishesMax} 个，且不能重复（当前 ${count} 个）`,
    `Wishes are at most ${wishesMax} different teaching classes; ${count} are given.`,
  );
