import {
  TimeInterner,
  type Group,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type Teacher,
  type TeachingClass,
  type TimeOption,
} from '../../model.js';
import { CttFile, linesOf, type CttRow } from './ctt-file.js';
import { DAYS_MAX, LECTURES_MAX, MEETINGS_MAX, NUMBER_MAX } from '../../formats/bounds.js';
import { Faults, whole } from '../../formats/faults.js';
import { sizeFaults } from '../../sizes.js';

/** Periods of a day: the rules of the competition on days know as many. */
const PERIODS_MAX = 20;
const AMOUNT = whole(0, NUMBER_MAX);
/** Words of a row at most; the last one of courses and rooms is only in `.ectt`. */
const WORDS = { course: 6, room: 3, unavailability: 3, roomConstraint: 2 };

/** A row of `COURSES` in the file's numbers. */
interface Course {
  readonly row: CttRow;
  readonly id: string;
  readonly teacher: string;
  readonly lectures: number;
  readonly minimumDays: number;
  readonly students: number;
}

/**
 * Reads an instance of ITC-2007 track 3 (`.ctt`; of `.ectt` the parts that coincide) as a problem of profile
 * UD2. A course becomes a teaching class, a curriculum a group, a lecture a meeting `course#number` (from 1).
 * All numbers are judged before anything is made of them.
 * @throws Error that names every fault with its line, value and what is allowed
 */
export function readCtt(text: string): Problem {
  const faults = new Faults();
  const file = new CttFile(text, faults);
  const daysGiven = file.header('Days', whole(1, DAYS_MAX));
  const periodsGiven = file.header('Periods_per_day', whole(1, PERIODS_MAX));
  const [days, periods] = [daysGiven ?? DAYS_MAX, periodsGiven ?? PERIODS_MAX];
  const courses = file.rows('Courses', 'COURSES').map((row) => courseOf(row, file));
  const rooms = file.rows('Rooms', 'ROOMS').map((row) => roomOf(row, file));
  const curricula = file.rows('Curricula', 'CURRICULA');
  const closed = file.rows(['Constraints', 'UnavailabilityConstraints'], 'UNAVAILABILITY_CONSTRAINTS');
  const courseIds = idsOf('course', file.rows(null, 'COURSES'), file);
  const roomIds = idsOf('room', file.rows(null, 'ROOMS'), file);
  idsOf('curriculum', curricula, file);
  const curriculaOf = membershipsOf(curricula, courseIds, file);
  judgeRoomConstraints(file, courseIds, roomIds);
  const unavailable = closedSlotsOf(closed, courseIds, { days, periods, file });
  const lectures = courses.reduce((sum, course) => sum + course.lectures, 0);
  if (lectures > MEETINGS_MAX)
    faults.add('', `All courses have ${lectures} lectures together; at most ${MEETINGS_MAX} can be solved.`);
  faults.refuse();
  const interner = new TimeInterner();
  for (let day = 0; day < days; day++) {
    for (let period = 0; period < periods; period++) {
      interner.index({ weeks: '1', days: 1 << day, start: period, length: 1 });
    }
  }
  const always = interner.times.map((_, time): TimeOption => ({ time }));
  const timesOf = (course: string): readonly TimeOption[] => {
    const slots = unavailable.get(course);
    return slots ? always.filter(({ time }) => !slots.has(time)) : always;
  };
  const meetings = courses.flatMap((course) =>
    meetingsOf(course, curriculaOf.get(course.id) ?? [], timesOf(course.id)),
  );
  const taughtClasses = new Set(meetings.map(({ teachingClass }) => teachingClass));
  const problem: Problem = {
    name: file.name,
    calendar: { weeks: 1, days, periods },
    times: interner.times,
    rooms,
    teachers: teachersOf(courses),
    groups: curricula.map(({ words: [id] }): Group => ({ id, name: id, size: 0 })),
    teachingClasses: courses
      .map(({ id, minimumDays }): TeachingClass => ({ id, name: id, course: id, minimumDays }))
      .filter(({ id }) => taughtClasses.has(id)),
    meetings,
    profile: 'UD2',
  };
  faults.addAll(sizeFaults(problem));
  faults.refuse();
  return problem;
}

/** One line `course room day period` per placed lecture, the format of the competition. */
export function writeCttSolution(problem: Problem, placements: readonly Placement[]): string {
  const classOf = new Map(problem.meetings.map((meeting) => [meeting.id, meeting.teachingClass]));
  const lines = placements.map(({ meeting, room, time }) => {
    const { days, start } = problem.times[time];
    return `${classOf.get(meeting)} ${room} ${31 - Math.clz32(days)} ${start}`;
  });
  return lines.join('\n') + '\n';
}

