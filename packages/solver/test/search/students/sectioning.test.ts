import fc from 'fast-check';
import { campus } from '../../../bench/solver/campus.js';
import { verifyEnrolments } from '../../../src/enrolments.js';
import type { Host, Problem, SectionedClass, SectionedCourse } from '../../../src/model.js';
import { compile } from '../../../src/search/image/compile.js';
import '../../../src/competitions/index.js';
import { PairKernel } from '../../../src/competitions/pairs/kernel.js';
import { pairShapeOf } from '../../../src/competitions/pairs/shape.js';
import { Random } from '../../../src/search/random.js';
import { sectioningOf, studentsOf } from '../../../src/search/students/image.js';
import { assignStudents, withStudents } from '../../../src/search/students/assign.js';
import { solve } from '../../../src/solve.js';
import { solveInThreads } from '../../../src/host/threads.js';
import { placementsFrom } from '../../../src/search/timetable.js';
import { verify } from '../../../src/verify.js';
import { at, meeting, put, tiny } from '../../tiny.js';

const host: Host = { seconds: () => 0, cancelled: () => false, report: () => undefined };

/**
 * Sixteen meetings as four courses that twelve students choose from: parents, configurations, limits, travel.
 */
function madeUp(seed: number): Problem {
  const base = campus({ classes: 8, seed, rooms: 4, weeks: 2 });
  const random = new Random(seed);
  const ids = base.meetings.map(({ id }) => id);
  const one = (m: number, more: Partial<SectionedClass> = {}): SectionedClass => ({
    meeting: ids[m],
    ...more,
  });
  const courses: SectionedCourse[] = [
    {
      id: 'parents',
      configurations: [
        [
          [one(0, { limit: 6 }), one(1)],
          [one(2, { parent: ids[0] }), one(3, { parent: ids[1], limit: 4 }), one(4, { parent: ids[1] })],
        ],
      ],
    },
    { id: 'either', configurations: [[[one(5, { limit: 5 }), one(6)]], [[one(7)], [one(8), one(9)]]] },
    {
      id: 'tight',
      configurations: [[[one(10, { limit: 4 }), one(11, { limit: 4 }), one(12, { limit: 4 })]]],
    },
    { id: 'alone', configurations: [[[one(13)]]] },
  ];
  return {
    ...base,
    profile: 'ITC2019',
    teachers: [],
    meetings: base.meetings.map((meeting, m) => ({
      ...meeting,
      teachers: [],
      rooms: m % 5 === 4 ? [] : base.rooms.map(({ id }, penalty) => ({ room: id, penalty })),
    })),
    travel: [{ from: 'r0', to: 'r1', periods: 2 }],
    distributions: [{ type: 'SameDays', meetings: ids.slice(0, 4), required: false, penalty: 2 }],
    sectioning: {
      courses,
      requests: Array.from({ length: 12 }, (_, s) => ({
        student: `s${s}`,
        courses: courses.map(({ id }) => id).filter(() => random.below(4) > 0),
      })),
    },
    rules: { 'student-conflict': { weight: 7 } },
  };
}

test(
  'after any moves of meetings and students the kernel knows what the verifier finds, and nobody ' +
    'attends wrongly',
  () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const problem = withStudents(madeUp(seed));
        const image = compile(problem);
        const kernel = new PairKernel(
          pairShapeOf(image)!,
          new Random(seed),
          new Int32Array(3 * image.meetings).fill(-1),
        );
        const sections = sectioningOf(problem)!;
        const judged = (timetable: Int32Array) => {
          const students = studentsOf(problem, sections, timetable.subarray(3 * image.meetings));
          const now = { ...problem, students };
          return {
            soft: verify(now, placementsFrom(now, timetable)).score.soft,
            faults: verifyEnrolments(now),
          };
        };
        for (const temperature of [200, 40, 10, 1]) {
          kernel.run(500, { temperature, hardWeight: 1000 });
          expect(judged(kernel.present())).toEqual({ soft: kernel.soft, faults: [] });
          expect(judged(kernel.best())).toEqual({ soft: kernel.bestSoft, faults: [] });
        }
        kernel.adopt(kernel.best());
        expect(kernel.soft).toBe(kernel.bestSoft);
      }),
      { numRuns: 6 },
    );
  },
);

test('the same seed and moves give the same placements and students on one thread and on two', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map((threads) => solveInThreads(madeUp(7), { seed: 5, limit: { moves: 8000 }, threads }).solution),
  );
  expect(verifyEnrolments({ ...madeUp(7), students: one.students })).toEqual([]);
  expect([two.placements, two.students, two.score]).toEqual([one.placements, one.students, one.score]);
});

test('nobody is assigned to what a way between buildings keeps from him', () => {
  const times = [at(0, 0), at(0, 2)];
  const one = (id: string, time: number) => meeting(id, { times: [{ time }], groups: [], teachers: [] });
  const meetings = [one('first', 0), one('near', 1), one('far', 1)];
  const problem = tiny({
    times,
    meetings,
    travel: [{ from: 'A', to: 'B', periods: 1 }],
    sectioning: {
      courses: [
        { id: 'c1', configurations: [[[{ meeting: 'first' }]]] },
        { id: 'c2', configurations: [[[{ meeting: 'far' }, { meeting: 'near' }]]] },
      ],
      requests: [{ student: 's1', courses: ['c1', 'c2'] }],
    },
  });
  const [{ meetings: attended }] = assignStudents(problem, [
    put('first', 0, 'r1'),
    put('near', 1, 'r1'),
    put('far', 1, 'r2'),
  ]);
  expect([...attended].sort()).toEqual(['first', 'near']);
});

