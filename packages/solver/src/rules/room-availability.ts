import { absences } from './absences.js';
import type { Rule } from './rule.js';

/** A room is used only when it is available. */
export const roomAvailability: Rule = {
  id: 'room-availability',
  level: 'hard',
  levels: ['hard', 'off'],
  weight: 1,
  meaning: { zh: '教室停用时不得排课', en: 'A room is used only when it is available.' },
  judge: (view) => absences('room', view.byRoom),
};
