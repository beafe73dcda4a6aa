import type { z } from 'zod';
import { furtherOf, type Placement, type Problem, type TimeSpan } from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import { sizeFaults, unattendable } from '../sizes.js';
import { closersOfCircles } from './circles.js';
import { Faults, quoted } from './faults.js';
import { PROBLEM, SOLUTION } from './json-shape.js';

/** Longest message about one place. */
const MESSAGE_MAX = 400;

/**
 * Reads a problem in the engine's own format: the type `Problem` as JSON. Calls `pause` between its steps,
 * which may throw.
 * @throws Error that names the position of every misspelt, misplaced, dangling or too large entry
 */
export function readJsonProblem(text: string, pause: () => void = () => undefined): Problem {
  const problem = parse(text, PROBLEM, pause);
  const faults = new Faults();
  judgeTimes(problem, faults);
  judgeReferences(problem, faults);
  faults.refuse();
  pause();
  for (const { id } of RULES) settingOf(problem, id);
  faults.addAll(sizeFaults(problem));
  faults.refuse();
  for (const { id } of unattendable(problem))
    faults.add(`Course ${id}`, 'students request it, but its classes and their parents offer no way.');
  faults.refuse();
  return problem;
}

/**
 * Writes a problem as `readJsonProblem` reads it, the same text for the same problem: its keys in the order
 * of the format, an entry of a list on a line.
 * @throws Error when it is none
 */
export function writeJsonProblem(problem: Problem): string {
  const read = PROBLEM.safeParse(problem);
  if (!read.success) throw read.error;
  const parts = Object.entries(read.data).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const isList = Array.isArray(value) && value.length > 0;
    const written = isList
      ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
      : JSON.stringify(value);
    return [`${JSON.stringify(key)}: ${written}`];
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Writes placements as JSON, with the problem's name. */
export function writeJsonSolution(problem: Problem, placements: readonly Placement[]): string {
  return JSON.stringify({ problem: problem.name, placements }, null, 2) + '\n';
}

/** Reads such placements. */
export function readJsonSolution(_problem: Problem, text: string): Placement[] {
  return parse(text, SOLUTION).placements;
}

function parse<T>(text: string, shape: z.ZodType<T>, pause: () => void = () => undefined): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not JSON: ${(error as Error).message}`, { cause: error });
  }
  pause();
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const faults = new Faults();
  for (const { path, message } of read.error.issues)
    faults.add(wordsOf(path), faults.isFull ? '' : `${cut(message)}${valueWords(value, path)}`);
  faults.refuse();
  throw read.error;
}

/** A message that names many unknown keys, cut to a readable length. */
const cut = (message: string): string =>
  message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}…` : message;

/** ` (it is -1)`: the number or text in a place of the file; nothing of what is larger. */
function valueWords(root: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    root,
  );
  if (typeof value === 'string') return ` (it is ${quoted(value)})`;
  return typeof value === 'number' ? ` (it is ${value})` : '';
}

/** `meetings[3].times`. */
function wordsOf(path: readonly PropertyKey[]): string {
  return (
    path.reduce<string>((words, key) => {
      if (typeof key === 'number') return `${words}[${key}]`;
      return words === '' ? String(key) : `${words}.${String(key)}`;
    }, '') || 'The file'
  );
}

function judgeTimes(problem: Problem, faults: Faults): void {
  const { weeks, days, periods } = problem.calendar;
  const fit = (where: string, span: TimeSpan) => {
    if (span.weeks.length !== weeks)
      faults.add(where, `"weeks" must be ${weeks} characters, one for each week of the calendar.`);
    if (span.days >= 2 ** days) faults.add(where, `"days" goes beyond the last of ${days} days.`);
    if (span.start + span.length > periods)
      faults.add('', `${where} goes beyond the last of ${periods} periods.`);
  };
  for (const [i, span] of problem.times.entries()) fit(`times[${i}]`, span);
  for (const kind of ['rooms', 'teachers', 'groups'] as const) {
    for (const { id, unavailable = [] } of problem[kind])
      for (const [i, span] of unavailable.entries()) fit(`${kind}, ${id}: unavailable[${i}]`, span);
  }
}

