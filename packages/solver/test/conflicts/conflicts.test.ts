import fc from 'fast-check';
import { campus } from '../../bench/solver/campus.js';
import { competition, ROWS, type Row } from '../../bench/solver/competition.js';
import { cpuSeconds } from '../../bench/solver/table.js';
import type { Conflict } from '../../src/conflicts/conflict.js';
import { findConflict, findConflicts } from '../../src/conflicts/conflicts.js';
import { readItc2019 } from '../../src/competitions/index.js';
import { keyOf } from '../../src/conflicts/requirements.js';
import type { Problem } from '../../src/model.js';
import { solve } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { at, meeting, put, tiny } from '../tiny.js';

/** A clock that never moves: only the budget in steps ends a check. */
const stopped = { now: () => 0 };
const single = (start: number) => at(0, start, 1, '1');

function conflictOf(problem: Problem): Conflict {
  const cause = findConflict(problem, [], stopped);
  if (cause.kind !== 'impossible') throw new Error(`The problem is ${cause.kind}.`);
  return cause.conflict;
}

const keysOf = ({ requirements }: Conflict) =>
  requirements.map(({ rule, subject }) => keyOf(rule, subject)).sort();

/** Three meetings of one teacher, two hours; other meetings and rules have nothing to do with it. */
const crowded = tiny({
  times: [at(0, 0), at(0, 2), at(1, 0)],
  groups: ['g1', 'g2', 'g3', 'g4'].map((id) => ({ id, name: id, size: 1 })),
  teachingClasses: ['c1', 'c2', 'c3', 'c4'].map((id) => ({ id, name: `Course ${id}` })),
  meetings: ['1', '2', '3', '4'].map((n) =>
    meeting(`m${n}`, {
      teachingClass: `c${n}`,
      groups: [`g${n}`],
      teachers: [n === '4' ? 't2' : 't1'],
      times: [{ time: 0 }, { time: 1 }],
    }),
  ),
});

test('more meetings than the teacher has hours: the meetings and the teacher are named, nothing else', () => {
  const conflict = conflictOf(crowded);
  expect(keysOf(conflict)).toEqual(['teacher-conflict/t1', 'unplaced/m1', 'unplaced/m2', 'unplaced/m3']);
  expect(conflict.isSmallest).toBe(true);
  expect(conflict.requirements.map(({ sentence }) => sentence)).toEqual([
    { zh: '“Course c1”须在其2个可选时间之一上课。', en: 'Course c1 takes place at one of its 2 times.' },
    { zh: '“Course c2”须在其2个可选时间之一上课。', en: 'Course c2 takes place at one of its 2 times.' },
    { zh: '“Course c3”须在其2个可选时间之一上课。', en: 'Course c3 takes place at one of its 2 times.' },
    { zh: '教师“Ada”同一时间只能上一门课。', en: 'Teacher Ada teaches one meeting at a time.' },
  ]);
});

const rooms = (more: object = {}) => [{ id: 'r1', name: 'Lab', capacity: 50, type: 'lab', ...more }];
const free = { groups: [], teachers: [] };

