import type { Problem, SectionedClass, SectionedCourse, Student } from '../../model.js';
import { settingOf } from '../../profiles.js';
import { Rows } from '../image/rows.js';

/**
 * The choices of students, as flat arrays. A *seat* is one student in one requested course, a *choice* one
 * way to attend a course: one configuration with one class of every subpart, each class with its parent.
 */
export interface SectioningImage {
  readonly meetings: number;
  /** Seats of a student are consecutive: `seatStart[s] .. seatStart[s + 1] - 1`. */
  readonly seatStart: Int32Array;
  readonly studentOf: Int32Array;
  readonly courseOf: Int32Array;
  /** Seats of a course. */
  readonly courseSeatStart: Int32Array;
  readonly courseSeat: Int32Array;
  /** Choices of a course are consecutive too. */
  readonly choiceStart: Int32Array;
  /** Meetings of a choice. */
  readonly classStart: Int32Array;
  readonly class: Int32Array;
  /** Maximum number of students in a meeting. */
  readonly limit: Int32Array;
  /** The choice of every seat in `Problem.students`; -1 = none. */
  readonly initialChoice: Int32Array;
  /** The cost when one student cannot attend two meetings. */
  readonly price: number;
}

/** Maximum number of choices per course that the search considers. */
export const CHOICES_MAX = 2000;
/** Maximum number of classes tried for the choices of a course: most combinations may fail at a parent. */
const STEPS_MAX = 200_000;
/** Two meetings are encoded in one number of 32 bits. */
const MEETINGS_MAX = 46_340;
const UNLIMITED = 0x7fffffff;

const cache = new WeakMap<Problem, SectioningImage | null>();

/** Null when no students request courses. */
export function sectioningOf(problem: Problem): SectioningImage | null {
  let image = cache.get(problem);
  if (image === undefined) cache.set(problem, (image = compileSectioning(problem)));
  return image;
}

function compileSectioning(problem: Problem): SectioningImage | null {
  const { sectioning, meetings, students = [] } = problem;
  if (!sectioning || meetings.length > MEETINGS_MAX) return null;
  const { level, weight } = settingOf(problem, 'student-conflict');
  const index = new Map(meetings.map(({ id }, m) => [id, m]));
  const limit = new Int32Array(meetings.length).fill(UNLIMITED);
  const number = (one: SectionedClass): number => {
    const m = index.get(one.meeting);
    if (m === undefined) throw new Error(`There is no meeting ${one.meeting} in the problem.`);
    if (one.limit !== undefined) limit[m] = Math.min(UNLIMITED, one.limit);
    return m;
  };
  const classes = new Rows();
  const choiceStart = [0];
  for (const course of sectioning.courses) {
    for (const choice of choicesOf(course)) classes.add(choice.map(number));
    choiceStart.push(classes.start.length - 1);
  }
  const courses = new Map(sectioning.courses.map(({ id }, c) => [id, c]));
  const seats = new Rows();
  const seatsOf: number[][] = sectioning.courses.map(() => []);
  for (const { student, courses: ids } of sectioning.requests) {
    const row = ids.map((id) => {
      const course = courses.get(id);
      if (course === undefined) throw new Error(`Student ${student} asks for the unknown course ${id}.`);
      return course;
    });
    for (const [i, course] of row.entries()) seatsOf[course].push(seats.values.length + i);
    seats.add(row);
  }
  const courseSeats = new Rows();
  for (const row of seatsOf) courseSeats.add(row);
  const image = {
    meetings: meetings.length,
    seatStart: seats.starts(),
    studentOf: Int32Array.from(sectioning.requests.flatMap(({ courses: ids }, s) => ids.map(() => s))),
    courseOf: seats.all(),
    courseSeatStart: courseSeats.starts(),
    courseSeat: courseSeats.all(),
    choiceStart: Int32Array.from(choiceStart),
    classStart: classes.starts(),
    class: classes.all(),
    limit,
    price: level === 'soft' ? weight : 0,
  };
  return { ...image, initialChoice: initialChoices(image, sectioning.requests, index, students) };
}

