import type { Intent, MeetingRef } from '../intents.js';
import type { Slots } from '../slots/slots.js';

/** The meeting of the wish before, where a clause names none or says 'it'. */
export function meetingBefore(clause: Slots, before: readonly Intent[]): MeetingRef | null {
  const last = before.at(-1);
  if (!clause.isEmpty || clause.has('all') || !last || !('meeting' in last) || !last.meeting) return null;
  return last.type === 'singleDate' ? null : last.meeting;
}
