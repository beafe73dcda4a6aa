import { absences } from './absences.js';
import type { Rule } from './rule.js';

/** A teacher teaches only when available. */
export const teacherAvailability: Rule = {
  id: 'teacher-availability',
  level: 'hard',
  levels: ['hard', 'off'],
  weight: 1,
  meaning: { zh: '教师不可用时不得排课', en: 'A teacher teaches only when available.' },
  judge: (view) => absences('teacher', view.byTeacher),
};
