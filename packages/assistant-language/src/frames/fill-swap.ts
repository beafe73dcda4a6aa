import type { Intent, MeetingRef } from '../intents.js';
import { onceOnly, whichTwo } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import { meetingOf } from './meeting.js';

/** Two lessons, parted by a word between them; what only one half names, both mean. */
export function swapOf(slots: Slots): Intent {
  const { tokens } = slots;
  const parts = tokens.flatMap((token, at) =>
    isRole(token, 'and', 'give', 'moveTo', 'to', 'swap')
      ? [[slots.of(tokens.slice(0, at)), slots.of(tokens.slice(at + 1))] as const]
      : [],
  );
  const told = parts.filter(([first, second]) => !first.isEmpty && !second.isEmpty);
  if (told.length !== 1) throw whichTwo();
  if (told[0].some((half) => half.time()?.isSingle)) throw onceOnly();
  const [one, other] = told[0].map(meetingOf);
  const first = completed(one, other);
  const second = completed(other, one);
  if (JSON.stringify(first) === JSON.stringify(second)) throw whichTwo();
  return { type: 'swap', first, second };
}

/** 周三和周四的高数: what is only told of one is told of the other as well. */
function completed(ref: MeetingRef, { at: _, ...other }: MeetingRef): MeetingRef {
  const { at, ...named } = ref;
  return Object.keys(named).length > 0 ? ref : { ...other, ...(at && { at }) };
}
