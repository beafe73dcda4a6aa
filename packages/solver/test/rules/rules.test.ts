import { readFileSync } from 'node:fs';
import type { Meeting, Placement, Problem, RuleId, RuleSetting, Teacher, TimeSpan } from '../../src/model.js';
import { RULES } from '../../src/rules/all.js';
import { compile } from '../../src/search/image/compile.js';
import { State } from '../../src/search/general/state.js';
import { insertAll, stateOf, timetableFrom } from '../../src/search/timetable.js';
import { verify } from '../../src/verify.js';
import { at, judged, meeting, put, tiny } from '../tiny.js';

/** One hand-made timetable that breaks a rule, and one that keeps it. */
interface Case {
  readonly rule: RuleId;
  readonly problem?: Partial<Problem>;
  readonly broken: readonly Placement[];
  readonly penalty: number;
  readonly en: string;
  readonly zh: string;
  readonly kept: readonly Placement[];
}

const bob = (time: number, room = 'r2') => put('m2', time, room, 't2');
const soft = (rule: RuleId, weight = 1): Partial<Problem> => ({
  rules: { [rule]: { level: 'soft', weight } },
});
const atTwoTimes = meeting('m1', { times: [{ time: 0 }, { time: 1 }] });
const sameOwner = [meeting('m1'), meeting('m2', { teachingClass: 'c2' })];
const single = [at(0, 0, 1), at(0, 1, 1), at(0, 3, 1), at(1, 0, 1), at(1, 1, 1), at(2, 0, 1)];

