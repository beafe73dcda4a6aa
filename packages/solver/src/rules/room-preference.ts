import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/** A meeting is in a preferred room: the penalty is that of its room option. */
export const roomPreference: Rule = {
  id: 'room-preference',
  level: 'soft',
  weight: 4,
  meaning: { zh: '优先使用期望的教室', en: 'A meeting is in a preferred room.' },
  *judge({ placed }) {
    for (const p of placed) {
      const penalty = p.meeting.rooms?.find((option) => option.room === p.room?.id)?.penalty ?? 0;
      if (!p.room || penalty === 0) continue;
      const sentence = {
        zh: `“${nameOf(p)}”不宜使用教室“${p.room.name}”。`,
        en: `${nameOf(p)} is not preferred in ${p.room.name}.`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};
