import type { Intent, MeetingRef } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
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

const whichTwo = (): Doubt =>
  new Doubt({
    zh: '要交换哪两门课？例如：交换周三的高数和周四的线代。',
    en: 'Which two lessons shall be swapped? For example: swap the Wednesday calculus with linear algebra.',
  });

const onceOnly = (): Doubt =>
  new Doubt({
    zh: '目前只能每周交换，不能只交换某一天。要每周都交换吗？请去掉日期再说一次。',
    en: 'Lessons are swapped in every week, not on one date. Please say it again without the date.',
  });