const cases: readonly Case[] = [
  {
    rule: 'unplaced',
    broken: [put('m1', 0)],
    penalty: 1,
    en: 'Physics is not placed.',
    zh: '“Physics”尚未安排。',
    kept: [put('m1', 0), bob(0)],
  },
  {
    rule: 'not-offered',
    problem: { meetings: [meeting('m1', { times: [{ time: 0 }], rooms: [{ room: 'r1' }] })] },
    broken: [put('m1', 1, 'r2', 't2')],
    penalty: 3,
    en: 'Algebra is not offered at Mon periods 3-4, weeks 1-2.',
    zh: '“Algebra”不能安排在第1-2周 周一 第3-4节。',
    kept: [put('m1', 0)],
  },
  {
    rule: 'lock',
    problem: { meetings: [meeting('m1', { lock: { time: 3, room: 'r2' } })] },
    broken: [put('m1', 0, 'r2')],
    penalty: 1,
    en: 'Algebra has lost its locked time.',
    zh: '“Algebra”锁定的时间被改动。',
    kept: [put('m1', 3, 'r2')],
  },
  {
    rule: 'room-conflict',
    broken: [put('m1', 0), bob(0, 'r1')],
    penalty: 1,
    en: 'A101 has both Algebra and Physics on Mon periods 1-2, weeks 1-2.',
    zh: '教室“A101”在第1-2周 周一 第1-2节同时有“Algebra”和“Physics”。',
    kept: [put('m1', 0), bob(0)],
  },
  {
    rule: 'teacher-conflict',
    problem: { meetings: [meeting('m1'), meeting('m2', { teachingClass: 'c2', groups: ['g2'] })] },
    broken: [put('m1', 0), put('m2', 0, 'r2')],
    penalty: 1,
    en: 'Ada has both Algebra and Physics on Mon periods 1-2, weeks 1-2.',
    zh: '教师“Ada”在第1-2周 周一 第1-2节同时有“Algebra”和“Physics”。',
    kept: [put('m1', 0), put('m2', 1, 'r2')],
  },
  {
    rule: 'group-conflict',
    problem: {
      times: [at(0, 0, 2, '10'), at(0, 1, 2, '11'), at(0, 0, 2, '01')],
      meetings: [meeting('m1'), meeting('m2', { teachingClass: 'c2', teachers: ['t2'] })],
    },
    broken: [put('m1', 0), bob(1)],
    penalty: 1,
    en: 'CS1 has both Algebra and Physics on Mon periods 1-2, weeks 1.',
    zh: '班级“CS1”在第1周 周一 第1-2节同时有“Algebra”和“Physics”。',
    kept: [put('m1', 0), bob(2)],
  },
  {
    rule: 'group-conflict',
    problem: {
      groups: ['g1', 'g2', 'g3'].map((id) => ({ id, name: id, size: 20, partOf: 'whole' })),
      meetings: [
        meeting('m1', { groups: ['g1', 'g2', 'g3'] }),
        meeting('m2', { teachingClass: 'c2', teachers: ['t2'], groups: ['g2', 'g3'] }),
      ],
    },
    broken: [put('m1', 0), bob(0)],
    penalty: 1,
    en: 'g2 has both Algebra and Physics on Mon periods 1-2, weeks 1-2.',
    zh: '班级“g2”在第1-2周 周一 第1-2节同时有“Algebra”和“Physics”。',
    kept: [put('m1', 0), bob(1)],
  },
  {
    rule: 'teaching-class-conflict',
    problem: { meetings: [meeting('m1'), meeting('m2', { teachers: ['t2'], groups: ['g2'] })] },
    broken: [put('m1', 0), bob(0)],
    penalty: 1,
    en: 'Algebra has both Algebra and Algebra on Mon periods 1-2, weeks 1-2.',
    zh: '教学班“Algebra”在第1-2周 周一 第1-2节同时有“Algebra”和“Algebra”。',
    kept: [put('m1', 0), bob(1)],
  },
  {
    rule: 'room-availability',
    problem: { rooms: [{ id: 'r1', name: 'A101', capacity: 50, unavailable: [at(0, 1, 1, '01')] }] },
    broken: [put('m1', 0)],
    penalty: 1,
    en: 'A101 is unavailable on Mon periods 1-2, weeks 1-2, but has Algebra.',
    zh: '“A101”在第1-2周 周一 第1-2节不可用，但安排了“Algebra”。',
    kept: [put('m1', 1)],
  },
  {
    rule: 'teacher-availability',
    problem: {
      teachers: [{ id: 't1', name: 'Ada', unavailable: [at(0, 0, 12)] }],
      meetings: [meeting('m1')],
    },
    broken: [put('m1', 1)],
    penalty: 1,
    en: 'Ada is unavailable on Mon periods 3-4, weeks 1-2, but has Algebra.',
    zh: '“Ada”在第1-2周 周一 第3-4节不可用，但安排了“Algebra”。',
    kept: [put('m1', 3)],
  },
  {
    rule: 'group-availability',
    problem: {
      groups: [{ id: 'g1', name: 'CS1', size: 1, unavailable: [at(0, 0, 12)] }],
      meetings: [meeting('m1')],
    },
    broken: [put('m1', 1)],
    penalty: 1,
    en: 'CS1 is unavailable on Mon periods 3-4, weeks 1-2, but has Algebra.',
    zh: '“CS1”在第1-2周 周一 第3-4节不可用，但安排了“Algebra”。',
    kept: [put('m1', 3)],
  },
  {
    rule: 'room-capacity',
    problem: {
      meetings: [meeting('m1', { size: 53 }), meeting('m2', { size: 50 })],
      ...soft('room-capacity'),
    },
    broken: [put('m1', 0)],
    penalty: 3,
    en: 'A101 seats 50, but Algebra has 53 students.',
    zh: '教室“A101”只有50个座位，“Algebra”有53名学生。',
    kept: [put('m2', 0)],
  },
  {
    rule: 'room-type',
    problem: {
      meetings: [meeting('m1', { roomTypes: ['lab'] }), meeting('m2', { roomTypes: ['lab', 'lecture'] })],
    },
    broken: [put('m1', 0)],
    penalty: 1,
    en: 'A101 is not of a suitable type for Algebra.',
    zh: '教室“A101”的类型不适合“Algebra”。',
    kept: [put('m2', 0)],
  },
  {
    rule: 'room-features',
    problem: {
      rooms: [{ id: 'r1', name: 'A101', capacity: 50, features: ['projector'] }],
      meetings: [
        meeting('m1', { features: ['projector', 'piano', 'sink'] }),
        meeting('m2', { features: ['projector'] }),
      ],
    },
    broken: [put('m1', 0)],
    penalty: 2,
    en: 'A101 lacks piano, sink for Algebra.',
    zh: '教室“A101”缺少“Algebra”所需的设备：piano、sink。',
    kept: [put('m2', 0)],
  },
  {
    rule: 'travel-time',
    problem: { meetings: sameOwner, travel: [{ from: 'south', to: 'north', periods: 1 }] },
    broken: [put('m1', 0), put('m2', 1, 'r2')],
    penalty: 2,
    en: 'Ada needs 1 periods from A101 to B202, but Algebra and Physics leave 0.',
    zh: '“Ada”从“A101”到“B202”需要1节的间隔，但“Algebra”与“Physics”之间只有0节。',
    kept: [put('m1', 0), put('m2', 2, 'r2')],
  },
  {
    rule: 'distribution',
    problem: {
      meetings: sameOwner,
      distributions: [{ type: 'SameDays', meetings: ['m1', 'm2'], required: true }],
    },
    broken: [put('m1', 0), put('m2', 3)],
    penalty: 1,
    en: 'Algebra, Physics break the relation SameDays (on the same day).',
    zh: '“Algebra, Physics”不满足关系“同一天”。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'wished-distribution',
    problem: {
      meetings: sameOwner,
      distributions: [{ type: 'SameRoom', meetings: ['m1', 'm2'], required: false, penalty: 4 }],
    },
    broken: [put('m1', 0), put('m2', 3, 'r2')],
    penalty: 4,
    en: 'Algebra, Physics break the relation SameRoom (in the same room).',
    zh: '“Algebra, Physics”不满足关系“同一教室”。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'student-conflict',
    problem: { students: [{ id: 's1', meetings: ['m1', 'm2'] }] },
    broken: [put('m1', 0), bob(0)],
    penalty: 1,
    en: '1 students cannot attend both Algebra and Physics.',
    zh: '1名学生无法同时上“Algebra”和“Physics”。',
    kept: [put('m1', 0), bob(1)],
  },
  {
    rule: 'long-break',
    problem: { times: [at(0, 3), at(0, 4)], meetings: [atTwoTimes] },
    broken: [put('m1', 0)],
    penalty: 1,
    en: 'Algebra spans a long break (Mon periods 4-5, weeks 1-2).',
    zh: '“Algebra”（第1-2周 周一 第4-5节）跨越长课间。',
    kept: [put('m1', 1)],
  },
  {
    rule: 'evening',
    problem: {
      calendar: { weeks: 2, days: 7, periods: 12, eveningStart: 8 },
      times: [at(0, 7, 3), at(0, 6)],
      meetings: [atTwoTimes],
      ...soft('evening'),
    },
    broken: [put('m1', 0)],
    penalty: 4,
    en: 'Algebra is in the evening (Mon periods 8-10, weeks 1-2).',
    zh: '“Algebra”排在晚间（第1-2周 周一 第8-10节）。',
    kept: [put('m1', 1)],
  },
  {
    rule: 'weekend',
    problem: soft('weekend'),
    broken: [put('m1', 5)],
    penalty: 4,
    en: 'Algebra is at the weekend (Sat periods 1-2, weeks 1-2).',
    zh: '“Algebra”排在周末（第1-2周 周六 第1-2节）。',
    kept: [put('m1', 0)],
  },
  {
    rule: 'time-preference',
    problem: { meetings: [meeting('m1', { times: [{ time: 0, penalty: 4 }, { time: 1 }] })] },
    broken: [put('m1', 0)],
    penalty: 4,
    en: 'Algebra is not preferred on Mon periods 1-2, weeks 1-2.',
    zh: '“Algebra”不宜安排在第1-2周 周一 第1-2节。',
    kept: [put('m1', 1)],
  },
  {
    rule: 'room-preference',
    problem: { meetings: [meeting('m1', { rooms: [{ room: 'r1', penalty: 6 }, { room: 'r2' }] })] },
    broken: [put('m1', 0)],
    penalty: 6,
    en: 'Algebra is not preferred in A101.',
    zh: '“Algebra”不宜使用教室“A101”。',
    kept: [put('m1', 0, 'r2')],
  },
  {
    rule: 'teacher-preference',
    problem: {
      teachers: [
        {
          id: 't1',
          name: 'Ada',
          preferences: [0, 1].flatMap((p) => [
            { day: 0, period: p, level: 1 },
            { day: 1, period: p, level: 4 },
          ]),
        },
      ],
      meetings: [meeting('m1')],
      ...soft('teacher-preference'),
    },
    broken: [put('m1', 0)],
    penalty: 12,
    en: 'Ada would rather not teach Algebra on Mon periods 1-2, weeks 1-2.',
    zh: '教师“Ada”不希望在第1-2周 周一 第1-2节上“Algebra”。',
    kept: [put('m1', 3)],
  },
  {
    rule: 'room-fit',
    problem: {
      meetings: [meeting('m1', { size: 20, building: 'B' }), meeting('m2', { size: 35, building: 'B' })],
    },
    broken: [put('m1', 0)],
    penalty: 3,
    en: 'A101 (50 seats) suits Algebra (20 students) badly.',
    zh: '教室“A101”（50座）不太适合“Algebra”（20人）。',
    kept: [put('m2', 0, 'r2')],
  },
  {
    rule: 'minimum-working-days',
    problem: {
      teachingClasses: [{ id: 'c1', name: 'Algebra', minimumDays: 2 }],
      meetings: [meeting('m1'), meeting('m2')],
    },
    broken: [put('m1', 0), put('m2', 1)],
    penalty: 1,
    en: 'Algebra is on 1 days, but should be on at least 2.',
    zh: '“Algebra”只分布在1天，应至少2天。',
    kept: [put('m1', 0), put('m2', 3)],
  },
  {
    rule: 'group-compactness',
    problem: { meetings: sameOwner },
    broken: [put('m1', 0), put('m2', 2)],
    penalty: 4,
    en: 'CS1 waits 2 periods on Mon, weeks 1-2.',
    zh: '“CS1”在第1-2周 周一中间空2节。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'teacher-compactness',
    problem: { meetings: sameOwner },
    broken: [put('m1', 0), put('m2', 2)],
    penalty: 4,
    en: 'Ada waits 2 periods on Mon, weeks 1-2.',
    zh: '“Ada”在第1-2周 周一中间空2节。',
    kept: [put('m1', 0), put('m2', 3)],
  },
  {
    rule: 'isolated-meetings',
    problem: { times: single, meetings: sameOwner },
    broken: [put('m1', 1), put('m2', 2)],
    penalty: 4,
    en: 'CS1 has an isolated period 2, 4 on Mon, weeks 1-2.',
    zh: '“CS1”在第1-2周 周一第2, 4节是孤立的单节。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'room-stability',
    problem: { meetings: [meeting('m1'), meeting('m2')] },
    broken: [put('m1', 0), put('m2', 1, 'r2')],
    penalty: 1,
    en: 'Algebra uses 2 rooms: A101, B202.',
    zh: '“Algebra”使用了2间教室：A101、B202。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'day-balance',
    problem: { meetings: sameOwner },
    broken: [put('m1', 0), put('m2', 1)],
    penalty: 4,
    en: 'CS1 has 4 periods on Mon, weeks 1-2; an even share is 2.',
    zh: '“CS1”在第1-2周 周一有4节课，均衡值为2节。',
    kept: [put('m1', 0), put('m2', 3)],
  },
  {
    rule: 'daily-load',
    problem: {
      groups: [{ id: 'g1', name: 'CS1', size: 40, dailyPeriods: 3 }],
      meetings: sameOwner,
      ...soft('daily-load'),
    },
    broken: [put('m1', 0), put('m2', 1)],
    penalty: 2,
    en: 'CS1 has 4 periods on Mon, weeks 1-2; at most 3 are allowed.',
    zh: '“CS1”在第1-2周 周一有4节课，上限为3节。',
    kept: [put('m1', 0), put('m2', 3)],
  },
  {
    rule: 'weekly-load',
    problem: {
      times: [at(0, 0), at(1, 0, 2, '10'), at(2, 0, 3, '01'), at(0, 4), at(0, 8), at(5, 0)],
      teachers: [{ id: 't1', name: 'Ada', weeklyPeriods: 3 }],
      meetings: sameOwner,
      ...soft('weekly-load'),
    },
    broken: [put('m1', 0), put('m2', 1)],
    penalty: 1,
    en: 'Ada has 4 periods in weeks 1; at most 3 are allowed.',
    zh: '“Ada”在第1周每周有4节课，上限为3节。',
    kept: [put('m1', 1), put('m2', 2)],
  },
  {
    rule: 'teacher-level',
    problem: {
      meetings: [meeting('m1', { teachers: ['t1', 't2'], teacherPenalties: { t2: 3 } })],
      ...soft('teacher-level'),
    },
    broken: [put('m1', 0, 'r1', 't2')],
    penalty: 3,
    en: 'Other teachers suit Algebra better than Bob.',
    zh: '“Algebra”有比“Bob”更合适的教师。',
    kept: [put('m1', 0)],
  },
  {
    rule: 'same-teacher',
    problem: {
      meetings: [
        meeting('m1', { teacherSet: 'theory', teachers: ['t1', 't2'] }),
        meeting('m2', { teacherSet: 'theory', teachers: ['t1', 't2'] }),
      ],
    },
    broken: [put('m1', 0), bob(1)],
    penalty: 1,
    en: 'The same kind of hours of Algebra has 2 teachers: Ada, Bob.',
    zh: '“Algebra”的同一类学时由2位教师讲授：Ada、Bob。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'teacher-stability',
    problem: {
      teachingClasses: [
        { id: 'c1', name: 'Physics', course: 'x', kind: 'THEORY' },
        { id: 'c2', name: 'Physics lab', course: 'x', kind: 'PRACTICE' },
      ],
      meetings: [
        meeting('m1', { groups: ['g1', 'g2'] }),
        meeting('m2', { teachingClass: 'c2', teachers: ['t1', 't2'] }),
      ],
      ...soft('teacher-stability'),
    },
    broken: [put('m1', 0), bob(1)],
    penalty: 1,
    en: 'Physics is taught to CS1 by 2 teachers: Ada, Bob.',
    zh: '“CS1”的“Physics”由2位教师讲授：Ada、Bob。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'consecutive-periods',
    problem: { meetings: sameOwner, ...soft('consecutive-periods') },
    broken: [put('m1', 0), put('m2', 2)],
    penalty: 2,
    en: 'CS1 has 2 separate blocks on Mon, weeks 1-2.',
    zh: '“CS1”在第1-2周 周一的课分成2段。',
    kept: [put('m1', 0), put('m2', 1)],
  },
  {
    rule: 'course-parts-apart',
    problem: {
      teachingClasses: [
        { id: 'c1', name: 'Physics', course: 'x', kind: 'THEORY' },
        { id: 'c2', name: 'Physics lab', course: 'x', kind: 'PRACTICE' },
      ],
      meetings: sameOwner,
    },
    broken: [put('m1', 0), put('m2', 2)],
    penalty: 1,
    en: 'CS1 has different parts of Physics on one day.',
    zh: '“CS1”在同一天上课程“Physics”的不同部分。',
    kept: [put('m1', 0), put('m2', 3)],
  },
  {
    rule: 'course-priority',
    problem: { teachingClasses: [{ id: 'c1', name: 'Algebra', priority: 8 }], meetings: [meeting('m1')] },
    broken: [put('m1', 4)],
    penalty: 6,
    en: 'The important Algebra is late in the day (Mon periods 9-10, weeks 1-2).',
    zh: '重要课程“Algebra”排在较晚的时段（第1-2周 周一 第9-10节）。',
    kept: [put('m1', 0)],
  },
  {
    rule: 'fewest-changes',
    problem: { reference: [put('m1', 0)] },
    broken: [put('m1', 0, 'r2')],
    penalty: 1,
    en: 'Algebra has moved.',
    zh: '“Algebra”的安排有改动。',
    kept: [put('m1', 0)],
  },
];

