import { plantedSemester } from '../bench/product/semester.js';
import { campus } from '../bench/solver/campus.js';
import type { Placement, Problem } from '../src/model.js';
import { solve } from '../src/solve.js';
import { Suggester, type Suggestion } from '../src/suggest.js';
import { verify } from '../src/verify.js';
import { scoreChange } from '../src/verify-change.js';
import { at, meeting, put, tiny } from './tiny.js';

const changed = (placements: readonly Placement[], { changes }: Suggestion): Placement[] => [
  ...placements.filter((p) => !changes.some((change) => change.meeting === p.meeting)),
  ...changes,
];

test('free places come cheapest first, with the difference by rule and the people affected', () => {
  const problem = tiny({
    times: [at(0, 0), at(1, 0), at(0, 8)],
    meetings: [meeting('m1', { times: [0, 1, 2].map((time) => ({ time, penalty: time === 1 ? 1 : 0 })) })],
  });
  const suggestions = new Suggester(problem, [put('m1', 0)]).suggest('m1');
  expect(suggestions).toEqual([
    {
      changes: [put('m1', 1)],
      score: { hard: 0, soft: 6, byRule: { 'time-preference': 6 } },
      teachers: ['t1'],
      groups: ['g1'],
    },
    {
      changes: [put('m1', 2)],
      score: { hard: 0, soft: 16, byRule: { evening: 16 } },
      teachers: ['t1'],
      groups: ['g1'],
    },
  ]);
});

test('an unplaced meeting gets in by a chain of three moves', () => {
  const only = (...times: number[]) => times.map((time) => ({ time }));
  const problem = tiny({
    times: [at(0, 0), at(0, 2), at(0, 4)],
    meetings: [
      meeting('m1', { times: only(0) }),
      meeting('m2', { times: only(0, 1), teachingClass: 'c2' }),
      meeting('m3', { times: only(1, 2), teachingClass: 'c2' }),
    ],
  });
  const suggester = new Suggester(problem, [put('m2', 0), put('m3', 1)]);
  const [suggestion, ...others] = suggester.suggest('m1');
  expect(others).toEqual([]);
  expect(suggestion.changes.map(({ meeting: id, time }) => [id, time])).toEqual([
    ['m1', 0],
    ['m2', 1],
    ['m3', 2],
  ]);
  expect(suggester.suggest('m1', { moves: 2 })).toEqual([]);
});

test('a meeting is offered the room of those that should be in the same one, if it costs less', () => {
  const of = (penalty: number): Problem =>
    tiny({
      meetings: [
        meeting('m1', { times: [{ time: 0 }], rooms: [{ room: 'r2' }] }),
        meeting('m2', { times: [{ time: 3 }], rooms: [{ room: 'r1' }, { room: 'r2', penalty: 2 }] }),
      ],
      distributions: [{ type: 'SameRoom', meetings: ['m1', 'm2'], required: false, penalty }],
    });
  const roomWith = (penalty: number): string | null =>
    new Suggester(of(penalty), [put('m1', 0, 'r2')]).suggest('m2')[0].changes[0].room;
  expect([roomWith(100), roomWith(1)]).toEqual(['r2', 'r1']);
});

test('the meeting itself has a room that is wanted, whatever the others that make way for it have', () => {
  const both = [{ room: 'r1' }, { room: 'r2', penalty: 5 }];
  const problem = tiny({
    times: [at(0, 0), at(0, 2)],
    meetings: [
      meeting('m1', { times: [{ time: 0 }], rooms: both }),
      meeting('m2', {
        ...{ times: [{ time: 0 }, { time: 1 }], rooms: [{ room: 'r2' }] },
        ...{ teachingClass: 'c2', teachers: ['t2'], groups: ['g2'] },
      }),
    ],
  });
  const suggester = new Suggester(problem, [put('m2', 0, 'r2', 't2')]);
  const wanted = (room: string) => suggester.suggest('m1', { mayHave: (each) => each === room });
  expect(wanted('r1')[0].changes.map(({ meeting: id, room }) => [id, room])).toEqual([['m1', 'r1']]);
  const [{ changes }] = wanted('r2');
  expect(changes.map(({ meeting: id, time, room }) => [id, time, room])).toEqual([
    ['m1', 0, 'r2'],
    ['m2', 1, 'r2'],
  ]);
  expect(wanted('r3')).toEqual([]);
});

test('locked meetings never make way', () => {
  const problem = tiny({
    times: [at(0, 0), at(0, 2)],
    meetings: [
      meeting('m1', { times: [{ time: 0 }] }),
      meeting('m2', { times: [{ time: 0 }, { time: 1 }], lock: { time: 0 } }),
    ],
  });
  expect(new Suggester(problem, [put('m2', 0)]).suggest('m1')).toEqual([]);
});

test('an unknown meeting is refused by name', () => {
  expect(() => new Suggester(tiny(), []).suggest('m9')).toThrow('There is no meeting m9 in the problem.');
});

test('in a semester every suggestion breaks nothing and changes the score as it says', () => {
  const problem: Problem = campus({ classes: 60, seed: 2, rooms: 16, days: 5 });
  const { placements } = solve(
    problem,
    { seed: 1, limit: { moves: 5000 } },
    { seconds: () => 0, cancelled: () => false, report: () => undefined },
  );
  const suggester = new Suggester(problem, placements);
  const before = verify(problem, placements).score;
  const asked = problem.meetings.filter((_, i) => i % 10 === 0);
  const suggestions = asked.flatMap(({ id }) => suggester.suggest(id, { count: 4 }));
  expect(suggestions.length).toBeGreaterThan(20);
  for (const suggestion of suggestions) {
    const after = verify(problem, changed(placements, suggestion)).score;
    expect(after.hard).toBe(0);
    expect(after.soft - before.soft).toBe(suggestion.score.soft);
  }
});

test('a change of score is that of the whole timetable rule by rule, students and ways included', () => {
  const { problem, planted } = plantedSemester(120, 1);
  const suggester = new Suggester(problem, planted);
  const before = verify(problem, planted).score;
  const rules = new Set<string>();
  for (const { id } of problem.meetings.filter((_, i) => i % 5 === 0)) {
    for (const suggestion of suggester.suggest(id, { count: 3 })) {
      expect(scoreChange(before, verify(problem, changed(planted, suggestion)).score)).toEqual(
        suggestion.score,
      );
      for (const rule of Object.keys(suggestion.score.byRule)) rules.add(rule);
    }
  }
  expect([...rules]).toEqual(expect.arrayContaining(['student-conflict', 'room-stability', 'day-balance']));
});
