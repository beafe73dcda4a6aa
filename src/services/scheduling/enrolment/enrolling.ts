import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { actsFor, authorize, declareRights } from '../../../data/access.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import type { EnrolmentOutcome } from '../../../entities/scheduling/enrolment-offers.js';
import { WaitingPlace } from '../../../entities/scheduling/enrolment-rounds.js';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { momentIn } from '../../../schema/clock.js';
import { WaitingState } from '../../../schema/enrolment.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { settleTimetables } from '../changes/live-timetables.js';
import { settleMadeClasses } from '../changes/changes.queries.js';
import { termsOf } from '../curriculum/attendance.js';
import { withAlternatives } from './alternatives.js';
import {
  deleteEnrolment,
  droppedEnrolment,
  insertWaiting,
  noteUnsettled,
  noteWithdrawal,
} from './enrolling.queries.js';
import { enrolmentLocks, type RoundFacts } from './facts.queries.js';
import { atGate } from './gate.js';
import { factsOf, grant, type Verdict, type Wanted } from './granting.js';
import { judgeStudent, judgeWaiting, withdrawalsMax } from './judgement.js';
import { dropOver, enrolledByStaff, noRound, tooManyWithdrawals } from './refusals.js';
import { takerOf, takers } from './takers.js';
import { grantTogether } from './together.js';

declareRights({ enrol: takers, dropEnrolment: takers, joinWaitingList: takers });

/** What somebody wants who enrols or waits. */
interface EnrolmentRequest {
  readonly teachingClass: string;
  readonly round?: string | null;
  readonly student?: string | null;
  /** Why staff do it although times, bounds or clashes speak against it. */
  readonly reason?: string | null;
}

function wantedBy(ctx: Context, { student, teachingClass, round = null, reason }: EnrolmentRequest): Wanted {
  const taker = takerOf(ctx, student);
  const why = reason?.trim() || null;
  if (why && !taker.isStaff)
    throw errors.invalidField(
      'reason',
      '只有教务可以填写原因，请去掉',
      'Only staff give a reason. Maybe leave it out.',
    );
  const terms = { timeZone: ctx.app.config.TIME_ZONE, isStaff: taker.isStaff, reason: why };
  return { ctx, student: taker.student, teachingClass, round, terms };
}

/**
 * Enrols a student under the locks of the student and of the teaching class.
 * @throws EnrolmentRefusal that says what speaks against it, and what could be taken instead
 */
export async function enrol(
  ctx: Context,
  { isDryRun, ...request }: EnrolmentRequest & { isDryRun: boolean },
): Promise<EnrolmentOutcome> {
  authorize(ctx, 'enrol');
  const wanted = wantedBy(ctx, request);
  const { facts, outcome } = isDryRun
    ? await rehearse(ctx, (em) => grantAlone(em, wanted))
    : await carryOut(wanted);
  ctx.rows.forget(Enrolment);
  if ('enrolment' in outcome) return isDryRun ? { ...outcome, enrolment: null } : outcome;
  throw await withAlternatives(ctx, outcome, wanted.student, facts);
}

/** Students go together; staff, and what is part of another transaction, alone. */
async function carryOut(wanted: Wanted): Promise<Verdict> {
  const { ctx, terms, teachingClass } = wanted;
  ctx.rows.readAnew();
  const together = terms.isStaff || ctx.em.isInTransaction() ? null : await grantTogether(wanted);
  const work = (em: EntityManager): Promise<Verdict> => grantAlone(em, wanted);
  const manner = { isPrepared: true, locks: enrolmentLocks([wanted]) };
  return together ?? (await atGate(ctx, teachingClass, () => transaction(ctx, work, manner)));
}

async function grantAlone(em: EntityManager, wanted: Wanted): Promise<Verdict> {
  const [verdict] = await grant(em, [wanted]);
  const { ctx, teachingClass, terms } = wanted;
  if ('enrolment' in verdict.outcome && verdict.facts!.clashes.length > 0)
    await settleTimetables(em, [teachingClass], termsOf(ctx, terms.reason));
  return verdict;
}

/**
 * Takes a student out of a teaching class; who waits moves up soon after.
 * @returns the identifier of the enrolment that was
 */
export async function dropEnrolment(
  ctx: Context,
  { teachingClass, student: named }: Pick<EnrolmentRequest, 'teachingClass' | 'student'>,
): Promise<string> {
  authorize(ctx, 'dropEnrolment');
  const { student, isStaff } = takerOf(ctx, named);
  const work = async (em: EntityManager): Promise<string> => {
    const [dropped] = await droppedEnrolment(em, student, teachingClass);
    if (!dropped || !actsFor(ctx, dropped.department))
      throw errors.notFound(entityInfo(Enrolment).noun, teachingClass);
    const { round, roundName, dropUntil, mayDrop, name } = dropped;
    if (!isStaff && !round) throw enrolledByStaff(name);
    if (!isStaff && !mayDrop)
      throw dropOver(name, roundName!, momentIn(ctx.app.config.TIME_ZONE, dropUntil!));
    await deleteEnrolment(em, dropped.id);
    if (!isStaff) await noteWithdrawal(em, round!, student);
    if (dropped.isInConflict) await noteUnsettled(em, teachingClass);
    if (dropped.isMadeWithSeries) await settleMadeClasses(em, [teachingClass]);
    return dropped.id;
  };
  const locks = enrolmentLocks([{ student, teachingClass }]);
  const id = await atGate(ctx, teachingClass, () => transaction(ctx, work, { isPrepared: true, locks }));
  ctx.rows.forget(Enrolment);
  return id;
}

/**
 * Puts a student on the waiting list of a teaching class that is full.
 * @throws EnrolmentRefusal when the student could not take a seat either, or need not wait
 */
export async function joinWaitingList(ctx: Context, request: EnrolmentRequest): Promise<Row<WaitingPlace>> {
  authorize(ctx, 'joinWaitingList');
  const wanted = wantedBy(ctx, request);
  const work = async (em: EntityManager): Promise<object> => {
    const facts = await factsOf(ctx, em, wanted);
    const round = judgeStudent(facts, { ...wanted.terms, isWaiting: true });
    if (!round) throw noRound(facts.class);
    judgeWaiting(facts, round);
    const { student, teachingClass } = wanted;
    const id = uuidv7();
    const [{ createdAt, sequence }] = await insertWaiting(em, id, round.id, teachingClass, student);
    const stored = {
      id,
      createdAt,
      updatedAt: createdAt,
      version: 1,
      round: round.id,
      teachingClass,
      student,
    };
    const state = WaitingState.WAITING;
    return { ...stored, sequence, state, reasonZh: null, reasonEn: null, settledAt: null };
  };
  const locks = enrolmentLocks([wanted]);
  const place = await atGate(ctx, wanted.teachingClass, () => transaction(ctx, work, { locks }));
  ctx.rows.forget(WaitingPlace);
  return place as unknown as Row<WaitingPlace>;
}

/** Refuses what a student has done too often in the round, and counts it. */
export async function countWithdrawal(
  em: EntityManager,
  student: string,
  round: Pick<RoundFacts, 'id' | 'name' | 'withdrawals'>,
): Promise<void> {
  if (round.withdrawals >= withdrawalsMax) throw tooManyWithdrawals(round as RoundFacts, withdrawalsMax);
  await noteWithdrawal(em, round.id, student);
}