test('a run that is cancelled at once still tells who attends what', () => {
  const problem = madeUp(3);
  const { students, isCancelled } = solve(
    problem,
    { seed: 1, limit: { seconds: 9 } },
    { ...host, cancelled: () => true },
  );
  expect(isCancelled).toBe(true);
  expect(verifyEnrolments({ ...problem, students })).toEqual([]);
});

test('a run that goes on from a timetable with its students never ends dearer', () => {
  const problem = madeUp(4);
  const first = solve(problem, { seed: 1, limit: { moves: 2000 } }, host);
  const { students, placements: start } = first;
  const next = { ...problem, students };
  expect(withStudents(next)).toBe(next);
  const second = solve(next, { seed: 2, limit: { moves: 2000 }, start }, host);
  expect(second.score.soft).toBeLessThanOrEqual(first.score.soft);
});

/** A problem of which only the sectioning matters. */
function sectioned(
  courses: readonly SectionedCourse[],
  students: number,
  wanted: readonly string[],
): Problem {
  const base = madeUp(1);
  const ids = courses.flatMap(({ configurations }) => configurations.flat(2).map(({ meeting }) => meeting));
  return {
    ...base,
    meetings: ids.map((id, m) => ({ ...base.meetings[m % base.meetings.length], id })),
    distributions: [],
    sectioning: {
      courses,
      requests: Array.from({ length: students }, (_, s) => ({ student: `s${s}`, courses: wanted })),
    },
  };
}

test('a course of more ways than are known has room in all its classes', () => {
  const subpart = (part: string) =>
    Array.from({ length: 20 }, (_, i) => ({ meeting: `${part}${i}`, limit: 4 }));
  const course = { id: 'wide', configurations: [['a', 'b', 'c'].map(subpart)] };
  const problem = sectioned([course], 60, ['wide']);
  expect(verifyEnrolments({ ...problem, students: assignStudents(problem) })).toEqual([]);
});

test('a student finds the last place when several others must move for it one after the other', () => {
  const pair = (a: string, b: string) => [[{ meeting: a, limit: 1 }], [{ meeting: b, limit: 1 }]];
  // Every configuration holds two places; only one way of sharing them out seats all three students.
  const course = {
    id: 'knot',
    configurations: [
      [
        [
          { meeting: 'p1', limit: 2 },
          { meeting: 'p2', limit: 1 },
        ],
        [
          { meeting: 'q1', parent: 'p1', limit: 1 },
          { meeting: 'q2', parent: 'p1', limit: 1 },
          { meeting: 'q3', parent: 'p2', limit: 1 },
        ],
      ],
      pair('x', 'y'),
    ],
  };
  const problem = sectioned([course], 4, ['knot']);
  expect(verifyEnrolments({ ...problem, students: assignStudents(problem) })).toEqual([]);
});

test(
  'students of a problem that only the general walk can search attend properly, and around its ' +
    'timetable',
  () => {
    const problem: Problem = { ...madeUp(5), rules: { 'day-balance': { level: 'soft', weight: 1 } } };
    expect(pairShapeOf(compile(withStudents(problem)))).toBeNull();
    const { students, placements } = solve(problem, { seed: 1, limit: { moves: 2000 } }, host);
    const initial = withStudents(problem).students;
    const missed = (attending: Problem['students']) =>
      verify({ ...problem, students: attending }, placements).score.byRule['student-conflict'] ?? 0;
    expect(verifyEnrolments({ ...problem, students })).toEqual([]);
    expect(missed(students)).toBeLessThanOrEqual(missed(initial));
  },
);

test('students change classes also where no meeting can move', () => {
  const base = madeUp(1);
  const fixed = (id: string, day: number) => ({
    ...base.meetings[0],
    id,
    teachingClass: id,
    rooms: [],
    times: [{ time: day }],
  });
  const at = (day: number) => ({ weeks: '11', days: 1 << day, start: 0, length: 2 });
  const course = (id: string, ...classes: string[]) => ({
    id,
    configurations: [[classes.map((meeting) => ({ meeting, limit: 1 }))]],
  });
  const problem: Problem = {
    ...base,
    times: [at(0), at(1)],
    meetings: [fixed('a-mo', 0), fixed('a-tu', 1), fixed('b-mo', 0), fixed('c-tu', 1)],
    teachingClasses: ['a-mo', 'a-tu', 'b-mo', 'c-tu'].map((id) => ({ id, name: id })),
    distributions: [],
    sectioning: {
      courses: [course('a', 'a-mo', 'a-tu'), course('b', 'b-mo'), course('c', 'c-tu')],
      requests: [
        { student: 's1', courses: ['a', 'b'] },
        { student: 's2', courses: ['a', 'c'] },
      ],
    },
    students: [
      { id: 's1', meetings: ['a-mo', 'b-mo'] },
      { id: 's2', meetings: ['a-tu', 'c-tu'] },
    ],
  };
  const { students, score } = solve(problem, { seed: 1, limit: { moves: 2000 } }, host);
  expect(score.soft).toBe(0);
  expect(students?.map(({ meetings }) => meetings[0])).toEqual(['a-tu', 'a-mo']);
});
