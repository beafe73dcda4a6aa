import type { Rule } from './rule.js';

/** A teaching class stays in one room; the penalty is the number of additional rooms. */
export const roomStability: Rule = {
  id: 'room-stability',
  level: 'soft',
  weight: 4,
  meaning: { zh: '同一教学班尽量固定教室', en: 'A teaching class stays in one room.' },
  *judge({ byTeachingClass }) {
    for (const [teachingClass, placed] of byTeachingClass) {
      const count = new Set(placed.flatMap(({ room }) => room?.id ?? [])).size;
      if (count < 2) continue;
      const rooms = [...new Set(placed.flatMap(({ room }) => room?.name ?? []))];
      yield {
        penalty: count - 1,
        meetings: placed.map((p) => p.meeting.id),
        sentence: {
          zh: `“${teachingClass.name}”使用了${count}间教室：${rooms.join('、')}。`,
          en: `${teachingClass.name} uses ${count} rooms: ${rooms.join(', ')}.`,
        },
      };
    }
  },
};
