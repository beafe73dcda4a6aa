import { clashes } from './clashes.js';
import type { Rule } from './rule.js';

/** A teacher teaches at most one meeting at a time. */
export const teacherConflict: Rule = {
  id: 'teacher-conflict',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '一位教师同一时间只能上一门课', en: 'A teacher teaches at most one meeting at a time.' },
  judge: (view) => clashes(view.byTeacher, '教师'),
};