test.each(cases)(
  '$rule finds its fault, prices it and says so',
  ({ rule, problem, broken, penalty, en, zh }) => {
    const rules = { ...problem?.rules, [rule]: { weight: 1, ...problem?.rules?.[rule] } };
    const found = judged(tiny({ ...problem, rules }), broken, rule);
    expect(found.penalty).toBe(penalty);
    expect(found.en[0]).toBe(en);
    expect(found.zh[0]).toBe(zh);
  },
);

test.each(cases)('$rule is silent when it is kept', ({ rule, problem, kept }) => {
  expect(judged(tiny(problem), kept, rule)).toEqual({ penalty: 0, zh: [], en: [] });
});

test('every rule has a case here, a meaning in both languages, and a name of its own', () => {
  const tested = new Set(cases.map(({ rule }) => rule));
  expect(RULES.filter(({ id }) => !tested.has(id))).toEqual([]);
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { meaning } of RULES)
    expect([meaning.zh, meaning.en].every((sentence) => sentence.length > 5)).toBe(true);
});

describe.each(cases)('$rule in a run of its own settings', ({ rule, problem, broken, kept }) => {
  const set = (setting: Partial<RuleSetting>): Problem => {
    const base = tiny(problem);
    return { ...base, rules: { ...base.rules, [rule]: setting } };
  };
  const units = judged(set({ level: 'hard' }), broken, rule).penalty;
  const { levels = ['hard', 'soft', 'off'] } = RULES.find(({ id }) => id === rule) ?? {};

  if (levels.includes('soft')) {
    test.each([1, 7])('soft with weight %i costs so much for each unit', (weight) => {
      const soft = set({ level: 'soft', weight });
      const { score } = verify(soft, broken);
      expect(score.byRule[rule]).toBe(units * weight);
      expect(searchedCost(soft, broken)).toBe(score.soft);
    });
  }

  test('hard makes the timetable unusable', () => {
    const { score, isFeasible } = verify(set({ level: 'hard' }), broken);
    expect(isFeasible).toBe(false);
    expect(score.byRule[rule]).toBe(units);
    expect(verify(set({ level: 'hard' }), kept).score.byRule[rule]).toBeUndefined();
  });

  if (levels.includes('off')) {
    test('off is not judged', () => {
      const hard = verify(set({ level: 'hard' }), broken).score;
      const { score } = verify(set({ level: 'off' }), broken);
      expect(hard.hard - score.hard).toBe(units);
      expect(score.byRule[rule]).toBeUndefined();
    });
  }
});

