import type { Rule } from './rule.js';

/** A teaching class stays in one room; the penalty is the number of additional rooms. */
export const roomStability: Rule = {
  id: 'room-stability',
  level: 'soft',
  weight: 1,
  meaning: { zh: '同一教学班尽量固定教室', en: 'A teaching class stays in one room.' },
  *judge({ byTeachingClass }) {
    for (const [teachingClass, placed] of byTeachingClass) {
      const rooms = [...new Set(placed.flatMap((p) => (p.room ? [p.room.name] : [])))];
      if (rooms.length < 2) continue;
      yield {
        penalty: rooms.length - 1,
        meetings: placed.map((p) => p.meeting.id),
        sentence: {
          zh: `“${teachingClass.name}”使用了${rooms.length}间教室：${rooms.join('、')}。`,
          en: `${teachingClass.name} uses ${rooms.length} rooms: ${rooms.join(', ')}.`,
        },
      };
    }
  },
};
