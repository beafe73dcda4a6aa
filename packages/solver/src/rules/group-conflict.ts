import { clashes } from './clashes.js';
import type { Rule } from './rule.js';

/** A group of students attends at most one meeting at a time. */
export const groupConflict: Rule = {
  id: 'group-conflict',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '一个班级同一时间只能上一门课', en: 'A group attends at most one meeting at a time.' },
  judge: (view) => clashes(view.byGroup, '班级'),
};
