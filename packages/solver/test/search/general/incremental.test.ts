import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { plantedSemester } from '../../../bench/product/semester.js';
import { campus } from '../../../bench/solver/campus.js';
import { readCtt } from '../../../src/competitions/index.js';
import type { Problem } from '../../../src/model.js';
import { Entry } from '../../../src/search/general/entry.js';
import { Interchange } from '../../../src/search/general/interchange.js';
import { GeneralKernel } from '../../../src/search/general/kernel.js';
import { Price } from '../../../src/search/general/price.js';
import { Random } from '../../../src/search/random.js';
import { compile } from '../../../src/search/image/compile.js';
import { insertAll, timetableFrom } from '../../../src/search/timetable.js';
import { State } from '../../../src/search/general/state.js';
import { referenceOf } from '../../reference.js';
import { assisted, expectAgreement, shuffled } from '../../shuffle.js';
import { meeting, tiny } from '../../tiny.js';

const everyRule: Problem['rules'] = {
  'consecutive-periods': { level: 'soft', weight: 3 },
  'isolated-meetings': { level: 'soft', weight: 2 },
  'travel-time': { level: 'soft', weight: 7 },
  'room-capacity': { level: 'soft', weight: 1 },
  'long-break': { level: 'soft', weight: 9 },
  'daily-load': { level: 'soft', weight: 5 },
  'weekly-load': { level: 'soft', weight: 3 },
  'teacher-stability': { level: 'soft', weight: 4 },
};

/** The semester with limits and preferences that make-up semesters lack. */
const limited = (base: Problem): Problem => ({
  ...base,
  teachers: base.teachers.map((teacher, k) => ({ ...teacher, weeklyPeriods: 4 + (k % 5) })),
  meetings: base.meetings.map((meeting) => ({ ...meeting, teacherPenalties: { t1: 2, t2: 1 } })),
});

test(
  'the incremental cost equals the cost judged from nothing, on made-up semesters with every soft ' + 'rule',
  () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 14 }), (seed, classes) => {
        const base = campus({ classes, seed, weeks: 1 + (seed % 20), days: 5 + (seed % 3), rooms: 4 });
        const problem: Problem = {
          ...limited({ ...base, meetings: base.meetings.map((each, i) => assisted(each, i, base)) }),
          rules: everyRule,
          travel: [
            { from: 'k0', to: 'k1', periods: 1 },
            { from: 'r0', to: 'r1', periods: 3 },
          ],
          reference: referenceOf(base),
        };
        expectAgreement(problem, shuffled(problem, seed, 60));
      }),
      { numRuns: 30 },
    );
  },
);

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
    { numRuns: 30 },
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

/** A semester in which every rule finds something to judge, some of them hard. */
function everything(seed: number): Problem {
  const base = campus({
    classes: 4 + (seed % 12),
    seed,
    weeks: 4,
    days: 5 + (seed % 3),
    rooms: 5,
    teachers: 5,
  });
  const ids = base.meetings.map(({ id }) => id);
  const level = (n: number) => (['hard', 'soft', 'off'] as const)[Math.floor(seed / 3 ** n) % 3];
  return {
    ...limited(base),
    rules: {
      ...everyRule,
      'travel-time': { level: level(0), weight: 7 },
      'daily-load': { level: level(1), weight: 5 },
      'weekly-load': { level: level(2), weight: 3 },
      'course-parts-apart': { level: level(3), weight: 2 },
      'student-conflict': { level: level(4), weight: 2 },
      'fewest-changes': { level: level(5), weight: 6 },
    },
    meetings: limited(base).meetings.map((meeting, i) => ({
      ...assisted(meeting, i, base),
      ...(i % 3 === 0 && { teachers: base.teachers.slice(0, 3).map(({ id }) => id) }),
      rooms: i % 7 === 0 ? [] : undefined,
      times: meeting.times.map((option, j) => ({ ...option, penalty: (i + j) % 3 })),
    })),
    travel: [
      { from: 'k0', to: 'k1', periods: 1 },
      { from: 'r0', to: 'r1', periods: 3 },
    ],
    reference: referenceOf(base),
    students: [{ id: 's1', meetings: ids.slice(0, 4) }],
    distributions: [
      { type: 'DifferentDays', meetings: ids.slice(0, 3), required: false, penalty: 2 },
      { type: 'MaxDays', parameters: [1], meetings: ids.slice(2, 6), required: false, penalty: 3 },
    ],
  };
}

