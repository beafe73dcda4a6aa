import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { campus } from '../../../../bench/solver/campus.js';
import { readCtt } from '../../../../src/solver/formats/ctt.js';
import type { Problem } from '../../../../src/solver/model.js';
import { compile } from '../../../../src/solver/search/image/compile.js';
import { Construction } from '../../../../src/solver/search/general/construct.js';
import { Random } from '../../../../src/solver/search/random.js';
import { State } from '../../../../src/solver/search/general/state.js';
import { expectAgreement, shuffled } from '../../shuffle.js';

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
          ...limited(base),
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

test(
  'what a trial is told before anything changes is what removing would show, where no meeting ' + 'clashes',
  () => {
    const of = (list: Int32Array, start: Int32Array, m: number, random: Random) =>
      start[m] === start[m + 1] ? -1 : list[start[m] + random.below(start[m + 1] - start[m])];
    let plain = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const base = campus({ classes: 20, seed, weeks: 4, rooms: 8, teachers: 8, groups: 5 });
        const image = compile({ ...limited(base), rules: { ...everyRule, 'travel-time': { level: 'off' } } });
        const random = new Random(seed);
        const state = new State(image);
        new Construction(state, random, new Uint8Array(image.meetings)).run(1e6, []);
        const before = [state.soft, state.hard, state.placed];
        const placed = [...state.time.keys()].filter((m) => state.isPlaced(m));
        for (const m of placed) {
          const t = of(image.time, image.timeStart, m, random);
          const r = of(image.room, image.roomStart, m, random);
          const k = of(image.teacher, image.teacherStart, m, random);
          const other = placed[random.below(placed.length)];
          const mostGained = state.gainMax(m) + (other === m ? 0 : state.gainMax(other));
          const elsewhere = state.clashesElsewhere(m, t, r, k, -1);
          const { soft, hard } = state;
          const [t0, r0, k0] = [state.time[m], state.room[m], state.teacher[m]];
          const [u0, s0, l0] = [state.time[other], state.room[other], state.teacher[other]];
          state.remove(m);
          if (elsewhere >= 0) expect([elsewhere, hard]).toEqual([state.clashes(m, t, r, k), 0]);
          plain += Number(elsewhere > 0);
          if (other !== m) state.remove(other);
          expect(soft - state.soft).toBeLessThanOrEqual(mostGained);
          if (other !== m) state.insert(other, u0, s0, l0);
          state.insert(m, t0, r0, k0);
        }
        expect([state.soft, state.hard, state.placed]).toEqual(before);
      }),
      { numRuns: 30 },
    );
    expect(plain).toBeGreaterThan(100);
  },
);
