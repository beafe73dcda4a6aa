import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** Locked times, rooms and teachers are kept. */
export const lock: Rule = {
  id: 'lock',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '人工锁定的安排不得改动', en: 'Locked times, rooms and teachers are kept.' },
  *judge({ placed }) {
    for (const p of placed) {
      const lock = p.meeting.lock;
      if (!lock) continue;
      const parts = [
        [lock.time !== undefined && lock.time !== p.placement.time, '时间', 'time'],
        [lock.room !== undefined && lock.room !== p.placement.room, '教室', 'room'],
        [lock.teacher !== undefined && lock.teacher !== p.placement.teacher, '教师', 'teacher'],
      ] as const;
      for (const [isBroken, zh, en] of parts) {
        if (!isBroken) continue;
        const name = nameOf(p);
        const sentence = { zh: `“${name}”锁定的${zh}被改动。`, en: `${name} has lost its locked ${en}.` };
        yield { penalty: 1, meetings: [p.meeting.id], sentence };
      }
    }
  },
};
