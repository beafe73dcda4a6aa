import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/**
 * A course is taught by whoever suits it best: the penalty is that of the teacher for the meeting. As a hard
 * rule only teachers without a penalty are allowed.
 */
export const teacherLevel: Rule = {
  id: 'teacher-level',
  level: 'soft',
  weight: 4,
  meaning: {
    zh: '课程优先由主讲教师和资格等级高的教师讲授',
    en: 'Lead teachers, and then those of the highest level, teach a course.',
  },
  *judge({ placed }) {
    for (const p of placed) {
      const penalty = p.teacher ? (p.meeting.teacherPenalties?.[p.teacher.id] ?? 0) : 0;
      if (!p.teacher || penalty === 0) continue;
      const sentence = {
        zh: `“${nameOf(p)}”有比“${p.teacher.name}”更合适的教师。`,
        en: `Other teachers suit ${nameOf(p)} better than ${p.teacher.name}.`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};
