import type { Placement, Problem } from '../model.js';
import { State } from './general/state.js';
import { finished, type Pieces } from '../pieces.js';
import { compiling } from './image/compile.js';

/** The placements of a timetable of the search: times, rooms and teachers of all meetings, -1 = none. */
export function placementsFrom({ meetings, rooms, teachers }: Problem, timetable: Int32Array): Placement[] {
  const n = meetings.length;
  return meetings.flatMap(({ id }, m): Placement[] => {
    if (timetable[m] < 0) return [];
    const room = rooms[timetable[n + m]]?.id ?? null;
    const teacher = teachers[timetable[2 * n + m]]?.id ?? null;
    return [{ meeting: id, time: timetable[m], room, teacher }];
  });
}

/** The inverse of `placementsFrom`; unknown ids become -2, which equals no option. */
export function timetableFrom(problem: Problem, placements: readonly Placement[]): Int32Array {
  const n = problem.meetings.length;
  const timetable = new Int32Array(3 * n).fill(-1);
  const indexOf = (list: readonly { readonly id: string }[]) => new Map(list.map(({ id }, i) => [id, i]));
  const meetings = indexOf(problem.meetings);
  const rooms = indexOf(problem.rooms);
  const teachers = indexOf(problem.teachers);
  for (const { meeting, time, room, teacher } of placements) {
    const m = meetings.get(meeting);
    if (m === undefined || time >= problem.times.length) continue;
    timetable[m] = time;
    timetable[n + m] = room === null ? -1 : (rooms.get(room) ?? -2);
    timetable[2 * n + m] = teacher === null ? -1 : (teachers.get(teacher) ?? -2);
  }
  return timetable;
}

/** The state of the search for a timetable, clashes included. */
export const stateOf = (problem: Problem, placements: readonly Placement[]): State =>
  finished(stating(problem, placements));

/** The same in pieces. */
export function* stating(problem: Problem, placements: readonly Placement[]): Pieces<State> {
  const image = yield* compiling(problem);
  yield;
  const state = new State(image);
  yield;
  const timetable = timetableFrom(problem, placements);
  for (let m = 0; m < image.meetings; m++) {
    insertOne(state, timetable, m);
    yield;
  }
  return state;
}

/** Times, rooms and teachers of a state, one array after the other. */
export function timetableOf({ image, time, room, teacher }: State): Int32Array {
  const timetable = new Int32Array(3 * image.meetings);
  timetable.set(time);
  timetable.set(room, image.meetings);
  timetable.set(teacher, 2 * image.meetings);
  return timetable;
}

/** Inserts the timetable, clashes included. */
export function insertAll(state: State, timetable: Int32Array): void {
  for (let m = 0; m < state.image.meetings; m++) insertOne(state, timetable, m);
}

function insertOne(state: State, timetable: Int32Array, m: number): void {
  const n = state.image.meetings;
  if (timetable[m] >= 0) state.insert(m, timetable[m], timetable[n + m], timetable[2 * n + m]);
}
