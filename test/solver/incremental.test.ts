import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { readCtt } from '../../src/solver/formats/ctt.js';
import type { Placement, Problem } from '../../src/solver/model.js';
import { compile } from '../../src/solver/search/compile.js';
import { Random } from '../../src/solver/search/random.js';
import { State } from '../../src/solver/search/state.js';
import { verify } from '../../src/solver/verify.js';
import { campus } from '../../bench/solver/campus.js';

/** Any meeting put anywhere it is offered, clashes and all, many times over. */
function shuffled(problem: Problem, seed: number, moves: number): State {
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

function expectAgreement(problem: Problem, state: State): void {
  const { score } = verify(problem, placementsOf(problem, state));
  const clashes = score.hard - (score.byRule.unplaced ?? 0);
  expect(state.soft).toBe(score.soft);
  expect(state.hard > 0).toBe(clashes > 0);
}

const everyRule: Problem['rules'] = {
  'consecutive-periods': { level: 'soft', weight: 3 },
  'isolated-meetings': { level: 'soft', weight: 2 },
  'travel-time': { level: 'soft', weight: 7 },
  'room-capacity': { level: 'soft', weight: 1 },
  'long-break': { level: 'soft', weight: 9 },
};

test('the incremental cost equals the cost judged from nothing, on made-up semesters with every soft rule', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 14 }), (seed, classes) => {
      const base = campus({ classes, seed, weeks: 1 + (seed % 20), days: 5 + (seed % 3), rooms: 4 });
      const problem: Problem = {
        ...base,
        rules: everyRule,
        travel: [
          { from: 'k0', to: 'k1', periods: 1 },
          { from: 'r0', to: 'r1', periods: 3 },
        ],
        reference: base.meetings.slice(0, 5).map((meeting) => ({
          meeting: meeting.id,
          time: meeting.times[0].time,
          room: 'r0',
          teacher: meeting.teachers[0],
        })),
      };
      expectAgreement(problem, shuffled(problem, seed, 60));
    }),
    { numRuns: 60 },
  );
});

test('turning rules hard or off changes both judgements alike', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const level = (n: number) => (['hard', 'soft', 'off'] as const)[Math.floor(seed / 3 ** n) % 3];
      const problem: Problem = {
        ...campus({ classes: 8, seed, rooms: 4 }),
        rules: {
          'minimum-working-days': { level: level(0) },
          'room-stability': { level: level(1) },
          'daily-load': { level: level(2) },
          'course-parts-apart': { level: level(3) },
          'teacher-compactness': { level: level(4) },
          evening: { level: level(5) },
          'room-type': { level: level(6), weight: 4 },
        },
      };
      expectAgreement(problem, shuffled(problem, seed, 40));
    }),
    { numRuns: 40 },
  );
});

test.each(['comp01', 'comp05', 'comp07'])('the incremental cost equals the judged cost on %s', (name) => {
  const problem = readCtt(readFileSync(`instances/itc2007-ctt/${name}.ctt`, 'utf8'));
  for (const seed of [1, 2, 3]) expectAgreement(problem, shuffled(problem, seed, 1500));
});

test('removing everything brings every counter back to nothing', () => {
  const problem = campus({ classes: 10, seed: 4 });
  const state = shuffled(problem, 9, 100);
  for (let m = 0; m < state.image.meetings; m++) if (state.isPlaced(m)) state.remove(m);
  expect([state.hard, state.soft, state.placed]).toEqual([0, 0, 0]);
});
