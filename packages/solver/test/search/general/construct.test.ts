import { plantedSemester } from '../../../bench/product/semester.js';
import type { Problem } from '../../../src/model.js';
import { Construction } from '../../../src/search/general/construct.js';
import { State } from '../../../src/search/general/state.js';
import { compile } from '../../../src/search/image/compile.js';
import { Random } from '../../../src/search/random.js';
import { meeting, tiny } from '../../tiny.js';

/** Constructs to the end. */
function constructed(problem: Problem, seed: number) {
  const state = new State(compile(problem));
  const construction = new Construction(state, new Random(seed), new Uint8Array(problem.meetings.length));
  const left: number[] = [];
  while (!construction.run(200, left));
  return { state, construction, left };
}

/** Ada alone may teach two meetings, and has no hours for more; Bob may teach the third, too. */
const shared: Problem = tiny({
  teachers: [
    { id: 't1', name: 'Ada', weeklyPeriods: 4 },
    { id: 't2', name: 'Bob' },
  ],
  meetings: [
    meeting('m1', { teachers: ['t1', 't2'], times: [{ time: 0 }], teacherPenalties: { t2: 5 } }),
    meeting('m2', { teachingClass: 'c2' }),
    meeting('m3', { teachingClass: 'c2' }),
  ],
});

test('who may be taught by others takes no hours from whom only one can teach', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { state, construction, left } = constructed(shared, seed);
    expect({ left, hard: state.hard, teacher: [...state.teacher] }).toEqual({
      left: [],
      hard: 0,
      teacher: [1, 0, 0],
    });
    expect(construction.evictions).toBe(0);
  }
});

test('bug: meetings were left over because a choice of teachers had used up the hours of one', () => {
  const { problem } = plantedSemester(2000, 1);
  const { state, left } = constructed(problem, 1);
  expect(left).toEqual([]);
  expect({ placed: state.placed, hard: state.hard }).toEqual({ placed: 2000, hard: 0 });
});

test('bug: evictions went on without end where they made nothing fuller', () => {
  const meetings = Array.from({ length: 40 }, (_, i) => meeting(`m${i}`, { teachers: ['t1', 't2'] }));
  const { state, construction, left } = constructed(tiny({ meetings }), 1);
  expect(state.placed + left.length).toBe(meetings.length);
  expect(state.hard).toBe(0);
  expect(construction.evictions).toBeGreaterThan(500);
  expect(construction.evictions).toBeLessThan(1000 + 3 * meetings.length);
});