/** Reads such lines; the lectures of a course are numbered in the order of the lines. */
export function readCttSolution(problem: Problem, text: string): Placement[] {
  const counts = new Map<string, number>();
  const { days, periods } = problem.calendar;
  const teacherOf = new Map(problem.meetings.map((meeting) => [meeting.id, meeting.teachers[0] ?? null]));
  const rooms = new Set(problem.rooms.map(({ id }) => id));
  return linesOf(text).map((line): Placement => {
    const [course, room, day, period, ...more] = line.split(/\s+/);
    const count = (counts.get(course) ?? 0) + 1;
    counts.set(course, count);
    const meeting = `${course}#${count}`;
    const refuse = (why: string) => new Error(`Solution line "${line}": ${why}`);
    if (period === undefined || more.length > 0) throw refuse('it must be: course room day period.');
    if (!isBelow(day, days) || !isBelow(period, periods))
      throw refuse(`day must be 0 to ${days - 1} and period 0 to ${periods - 1}.`);
    if (!rooms.has(room)) throw refuse(`there is no room ${room}.`);
    if (!teacherOf.has(meeting)) throw refuse(`there is no lecture ${count} of ${course}.`);
    return {
      meeting,
      room,
      time: Number(day) * periods + Number(period),
      teacher: teacherOf.get(meeting) ?? null,
    };
  });
}

const isBelow = (text: string, end: number): boolean => /^\d{1,9}$/.test(text) && Number(text) < end;

function courseOf(row: CttRow, file: CttFile): Course {
  const [id, teacher, lectures, minimumDays, students, double] = row.words;
  file.requireWords(row, WORDS.course);
  if (double !== undefined) file.number(row, `double lectures of ${id}`, double, whole(0, 1));
  if (teacher === undefined) file.fault(row, `course ${id} has no teacher.`);
  return {
    row,
    id,
    teacher: teacher ?? '',
    lectures: file.number(row, `lectures of ${id}`, lectures, whole(0, LECTURES_MAX)),
    minimumDays: file.number(row, `working days of ${id}`, minimumDays, AMOUNT),
    students: file.number(row, `students of ${id}`, students, AMOUNT),
  };
}

function roomOf(row: CttRow, file: CttFile): Room {
  const [id, capacity, building] = row.words;
  file.requireWords(row, WORDS.room);
  if (building !== undefined) file.number(row, `building of ${id}`, building, AMOUNT);
  return { id, name: id, capacity: file.number(row, `capacity of ${id}`, capacity, AMOUNT) };
}

/** The first words of the rows, which must be unique. */
function idsOf(kind: string, rows: readonly CttRow[], file: CttFile): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const row of rows) {
    const [id] = row.words;
    if (ids.has(id)) file.fault(row, `There are two rows for the ${kind} ${id}.`);
    ids.add(id);
  }
  return ids;
}

/** The curricula of each course. */
function membershipsOf(
  curricula: readonly CttRow[],
  courses: ReadonlySet<string>,
  file: CttFile,
): Map<string, string[]> {
  const curriculaOf = new Map<string, string[]>();
  for (const row of curricula) {
    const [id, size, ...members] = row.words;
    const count = file.number(row, `courses of ${id}`, size, AMOUNT);
    if (count !== members.length && AMOUNT.fits(size ?? ''))
      file.fault(row, `Curriculum ${id} says ${count} courses, but there are ${members.length}.`);
    for (const course of new Set(members)) {
      if (!courses.has(course))
        file.fault(row, `Curriculum ${id} names the course ${course}, which is not listed.`);
      const ids = curriculaOf.get(course);
      if (ids) ids.push(id);
      else curriculaOf.set(course, [id]);
    }
  }
  return curriculaOf;
}

/** Rooms in which courses cannot take place: judged, but of another problem than UD2. */
function judgeRoomConstraints(file: CttFile, courses: ReadonlySet<string>, rooms: ReadonlySet<string>): void {
  for (const row of file.rows(['RoomConstraints'], 'ROOM_CONSTRAINTS')) {
    const [course, room = ''] = row.words;
    file.requireWords(row, WORDS.roomConstraint);
    const refuse = (why: string) => file.fault(row, `Room constraint "${row.words.join(' ')}": ${why}`);
    if (!courses.has(course)) refuse(`there is no course ${course}.`);
    if (!rooms.has(room)) refuse(`there is no room ${room}.`);
  }
}

/** The times at which courses cannot take place. */
function closedSlotsOf(
  rows: readonly CttRow[],
  courses: ReadonlySet<string>,
  { days, periods, file }: { readonly days: number; readonly periods: number; readonly file: CttFile },
): Map<string, Set<number>> {
  const closed = new Map<string, Set<number>>();
  for (const row of rows) {
    const [course, day = '', period = ''] = row.words;
    file.requireWords(row, WORDS.unavailability);
    const refuse = (why: string) => file.fault(row, `Unavailability "${row.words.join(' ')}": ${why}`);
    if (!courses.has(course)) refuse(`there is no course ${course}.`);
    else if (!isBelow(day, days) || !isBelow(period, periods))
      refuse(`day must be 0 to ${days - 1} and period 0 to ${periods - 1}.`);
    const slots = closed.get(course) ?? new Set();
    closed.set(course, slots);
    slots.add(Number(day) * periods + Number(period));
  }
  return closed;
}

function teachersOf(courses: readonly Course[]): Teacher[] {
  return [...new Set(courses.map(({ teacher }) => teacher))].map((id) => ({ id, name: id }));
}

function meetingsOf(
  { id, teacher, lectures, students }: Course,
  groups: readonly string[],
  times: readonly TimeOption[],
): Meeting[] {
  return Array.from({ length: lectures }, (_, lecture) => ({
    id: `${id}#${lecture + 1}`,
    teachingClass: id,
    size: students,
    teachers: [teacher],
    groups,
    times,
  }));
}
