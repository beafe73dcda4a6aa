import fc from 'fast-check';
import { campus } from '../bench/solver/campus.js';
import type { Distribution, DistributionType, Meeting, Problem } from '../src/model.js';
import { solve } from '../src/solve.js';
import { verify } from '../src/verify.js';
import { assisted } from './shuffle.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };

const relationTypes: readonly DistributionType[] = ['NotOverlap', 'DifferentDays', 'SameRoom', 'Precedence'];

/** A semester with rooms that may be scarce, relations that may clash, locks that may be impossible. */
const instance = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e9 }),
    classes: fc.integer({ min: 1, max: 5 }),
    weeks: fc.integer({ min: 2, max: 9 }),
    rooms: fc.integer({ min: 4, max: 6 }),
    teachers: fc.integer({ min: 2, max: 6 }),
    groups: fc.integer({ min: 2, max: 4 }),
    times: fc.integer({ min: 4, max: 60 }),
    locked: fc.integer({ min: 0, max: 2 }),
    relations: fc.array(fc.constantFrom(...relationTypes), { maxLength: 3 }),
  })
  .map(({ times, locked, relations, ...size }): Problem => {
    const base = campus(size);
    const meetings = base.meetings.map((meeting, i): Meeting => {
      const offered = meeting.times.slice(0, times);
      return {
        ...assisted(meeting, i, base),
        times: offered,
        ...(i < locked && { lock: { time: offered[i].time } }),
      };
    });
    const distributions = relations.map((type, i): Distribution => {
      const members = [0, 1].map((k) => base.meetings[(i + k) % base.meetings.length].id);
      return { type, meetings: members, required: true };
    });
    return { ...base, meetings, distributions };
  });

test(
  '26: of 500 random instances the independent verifier finds 0 hard violations in what the solver ' +
    'places',
  () => {
    let placed = 0;
    let asked = 0;
    fc.assert(
      // Most runs end with the construction, the others go on to improve what it left.
      fc.property(instance, fc.nat({ max: 7 }), (problem, kind) => {
        const options = { seed: 1, limit: { moves: 300 }, walks: 1, stopWhenComplete: kind > 0 };
        const solution = solve(problem, options, host);
        const { score } = verify(problem, solution.placements);
        expect(score.hard).toBe(score.byRule.unplaced ?? 0);
        expect(solution.unplaced).toHaveLength(score.byRule.unplaced ?? 0);
        asked += problem.meetings.length;
        placed += solution.placements.length;
      }),
      { numRuns: 500 },
    );
    // Leaving everything out would break nothing either.
    expect(placed / asked).toBeGreaterThan(0.8);
  },
);
