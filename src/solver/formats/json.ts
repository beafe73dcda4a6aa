import type { Meeting, Placement, Problem } from '../model.js';

const LISTS = ['times', 'rooms', 'teachers', 'groups', 'teachingClasses', 'meetings'] as const;
const PROFILES: readonly unknown[] = ['UD2', 'ITC2019', 'PRODUCT'];

/** Reads a problem in the engine's own format: the type `Problem` as JSON. What it refers to must be there. */
export function readJsonProblem(text: string): Problem {
  const problem = parse(text) as Problem;
  for (const key of LISTS) {
    if (!Array.isArray(problem[key])) throw new Error(`"${key}" must be a list.`);
  }
  if (!PROFILES.includes(problem.profile))
    throw new Error(`"profile" must be one of ${PROFILES.join(', ')}.`);
  requireCalendar(problem);
  requireTimes(problem);
  requireReferences(problem);
  return problem;
}

/** Writes placements as JSON, with the problem's name. */
export function writeJsonSolution(problem: Problem, placements: readonly Placement[]): string {
  return JSON.stringify({ problem: problem.name, placements }, null, 2) + '\n';
}

/** Reads such placements back. */
export function readJsonSolution(_problem: Problem, text: string): Placement[] {
  const { placements } = parse(text) as { placements?: Placement[] };
  if (!Array.isArray(placements)) throw new Error('"placements" must be a list.');
  return placements;
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new Error(`It is not JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new Error('It must be a JSON object.');
}

function requireCalendar({ calendar }: Problem): void {
  for (const key of ['weeks', 'days', 'periods'] as const) {
    const value = (calendar as Partial<Problem['calendar']> | undefined)?.[key];
    if (!isCount(value) || value === 0) throw new Error(`"calendar.${key}" must be a whole number above 0.`);
  }
}

function requireTimes({ calendar, times }: Problem): void {
  for (const [index, { weeks, days, start, length }] of times.entries()) {
    const isPattern =
      typeof weeks === 'string' && weeks.length === calendar.weeks && /^[01]*1[01]*$/.test(weeks);
    if (!isPattern)
      throw new Error(`Time ${index}: "weeks" must be ${calendar.weeks} characters 0 or 1, not all 0.`);
    if (!isCount(days) || days >= 2 ** calendar.days || !isCount(start) || !isCount(length) || length === 0)
      throw new Error(
        `Time ${index}: "days", "start" and "length" must be whole numbers within the calendar.`,
      );
    if (start + length > calendar.periods) throw new Error(`Time ${index} goes beyond the last period.`);
  }
}

function requireReferences(problem: Problem): void {
  const idsOf = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id));
  const [rooms, teachers] = [idsOf(problem.rooms), idsOf(problem.teachers)];
  const [groups, classes] = [idsOf(problem.groups), idsOf(problem.teachingClasses)];
  const meetings = idsOf(problem.meetings);
  if (meetings.size < problem.meetings.length) throw new Error('Two meetings have the same id.');
  const need = (where: string, kind: string, known: ReadonlySet<string>, ids: readonly string[]) => {
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw new Error(`${where}: there is no ${kind} ${missing} in the problem.`);
  };
  for (const meeting of problem.meetings) {
    const where = `Meeting ${meeting.id}`;
    requireLists(where, meeting);
    const { lock, rooms: offered = [] } = meeting;
    need(where, 'teaching class', classes, [meeting.teachingClass]);
    need(where, 'group', groups, meeting.groups);
    need(where, 'teacher', teachers, [...meeting.teachers, ...present(lock?.teacher)]);
    need(where, 'room', rooms, [...offered.map(({ room }) => room), ...present(lock?.room)]);
    const times = [...meeting.times.map(({ time }) => time), ...present(lock?.time)];
    const unknown = times.find((time) => !isCount(time) || time >= problem.times.length);
    if (unknown !== undefined) throw new Error(`${where}: there is no time ${unknown} in the problem.`);
  }
  for (const [index, relation] of (problem.distributions ?? []).entries())
    need(`Distribution ${index}`, 'meeting', meetings, relation.meetings);
  for (const student of problem.students ?? [])
    need(`Student ${student.id}`, 'meeting', meetings, student.meetings);
}

function requireLists(where: string, meeting: Meeting): void {
  for (const key of ['times', 'teachers', 'groups'] as const)
    if (!Array.isArray(meeting[key])) throw new Error(`${where}: "${key}" must be a list.`);
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
