import { explained, penaltiesOf } from '../../src/services/scheduling/penalties.js';
import { tiny } from '../solver/tiny.js';

test('penalties tell hard rules from soft ones as the problem has them, beside unplaced meetings', () => {
  const byRule = { 'room-stability': 2, unplaced: 4, 'room-capacity': 3 };
  const problem = tiny({ profile: 'PRODUCT', rules: {} });
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
      { ...known, meaning: '教室座位数不得少于学生数' },
      { ...unknown, meaning: 'siesta' },
    ]);
    expect(explained([known], 'en')).toEqual([{ ...known, meaning: 'A room seats every student.' }]);
  },
);