test.each<readonly [what: string, problem: Problem, keys: readonly string[]]>([
  [
    'a room too small',
    tiny({ meetings: [meeting('m1', { size: 51 })] }),
    ['room-capacity/m1', 'unplaced/m1'],
  ],
  [
    'no room of the type',
    tiny({ meetings: [meeting('m1', { roomTypes: ['lab'] })] }),
    ['room-type/m1', 'unplaced/m1'],
  ],
  [
    'no room with the piano',
    tiny({ meetings: [meeting('m1', { features: ['piano'] })] }),
    ['room-features/m1', 'unplaced/m1'],
  ],
  [
    'one room for two meetings of one hour',
    tiny({
      rooms: rooms(),
      meetings: [
        meeting('m1', { ...free, times: [{ time: 0 }] }),
        meeting('m2', { ...free, teachingClass: 'c2', times: [{ time: 0 }] }),
      ],
    }),
    ['room-conflict/r1', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'a room that is closed at the only hour',
    tiny({ rooms: rooms({ unavailable: [at(0, 0)] }), meetings: [meeting('m1', { times: [{ time: 0 }] })] }),
    ['room-availability/r1', 'unplaced/m1'],
  ],
  [
    'a teacher who is away at the only hour',
    tiny({
      teachers: [{ id: 't1', name: 'Ada', unavailable: [at(0, 0)] }],
      meetings: [meeting('m1', { times: [{ time: 0 }] })],
    }),
    ['teacher-availability/t1', 'unplaced/m1'],
  ],
  [
    'an assistant who is away at the only hour',
    tiny({
      teachers: [
        { id: 't1', name: 'Ada' },
        { id: 't2', name: 'Bob', unavailable: [at(0, 0)] },
      ],
      meetings: [meeting('m1', { furtherTeachers: ['t2'], times: [{ time: 0 }] })],
    }),
    ['teacher-availability/t2', 'unplaced/m1'],
  ],
  [
    'an assistant who is needed elsewhere at the only hour',
    tiny({
      meetings: [
        meeting('m1', { furtherTeachers: ['t2'], times: [{ time: 0 }] }),
        meeting('m2', { ...free, teachingClass: 'c2', teachers: ['t2'], times: [{ time: 0 }] }),
      ],
    }),
    ['teacher-conflict/t2', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'two meetings of one hour with one assistant',
    tiny({
      meetings: [
        meeting('m1', { furtherTeachers: ['t2'], times: [{ time: 0 }] }),
        meeting('m2', { ...free, teachingClass: 'c2', furtherTeachers: ['t2'], times: [{ time: 0 }] }),
      ],
    }),
    ['teacher-conflict/t2', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'an assistant with more periods than a day may have',
    tiny({
      teachers: [
        { id: 't1', name: 'Ada' },
        { id: 't2', name: 'Bob', dailyPeriods: 2 },
      ],
      meetings: [
        meeting('m1', { furtherTeachers: ['t2'], times: [{ time: 0 }] }),
        meeting('m2', { ...free, teachingClass: 'c2', teachers: ['t2'], times: [{ time: 1 }] }),
      ],
    }),
    ['daily-load/t2', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'a group that is away at the only hour',
    tiny({
      groups: [{ id: 'g1', name: 'CS1', size: 40, unavailable: [at(0, 0)] }],
      meetings: [meeting('m1', { times: [{ time: 0 }] })],
    }),
    ['group-availability/g1', 'unplaced/m1'],
  ],
  [
    'only evenings, which are forbidden',
    tiny({ rules: { evening: { level: 'hard' } }, meetings: [meeting('m1', { times: [{ time: 4 }] })] }),
    ['evening/', 'unplaced/m1'],
  ],
  [
    'two meetings of one teaching class at one hour',
    tiny({ meetings: ['m1', 'm2'].map((id) => meeting(id, { ...free, times: [{ time: 0 }] })) }),
    ['teaching-class-conflict/c1', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'two meetings locked to one hour of one group',
    tiny({
      meetings: ['m1', 'm2'].map((id, i) =>
        meeting(id, { teachers: [], teachingClass: `c${i + 1}`, lock: { time: 0 } }),
      ),
    }),
    ['group-conflict/g1', 'lock/m1', 'lock/m2', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'a relation against a relation',
    tiny({
      meetings: [meeting('m1', free), meeting('m2', { ...free, teachingClass: 'c2' })],
      distributions: [
        { type: 'SameTime', meetings: ['m1', 'm2'], required: true },
        { type: 'DifferentTime', meetings: ['m1', 'm2'], required: true },
      ],
    }),
    ['distribution/', 'distribution/', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'too many days for a relation on the whole set',
    tiny({
      meetings: [
        meeting('m1', { ...free, times: [{ time: 0 }] }),
        meeting('m2', { ...free, times: [{ time: 3 }] }),
      ],
      distributions: [{ type: 'MaxDays', parameters: [1], meetings: ['m1', 'm2'], required: true }],
    }),
    ['distribution/', 'unplaced/m1', 'unplaced/m2'],
  ],
  [
    'two places too far apart',
    tiny({
      travel: [{ from: 'r1', to: 'r2', periods: 3 }],
      meetings: [
        meeting('m1', { teachers: [], times: [{ time: 0 }], rooms: [{ room: 'r1' }] }),
        meeting('m2', {
          teachers: [],
          teachingClass: 'c2',
          times: [{ time: 1 }],
          rooms: [{ room: 'r2' }],
        }),
      ],
    }),
    ['travel-time/', 'unplaced/m1', 'unplaced/m2'],
  ],
])('%s is named by exactly its requirements', (_, problem, keys) => {
  const conflict = conflictOf(problem);
  expect(keysOf(conflict)).toEqual([...keys].sort());
  expect(conflict.isSmallest).toBe(true);
});

test('pigeons: nine meetings and eight hours need a proof by counting, not by trying', () => {
  const problem = tiny({
    calendar: { weeks: 1, days: 7, periods: 12 },
    times: Array.from({ length: 8 }, (_, p) => single(p)),
    teachingClasses: Array.from({ length: 9 }, (_, i) => ({ id: `c${i}`, name: `C${i}` })),
    meetings: Array.from({ length: 9 }, (_, i) =>
      meeting(`m${i}`, {
        groups: [],
        teachingClass: `c${i}`,
        times: Array.from({ length: 8 }, (_, time) => ({ time })),
      }),
    ),
  });
  const conflict = conflictOf(problem);
  expect(conflict.isSmallest).toBe(true);
  expect(conflict.meetings).toHaveLength(9);
  expect(conflict.requirements.map(({ sentence }) => sentence.en)).toEqual([
    'Every meeting is placed (9): C0, C1, C2 and 6 others.',
    'Teacher Ada teaches one meeting at a time.',
  ]);
});

test('a meeting that can be placed when others make way is placed by it', () => {
  const problem = tiny({
    meetings: [
      meeting('m1', { times: [{ time: 0 }, { time: 1 }] }),
      meeting('m2', { teachingClass: 'c2', times: [{ time: 0 }] }),
    ],
  });
  const cause = findConflict(problem, [put('m1', 0)], stopped);
  if (cause.kind !== 'possible') throw new Error(`It is ${cause.kind}.`);
  expect(verify(problem, cause.placements).isFeasible).toBe(true);
});

test('when the limit comes first it is said, never guessed', () => {
  const problem = tiny({ meetings: [meeting('m1')] });
  expect(findConflict(problem, [], { ...stopped, seconds: 0 })).toEqual({
    kind: 'unknown',
    sentence: {
      zh: '在时限内既未找到完整课表，也未能证明不可能（共考虑1次课）。可延长时限后重试。',
      en:
        'Within the limit neither a complete timetable nor a proof that there is none was found ' +
        '(meetings considered: 1).\nMaybe allow more time.',
    },
  });
});

test('counting keeps to the time of the causes on a large problem', () => {
  const row = ROWS.find(({ name }) => name === 'mary-spr17') as Row;
  const problem = readItc2019(competition({ ...row, students: 0 }).text);
  const begin = cpuSeconds();
  const { conflicts, rest } = findConflicts(problem, [], { now: cpuSeconds, seconds: 0.2 });
  expect(cpuSeconds() - begin).toBeLessThan(1);
  expect([conflicts, rest.kind]).toEqual([[], 'unknown']);
});

test('a filter that is cut short says that its answer is not proved smallest', () => {
  let ticks = 0;
  const cause = findConflict(crowded, [], { now: () => ticks++, seconds: 15 });
  if (cause.kind !== 'impossible') throw new Error(`It is ${cause.kind}.`);
  expect(cause.conflict.isSmallest).toBe(false);
  expect(cause.conflict.sentence.en).toContain('not proved minimal within the limit');
});

test(
  'whatever is named cannot be met, and can without any one meeting, on overfull made-up ' + 'semesters',
  () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const base = campus({ classes: 6, seed, weeks: 4, rooms: 4, teachers: 2, groups: 2 });
        const few = base.meetings[0].times.slice(0, 5);
        const problem = { ...base, meetings: base.meetings.map((m) => ({ ...m, times: few })) };
        const run = (part: Problem) =>
          solve(part, { seed, limit: { moves: 2000 }, walks: 1, stopWhenComplete: true }, host);
        const { placements, isFeasible } = run(problem);
        const cause = findConflict(problem, placements, { ...stopped, seconds: 1 });
        if (isFeasible) expect(cause.kind).toBe('possible');
        if (cause.kind !== 'impossible') return;
        const only = (left: readonly string[]): Problem => ({
          ...problem,
          meetings: problem.meetings.filter(({ id }) => left.includes(id)),
        });
        const ids = cause.conflict.meetings;
        expect(run(only(ids)).isFeasible).toBe(false);
        expect(cause.conflict.isSmallest).toBe(true);
      }),
      { numRuns: 8 },
    );
  },
);

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
