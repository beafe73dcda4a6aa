import { fullSemester } from '../../../bench/solver/full-semester.js';
import { Ejection } from '../../../src/search/general/ejection.js';
import { State } from '../../../src/search/general/state.js';
import { Trying } from '../../../src/search/general/trying.js';
import { compile } from '../../../src/search/image/compile.js';
import { Random } from '../../../src/search/random.js';
import { insertAll } from '../../../src/search/timetable.js';
import { solve } from '../../../src/solve.js';
import { verify } from '../../../src/verify.js';
import { meeting, tiny } from '../../tiny.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
const never = () => false;
const small = { name: 'full', groups: 5, occupancy: 100, closed: 20 };

test.each([1, 2, 3])('seed %d: a semester without a place to spare is completed', (seed) => {
  const problem = fullSemester(small, 1);
  const options = { seed, limit: { moves: 400_000 }, walks: 1, stopWhenComplete: true };
  const { unplaced, placements } = solve(problem, options, host);
  expect(unplaced).toEqual([]);
  expect(verify(problem, placements).isFeasible).toBe(true);
});

test('the fullest timetable is kept, and is one without clashes', () => {
  const problem = fullSemester({ ...small, groups: 8 }, 2);
  const image = compile(problem);
  const state = new State(image);
  const ejection = new Ejection(state, new Random(1), new Uint8Array(image.meetings));
  let before = ejection.fewest;
  for (let i = 0; i < 20; i++) {
    ejection.run(50, 0.15, never);
    expect(ejection.fewest).toBeLessThanOrEqual(before);
    before = ejection.fewest;
    const best = new State(image);
    insertAll(best, ejection.best());
    expect([best.hard, best.placed, best.soft]).toEqual([0, image.meetings - before, ejection.soft]);
  }
});

/** Three meetings of one group: a chain of two must leave before the third fits. */
const chain = tiny({
  meetings: [
    meeting('m1', { times: [{ time: 0 }, { time: 1 }] }),
    meeting('m2', { times: [{ time: 1 }, { time: 2 }] }),
    meeting('m3', { times: [{ time: 0 }] }),
  ],
});

test('the last one is placed by trying whom it may push where', () => {
  const state = new State(compile(chain));
  const [r, k] = [0, 0];
  state.insert(0, 0, r, k);
  state.insert(1, 1, r, k);
  expect(new Trying(state, new Random(1), new Uint8Array(3)).place(2)).toBe(true);
  expect([...state.time, state.hard, state.placed]).toEqual([1, 2, 0, 0, 3]);
});

test('trying leaves everything as it was where nobody can make way', () => {
  const state = new State(compile(chain));
  state.insert(0, 0, 0, 0);
  state.insert(1, 1, 0, 0);
  const before = [...state.time, ...state.room, ...state.teacher, state.soft, state.hard];
  expect(new Trying(state, new Random(1), Uint8Array.of(1, 0, 0)).place(2)).toBe(false);
  expect([...state.time, ...state.room, ...state.teacher, state.soft, state.hard]).toEqual(before);
});
