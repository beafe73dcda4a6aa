import { gaps } from './gaps.js';
import type { Rule } from './rule.js';

/** Groups have few gaps: the penalty is the number of idle periods within a day, per week. */
export const groupCompactness: Rule = {
  id: 'group-compactness',
  level: 'soft',
  weight: 2,
  meaning: { zh: '班级的课表应紧凑，减少空节', en: 'Groups have few gaps between meetings.' },
  judge: (view) => gaps(view.byGroup),
};
