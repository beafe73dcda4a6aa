import {
  TimeInterner,
  type Distribution,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type Sectioning,
  type Student,
  type TimeSpan,
  type Travel,
} from '../../model.js';
import { sizeFaults, unattendable } from '../../sizes.js';
import { Faults } from '../../formats/faults.js';
import { judgeReferences } from './itc2019-references.js';
import { distributionTypeOf, judgeAttributes, Places } from './itc2019-shape.js';
import { all, child, escapeXml, readXml, within, type Element } from './xml.js';

/**
 * Reads an instance of ITC-2019 as a problem of that profile: a class becomes a meeting and a teaching class.
 * Calls `pause` now and then, which may throw.
 * @throws Error that names every fault with its line, element, value and what is allowed
 */
export function readItc2019(text: string, pause?: () => void): Problem {
  const root = readXml(text, pause);
  if (root.name !== 'problem') throw new Error(`<${root.name}> is not an ITC-2019 problem.`);
  const faults = new Faults();
  const places = new Places(text, faults);
  judgeAttributes(root, places);
  judgeReferences(root, places);
  faults.refuse();
  pause?.();
  const problem = problemOf(root);
  faults.addAll(sizeFaults(problem));
  faults.refuse();
  const offerless = new Set(unattendable(problem).map(({ id }) => id));
  for (const course of all(child(root, 'courses'), 'course'))
    if (offerless.has(attribute(course, 'id')))
      places.fault(course, 'students request it, but its classes and their parents offer no way.');
  faults.refuse();
  return problem;
}

function problemOf(root: Element): Problem {
  const weights = child(root, 'optimization');
  const interner = new TimeInterner();
  const classes = within(child(root, 'courses'), 'course', 'config', 'subpart', 'class');
  const rooms = all(child(root, 'rooms'), 'room');
  return {
    name: attribute(root, 'name'),
    calendar: {
      weeks: number(root, 'nrWeeks'),
      days: number(root, 'nrDays'),
      periods: number(root, 'slotsPerDay'),
    },
    meetings: classes.map((element) => meetingOf(element, interner)),
    times: interner.times,
    rooms: rooms.map(roomOf),
    travel: rooms.flatMap(travelOf),
    teachers: [],
    groups: [],
    teachingClasses: classes.map((element) => ({
      id: attribute(element, 'id'),
      name: attribute(element, 'id'),
    })),
    distributions: all(child(root, 'distributions'), 'distribution').map(distributionOf),
    sectioning: sectioningOf(root),
    profile: 'ITC2019',
    rules: {
      'time-preference': { weight: number(weights, 'time') },
      'room-preference': { weight: number(weights, 'room') },
      distribution: { weight: number(weights, 'distribution') },
      'student-conflict': { weight: number(weights, 'student') },
    },
  };
}

/** Writes a solution in the competition's format, with the students of every class. */
export function writeItc2019Solution(
  problem: Problem,
  placements: readonly Placement[],
  students: readonly Student[] = problem.students ?? [],
): string {
  const attending = new Map<string, string[]>();
  for (const { id, meetings } of students) {
    for (const meeting of meetings) attending.set(meeting, [...(attending.get(meeting) ?? []), id]);
  }
  const lines = placements.map(({ meeting, time, room }) => {
    const { days, start, weeks } = problem.times[time];
    const at = `days="${dayString(days, problem.calendar.days)}" start="${start}" weeks="${weeks}"`;
    const where = room === null ? '' : ` room="${escapeXml(room)}"`;
    const who = (attending.get(meeting) ?? []).map((id) => `<student id="${escapeXml(id)}"/>`).join('');
    return `  <class id="${escapeXml(meeting)}" ${at}${where}>${who}</class>`;
  });
  const head =
    `name="${escapeXml(problem.name)}" runtime="0" cores="1" technique="annealing" ` +
    `author="class-scheduling" institution="-" country="-"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<solution ${head}>\n${lines.join('\n')}\n</solution>\n`;
}

