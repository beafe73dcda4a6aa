import { absences } from './absences.js';
import type { Rule } from './rule.js';

/** A group attends only when available. */
export const groupAvailability: Rule = {
  id: 'group-availability',
  level: 'hard',
  levels: ['hard', 'off'],
  weight: 1,
  meaning: { zh: '班级不可用时不得排课', en: 'A group attends only when available.' },
  judge: (view) => absences('group', view.byGroup),
};
