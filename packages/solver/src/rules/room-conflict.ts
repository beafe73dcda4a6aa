import { clashes } from './clashes.js';
import type { Rule } from './rule.js';

/** A room holds at most one meeting at a time. */
export const roomConflict: Rule = {
  id: 'room-conflict',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '一间教室同一时间只能上一门课', en: 'A room holds at most one meeting at a time.' },
  judge: (view) => clashes(view.byRoom, '教室'),
};
