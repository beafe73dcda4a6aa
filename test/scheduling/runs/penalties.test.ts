import { outlookOf } from '../../../src/services/scheduling/runs/outlook.js';
import { explained, penaltiesOf, softFloorOf } from '../../../src/services/scheduling/runs/penalties.js';
import { RecentGain } from '@class-scheduling/solver';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { semester } from '../snapshots.js';

const { problem } = problemOf(semester([{}]));

test('penalties tell hard rules from soft ones as the problem has them, beside unplaced meetings', () => {
  const byRule = { 'room-stability': 2, unplaced: 4, 'room-capacity': 3 };
  expect(penaltiesOf(problem, { hard: 7, soft: 2, byRule })).toEqual([
    { rule: 'room-capacity', isHard: true, penalty: 3 },
    { rule: 'room-stability', isHard: false, penalty: 2 },
  ]);
  const [capacity] = penaltiesOf({ ...problem, profile: 'UD2' }, { hard: 4, soft: 5, byRule });
  expect(capacity).toEqual({ rule: 'room-capacity', isHard: false, penalty: 3 });
});

test(
  'penalties are explained in both languages; a rule that this release does not know is told by its ' +
    'name',
  () => {
    const [known, unknown] = ['room-capacity', 'siesta'].map((rule) => ({
      rule: rule as 'room-capacity',
      isHard: false,
      penalty: 1,
    }));
    expect(explained([known, unknown], 'zh')).toEqual([
      { ...known, meaning: '教室座位数不得少于学生数', floor: null, aboveFloor: null },
      { ...unknown, meaning: 'siesta', floor: null, aboveFloor: null },
    ]);
    expect(explained([known], 'en')).toMatchObject([{ ...known, meaning: 'A room seats every student.' }]);
  },
);

test('what cannot be avoided is told of soft rules, where it is known', () => {
  const score = { hard: 1, soft: 9, byRule: { 'room-capacity': 1, 'room-fit': 6, evening: 3 } };
  const floors = { byRule: { 'room-fit': 4 }, total: 5 } as const;
  const penalties = penaltiesOf(problem, score, floors);
  expect(explained(penalties, 'en').map((each) => [each.rule, each.floor, each.aboveFloor])).toEqual([
    ['room-capacity', null, null],
    ['evening', 0, 3],
    ['room-fit', 4, 2],
  ]);
  const nothing = { byRule: {}, total: 0 };
  expect([softFloorOf(floors, score), softFloorOf(null, score), softFloorOf(nothing, score)]).toEqual([
    5,
    null,
    null,
  ]);
  expect(softFloorOf(nothing, { ...score, soft: 0 })).toBe(0);
});

test('the outlook says in both languages what may still be gained, and what lately was', () => {
  const say = (softCost: number | null, softFloor: number | null, recentGain: number | null = null) =>
    outlookOf({ softCost, softFloor, recentGain });
  expect(say(null, null)).toBeNull();
  expect(say(100, null)).toBeNull();
  expect(say(100, 97, 0)).toEqual({
    zh: '软约束代价 100，任何完整课表都不低于 97：最多还能改进 3%。最近 10 秒没有改进，结束前仍可能改进。',
    en:
      'It costs 100, and no complete timetable costs less than 97: at most 3 % better is possible. ' +
      'The last ten seconds gained nothing; it may still gain before its end.',
  });
  expect(say(1000, 999)?.en).toContain('at most 1 % better');
  expect(say(7, 7)?.zh).toBe('软约束代价 7，任何完整课表都不会更低。');
  expect(say(0, 0)?.en).toBe('It costs 0; no complete timetable costs less.');
  expect(say(7, null, 12)?.zh).toBe('最近 10 秒改进了 12。');
});

test('a gain is counted over ten seconds with the same meetings placed and nothing clashing', () => {
  const gain = new RecentGain();
  const at = (seconds: number, soft: number, unplaced = 0, clashes = 0, judged = unplaced) =>
    gain.after({
      seconds,
      clashes,
      unplaced,
      scoredSeconds: seconds,
      score: { hard: judged, soft, byRule: { unplaced: judged } },
    });
  expect([at(1, 900, 0, 2), at(2, 500), at(11.5, 450), at(12, 440)]).toEqual([null, null, null, 60]);
  expect([at(21.5, 430), at(22, 430), at(40, 430)]).toEqual([20, 10, 0]);
  // A meeting more has a place, of which the cost was not judged yet: nothing is compared across that.
  expect([at(41, 600, 1), at(52, 550, 1), at(53, 550, 0, 0, 1), at(54, 580)]).toEqual([null, 50, null, null]);
});