/** What a rule counts, by the checker and by the search, of a meeting at a time by itself. */
function units(rule: RuleId, time: TimeSpan, more: Partial<Meeting> = {}): number {
  const off = RULES.filter(({ levels }) => !levels || levels.includes('off')).map(({ id }) => id);
  const problem = tiny({
    calendar: { weeks: 2, days: 7, periods: 12, eveningStart: 8, weekendStart: 5 },
    times: [time],
    meetings: [meeting('m1', { times: [{ time: 0 }], ...more })],
    rules: {
      ...Object.fromEntries(off.map((id) => [id, { level: 'off' }])),
      [rule]: { level: 'soft', weight: 1 },
    },
  });
  const { penalty } = judged(problem, [put('m1', 0)], rule);
  expect(searchedCost(problem, [put('m1', 0)])).toBe(penalty);
  return penalty;
}

test('evenings and weekends count for every week and every class of 40 students, six at most', () => {
  const sizes = [0, 20, 59, 60, 99, 100, 240, 5_000];
  const expected = [1, 1, 1, 2, 2, 3, 6, 6];
  expect(sizes.map((size) => units('evening', at(0, 8, 1, '10'), { size }))).toEqual(expected);
  expect(sizes.map((size) => units('weekend', at(5, 0, 1, '10'), { size }))).toEqual(expected);
  expect(units('evening', at(0, 8, 1, '11'))).toBe(2);
  expect(units('weekend', at(6, 0, 2, '11'))).toBe(4);
});

