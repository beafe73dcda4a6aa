import type { Meeting, Room } from '../model.js';
import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** A room has every feature that the meeting needs; the penalty is the number of missing ones. */
export const roomFeatures: Rule = {
  id: 'room-features',
  level: 'hard',
  weight: 100,
  meaning: { zh: '教室须具备所需设备', en: 'The room has the features that are needed.' },
  *judge({ placed }) {
    for (const p of placed) {
      if (!p.room) continue;
      const missing = missingFeatures(p.meeting, p.room);
      if (missing.length === 0) continue;
      yield {
        penalty: missing.length,
        meetings: [p.meeting.id],
        sentence: {
          zh: `教室“${p.room.name}”缺少“${nameOf(p)}”所需的设备：${missing.join('、')}。`,
          en: `${p.room.name} lacks ${missing.join(', ')} for ${nameOf(p)}.`,
        },
      };
    }
  },
};

/** What a meeting needs and a room lacks. */
export function missingFeatures({ features = [] }: Meeting, room: Room): readonly string[] {
  const has = new Set(room.features);
  return features.filter((feature) => !has.has(feature));
}
