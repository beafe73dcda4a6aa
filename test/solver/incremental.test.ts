import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { campus } from '../../bench/solver/campus.js';
import { readCtt } from '../../src/solver/formats/ctt.js';
import type { Problem } from '../../src/solver/model.js';
import { expectAgreement, shuffled } from './shuffle.js';

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
    { numRuns: 30 },
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