test('late evenings and those before the weekend count twice, the last ones of a Friday four times', () => {
  const once = (day: number, start: number, length = 2) => units('evening', at(day, start, length, '10'));
  expect([once(0, 6), once(0, 8), once(0, 10), once(4, 8), once(4, 10)]).toEqual([0, 2, 4, 4, 8]);
  expect([once(0, 7, 5), once(5, 10)]).toEqual([6, 4]);
});

test('rooms of one name in two buildings are two rooms of a class', () => {
  const problem = tiny({
    rooms: ['r1', 'r2'].map((id) => ({ id, name: '101', capacity: 50, building: id })),
    meetings: [meeting('m1'), meeting('m2')],
    rules: { 'room-stability': { weight: 1 } },
  });
  const placements = [put('m1', 0), put('m2', 1, 'r2')];
  expect(judged(problem, placements, 'room-stability')).toMatchObject({
    penalty: 1,
    en: ['Algebra uses 2 rooms: 101.'],
  });
  expect(searchedCost(problem, placements)).toBe(verify(problem, placements).score.soft);
});

test('the decision on weights tells the weight of every rule that may cost something', () => {
  const text = readFileSync('docs/decisions/0023-weights.md', 'utf8');
  const told = [...text.matchAll(/^\| `([a-z-]+)` +\|.*\| (\d+) +\|$/gm)].map(([, rule, weight]) => [
    rule,
    Number(weight),
  ]);
  const weighed = RULES.filter(({ levels }) => !levels || levels.includes('soft'));
  const sorted = (rows: readonly (readonly unknown[])[]) => rows.map(String).sort();
  expect(sorted(told)).toEqual(sorted(weighed.map(({ id, weight }) => [id, weight])));
});

