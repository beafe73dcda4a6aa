import { precheck, precheckWithin } from '../../src/conflicts/precheck.js';
import { campus } from '../../bench/solver/campus.js';
import { at, meeting, tiny } from '../tiny.js';

const single = (start: number) => at(0, start, 1, '1');

test('a sound problem passes', () => {
  expect(precheck(tiny())).toEqual([]);
  expect(precheck(campus({ classes: 60 }))).toEqual([]);
});

test('a meeting whose times are all forbidden is named', () => {
  const problem = tiny({
    meetings: [meeting('m1', { times: [{ time: 4 }, { time: 5 }] })],
    rules: { evening: { level: 'hard' }, weekend: { level: 'hard' } },
  });
  expect(precheck(problem)).toMatchObject([
    {
      rule: 'not-offered',
      meetings: ['m1'],
      sentence: {
        zh: '“Algebra”没有可用时间：可选时间均被日历规则或不可用时间排除。\n可增加可选时间，或允许晚间、周末排课。',
      },
    },
  ]);
});

test.each([
  ['room-capacity', meeting('m1', { size: 51 })],
  ['room-type', meeting('m1', { roomTypes: ['lab'] })],
  ['room-features', meeting('m1', { features: ['piano'] })],
  ['not-offered', meeting('m1', { rooms: [{ room: 'gone' }] })],
])('a meeting that no room suits is named with the rule %s', (rule, only) => {
  expect(precheck(tiny({ meetings: [only] }))).toMatchObject([{ rule, meetings: ['m1'] }]);
});

test('a teacher and a group with more periods than the week has are named', () => {
  const times = [single(0), single(1)];
  const problem = tiny({
    calendar: { weeks: 1, days: 5, periods: 8 },
    times,
    meetings: ['m1', 'm2', 'm3'].map((id) => meeting(id, { times: [{ time: 0 }, { time: 1 }] })),
  });
  expect(precheck(problem).map(({ sentence }) => sentence.en)).toEqual([
    'Group CS1 attends 3 meetings (Algebra), which need 3 periods over all weeks, but there are only 2: at ' +
      'most 2 can be placed.\nMaybe offer more times or fewer meetings.',
    'Teacher Ada teaches 3 meetings (Algebra), which need 3 periods over all weeks, but there are only 2: ' +
      'at most 2 can be placed.\nMaybe share them with another teacher or offer more times.',
  ]);
});

test('absence of the only teacher counts, of one of two teachers does not', () => {
  const away = { id: 't1', name: 'Ada', unavailable: [at(0, 0, 12), at(1, 0, 12), at(5, 0, 12)] };
  const teachers = [away, { id: 't2', name: 'Bob' }];
  expect(precheck(tiny({ teachers, meetings: [meeting('m1')] }))).toMatchObject([{ rule: 'not-offered' }]);
  expect(precheck(tiny({ teachers, meetings: [meeting('m1', { teachers: ['t1', 't2'] })] }))).toEqual([]);
});

test('more laboratory meetings than laboratory periods are named', () => {
  const rooms = [
    { id: 'r1', name: 'Hall', capacity: 50, type: 'lecture' },
    { id: 'r2', name: 'Lab', capacity: 50, type: 'lab' },
  ];
  const meetings = ['m1', 'm2', 'm3'].map((id, i) =>
    meeting(id, {
      times: [{ time: 0 }, { time: 1 }],
      teachers: [],
      groups: [],
      roomTypes: ['lab'],
      teachingClass: i < 2 ? 'c1' : 'c2',
    }),
  );
  expect(precheck(tiny({ rooms, meetings }))).toMatchObject([
    {
      rule: 'room-conflict',
      core: ['m1', 'm2', 'm3'],
      sentence: {
        en:
          'Only room Lab suits 3 meetings (Algebra, Physics), which need 12 periods over all weeks, but ' +
          'there are only 8: at most 2 can be placed.\nMaybe add rooms that suit, ask less of them, or ' +
          'offer more times.',
      },
    },
  ]);
});

const crowded = tiny({
  meetings: [
    meeting('m1', { times: [] }),
    meeting('m2', { times: [{ time: 0 }] }),
    meeting('m3', { times: [{ time: 0 }] }),
  ],
});

test('a check that has the time tells the same as one without limit, and leaves nothing out', () => {
  const report = precheckWithin(crowded, 1, () => 0);
  expect(report).toEqual({ impossibilities: precheck(crowded), unseen: null });
  expect(report.impossibilities.length).toBeGreaterThan(1);
});

test('a check that ends early keeps what it found and names what it did not look at', () => {
  expect(precheckWithin(crowded, 0, () => 0).unseen?.en).toBe(
    'Not looked at for lack of time: the options of single meetings, minimum working days, the hours of ' +
      'groups, the hours of teachers, the hours of teaching classes, the number of rooms, daily and weekly ' +
      'loads, the hours that relations need, chains of relations.',
  );
  let asks = 0;
  const { impossibilities, unseen } = precheckWithin(crowded, 1, () => Number(++asks > 5));
  expect(impossibilities).toMatchObject([{ rule: 'not-offered', meetings: ['m1'] }]);
  expect(unseen).toEqual({
    zh:
      '时间有限，未检查：班级的时间总量、教师的时间总量、教学班的时间总量、教室的总量、每日、每周课时上限、' +
      '关系所需的时间总量、关系链。',
    en:
      'Not looked at for lack of time: the hours of groups, the hours of teachers, the hours of teaching ' +
      'classes, the number of rooms, daily and weekly loads, the hours that relations need, chains of ' +
      'relations.',
  });
});
