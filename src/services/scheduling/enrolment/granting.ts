import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { actsFor } from '../../../data/access.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { Student } from '../../../entities/people.js';
import type { EnrolmentOutcome } from '../../../entities/scheduling/enrolment-offers.js';
import type { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { WaitingState } from '../../../schema/enrolment.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { endWaiting, expectStudents, insertEnrolments, noteUnsettled } from './enrolling.queries.js';
import { enrolmentFacts, type EnrolmentFacts, type Place, type RoundFacts } from './facts.queries.js';
import { freeSeats, judgeSeats, judgeStudent, type EnrolmentTerms, type Facts } from './judgement.js';

/** A place that somebody wants by a call. */
export interface Wanted extends Place {
  readonly ctx: Context;
  readonly terms: EnrolmentTerms;
}

/** What became of a wish, and by which facts; null where student or class are not known to the caller. */
export interface Verdict {
  readonly facts: Facts | null;
  readonly outcome: EnrolmentOutcome | DomainError;
}

/**
 * Gives places to those who may have them, the first first, in a transaction that holds `enrolmentLocks` of
 * all. A refusal is of one of them, and writes nothing.
 * @param wanted at most one of each student
 */
export async function grant(em: EntityManager, wanted: readonly Wanted[]): Promise<Verdict[]> {
  const facts = await enrolmentFacts(em, wanted);
  const granted: Granted[] = [];
  const verdicts = wanted.map((each, at): Verdict => {
    let known: Facts | null = null;
    try {
      known = afterOthers(knownFacts(each.ctx, facts[at], each), each.teachingClass, granted);
      const round = judgeStudent(known, each.terms);
      judgeSeats(known, round, each.terms.isStaff);
      const { ctx, student, teachingClass } = each;
      const place = { id: uuidv7(), student, teachingClass, round: round?.id ?? null };
      granted.push({ ...place, facts: known, person: ctx.viewer?.userId ?? null });
      return { facts: known, outcome: outcomeOf(known, round, place) };
    } catch (error) {
      if (error instanceof DomainError) return { facts: known, outcome: error };
      throw error;
    }
  });
  const createdAt = await storeEnrolments(em, granted);
  for (const { outcome } of verdicts)
    if ('enrolment' in outcome) {
      const at = createdAt.get(outcome.enrolment!.id)!;
      Object.assign(outcome.enrolment!, { createdAt: at, updatedAt: at });
    }
  return verdicts;
}

/** An enrolment that was judged, and who shall be named for it; null: whom the transaction names. */
interface Granted extends Place {
  readonly id: string;
  readonly facts: Facts;
  readonly person: string | null;
}

/** The facts as they are once others have got their places. */
function afterOthers(facts: Facts, teachingClass: string, granted: readonly Granted[]): Facts {
  const before = granted.filter((each) => each.teachingClass === teachingClass);
  const { enrolled, waiting } = facts.class;
  const counts = {
    enrolled: enrolled + before.length,
    waiting: waiting - before.filter((each) => each.facts.waiting).length,
  };
  return { ...facts, class: { ...facts.class, ...counts } };
}

/**
 * What counts, in a transaction whose `enrolmentLocks` keep it as it is.
 * @throws NOT_FOUND for a student or a teaching class that is not there, or of which the caller has no say
 */
export async function factsOf(ctx: Context, em: EntityManager, place: Place): Promise<Facts> {
  const [facts] = await enrolmentFacts(em, [place]);
  return knownFacts(ctx, facts, place);
}

function knownFacts(ctx: Context, facts: EnrolmentFacts, { student, teachingClass }: Place): Facts {
  if (!facts.student) throw errors.notFound(entityInfo(Student).noun, student);
  if (!facts.class || !actsFor(ctx, facts.class.department))
    throw errors.notFound(entityInfo(TeachingClass).noun, teachingClass);
  return facts as Facts;
}

/**
 * Stores enrolments that were judged, and what follows from them.
 * @returns by their ids, when they were made
 */
export async function storeEnrolments(
  em: EntityManager,
  granted: readonly Granted[],
): Promise<ReadonlyMap<string, Date>> {
  if (granted.length === 0) return new Map();
  const people = granted.flatMap(({ id, teachingClass, person, facts: { waiting } }) =>
    person === null ? [] : [id, teachingClass, waiting?.id].map((record) => [record, person] as const),
  );
  const places = granted.map(({ facts: _, person: __, ...place }) => place);
  const stored = await insertEnrolments(em, json(places), json(Object.fromEntries(people)));
  const more = granted.filter(({ facts: { class: c } }) => c.enrolled >= c.studentCount);
  const counts = more.map(({ teachingClass, facts }) => ({ teachingClass, count: facts.class.enrolled + 1 }));
  if (counts.length > 0) await expectStudents(em, json(counts));
  for (const { teachingClass, facts } of granted) {
    if (facts.waiting) await endWaiting(em, facts.waiting.id, WaitingState.MOVED_UP);
    if (facts.clashesInDraft) await noteUnsettled(em, teachingClass);
  }
  return new Map(stored.map(({ id, createdAt }) => [id, createdAt]));
}

function outcomeOf(
  { class: taken }: Facts,
  round: RoundFacts | null,
  place: Place & { readonly id: string },
): EnrolmentOutcome {
  const free = freeSeats(taken);
  return {
    enrolment: { ...place, version: 1 } as Row<Enrolment>,
    round: place.round,
    credits: (round?.credits ?? 0) + taken.credits,
    creditsMax: round?.creditsMax ?? null,
    count: (round?.count ?? 0) + 1,
    countMax: round?.countMax ?? null,
    freeSeats: free === null ? null : Math.max(0, free - 1),
  };
}
