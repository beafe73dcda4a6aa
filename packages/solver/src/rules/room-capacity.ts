import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** A room seats all students; the penalty is the number of missing seats. */
export const roomCapacity: Rule = {
  id: 'room-capacity',
  level: 'hard',
  weight: 4,
  meaning: { zh: '教室座位数不得少于学生数', en: 'A room seats every student.' },
  *judge({ placed }) {
    for (const p of placed) {
      if (!p.room || p.meeting.size <= p.room.capacity) continue;
      yield {
        penalty: p.meeting.size - p.room.capacity,
        meetings: [p.meeting.id],
        sentence: {
          zh: `教室“${p.room.name}”只有${p.room.capacity}个座位，“${nameOf(p)}”有${p.meeting.size}名学生。`,
          en: `${p.room.name} seats ${p.room.capacity}, but ${nameOf(p)} has ${p.meeting.size} students.`,
        },
      };
    }
  },
};
