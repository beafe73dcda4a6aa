import { readFileSync } from 'node:fs';
import {
  LISTS,
  rulesOf,
  SWITCHES,
  type SchedulingOptions,
} from '../../../src/services/scheduling/problem/options.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { placementsOf } from '../../../src/services/scheduling/problem/solver-places.js';
import { weighedRules } from '../../../src/entities/scheduling/options.js';
import type { Place, Snapshot } from '../../../src/services/scheduling/problem/snapshot.js';
import { RULES, verify, type Problem, type RuleId } from '@class-scheduling/solver';
import { solve } from '@class-scheduling/solver/engine';
import { room, semester } from '../snapshots.js';

const place = (meeting: string, more: Partial<Place> = {}): Place => ({
  meeting,
  day: 1,
  period: 1,
  room: 'r1',
  teacher: 't1',
  ...more,
});

/** What the rules say of the places in the semester, when these options are chosen. */
function penalty(
  rule: RuleId,
  snapshot: Snapshot,
  places: readonly Place[],
  options: SchedulingOptions,
  more: Partial<Problem> = {},
): number {
  const problem = { ...problemOf({ ...snapshot, options }).problem, ...more };
  return verify(problem, placementsOf(problem, places)).score.byRule[rule] ?? 0;
}

interface SwitchCase {
  readonly snapshot: Snapshot;
  readonly places: readonly Place[];
  readonly on: number;
  readonly off: number;
  readonly more?: Partial<Problem>;
}

const preference = { teacher: 't1', day: 1, period: 1, level: 1 };
const gap = [place('m1'), place('m2', { period: 5 })];
const small = { id: 'c1', name: 'C1', course: 'k1', size: 10, minimumDays: 2, groups: ['g1'] };

/** For every switch a timetable of which it changes the judgement, and what it costs on and off. */
const cases: Readonly<Record<string, SwitchCase>> = {
  teacherPreference: {
    snapshot: semester([{}], { preferences: [preference] }),
    places: [place('m1')],
    on: 12,
    off: 0,
  },
  roomOptimization: {
    snapshot: semester([{}], { teachingClasses: [small] }),
    places: [place('m1')],
    on: 6,
    off: 0,
  },
  studentConflictAvoidance: {
    snapshot: semester([{}, {}]),
    places: [place('m1'), place('m2', { room: 'r2', teacher: 't2' })],
    more: { students: [{ id: 's1', meetings: ['m1', 'm2'] }] },
    on: 20,
    off: 0,
  },
  consecutiveCoursesPreferred: { snapshot: semester([{}, {}]), places: gap, on: 6, off: 0 },
  specializationRoomMatching: {
    snapshot: semester([{ roomType: 'laboratory' }]),
    places: [place('m1')],
    on: 1,
    off: 200,
  },
  avoidEveningCourses: {
    snapshot: semester([{}]),
    places: [place('m1', { period: 9 })],
    on: 120,
    off: 0,
  },
  balanceWeekdayCourses: { snapshot: semester([{}, {}]), places: gap, on: 12, off: 0 },
};

test.each(SWITCHES)('$wire acts on the rule $rule', ({ option, rule }) => {
  const { snapshot, places, on, off, more } = cases[option];
  expect([true, false].map((is) => penalty(rule, snapshot, places, { [option]: is }, more))).toEqual([
    on,
    off,
  ]);
  expect(on).not.toBe(off);
});

test('preferred slots make other periods cost, less preferred ones a little', () => {
  const slots = [
    { day: 1, periodStart: 1, periodEnd: 4 },
    { day: 2, periodStart: 1, periodEnd: 2, level: 4 },
  ];
  const at = (more: Partial<Place>) =>
    penalty('time-preference', semester([{}]), [place('m1', more)], { preferredTimeSlots: slots });
  expect([at({}), at({ day: 2 }), at({ day: 2, period: 3 }), at({ day: 3 })]).toEqual([0, 36, 60, 60]);
});

test('important course types get good periods', () => {
  const teachingClasses = [{ ...small, courseType: 'basic' }];
  const snapshot = semester([{}], { teachingClasses });
  const late = [place('m1', { period: 5 })];
  const costOf = (priority: number) =>
    penalty('course-priority', snapshot, late, { courseTypePriorities: { basic: priority } });
  expect([costOf(9), costOf(5), costOf(1)]).toEqual([24, 0, 0]);
});

