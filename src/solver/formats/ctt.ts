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

interface Sections {
  readonly header: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, readonly string[][]>;
}

/**
 * Reads an instance of ITC-2007 track 3 (`.ctt`; of `.ectt` the parts that coincide) as a problem of profile UD2.
 * A course becomes a teaching class, a curriculum a group, a lecture a meeting `course#number` (from 1).
 */
export function readCtt(text: string): Problem {
  const { header, rows } = sectionsOf(text);
  const number = (key: string) => positive(header.get(key), key);
  const days = number('Days');
  const periods = number('Periods_per_day');
  const courses = rows.get('COURSES') ?? [];
  const curricula = rows.get('CURRICULA') ?? [];
  const unavailable = new Set(
    (rows.get('UNAVAILABILITY_CONSTRAINTS') ?? []).map(
      ([course, day, period]) => `${course} ${day} ${period}`,
    ),
  );
  expectCount('Courses', header, courses);
  expectCount('Rooms', header, rows.get('ROOMS') ?? []);
  expectCount('Curricula', header, curricula);
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
  return {
    name: header.get('Name') ?? 'unnamed',
    calendar: { weeks: 1, days, periods },
    times: interner.times,
    rooms: (rows.get('ROOMS') ?? []).map(roomOf),
    teachers: teachersOf(courses),
    groups: curricula.map(([id]): Group => ({ id, name: id, size: 0 })),
    teachingClasses: courses.map(classOf),
    meetings: courses.flatMap((course) => meetingsOf(course, curricula, timesOf(course[0]))),
    profile: 'UD2',
  };
}

/** One line `course room day period` per placed lecture, the format of the competition. */
export function writeCttSolution(problem: Problem, placements: readonly Placement[]): string {
  const classOf = new Map(problem.meetings.map((meeting) => [meeting.id, meeting.teachingClass]));
  const lines = placements.map(({ meeting, room, time }) => {
    const { days, start } = problem.times[time];
    return `${classOf.get(meeting)} ${room} ${Math.log2(days)} ${start}`;
  });
  return lines.join('\n') + '\n';
}

/** Reads such lines back: the lectures of a course are numbered in the order of the lines. */
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

function sectionsOf(text: string): Sections {
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
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function expectCount(key: string, header: ReadonlyMap<string, string>, rows: readonly unknown[]): void {
  const expected = positive(header.get(key), key);
  if (expected !== rows.length)
    throw new Error(`The header says ${key}: ${expected}, but there are ${rows.length}.`);
}

function positive(text: string | undefined, key: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`"${key}: ${text ?? ''}" is not a whole number.`);
  return value;
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
  course: readonly string[],
  curricula: readonly string[][],
  times: readonly TimeOption[],
): Meeting[] {
  const [id, teacher, lectures, , students] = course;
  const groups = curricula
    .filter(([, , ...members]) => members.includes(id))
    .map(([curriculum]) => curriculum);
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