/** Any option of a meeting, or -1. */
function anyOf(list: Int32Array, start: Int32Array, m: number, random: Random): number {
  return start[m] === start[m + 1] ? -1 : list[start[m] + random.below(start[m + 1] - start[m])];
}

/** What removing meetings and placing them elsewhere changes; all is as before afterwards. */
function tried(state: State, moves: readonly (readonly [m: number, t: number, r: number, k: number])[]) {
  const { soft, hard } = state;
  const before = moves.map(([m]) => [m, state.time[m], state.room[m], state.teacher[m]] as const);
  const place = (to: readonly (readonly [number, number, number, number])[]) => {
    for (const [m] of to) state.remove(m);
    for (const [m, t, r, k] of to) state.insert(m, t, r, k);
  };
  place(moves);
  const change = { soft: state.soft - soft, hard: state.hard - hard };
  place(before);
  expect([state.soft, state.hard]).toEqual([soft, hard]);
  return change;
}

test('the price of a move is what making it changes, whatever the rules, clashes and all', () => {
  let [clashing, free] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const problem = everything(seed);
      const state = shuffled(problem, seed, seed % 2 === 0 ? 60 : 12);
      const { image } = state;
      const price = new Price(state);
      const random = new Random(seed);
      for (let trial = 0; trial < 200; trial++) {
        const m = random.below(image.meetings);
        if (!state.isPlaced(m)) continue;
        const isHere = () => random.below(3) === 0;
        const t = isHere() ? state.time[m] : anyOf(image.time, image.timeStart, m, random);
        const r = isHere() ? state.room[m] : anyOf(image.room, image.roomStart, m, random);
        const k = isHere() ? state.teacher[m] : anyOf(image.teacher, image.teacherStart, m, random);
        price.move(m, t, r, k);
        const { soft, hard } = price;
        expect({ soft, hard }).toEqual(tried(state, [[m, t, r, k]]));
        if (price.clashes(m, t, r, k) > 0) clashing++;
        else free++;
      }
    }),
    { numRuns: 60 },
  );
  expect(Math.min(clashing, free)).toBeGreaterThan(300);
});

test('the price of an exchange is what making it changes, wherever it can be told', () => {
  let told = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const state = shuffled(everything(seed), seed, 8 + (seed % 20));
      const { image } = state;
      const price = new Price(state);
      const random = new Random(seed);
      for (let trial = 0; trial < 800; trial++) {
        const m = random.below(image.meetings);
        if (!state.isPlaced(m)) continue;
        const t = anyOf(image.time, image.timeStart, m, random);
        const r = random.below(2) === 0 ? state.room[m] : anyOf(image.room, image.roomStart, m, random);
        const [u, k] = [state.time[m], state.teacher[m]];
        const other = price.rival(m, t, r, k);
        if (other < 0) continue;
        const s = random.below(2) === 0 || state.room[other] < 0 ? state.room[other] : state.room[m];
        if (s === -1 && state.room[other] >= 0) continue;
        if (!price.canExchange(m, t, r, other, s)) continue;
        price.exchange(m, t, r, other, s);
        const { soft, hard } = price;
        const l = state.teacher[other];
        expect({ soft, hard }).toEqual(
          tried(state, [
            [m, t, r, k],
            [other, u, s, l],
          ]),
        );
        told++;
      }
    }),
    { numRuns: 100 },
  );
  expect(told).toBeGreaterThan(300);
});

/** A complete timetable of a university without clashes. */
function planted(seed: number): { problem: Problem; state: State } {
  const { problem, planted: placements } = plantedSemester(120, seed);
  const state = new State(compile(problem));
  insertAll(state, timetableFrom(problem, placements));
  expect([state.hard, state.placed]).toEqual([0, problem.meetings.length]);
  return { problem, state };
}

