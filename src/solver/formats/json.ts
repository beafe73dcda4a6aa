import type { z } from 'zod';
import type { Placement, Problem, TimeSpan } from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import { PROBLEM, SOLUTION } from './json-shape.js';

/** Maximum number of schema errors shown. */
const FAULTS_SHOWN = 5;

/**
 * Reads a problem in the engine's own format: the type `Problem` as JSON.
 * @throws Error that names the position of a misspelt, misplaced or dangling entry
 */
export function readJsonProblem(text: string): Problem {
  const problem = parse(text, PROBLEM);
  requireTimes(problem);
  requireReferences(problem);
  for (const { id } of RULES) settingOf(problem, id);
  return problem;
}

/** Writes placements as JSON, with the problem's name. */
export function writeJsonSolution(problem: Problem, placements: readonly Placement[]): string {
  return JSON.stringify({ problem: problem.name, placements }, null, 2) + '\n';
}

/** Reads such placements. */
export function readJsonSolution(_problem: Problem, text: string): Placement[] {
  return parse(text, SOLUTION).placements;
}

function parse<T>(text: string, shape: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const shown = issues.slice(0, FAULTS_SHOWN).map(({ path, message }) => `${wordsOf(path)}: ${message}`);
  const rest = issues.length - shown.length;
  throw new Error([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'));
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

function requireTimes(problem: Problem): void {
  const { weeks, days, periods } = problem.calendar;
  const fit = (where: string, span: TimeSpan) => {
    if (span.weeks.length !== weeks)
      throw new Error(`${where}: "weeks" must be ${weeks} characters, one for each week of the calendar.`);
    if (span.days >= 2 ** days) throw new Error(`${where}: "days" goes beyond the last of ${days} days.`);
    if (span.start + span.length > periods)
      throw new Error(`${where} goes beyond the last of ${periods} periods.`);
  };
  for (const [i, span] of problem.times.entries()) fit(`times[${i}]`, span);
  for (const kind of ['rooms', 'teachers', 'groups'] as const) {
    for (const { id, unavailable = [] } of problem[kind])
      for (const [i, span] of unavailable.entries()) fit(`${kind}, ${id}: unavailable[${i}]`, span);
  }
}

function requireReferences(problem: Problem): void {
  const rooms = idsOf('rooms', problem.rooms);
  const teachers = idsOf('teachers', problem.teachers);
  const groups = idsOf('groups', problem.groups);
  const classes = idsOf('teachingClasses', problem.teachingClasses);
  const meetings = idsOf('meetings', problem.meetings);
  const need = (where: string, kind: string, existing: ReadonlySet<string>, ids: readonly string[]) => {
    const missing = ids.find((id) => !existing.has(id));
    if (missing !== undefined) throw new Error(`${where}: there is no ${kind} ${missing} in the problem.`);
  };
  const needTimes = (where: string, times: readonly number[]) => {
    const missing = times.find((time) => time >= problem.times.length);
    if (missing !== undefined) throw new Error(`${where}: there is no time ${missing} in the problem.`);
  };
  for (const meeting of problem.meetings) {
    const where = `Meeting ${meeting.id}`;
    const { lock = {}, rooms: offered = [] } = meeting;
    need(where, 'teaching class', classes, [meeting.teachingClass]);
    need(where, 'group', groups, meeting.groups);
    need(where, 'teacher', teachers, [...meeting.teachers, ...present(lock.teacher)]);
    need(where, 'room', rooms, [...offered.map(({ room }) => room), ...present(lock.room)]);
    needTimes(where, [...meeting.times.map(({ time }) => time), ...present(lock.time)]);
  }
  for (const [i, relation] of (problem.distributions ?? []).entries())
    need(`distributions[${i}]`, 'meeting', meetings, relation.meetings);
  for (const student of problem.students ?? [])
    need(`Student ${student.id}`, 'meeting', meetings, student.meetings);
  for (const { meeting, time, room, teacher } of problem.reference ?? []) {
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
  const courseIds = idsOf('sectioning.courses', courses);
  for (const { id, configurations } of courses) {
    for (const { meeting, parent } of configurations.flat(2))
      need(`Course ${id}`, 'meeting', meetings, present(meeting, parent));
  }
  for (const { student, courses: requested } of requests)
    need(`Student ${student}`, 'course', courseIds, requested);
}

/** All ids of a list, which must be unique. */
function idsOf(list: string, things: readonly { readonly id: string }[]): Set<string> {
  const ids = new Set<string>();
  for (const { id } of things) {
    if (ids.has(id)) throw new Error(`Two of "${list}" have the id ${id}.`);
    ids.add(id);
  }
  return ids;
}

function present<T>(...values: readonly (T | null | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined && value !== null);
}
