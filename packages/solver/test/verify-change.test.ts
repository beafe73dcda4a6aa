import { plantedSemester } from '../bench/product/semester.js';
import type { Distribution, Placement, Problem } from '../src/model.js';
import { Random } from '../src/search/random.js';
import { ChangeVerifier, scoreChange } from '../src/verify-change.js';
import { verify } from '../src/verify.js';

/** The same semester with relations of all shapes between meetings drawn at random. */
function related(problem: Problem, random: Random): Problem {
  const drawn = () => problem.meetings[random.below(problem.meetings.length)].id;
  const relation = (at: number): Distribution => ({
    type: (['SameAttendees', 'MaxDays', 'SameStart', 'MaxDayLoad'] as const)[at % 4],
    parameters: [2],
    required: at % 3 === 0,
    penalty: 1 + (at % 5),
    meetings: [...new Set(Array.from({ length: 2 + random.below(6) }, drawn))],
  });
  return { ...problem, distributions: Array.from({ length: 60 }, (_, at) => relation(at)) };
}

test('a change is judged as the whole timetable is, whatever is moved, placed or taken out', () => {
  const random = new Random(7);
  const { problem: semester, planted } = plantedSemester(120, 1);
  const problem: Problem = { ...related(semester, random), rules: { unplaced: { level: 'off' } } };
  const placed = planted.filter((_, at) => at % 6 !== 0);
  const verifier = new ChangeVerifier(problem, placed);
  const before = verify(problem, placed).score;
  const rules = new Set<string>();
  for (let trial = 0; trial < 300; trial++) {
    const drawn = [
      ...new Set(Array.from({ length: 1 + random.below(3) }, () => random.below(planted.length))),
    ];
    const removed = drawn.filter(() => random.below(3) === 0).map((at) => planted[at].meeting);
    const changes = drawn
      .filter((at) => !removed.includes(planted[at].meeting))
      .map((at): Placement => {
        const { times } = problem.meetings[at];
        const { time } = times[random.below(times.length)];
        return { ...planted[at], time, room: planted[random.below(planted.length)].room };
      });
    const changed = new Set([...removed, ...changes.map(({ meeting }) => meeting)]);
    const after = [...placed.filter(({ meeting }) => !changed.has(meeting)), ...changes];
    const compared = verifier.compare(changes, removed);
    const difference = scoreChange(compared.before.score, compared.after.score);
    expect(difference).toEqual(scoreChange(before, verify(problem, after).score));
    for (const rule of Object.keys(difference.byRule)) rules.add(rule);
  }
  expect([...rules]).toEqual(expect.arrayContaining(['distribution', 'student-conflict', 'room-conflict']));
});
