import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** A meeting that requires a type of room gets it. */
export const roomType: Rule = {
  id: 'room-type',
  level: 'hard',
  weight: 20,
  meaning: { zh: '教室类型须符合要求', en: 'The room is of a suitable type.' },
  *judge({ placed }) {
    for (const p of placed) {
      const types = p.meeting.roomTypes;
      if (!p.room || !types?.length || (p.room.type !== undefined && types.includes(p.room.type))) continue;
      yield {
        penalty: 1,
        meetings: [p.meeting.id],
        sentence: {
          zh: `教室“${p.room.name}”的类型不适合“${nameOf(p)}”。`,
          en: `${p.room.name} is not of a suitable type for ${nameOf(p)}.`,
        },
      };
    }
  },
};
