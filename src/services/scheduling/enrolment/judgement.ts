import { waitingPlacesMax } from '../../../schema/enrolment.js';
import type { EnrolmentFacts, RoundFacts } from './facts.queries.js';
import { isOver } from './lottery.js';
import {
  clashesWith,
  enrolledAlready,
  graduated,
  hasSeats,
  isFull,
  isLottery,
  noRound,
  notElective,
  notOpen,
  sameCourse,
  tooManyCourses,
  tooManyCredits,
  tooManyWithdrawals,
  waitsAlready,
  waitsTooOften,
} from './refusals.js';

/** Facts of a student and a teaching class that both exist. */
export type Facts = EnrolmentFacts & {
  readonly student: NonNullable<EnrolmentFacts['student']>;
  readonly class: NonNullable<EnrolmentFacts['class']>;
};

/** Who enrols the student, and under which terms. */
export interface EnrolmentTerms {
  readonly timeZone: string;
  /** Whether staff do it: rounds then need not be open. */
  readonly isStaff: boolean;
  /** Why staff do it although times, bounds or clashes speak against it. */
  readonly reason: string | null;
  /** Whether the student moves up in a round that may have closed since. */
  readonly isMovingUp?: boolean;
  /** Whether the student shall only wait, for which staff need a round that has begun. */
  readonly isWaiting?: boolean;
}

/** How often a student may take back what can be done again, in one round, before staff have to help. */
export const withdrawalsMax = 100;

/**
 * Judges whether a student may have a teaching class, apart from its seats.
 * @returns the round of which it is then; null where staff enrol outside of one
 * @throws EnrolmentRefusal that says what speaks against it
 */
export function judgeStudent(facts: Facts, terms: EnrolmentTerms): RoundFacts | null {
  const { student, class: wanted } = facts;
  if (wanted.isCompulsory || !wanted.isEnabled) throw notElective(wanted);
  if (student.isGraduated) throw graduated(student.name);
  if (facts.isEnrolled) throw enrolledAlready(wanted);
  if (facts.sameCourse !== null) throw sameCourse(wanted, facts.sameCourse);
  const round = roundFor(facts, terms);
  if (terms.reason !== null) return round;
  if (round) judgeBounds(facts, round);
  if (facts.clashes.length > 0) throw clashesWith(wanted, facts.clashes);
  return round;
}

/** @throws EnrolmentRefusal when the student would have too much of the round */
function judgeBounds({ class: wanted }: Facts, round: RoundFacts): void {
  if (round.countMax !== null && round.count + 1 > round.countMax) throw tooManyCourses(round);
  if (isOver(round.credits + wanted.credits, round.creditsMax)) throw tooManyCredits(wanted, round);
}

/** The round in which a student may have the teaching class now. */
function roundFor({ rounds, class: wanted }: Facts, terms: EnrolmentTerms): RoundFacts | null {
  const own = rounds.filter(({ isOffered, isOpenToStudent }) => isOffered && isOpenToStudent);
  if (terms.isMovingUp) {
    if (own.length === 0) throw noRound(wanted);
    return own[0];
  }
  const open = own.find(({ mode, state }) => mode === 'FIRST_COME' && state === 'OPEN');
  if (terms.isStaff)
    return open ?? (terms.isWaiting ? own.find((r) => !r.hasEnded && r.state !== 'UPCOMING') : null) ?? null;
  if (open) {
    if (open.withdrawals >= withdrawalsMax) throw tooManyWithdrawals(open, withdrawalsMax);
    return open;
  }
  const lottery = own.find(({ mode, state }) => mode === 'LOTTERY' && state === 'OPEN');
  if (lottery) throw isLottery(lottery);
  const next = own.find(({ state }) => state === 'UPCOMING') ?? own.at(-1);
  throw next ? notOpen(next, terms.timeZone) : noRound(wanted);
}

/** Seats that nobody has and nobody waits for; null: as many as come. */
export const freeSeats = ({ seats, enrolled, waiting }: Facts['class']): number | null =>
  seats === null ? null : Math.max(0, seats - enrolled - waiting);

/** @throws EnrolmentRefusal when no seat is free; it offers the waiting list where there is one */
export function judgeSeats(
  { class: wanted, waiting }: Facts,
  round: RoundFacts | null,
  isStaff: boolean,
): void {
  const { seats, enrolled } = wanted;
  if (seats === null) return;
  // Staff may give a free seat to somebody before those who wait.
  const isFree = isStaff ? enrolled < seats : (freeSeats(wanted) ?? 1) > 0;
  if (isFree) return;
  if (waiting) throw waitsAlready(wanted, waiting.position);
  throw isFull(wanted, round ? wanted.waiting + 1 : null);
}

/** @throws EnrolmentRefusal when the student need not, or may not, wait in the round */
export function judgeWaiting({ class: wanted, waiting }: Facts, round: RoundFacts): void {
  if (waiting) throw waitsAlready(wanted, waiting.position);
  if (freeSeats(wanted) !== 0) throw hasSeats(wanted);
  if (round.waiting >= waitingPlacesMax) throw waitsTooOften(round, waitingPlacesMax);
}
