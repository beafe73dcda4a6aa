import type { Meeting, Room } from '../model.js';
import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** A meeting that requires a type of room gets it. */
export const roomType: Rule = {
  id: 'room-type',
  level: 'hard',
  weight: 200,
  meaning: { zh: '教室类型须符合要求', en: 'The room is of a suitable type.' },
  *judge({ placed }) {
    for (const p of placed) {
      if (!p.room || isOfType(p.meeting, p.room)) continue;
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

/** Whether a room is of a type that a meeting may have. */
export const isOfType = ({ roomTypes = [] }: Meeting, { type }: Room): boolean =>
  roomTypes.length === 0 || (type !== undefined && roomTypes.includes(type));
