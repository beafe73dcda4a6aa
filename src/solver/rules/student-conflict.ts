import { isTooClose } from './distribution-types.js';
import type { Rule } from './rule.js';
import { travelBetween } from './travel.js';
import { pairs, type Placed } from './view.js';
import { nameOf } from './words.js';

/**
 * Students can attend all their meetings; the penalty is 1 per student and pair of meetings too close
 * together.
 */
export const studentConflict: Rule = {
  id: 'student-conflict',
  level: 'soft',
  weight: 1,
  meaning: { zh: '学生所选的课不应冲突', en: 'Students can attend everything they are enrolled in.' },
  *judge({ problem, placed }) {
    const byId = new Map(placed.map((p) => [p.meeting.id, p]));
    const travel = travelBetween(problem);
    const sharedStudents = new Map<string, { a: Placed; b: Placed; students: number }>();
    for (const { meetings } of problem.students ?? []) {
      for (const [a, b] of pairs(meetings.flatMap((id) => byId.get(id) ?? []))) {
        const key = [a.meeting.id, b.meeting.id].sort().join(' ');
        const entry = sharedStudents.get(key) ?? { a, b, students: 0 };
        entry.students++;
        sharedStudents.set(key, entry);
      }
    }
    for (const { a, b, students } of sharedStudents.values()) {
      if (!isTooClose(a, b, travel)) continue;
      yield {
        penalty: students,
        meetings: [a.meeting.id, b.meeting.id],
        sentence: {
          zh: `${students}名学生无法同时上“${nameOf(a)}”和“${nameOf(b)}”。`,
          en: `${students} students cannot attend both ${nameOf(a)} and ${nameOf(b)}.`,
        },
      };
    }
  },
};