/** The choices that match the students' meetings; -1 for a seat whose classes are no choice of its course. */
function initialChoices(
  image: Omit<SectioningImage, 'initialChoice'>,
  requests: readonly { readonly student: string }[],
  index: ReadonlyMap<string, number>,
  students: readonly Student[],
): Int32Array {
  const { seatStart, courseOf, choiceStart, classStart } = image;
  const choices = new Int32Array(courseOf.length).fill(-1);
  if (students.length === 0) return choices;
  const key = (list: Iterable<number>) => [...list].sort((a, b) => a - b).join();
  const byKey = new Map<string, number>();
  const courseOfMeeting = new Int32Array(image.meetings).fill(-1);
  for (let c = 0; c < choiceStart.length - 1; c++) {
    for (let choice = choiceStart[c]; choice < choiceStart[c + 1]; choice++) {
      const row = image.class.subarray(classStart[choice], classStart[choice + 1]);
      for (const m of row) courseOfMeeting[m] = c;
      byKey.set(key(row), choice);
    }
  }
  const attended = new Map(students.map(({ id, meetings }) => [id, meetings]));
  for (const [s, { student }] of requests.entries()) {
    const attendedMeetings = (attended.get(student) ?? []).flatMap((id) => index.get(id) ?? []);
    for (let seat = seatStart[s]; seat < seatStart[s + 1]; seat++) {
      const row = attendedMeetings.filter((m) => courseOfMeeting[m] === courseOf[seat]);
      choices[seat] = byKey.get(key(row)) ?? -1;
    }
  }
  return choices;
}

/** Whether all students attend all their courses. */
export const isAssigned = ({ initialChoice }: SectioningImage): boolean =>
  initialChoice.every((choice) => choice >= 0);

/** Whether additionally no class is too full. */
export function isWithinLimits(image: SectioningImage): boolean {
  if (!isAssigned(image)) return false;
  const { initialChoice, classStart, class: classes, limit } = image;
  const count = new Int32Array(limit.length);
  for (const choice of initialChoice) {
    for (let i = classStart[choice]; i < classStart[choice + 1]; i++) count[classes[i]]++;
  }
  return count.every((students, m) => students <= limit[m]);
}

/** The students of a problem with these choices of their seats. */
export function studentsOf(problem: Problem, image: SectioningImage, choices: Int32Array): Student[] {
  const { seatStart, classStart } = image;
  return (problem.sectioning?.requests ?? []).map(({ student: id }, s) => ({
    id,
    meetings: [...choices.subarray(seatStart[s], seatStart[s + 1])].flatMap((choice) =>
      [...image.class.subarray(classStart[choice], classStart[choice + 1])].map(
        (m) => problem.meetings[m].id,
      ),
    ),
  }));
}

/** Whether a course can be attended: one class of every subpart of a configuration, with its parent. */
export const canBeAttended = (course: SectionedCourse): boolean => choicesOf(course, 1).length > 0;

/** Every way to attend a course; if there are very many, a selection with a fair share of every class. */
function choicesOf({ configurations }: SectionedCourse, most = CHOICES_MAX): SectionedClass[][] {
  const found: SectionedClass[][] = [];
  let turn = 0;
  let steps = 0;
  const extend = (
    subparts: readonly (readonly SectionedClass[])[],
    selected: SectionedClass[],
    limitLeft: number,
  ) => {
    const [subpart, ...rest] = subparts;
    if (!subpart) {
      found.push(selected);
      return;
    }
    const possible = subpart.filter((one) => fitsParents(one, subpart, selected, rest));
    const begin = limitLeft < CHOICES_MAX ? turn++ : 0;
    for (let i = 0, left = limitLeft; i < possible.length && left > 0 && steps++ < STEPS_MAX; i++) {
      const before = found.length;
      const share = Math.ceil(left / (possible.length - i));
      extend(rest, [...selected, possible[(begin + i) % possible.length]], share);
      left -= found.length - before;
    }
  };
  for (const configuration of configurations) {
    extend(configuration, [], Math.ceil(most / configurations.length));
  }
  return found;
}

/** Whether a class fits the selected ones: its parent is among them or still to come, and so are theirs. */
function fitsParents(
  candidate: SectionedClass,
  subpart: readonly SectionedClass[],
  selected: readonly SectionedClass[],
  rest: readonly (readonly SectionedClass[])[],
): boolean {
  const has = (list: readonly SectionedClass[], id: string) => list.some(({ meeting }) => meeting === id);
  const isParentThere =
    candidate.parent === undefined ||
    has(selected, candidate.parent) ||
    rest.some((later) => has(later, candidate.parent as string));
  const isAwaited = selected.every(
    ({ parent }) => parent === undefined || parent === candidate.meeting || !has(subpart, parent),
  );
  return isParentThere && isAwaited;
}
