import type { Meeting, Room } from '../model.js';
import type { Rule } from './rule.js';
import { nameOf } from './words.js';

/**
 * A room is neither far too large nor in another building: 0 from 70 % filled, 1 from 50 %, 2 from 30 %, else
 * 3; and 1 for another building.
 */
export const roomFit: Rule = {
  id: 'room-fit',
  level: 'soft',
  weight: 2,
  meaning: { zh: '教室大小和位置应合适', en: 'The room is suitable in size and location.' },
  *judge({ placed }) {
    for (const p of placed) {
      if (!p.room) continue;
      const penalty = misfit(p.meeting, p.room);
      if (penalty === 0) continue;
      const sentence = {
        zh: `教室“${p.room.name}”（${p.room.capacity}座）不太适合“${nameOf(p)}”（${p.meeting.size}人）。`,
        en:
          `${p.room.name} (${p.room.capacity} seats) suits ${nameOf(p)} (${p.meeting.size} students) ` +
          `badly.`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};

/** What it counts that a meeting is in a room. */
export function misfit(meeting: Meeting, room: Room): number {
  const filled = room.capacity === 0 ? 1 : meeting.size / room.capacity;
  const size = filled >= 0.7 ? 0 : filled >= 0.5 ? 1 : filled >= 0.3 ? 2 : 3;
  const place = meeting.building !== undefined && meeting.building !== room.building ? 1 : 0;
  return size + place;
}
