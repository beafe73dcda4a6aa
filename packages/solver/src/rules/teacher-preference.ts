import type { Teacher, TimeSpan } from '../model.js';
import { weekly } from './people.js';
import type { Rule } from './rule.js';
import { daysOf } from './view.js';
import { nameOf, timeWords } from './words.js';

const NEUTRAL = 3;

/**
 * Teachers teach in preferred periods: the penalty of a period of a week is the distance of its level (1..5,
 * unlisted = 3) from the teacher's best level (at least neutral).
 */
export const teacherPreference: Rule = {
  id: 'teacher-preference',
  level: 'soft',
  weight: 1,
  meaning: { zh: '满足教师的时间偏好', en: 'Teachers teach at times they prefer.' },
  *judge({ byTeacher }) {
    for (const [teacher, placed] of byTeacher) {
      if (!teacher.preferences?.length) continue;
      for (const p of placed) {
        const penalty = dislike(teacher, p.time);
        if (penalty === 0) continue;
        const time = timeWords(p.time);
        yield {
          penalty,
          meetings: [p.meeting.id],
          owner: { kind: 'teacher', id: teacher.id },
          sentence: {
            zh: `教师“${teacher.name}”不希望在${time.zh}上“${nameOf(p)}”。`,
            en: `${teacher.name} would rather not teach ${nameOf(p)} on ${time.en}.`,
          },
        };
      }
    }
  },
};

/** How much a teacher dislikes a time, in all its weeks. */
export function dislike({ preferences = [] }: Teacher, time: TimeSpan): number {
  const best = Math.max(NEUTRAL, ...preferences.map((preference) => preference.level));
  let sum = 0;
  for (const day of daysOf(time)) {
    for (let period = time.start; period < time.start + time.length; period++) {
      const listed = preferences.find((preference) => preference.day === day && preference.period === period);
      sum += best - (listed?.level ?? NEUTRAL);
    }
  }
  return weekly(sum, time);
}
