import { readFileSync } from 'node:fs';
import { readCtt } from '../../src/solver/formats/ctt.js';
import { compile } from '../../src/solver/search/compile.js';
import { makeLectureKernel } from '../../src/solver/search/lecture-kernel.js';
import { lectureShapeOf, type LectureShape } from '../../src/solver/search/lecture-shape.js';
import { Random } from '../../src/solver/search/random.js';
import { insertAll } from '../../src/solver/search/runner.js';
import { State } from '../../src/solver/search/state.js';
import { campus } from '../../bench/solver/campus.js';

const problemOf = (name: string) => readCtt(readFileSync(`instances/itc2007-ctt/${name}.ctt`, 'utf8'));

test.each(['comp01', 'comp04', 'comp05', 'comp07'])(
  'after any moves on %s the counters agree with the general state',
  (name) => {
    const image = compile(problemOf(name));
    const shape = lectureShapeOf(image) as LectureShape;
    const nowhere = new Int32Array(3 * image.meetings).fill(-1);
    for (const seed of [1, 2, 3]) {
      const kernel = makeLectureKernel(shape, new Random(seed), nowhere)!;
      for (const temperature of [100, 20, 3, 0.3]) {
        kernel.run(20_000, { temperature, hardWeight: 3 });
        const state = new State(image);
        insertAll(state, kernel.present());
        expect(kernel.soft).toBe(state.soft);
        expect(kernel.hard === 0).toBe(state.hard === 0);
        const best = new State(image);
        insertAll(best, kernel.best());
        expect(kernel.bestSoft).toBe(best.soft);
      }
    }
  },
);

test('problems of another shape are left to the general walk', () => {
  expect(lectureShapeOf(compile(campus({ classes: 6 })))).toBeNull();
  const locked = problemOf('comp01');
  const [first, ...others] = locked.meetings;
  expect(
    lectureShapeOf(compile({ ...locked, meetings: [{ ...first, lock: { time: 3 } }, ...others] })),
  ).toBeNull();
  expect(
    lectureShapeOf(
      compile({
        ...locked,
        reference: [{ meeting: first.id, time: 3, room: null, teacher: null }],
        rules: { 'fewest-changes': { level: 'soft', weight: 9 } },
      }),
    ),
  ).toBeNull();
});
