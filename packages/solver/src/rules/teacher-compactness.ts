import { gaps } from './gaps.js';
import type { Rule } from './rule.js';

/** Teachers have few gaps: the penalty is the number of idle periods within a day, per week. */
export const teacherCompactness: Rule = {
  id: 'teacher-compactness',
  level: 'soft',
  weight: 1,
  meaning: { zh: '教师的课表应紧凑，减少空节', en: 'Teachers have few gaps between meetings.' },
  judge: (view) => gaps(view.byTeacher),
};