test('a long break on the way to another campus counts as one free period', () => {
  const problem = tiny({
    travel: [{ from: 'north', to: 'south', periods: 1 }],
    meetings: [meeting('m1'), meeting('m2', { teachingClass: 'c2', groups: ['g2'] })],
  });
  const penaltyAt = (first: number, second: number) => {
    const placements = [put('m1', first), put('m2', second, 'r2')];
    const { penalty } = judged(problem, placements, 'travel-time');
    expect(stateOf(problem, placements).hard).toBe(penalty);
    return penalty;
  };
  // Periods 1-2, 3-4 and 5-6, lunch after the 4th.
  expect([penaltyAt(0, 1), penaltyAt(1, 2), penaltyAt(2, 1), penaltyAt(0, 2)]).toEqual([1, 0, 0, 0]);
});

/** What the search makes of the same timetable. */
function searchedCost(problem: Problem, placements: readonly Placement[]): number {
  const state = new State(compile(problem));
  insertAll(state, timetableFrom(problem, placements));
  return state.soft;
}

test.each<readonly [RuleId, Partial<Problem>, Partial<Teacher>, number]>([
  ['teacher-conflict', {}, {}, 0],
  ['teacher-availability', {}, { unavailable: [at(0, 0)] }, 1],
  ['daily-load', {}, { dailyPeriods: 3 }, 1],
  ['weekly-load', {}, { weeklyPeriods: 3 }, 1],
  ['teacher-preference', {}, { preferences: [{ day: 0, period: 0, level: 1 }] }, 1],
  ['teacher-compactness', soft('teacher-compactness'), {}, 2],
  ['travel-time', { travel: [{ from: 'north', to: 'south', periods: 2 }] }, {}, 1],
])('%s: whoever teaches too counts like the one who is chosen', (rule, more, bobs, time) => {
  const [ada, teacher] = tiny().teachers;
  const problem = (m1: Partial<Meeting>) =>
    tiny({ ...more, teachers: [ada, { ...teacher, ...bobs }], meetings: [meeting('m1', m1), ofBob] });
  const ofBob = meeting('m2', { teachingClass: 'c2', teachers: ['t2'], groups: ['g2'] });
  const found = judged(problem({ furtherTeachers: ['t2'] }), [put('m1', 0), bob(time)], rule);
  const alone = judged(problem({ teachers: ['t2'] }), [put('m1', 0, 'r1', 't2'), bob(time)], rule);
  expect(found.penalty).toBeGreaterThan(0);
  expect(found).toEqual(alone);
});
