import type { Placement, Problem, Student } from '../../model.js';
import { Enrolment } from './enrolment.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../logarithm.js';
import { Random } from '../random.js';
import { isWithinLimits, sectioningOf, studentsOf } from './image.js';
import { Sharing } from './sharing.js';
import { CONFLICT, pairPricesOf } from './pair-prices.js';

/** First temperature, and trials per seat with a choice, before and after a timetable exists. */
const INITIAL = { temperature: 0.3 * CONFLICT, trials: 50 };
const REFINEMENT = { temperature: 0.1 * CONFLICT, trials: 60 };
const TRIALS_MAX = 300_000;
/** How often it is asked whether to end early. */
const SEATS_PER_LOOK = 64;
const TRIALS_PER_LOOK = 1024;
/** Maximum number of student moves to make room for one more in a course. */
const MOVES_MAX = 2000;

/** The problem with all its students assigned; unchanged if they already attend within the limits. */
export function withStudents(
  problem: Problem,
  start: readonly Placement[] = [],
  isOver?: () => boolean,
): Problem {
  const image = sectioningOf(problem);
  if (!image || isWithinLimits(image)) return problem;
  return { ...problem, students: assignStudents(problem, start, problem.students, isOver) };
}

/**
 * Assigns students to classes: every requested course, within limits, every class with its parent, and as few
 * conflicts as annealing over single students and exchanges finds. Without placements it groups students with
 * similar requests, so that few pairs of classes share students and the timetable stays flexible. If the
 * limits leave no place for a student, a class gets too full, which `verifyEnrolments` reports; so it may
 * when `isOver` ends it early.
 * @throws Error when nobody at all can attend a requested course
 */
export function assignStudents(
  problem: Problem,
  placements: readonly Placement[] = [],
  seed: readonly Student[] = [],
  isOver: () => boolean = () => false,
): Student[] {
  const image = sectioningOf({ ...problem, students: seed });
  if (!image) return [...(problem.students ?? [])];
  const sharing = new Sharing(image.meetings);
  const { base, firstShared } = pairPricesOf(problem, placements);
  const enrolment = new Enrolment(image, {
    pairCost: (a, b, own) => base(a, b) + (sharing.of(a, b) === own ? firstShared(a, b) : 0),
    countShared: (a, b, change) => sharing.add(a, b, change),
  });
  const random = new Random(1);
  for (const [seat, choice] of image.initialChoice.entries()) {
    if (choice >= 0 && enrolment.fits(seat, choice)) enrolment.put(seat, choice);
  }
  let isLate = false;
  for (const seat of image.initialChoice.keys()) {
    isLate ||= seat % SEATS_PER_LOOK === 0 && isOver();
    if (enrolment.choice[seat] >= 0) continue;
    if (isLate ? enrolAnywhere(enrolment, seat) : enrol(enrolment, seat, random)) continue;
    const { student, courses } = problem.sectioning!.requests[image.studentOf[seat]];
    const course = courses[seat - image.seatStart[image.studentOf[seat]]];
    throw new Error(
      `Student ${student} cannot attend course ${course}: its classes and their parents offer no way.`,
    );
  }
  anneal(enrolment, random, placements.length > 0 ? REFINEMENT : INITIAL, isOver);
  return studentsOf(problem, image, enrolment.choice);
}

/**
 * Gives a seat the emptiest choice; while that overfills a class of the course, one of its students leaves
 * it.
 * @returns false when there is no choice
 */
function enrol(enrolment: Enrolment, seat: number, random: Random): boolean {
  const first = emptiestChoice(enrolment, seat, random);
  if (first < 0) return false;
  enrolment.put(seat, first);
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    const full = overfullClass(enrolment, enrolment.image.courseOf[seat]);
    if (full < 0) return true;
    const seats = enrolment.attending[full];
    const leaving = seats[random.below(seats.length)];
    const choice = emptiestChoice(enrolment, leaving, random);
    if (choice < 0) break;
    enrolment.put(leaving, choice);
  }
  return true;
}

/** Gives a seat any choice, each in turn; returns false when there is none. */
function enrolAnywhere(enrolment: Enrolment, seat: number): boolean {
  const { courseOf, choiceStart } = enrolment.image;
  const begin = choiceStart[courseOf[seat]];
  const choices = choiceStart[courseOf[seat] + 1] - begin;
  if (choices > 0) enrolment.put(seat, begin + (seat % choices));
  return choices > 0;
}

/** The other choice of a seat with the fewest full classes, then the emptiest; -1 = none. */
function emptiestChoice(enrolment: Enrolment, seat: number, random: Random): number {
  const { choice: present, attending } = enrolment;
  const { courseOf, choiceStart, classStart, class: classes, limit } = enrolment.image;
  const course = courseOf[seat];
  let best = -1;
  let least = Infinity;
  for (let choice = choiceStart[course]; choice < choiceStart[course + 1]; choice++) {
    if (choice === present[seat]) continue;
    let full = 0;
    let most = 0;
    for (let i = classStart[choice]; i < classStart[choice + 1]; i++) {
      const m = classes[i];
      if (attending[m].length >= limit[m] && !enrolment.has(present[seat], m)) full++;
      most = Math.max(most, attending[m].length / limit[m]);
    }
    const fill = 2 * full + most + random.below(1024) * 1e-6;
    if (fill >= least) continue;
    least = fill;
    best = choice;
  }
  return best;
}

/** A class of the course with more students than its limit; -1 = none. */
function overfullClass({ image, attending }: Enrolment, course: number): number {
  const { choiceStart, classStart, class: classes, limit } = image;
  return (
    classes
      .subarray(classStart[choiceStart[course]], classStart[choiceStart[course + 1]])
      .find((m) => attending[m].length > limit[m]) ?? -1
  );
}

/** Changes choices of students, or exchanges those of two, at a falling temperature. */
function anneal(
  enrolment: Enrolment,
  random: Random,
  { temperature, trials: each }: typeof INITIAL,
  isOver: () => boolean,
): void {
  const { movable } = enrolment;
  const trials = Math.min(TRIALS_MAX, each * movable.length);
  for (let trial = 0; trial < trials; trial++) {
    if (trial % TRIALS_PER_LOOK === 0 && isOver()) return;
    const rest = 1 - trial / trials;
    const allowed = temperature * rest * rest * ACCEPTANCE[random.bits() >>> ACCEPTANCE_SHIFT];
    enrolment.tryMove(movable[random.below(movable.length)], random, allowed);
  }
}