test('only rooms of the allowed buildings serve', () => {
  const snapshot = semester([{}], {
    rooms: [
      { ...room, id: 'r1', name: 'R1' },
      { ...room, id: 'r3', name: 'R3', building: 'other' },
    ],
  });
  const inRoom = (id: string) =>
    penalty('not-offered', snapshot, [place('m1', { room: id })], { allowedBuildings: ['other'] });
  expect([inRoom('r1'), inRoom('r3')]).toEqual([1, 0]);
  expect(penalty('not-offered', snapshot, [place('m1')], { allowedBuildings: [] })).toBe(0);
});

test(
  'the search follows the switches: evenings are used when they are free and empty when they are ' +
    'avoided',
  () => {
    const slots = Array.from({ length: 5 }, (_, day) => ({ day: day + 1, periodStart: 9, periodEnd: 12 }));
    const snapshot = semester(Array.from({ length: 6 }, () => ({})));
    const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
    const evenings = (avoidEveningCourses: boolean) => {
      const options = { avoidEveningCourses, preferredTimeSlots: slots };
      const { problem } = problemOf({ ...snapshot, options });
      const { placements } = solve(problem, { seed: 1, limit: { moves: 20_000 }, walks: 1 }, host);
      return placements.filter(({ time }) => problem.times[time].start >= 8).length;
    };
    expect([evenings(false), evenings(true)]).toEqual([6, 0]);
  },
);

test('options that are not chosen leave the rules as they are', () => {
  expect(rulesOf({})).toEqual({});
});

interface Contract {
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties: Record<string, object> }>>;
  };
}

test('every field of the contract by which a timetable is judged has its switch or list', () => {
  const { components } = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as Contract;
  const fieldsOf = (group: string, schema: string) =>
    Object.keys(components.schemas[schema].properties).map((field) => `${group}.${field}`);
  const wires = [...SWITCHES, ...LISTS].map(({ wire }) => wire);
  expect([...wires, 'scope_settings.specific_course_ids'].sort()).toEqual(
    [
      ...fieldsOf('constraints', 'Constraints'),
      ...fieldsOf('priority_settings', 'PrioritySettings'),
      ...fieldsOf('time_preferences', 'TimePreferences'),
      ...fieldsOf('scope_settings', 'ScopeSettings'),
    ].sort(),
  );
});

test('the table of the documentation tells every switch with its rule, on and off', () => {
  const text = readFileSync('docs/solver.md', 'utf8').replaceAll(/ +/g, ' ');
  const say = ({ level, weight }: { level?: string; weight?: number }) =>
    level === 'soft' ? `soft, ${weight}` : level;
  for (const { wire, rule, on, off } of SWITCHES)
    expect(text).toContain(`| \`${wire}\` | \`${rule}\` | ${say(on)} | ${say(off)} |`);
  for (const { wire, rule } of LISTS) expect(text).toContain(`| \`${wire}\` | \`${rule}\` |`);
});

test('the table of the rules on teachers tells the level and weight that each has by itself', () => {
  const text = readFileSync('docs/solver.md', 'utf8').replaceAll(/ +/g, ' ');
  const [, table] = text.split('## Rules on teachers');
  const rows = [...table.split('\n## ')[0].matchAll(/^\| `([a-z-]+)` \| .* \| (hard|soft, \d+) \|/gm)];
  const stated = rows.map(([, rule, level]) => [rule, level]);
  const known = RULES.filter(({ id }) => stated.some(([rule]) => rule === id));
  expect(new Map(stated as [string, string][])).toEqual(
    new Map(known.map(({ id, level, weight }) => [id, level === 'soft' ? `soft, ${weight}` : level])),
  );
  expect(stated).toHaveLength(8);
  // What a planner cannot set is said by the teachers that are named for meetings.
  const settable = stated.map(([rule]) => rule).filter((rule) => rule !== 'same-teacher');
  for (const rule of settable) expect(weighedRules).toContain(rule);
});
