import { readFileSync } from 'node:fs';
import { readCtt } from '../../../src/competitions/index.js';
import { compile } from '../../../src/search/image/compile.js';
import { makeLectureKernel } from '../../../src/competitions/lectures/kernel.js';
import { lectureShapeOf, type LectureShape } from '../../../src/competitions/lectures/shape.js';
import { Random } from '../../../src/search/random.js';
import { insertAll } from '../../../src/search/timetable.js';
import { State } from '../../../src/search/general/state.js';
import { campus } from '../../../bench/solver/campus.js';

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

test.each(['comp01', 'comp05', 'comp06'])(
  'once without clashes, %s stays so, and its chains keep the counters right',
  (name) => {
    const image = compile(problemOf(name));
    const shape = lectureShapeOf(image) as LectureShape;
    const nowhere = new Int32Array(3 * image.meetings).fill(-1);
    const kernel = makeLectureKernel(shape, new Random(4), nowhere)!;
    for (let i = 0; i < 200 && kernel.hard > 0; i++) kernel.run(20_000, { temperature: 3, hardWeight: 1000 });
    expect(kernel.hard).toBe(0);
    for (const temperature of [30, 10, 3, 1]) {
      for (let i = 0; i < 20; i++) {
        kernel.run(5000, { temperature, hardWeight: 1 });
        const state = new State(image);
        insertAll(state, kernel.present());
        expect([kernel.hard, kernel.soft]).toEqual([0, state.soft]);
        expect(state.hard).toBe(0);
      }
    }
  },
);

test('a lecture whose only period is taken gets it by a chain of lectures that move over', () => {
  const shape = row([[0], [0, 1], [1, 2]]);
  const kernel = makeLectureKernel(shape, new Random(1), timetable([-1, 0, 1]))!;
  expect([...kernel.present().subarray(0, 3)]).toEqual([0, 1, 2]);
});

test('lectures that cannot all have places are left to the general walk', () => {
  const shape = row([[0], [0, 1], [0, 1]]);
  expect(makeLectureKernel(shape, new Random(1), timetable([-1, 0, 1]))).toBeNull();
});

/**
 * One room, three periods of one day, and a course of one lecture for each list of open periods; no costs.
 */
function row(open: number[][]): LectureShape {
  const n = open.length;
  const startOf = (lists: number[][]) =>
    Int32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).flat().length)]);
  return {
    lectures: n,
    courses: n,
    rooms: 1,
    days: 1,
    periodsPerDay: 3,
    periodOfTime: Int32Array.of(0, 1, 2),
    timeOfPeriod: Int32Array.of(0, 1, 2),
    courseOf: Int32Array.from(open, (_, c) => c),
    teacherOf: new Int32Array(n).fill(-1),
    roomCost: new Int32Array(n),
    openStart: startOf(open),
    open: Int32Array.from(open.flat()),
    ownerStart: new Int32Array(n + 1),
    owner: new Int32Array(0),
    tableOf: new Int32Array(0),
    table: new Int32Array(0),
    conflict: Uint8Array.from({ length: n * n }, (_, i) => Number(i % n === Math.floor(i / n))),
    minimumDays: new Int32Array(n),
    daysWeight: 0,
    stabilityWeight: 0,
  };
}

/** The lectures at these times, -1 = without a place, all in the one room. */
function timetable(times: number[]): Int32Array {
  return Int32Array.from([...times, ...times.map((time) => Math.min(time, 0)), ...times.map(() => -1)]);
}

test('problems with more lectures or resources than 16 bits count are left to the general walk', () => {
  const image = compile(problemOf('comp01'));
  expect(lectureShapeOf({ ...image, meetings: 0x8000 })).toBeNull();
  expect(lectureShapeOf({ ...image, resources: 0x8000 })).toBeNull();
});

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