test.each([1, 2, 3])(
  'a walk keeps a university free of clashes, and its cost is the judged one (%s)',
  (seed) => {
    const { problem, state } = planted(seed);
    const kernel = new GeneralKernel(state, new Random(seed));
    const before = state.soft;
    for (const temperature of [30, 3, 1]) kernel.run(30_000, { temperature, hardWeight: 1 });
    expectAgreement(problem, state);
    expect(state.hard).toBe(0);
    expect(kernel.bestSoft).toBeLessThan(before);
  },
);

test('a meeting changes places with all in its way, or nobody moves', () => {
  const { problem, state } = planted(1);
  const { image } = state;
  const random = new Random(1);
  const interchange = new Interchange(state, new Price(state), random);
  const sizes = new Set<number>();
  for (let trial = 0; trial < 5000; trial++) {
    const m = random.below(image.meetings);
    const t = anyOf(image.time, image.timeStart, m, random);
    const before = { time: [...state.time], room: [...state.room], soft: state.soft };
    const isMoved = interchange.run(m, { t, r: state.room[m], k: state.teacher[m] }, 20);
    const moved = state.time.reduce((sum, time, o) => sum + Number(time !== before.time[o]), 0);
    expect(state.hard).toBe(0);
    if (isMoved) {
      expect(state.time[m]).toBe(t);
      expect(moved).toBe(interchange.moved.length);
      expect(state.soft - before.soft).toBeLessThanOrEqual(20);
      sizes.add(moved);
    } else expect([[...state.time], [...state.room], state.soft]).toEqual(Object.values(before));
  }
  expect(sizes.size).toBeGreaterThan(2);
  expectAgreement(problem, state);
});

test('now and then a meeting changes places with the one that only has its room', () => {
  const times = [{ time: 0 }, { time: 1 }];
  const others = { teachingClass: 'c2', teachers: ['t2'], groups: ['g2'] };
  const problem = tiny({ meetings: [meeting('m1', { times }), meeting('m2', { times, ...others })] });
  const image = compile({ ...problem, rooms: problem.rooms.slice(0, 1) });
  const state = new State(image);
  state.insert(0, 0, 0, 0);
  state.insert(1, 1, 0, 1);
  const interchange = new Interchange(state, new Price(state), new Random(1));
  const places: string[] = [];
  for (let attempt = 1; attempt <= 32; attempt++) {
    interchange.run(0, { t: 1 - state.time[0], r: 0, k: 0 }, 1000);
    places.push([...state.time].join(''));
    expect(state.hard).toBe(0);
  }
  expect(places).toEqual([...Array<string>(15).fill('01'), ...Array<string>(16).fill('10'), '01']);
});

test('the price of an entry is what placing the meeting changes, wherever all are free', () => {
  let [cheaper, dearer] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const state = shuffled(everything(seed), seed, 8 + (seed % 40));
      const { image } = state;
      const entry = new Entry(state);
      const random = new Random(seed);
      for (let trial = 0; trial < 200; trial++) {
        const m = random.below(image.meetings);
        const t = anyOf(image.time, image.timeStart, m, random);
        const r = image.needsRoom[m] ? anyOf(image.room, image.roomStart, m, random) : -1;
        const k = anyOf(image.teacher, image.teacherStart, m, random);
        if (state.isPlaced(m)) state.remove(m);
        if (t < 0 || k < 0 || (image.needsRoom[m] && r < 0) || state.clashes(m, t, r, k) > 0) continue;
        const limit = random.below(200) - 20;
        const isBelow = entry.isBelow(limit, m, t, r, k);
        const { soft, hard } = state;
        state.insert(m, t, r, k);
        const change = { soft: state.soft - soft, hard: state.hard - hard };
        expect(isBelow).toBe(change.hard <= 0 && change.soft < limit);
        if (isBelow) expect(entry.soft).toBe(change.soft);
        if (isBelow) cheaper++;
        else dearer++;
        if (random.below(2) === 0) state.remove(m);
      }
    }),
    { numRuns: 60 },
  );
  expect(Math.min(cheaper, dearer)).toBeGreaterThan(300);
});
