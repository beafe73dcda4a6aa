import type { Meeting, Placement, Problem } from '../src/model.js';
import { compile } from '../src/search/image/compile.js';
import { Random } from '../src/search/random.js';
import { State } from '../src/search/general/state.js';
import { verify } from '../src/verify.js';

/** Every third meeting with somebody who teaches it too, as far as there is somebody else. */
export function assisted(meeting: Meeting, i: number, { teachers }: Problem): Meeting {
  const further = teachers[(i * 7) % teachers.length].id;
  return i % 3 !== 1 || meeting.teachers.includes(further)
    ? meeting
    : { ...meeting, furtherTeachers: [further] };
}

/** Any meeting put anywhere it is offered, clashes and all, many times over. */
export function shuffled(problem: Problem, seed: number, moves: number): State {
  const image = compile(problem);
  const state = new State(image);
  const random = new Random(seed);
  const any = (list: Int32Array, start: Int32Array, m: number) =>
    start[m] === start[m + 1] ? -1 : list[start[m] + random.below(start[m + 1] - start[m])];
  for (let i = 0; i < moves; i++) {
    const m = random.below(image.meetings);
    if (state.isPlaced(m)) state.remove(m);
    const t = any(image.time, image.timeStart, m);
    const r = image.needsRoom[m] ? any(image.room, image.roomStart, m) : -1;
    if (t >= 0 && (r >= 0 || !image.needsRoom[m]) && random.below(5) > 0) {
      state.insert(m, t, r, any(image.teacher, image.teacherStart, m));
    }
  }
  return state;
}

function placementsOf(problem: Problem, state: State): Placement[] {
  return problem.meetings.flatMap(({ id }, m): Placement[] =>
    state.time[m] < 0
      ? []
      : [
          {
            meeting: id,
            time: state.time[m],
            room: problem.rooms[state.room[m]]?.id ?? null,
            teacher: problem.teachers[state.teacher[m]]?.id ?? null,
          },
        ],
  );
}

/** The incremental cost of the state is the cost that the rules judge from nothing. */
export function expectAgreement(problem: Problem, state: State): void {
  const { score } = verify(problem, placementsOf(problem, state));
  const clashes = score.hard - (score.byRule.unplaced ?? 0);
  expect(state.soft).toBe(score.soft);
  expect(state.hard > 0).toBe(clashes > 0);
}
