import { campus } from '../bench/solver/campus.js';
import type { Placement, Problem } from '../src/model.js';
import { Alternatives } from '../src/alternatives.js';
import { solve } from '../src/solve.js';
import { verify } from '../src/verify.js';
import { at, meeting, put, tiny } from './tiny.js';

const crowded = tiny({
  times: [at(0, 0), at(0, 2), at(1, 0), at(0, 8)],
  meetings: [
    meeting('m1', { times: [0, 1, 2, 3].map((time) => ({ time })) }),
    meeting('m2', { teachingClass: 'c2', teachers: ['t2'], times: [{ time: 1 }] }),
  ],
  rooms: [
    { id: 'r1', name: 'A101', capacity: 50, type: 'lecture', unavailable: [at(1, 0)] },
    { id: 'r2', name: 'B202', capacity: 30, type: 'lecture' },
  ],
});

test('every time of a placed meeting tells what forbids it, who holds it and what it would cost', () => {
  const explained = new Alternatives(crowded, [put('m1', 0), put('m2', 1, 'r1', 't2')]).times('m1');
  expect(explained.map(({ isCurrent, roomsFree }) => [isCurrent, roomsFree])).toEqual([
    [true, 1],
    [false, 0],
    [false, 0],
    [false, 1],
  ]);
  expect(explained.map(({ bars }) => bars.map(({ rule, holders }) => [rule, ...holders]))).toEqual([
    [],
    [
      ['room-conflict', 'm2'],
      ['group-conflict', 'm2'],
    ],
    [['room-availability']],
    [],
  ]);
  expect(explained[1].bars[1].sentence).toEqual({
    zh: '班级“CS1”在第1-2周 周一 第3-4节同时有“Physics”和“Algebra”。',
    en: 'CS1 has both Physics and Algebra on Mon periods 3-4, weeks 1-2.',
  });
  expect(explained[3].place).toEqual(put('m1', 3));
  expect(explained[3].score).toMatchObject({ hard: 0, byRule: { evening: 16 } });
});

test('every room at one time tells what forbids it', () => {
  const explainer = new Alternatives(crowded, [put('m2', 1, 'r1', 't2')]);
  expect(explainer.rooms('m1', 1)).toEqual([
    { room: 'r1', bars: [{ rule: 'room-conflict', holders: ['m2'] }], soft: null },
    { room: 'r2', bars: [{ rule: 'room-capacity', holders: [] }], soft: null },
  ]);
  expect(explainer.rooms('m1', 2)[0]).toEqual({
    room: 'r1',
    bars: [{ rule: 'room-availability', holders: [] }],
    soft: null,
  });
  const [{ score }] = explainer.times('m1');
  expect(explainer.rooms('m1', 0)[0]).toEqual({ room: 'r1', bars: [], soft: score.soft });
});

test('of several teachers the free one is proposed', () => {
  const problem = tiny({
    meetings: [
      meeting('m1', { teachers: ['t1', 't2'], groups: [] }),
      meeting('m2', { teachingClass: 'c2', teachers: ['t1'], groups: [] }),
    ],
  });
  const [first] = new Alternatives(problem, [put('m2', 0)]).times('m1');
  expect(first).toMatchObject({ bars: [], place: { room: 'r2', teacher: 't2' } });
});

test('an unknown meeting is refused by name', () => {
  expect(() => new Alternatives(tiny(), []).times('m9')).toThrow('There is no meeting m9 in the problem.');
});

test('in a semester each option is as good and as free as judging the whole timetable says', () => {
  const problem: Problem = campus({ classes: 40, seed: 2, rooms: 9, days: 5 });
  const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
  const { placements } = solve(problem, { seed: 1, limit: { moves: 5000 } }, host);
  const explainer = new Alternatives(problem, placements);
  const before = verify(problem, placements).score;
  const moved = (place: Placement) => placements.map((p) => (p.meeting === place.meeting ? place : p));
  const kinds = new Set<boolean>();
  for (const { id } of problem.meetings.filter((_, i) => i % 10 === 0)) {
    for (const { place, score, bars } of explainer.times(id)) {
      const after = verify(problem, moved(place)).score;
      expect([after.hard - before.hard, after.soft - before.soft]).toEqual([score.hard, score.soft]);
      expect(bars.length > 0).toBe(after.hard > 0);
      kinds.add(bars.length > 0);
    }
  }
  expect(kinds.size).toBe(2);
});