/** Long, because it judges one list after the other of the problem, each in a few lines. */
function judgeReferences(problem: Problem, faults: Faults): void {
  const rooms = idsOf('rooms', problem.rooms, faults);
  const teachers = idsOf('teachers', problem.teachers, faults);
  const groups = idsOf('groups', problem.groups, faults);
  const classes = idsOf('teachingClasses', problem.teachingClasses, faults);
  const meetings = idsOf('meetings', problem.meetings, faults);
  const need = (where: string, kind: string, existing: ReadonlySet<string>, ids: readonly string[]) => {
    for (const missing of ids)
      if (!existing.has(missing)) faults.add(where, `there is no ${kind} ${missing} in the problem.`);
  };
  const needTimes = (where: string, times: readonly number[]) => {
    for (const missing of times)
      if (missing >= problem.times.length) faults.add(where, `there is no time ${missing} in the problem.`);
  };
  const once = (where: string, ids: readonly string[]) => {
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) faults.add(where, `it names ${id} twice.`);
      seen.add(id);
    }
  };
  for (const meeting of problem.meetings) {
    const where = `Meeting ${meeting.id}`;
    const { lock = {}, rooms: offered = [] } = meeting;
    need(where, 'teaching class', classes, [meeting.teachingClass]);
    need(where, 'group', groups, meeting.groups);
    const further = furtherOf(meeting);
    need(where, 'teacher', teachers, [...meeting.teachers, ...present(lock.teacher), ...further]);
    need(where, 'room', rooms, [...offered.map(({ room }) => room), ...present(lock.room)]);
    needTimes(where, [...meeting.times.map(({ time }) => time), ...present(lock.time)]);
    for (const stranger of Object.keys(meeting.teacherPenalties ?? {}))
      if (!meeting.teachers.includes(stranger))
        faults.add(where, `"teacherPenalties" names ${stranger}, who is none of its teachers.`);
    once(where, meeting.groups);
    once(where, [...meeting.teachers, ...further]);
    once(where, [...present(lock.teacher), ...further]);
    once(
      where,
      offered.map(({ room }) => room),
    );
    if (new Set(meeting.times.map(({ time }) => time)).size < meeting.times.length)
      faults.add(where, 'it names a time twice.');
  }
  for (const [i, relation] of (problem.distributions ?? []).entries()) {
    need(`distributions[${i}]`, 'meeting', meetings, relation.meetings);
    once(`distributions[${i}]`, relation.meetings);
  }
  idsOf('students', problem.students ?? [], faults);
  for (const student of problem.students ?? []) {
    need(`Student ${student.id}`, 'meeting', meetings, student.meetings);
    once(`Student ${student.id}`, student.meetings);
  }
  const reference = problem.reference ?? [];
  once(
    'reference',
    reference.map(({ meeting }) => meeting),
  );
  for (const { meeting, time, room, teacher } of reference) {
    const where = `The reference of ${meeting}`;
    need(where, 'meeting', meetings, [meeting]);
    needTimes(where, [time]);
    need(where, 'room', rooms, present(room));
    need(where, 'teacher', teachers, present(teacher));
  }
  const places = new Set([
    ...rooms,
    ...problem.rooms.flatMap(({ building, campus }) => present(building, campus)),
  ]);
  for (const [i, { from, to }] of (problem.travel ?? []).entries())
    need(`travel[${i}]`, 'room, building or campus', places, [from, to]);
  const { courses = [], requests = [] } = problem.sectioning ?? {};
  const courseIds = idsOf('sectioning.courses', courses, faults);
  for (const { id, configurations } of courses) {
    for (const { meeting, parent } of configurations.flat(2))
      need(`Course ${id}`, 'meeting', meetings, present(meeting, parent));
    for (const configuration of configurations) {
      const parents = new Map(configuration.flat().map(({ meeting, parent }) => [meeting, parent]));
      for (const meeting of closersOfCircles(parents))
        faults.add(`Course ${id}`, `the parent of ${meeting} closes a circle of parents.`);
    }
  }
  once(
    'sectioning.courses',
    courses.flatMap(({ configurations }) => configurations.flat(2).map(({ meeting }) => meeting)),
  );
  once(
    'sectioning.requests',
    requests.map(({ student }) => student),
  );
  for (const { student, courses: requested } of requests) {
    need(`Student ${student}`, 'course', courseIds, requested);
    once(`Student ${student}`, requested);
  }
}

/** All ids of a list, which must be unique. */
function idsOf(list: string, things: readonly { readonly id: string }[], faults: Faults): Set<string> {
  const ids = new Set<string>();
  for (const { id } of things) {
    if (ids.has(id)) faults.add('', `Two of "${list}" have the id ${id}.`);
    ids.add(id);
  }
  return ids;
}

function present<T>(...values: readonly (T | null | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined && value !== null);
}
