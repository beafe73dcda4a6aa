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
} from '../model.js';

/** Days are bits of a number. */
const DAYS_MAX = 31;
/** Limit of the numbers in a file, so that no cost of the search exceeds 32 bits. */
const NUMBER_MAX = 1_000_000;

interface CttFile {
  readonly header: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, readonly string[][]>;
}

/**
 * Reads an instance of ITC-2007 track 3 (`.ctt`; of `.ectt` the parts that coincide) as a problem of profile
 * UD2. A course becomes a teaching class, a curriculum a group, a lecture a meeting `course#number` (from 1).
 */
export function readCtt(text: string): Problem {
  const { header, rows } = parseFile(text);
  const days = atLeastOne(header, 'Days');
  const periods = atLeastOne(header, 'Periods_per_day');
  if (days > DAYS_MAX) throw new Error(`"Days: ${days}" is too many: a week has at most ${DAYS_MAX}.`);
  const [courses, rooms, curricula, closed] = [
    'COURSES',
    'ROOMS',
    'CURRICULA',
    'UNAVAILABILITY_CONSTRAINTS',
  ].map((section) => rows.get(section) ?? []);
  expectCount('Courses', header, courses);
  expectCount('Rooms', header, rooms);
  expectCount('Curricula', header, curricula);
  for (const key of ['Constraints', 'UnavailabilityConstraints'])
    if (header.has(key)) expectCount(key, header, closed);
  const courseIds = idsOf('course', courses);
  idsOf('room', rooms);
  idsOf('curriculum', curricula);
  const curriculaOf = membershipsOf(curricula, courseIds);
  const unavailable = closedSlotsOf(closed, courseIds, { days, periods });
  const interner = new TimeInterner();
  for (let day = 0; day < days; day++) {
    for (let period = 0; period < periods; period++) {
      interner.index({ weeks: '1', days: 1 << day, start: period, length: 1 });
    }
  }
  const timesOf = (course: string): TimeOption[] =>
    interner.times.flatMap((_, time) => {
      const slot = `${course} ${Math.floor(time / periods)} ${time % periods}`;
      return unavailable.has(slot) ? [] : [{ time }];
    });
  const meetings = courses.flatMap((course) =>
    meetingsOf(course, curriculaOf.get(course[0]) ?? [], timesOf(course[0])),
  );
  const taughtClasses = new Set(meetings.map(({ teachingClass }) => teachingClass));
  return {
    name: header.get('Name') ?? 'unnamed',
    calendar: { weeks: 1, days, periods },
    times: interner.times,
    rooms: rooms.map(roomOf),
    teachers: teachersOf(courses),
    groups: curricula.map(([id]): Group => ({ id, name: id, size: 0 })),
    teachingClasses: courses.map(classOf).filter(({ id }) => taughtClasses.has(id)),
    meetings,
    profile: 'UD2',
  };
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

const isBelow = (text: string, end: number): boolean => /^\d+$/.test(text) && Number(text) < end;

function parseFile(text: string): CttFile {
  const header = new Map<string, string>();
  const rows = new Map<string, string[][]>();
  let current: string[][] | undefined;
  for (const line of linesOf(text)) {
    if (/^END\b/.test(line)) break;
    const section = /^([A-Z_]+):$/.exec(line);
    const field = /^(\w+):\s*(.*)$/.exec(line);
    if (section) rows.set(section[1], (current = []));
    else if (current) current.push(line.split(/\s+/));
    else if (field) header.set(field[1], field[2]);
    else throw new Error(`Line not understood: "${line}".\nMaybe the file is not an ITC-2007 instance.`);
  }
  return { header, rows };
}

function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function expectCount(key: string, header: ReadonlyMap<string, string>, rows: readonly unknown[]): void {
  const expected = positive(header.get(key), key);
  if (expected !== rows.length)
    throw new Error(`The header says ${key}: ${expected}, but there are ${rows.length}.`);
}

function positive(text: string | undefined, key: string): number {
  if (!/^\d+$/.test(text ?? '')) throw new Error(`"${key}: ${text ?? ''}" is not a whole number.`);
  if (Number(text) > NUMBER_MAX) throw new Error(`"${key}: ${text}" is more than ${NUMBER_MAX}.`);
  return Number(text);
}

function atLeastOne(header: ReadonlyMap<string, string>, key: string): number {
  const value = positive(header.get(key), key);
  if (value === 0) throw new Error(`"${key}: 0" leaves no time for any lecture.`);
  return value;
}

/** The first words of the rows, which must be unique. */
function idsOf(kind: string, rows: readonly string[][]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [id] of rows) {
    if (ids.has(id)) throw new Error(`There are two rows for the ${kind} ${id}.`);
    ids.add(id);
  }
  return ids;
}

/** The curricula of each course. */
function membershipsOf(curricula: readonly string[][], courses: ReadonlySet<string>): Map<string, string[]> {
  const curriculaOf = new Map<string, string[]>();
  for (const [id, size, ...members] of curricula) {
    if (positive(size, `courses of ${id}`) !== members.length)
      throw new Error(`Curriculum ${id} says ${size} courses, but there are ${members.length}.`);
    for (const course of new Set(members)) {
      if (!courses.has(course))
        throw new Error(`Curriculum ${id} names the course ${course}, which is not listed.`);
      const ids = curriculaOf.get(course);
      if (ids) ids.push(id);
      else curriculaOf.set(course, [id]);
    }
  }
  return curriculaOf;
}

/** Courses with day and period in which they cannot take place, as `course day period`. */
function closedSlotsOf(
  rows: readonly string[][],
  courses: ReadonlySet<string>,
  { days, periods }: { readonly days: number; readonly periods: number },
): Set<string> {
  for (const row of rows) {
    const [course, day, period] = row;
    const refuse = (why: string) => new Error(`Unavailability "${row.join(' ')}": ${why}`);
    if (!courses.has(course)) throw refuse(`there is no course ${course}.`);
    if (!isBelow(day ?? '', days) || !isBelow(period ?? '', periods))
      throw refuse(`day must be 0 to ${days - 1} and period 0 to ${periods - 1}.`);
  }
  return new Set(rows.map(([course, day, period]) => `${course} ${Number(day)} ${Number(period)}`));
}

function roomOf([id, capacity]: readonly string[]): Room {
  return { id, name: id, capacity: positive(capacity, `capacity of ${id}`) };
}

function teachersOf(courses: readonly string[][]): Teacher[] {
  return [...new Set(courses.map((course) => course[1]))].map((id) => ({ id, name: id }));
}

function classOf([id, , , minimumDays]: readonly string[]): TeachingClass {
  return { id, name: id, course: id, minimumDays: positive(minimumDays, `working days of ${id}`) };
}

function meetingsOf(
  [id, teacher, lectures, , students]: readonly string[],
  groups: readonly string[],
  times: readonly TimeOption[],
): Meeting[] {
  const size = positive(students, `students of ${id}`);
  return Array.from({ length: positive(lectures, `lectures of ${id}`) }, (_, lecture) => ({
    id: `${id}#${lecture + 1}`,
    teachingClass: id,
    size,
    teachers: [teacher],
    groups,
    times,
  }));
}
