import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { actsFor, authorize, declareRights } from '../../../data/access.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { Student } from '../../../entities/people.js';
import type { EnrolmentOutcome } from '../../../entities/scheduling/enrolment-offers.js';
import { WaitingPlace } from '../../../entities/scheduling/enrolment-rounds.js';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
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
  endWaiting,
  expectStudents,
  insertEnrolment,
  insertWaiting,
  noteUnsettled,
  noteWithdrawal,
} from './enrolling.queries.js';
import { enrolmentFacts, enrolmentLocks, type RoundFacts } from './facts.queries.js';
import { atGate } from './gate.js';
import {
  freeSeats,
  judgeSeats,
  judgeStudent,
  judgeWaiting,
  withdrawalsMax,
  type EnrolmentTerms,
  type Facts,
} from './judgement.js';
import { dropOver, enrolledByStaff, momentIn, noRound, tooManyWithdrawals } from './refusals.js';
import { takerOf, takers, type Taker } from './takers.js';

declareRights({ enrol: takers, dropEnrolment: takers, joinWaitingList: takers });

/** What somebody wants who enrols or waits. */
interface EnrolmentRequest {
  readonly teachingClass: string;
  readonly round?: string | null;
  readonly student?: string | null;
  /** Why staff do it although times, bounds or clashes speak against it. */
  readonly reason?: string | null;
}

interface Wanted extends Taker {
  readonly teachingClass: string;
  readonly round: string | null;
  readonly terms: EnrolmentTerms;
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
  return { ...taker, teachingClass, round, terms };
}

/**
 * Enrols a student: one short transaction under the locks of the student and of the teaching class.
 * @throws EnrolmentRefusal that says what speaks against it, and what could be taken instead
 */
export async function enrol(
  ctx: Context,
  { isDryRun, ...request }: EnrolmentRequest & { isDryRun: boolean },
): Promise<EnrolmentOutcome> {
  authorize(ctx, 'enrol');
  const wanted = wantedBy(ctx, request);
  let facts: Facts | null = null;
  const work = async (em: EntityManager): Promise<EnrolmentOutcome> => {
    facts = await factsOf(ctx, em, wanted);
    const round = judgeStudent(facts, wanted.terms);
    judgeSeats(facts, round, wanted.isStaff);
    const enrolment = await storeEnrolment(em, { ...wanted, round: round?.id ?? null }, facts);
    if (facts.clashes.length > 0)
      await settleTimetables(em, [wanted.teachingClass], termsOf(ctx, wanted.terms.reason));
    return outcomeOf(facts, round, isDryRun ? null : enrolment);
  };
  const locks = enrolmentLocks(wanted.student, wanted.teachingClass);
  try {
    if (isDryRun) return await rehearse(ctx, work);
    return await atGate(ctx, wanted.teachingClass, () => transaction(ctx, work, { isPrepared: true, locks }));
  } catch (error) {
    throw await withAlternatives(ctx, error, wanted.student, facts);
  } finally {
    ctx.rows.forget(Enrolment);
  }
}

/**
 * What counts, in a transaction whose `enrolmentLocks` keep it as it is.
 * @throws NOT_FOUND for a student or a teaching class that is not there, or of which the caller has no say
 */
export async function factsOf(
  ctx: Context,
  em: EntityManager,
  { student, teachingClass, round }: Pick<Wanted, 'student' | 'teachingClass' | 'round'>,
): Promise<Facts> {
  const [facts] = await enrolmentFacts(em, student, teachingClass, round);
  if (!facts.student) throw errors.notFound(entityInfo(Student).noun, student);
  if (!facts.class || !actsFor(ctx, facts.class.department))
    throw errors.notFound(entityInfo(TeachingClass).noun, teachingClass);
  return facts as Facts;
}

/** Stores an enrolment that was judged, and what follows from it. */
export async function storeEnrolment(
  em: EntityManager,
  { student, teachingClass, round }: Pick<Wanted, 'student' | 'teachingClass' | 'round'>,
  { class: { enrolled, studentCount }, waiting, clashesInDraft }: Facts,
): Promise<Row<Enrolment>> {
  const id = uuidv7();
  const [{ createdAt }] = await insertEnrolment(em, id, teachingClass, student, round);
  if (enrolled >= studentCount) await expectStudents(em, teachingClass, enrolled + 1);
  if (waiting) await endWaiting(em, waiting.id, WaitingState.MOVED_UP);
  if (clashesInDraft) await noteUnsettled(em, teachingClass);
  return { id, createdAt, updatedAt: createdAt, version: 1, teachingClass, student, round } as Row<Enrolment>;
}

function outcomeOf(
  { class: taken }: Facts,
  round: RoundFacts | null,
  enrolment: Row<Enrolment> | null,
): EnrolmentOutcome {
  const free = freeSeats(taken);
  return {
    enrolment,
    round: round?.id ?? null,
    credits: (round?.credits ?? 0) + taken.credits,
    creditsMax: round?.creditsMax ?? null,
    count: (round?.count ?? 0) + 1,
    countMax: round?.countMax ?? null,
    freeSeats: free === null ? null : Math.max(0, free - 1),
  };
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
  const locks = enrolmentLocks(student, teachingClass);
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
  const locks = enrolmentLocks(wanted.student, wanted.teachingClass);
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
