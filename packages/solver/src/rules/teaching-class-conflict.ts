import { clashes } from './clashes.js';
import type { Rule } from './rule.js';

/** Meetings of one teaching class do not overlap. */
export const teachingClassConflict: Rule = {
  id: 'teaching-class-conflict',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '同一教学班的课不能重叠', en: 'Meetings of one teaching class do not overlap.' },
  judge: (view) => clashes(view.byTeachingClass, '教学班'),
};