/** Reads placements; rejects times that the problem does not have. */
export function readItc2019Solution(problem: Problem, text: string): Placement[] {
  const times = new Map(problem.meetings.map((meeting) => [meeting.id, meeting.times]));
  return solutionClasses(text).map((element): Placement => {
    const meeting = attribute(element, 'id');
    if (!times.has(meeting)) throw new Error(`There is no class ${meeting} in the problem.`);
    const days = dayBits(attribute(element, 'days'));
    const start = number(element, 'start');
    const weeks = attribute(element, 'weeks');
    const option = times.get(meeting)?.find(({ time }) => {
      const span = problem.times[time];
      return span.days === days && span.start === start && span.weeks === weeks;
    });
    if (!option) throw new Error(`Class ${meeting} is placed at a time that it is not offered.`);
    return { meeting, time: option.time, room: element.attributes.get('room') ?? null, teacher: null };
  });
}

/** Reads the enrolments of a solution. */
export function readItc2019Students(text: string): Student[] {
  const meetings = new Map<string, string[]>();
  for (const element of solutionClasses(text)) {
    for (const student of all(element, 'student')) {
      const id = attribute(student, 'id');
      meetings.set(id, [...(meetings.get(id) ?? []), attribute(element, 'id')]);
    }
  }
  return [...meetings].map(([id, list]) => ({ id, meetings: list }));
}

function solutionClasses(text: string): Element[] {
  const root = readXml(text);
  if (root.name !== 'solution') throw new Error(`<${root.name}> is not an ITC-2019 solution.`);
  return all(root, 'class');
}

function meetingOf(element: Element, interner: TimeInterner): Meeting {
  const id = attribute(element, 'id');
  return {
    id,
    teachingClass: id,
    size: Number(element.attributes.get('limit') ?? 0),
    teachers: [],
    groups: [],
    times: all(element, 'time').map((time) => ({
      time: interner.index(spanOf(time)),
      penalty: Number(time.attributes.get('penalty') ?? 0),
    })),
    rooms: all(element, 'room').map((room) => ({
      room: attribute(room, 'id'),
      penalty: Number(room.attributes.get('penalty') ?? 0),
    })),
  };
}

function roomOf(element: Element): Room {
  const id = attribute(element, 'id');
  const capacity = Number(element.attributes.get('capacity') ?? 0);
  return { id, name: id, capacity, unavailable: all(element, 'unavailable').map(spanOf) };
}

function travelOf(element: Element): Travel[] {
  const from = attribute(element, 'id');
  return all(element, 'travel').map((travel) => ({
    from,
    to: attribute(travel, 'room'),
    periods: number(travel, 'value'),
  }));
}

function distributionOf(element: Element): Distribution {
  const type = attribute(element, 'type');
  const known = distributionTypeOf(type);
  if (!known) throw new Error(`The distribution type "${type}" is unknown.`);
  return {
    ...known,
    meetings: all(element, 'class').map((member) => attribute(member, 'id')),
    required: element.attributes.get('required') === 'true',
    penalty: Number(element.attributes.get('penalty') ?? 0),
  };
}

function sectioningOf(root: Element): Sectioning | undefined {
  const students = all(child(root, 'students'), 'student');
  if (students.length === 0) return undefined;
  return {
    courses: all(child(root, 'courses'), 'course').map((course) => ({
      id: attribute(course, 'id'),
      configurations: all(course, 'config').map((configuration) =>
        all(configuration, 'subpart').map((subpart) =>
          all(subpart, 'class').map((element) => {
            const limit = element.attributes.get('limit');
            return {
              meeting: attribute(element, 'id'),
              parent: element.attributes.get('parent'),
              limit: limit === undefined ? undefined : Number(limit),
            };
          }),
        ),
      ),
    })),
    requests: students.map((student) => ({
      student: attribute(student, 'id'),
      courses: all(student, 'course').map((course) => attribute(course, 'id')),
    })),
  };
}

function spanOf(element: Element): TimeSpan {
  return {
    weeks: attribute(element, 'weeks'),
    days: dayBits(attribute(element, 'days')),
    start: number(element, 'start'),
    length: number(element, 'length'),
  };
}

function dayBits(days: string): number {
  return [...days].reduce((bits, bit, day) => (bit === '1' ? bits | (1 << day) : bits), 0);
}

/** Days as digits, one for each. */
export function dayString(bits: number, days: number): string {
  return Array.from({ length: days }, (_, day) => ((bits >> day) & 1 ? '1' : '0')).join('');
}

function attribute(element: Element, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined) throw new Error(`<${element.name}> lacks the attribute "${name}".`);
  return value;
}

function number(element: Element, name: string): number {
  const value = Number(attribute(element, name));
  if (!Number.isFinite(value)) throw new Error(`"${name}" of <${element.name}> is not a number.`);
  return value;
}
