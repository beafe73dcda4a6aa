import type { Intent, MeetingRef } from '../intents.js';
import { later, mondayOf } from '../slots/calendar.js';
import type { Slots } from '../slots/slots.js';
import { hasAny } from './whom.js';

/** 谁改的, 改动记录: asks what was done, and not what is held. */
const done = /谁|何人|动过|改过|记录|日志|改了(?:什么|啥|哪)|\b(?:who|whom|log|history|touch(?:ed)?)\b/i;
const sinceThen = /自|以来|[之以]后|到(?:现在|今天|目前)|\b(?:since|onwards?|after|from)\b/i;

/** What was changed: by the caller where he says so, on the days or of the lessons that are told. */
export function changesOf(slots: Slots): Intent {
  const { sentence, situation } = slots;
  const { today } = situation;
  const isOwn = /(?<![帮给让替跟和])我(?![的们周这下昨今都]|.{0,4}课)|\bi\b/i.test(sentence);
  const of: MeetingRef = slots.names.length > 0 || slots.has('ourClass') ? slots.named() : {};
  const asked = slots.latestTime()?.wish;
  const { date, weeks, until = date } = asked ?? {};
  const first = date ?? (weeks?.length === 1 ? mondayOf(weeks[0], situation) : undefined);
  const last = until ?? (first && later(first, 6));
  const isBegun = first !== undefined && first <= today;
  const isSince = isBegun && sinceThen.test(sentence);
  const isDone = isBegun && (last! < today || done.test(sentence));
  return {
    type: 'showChanges',
    ...(isOwn && { isOwn }),
    ...(isSince
      ? { since: first }
      : isDone
        ? { since: first, until: last! < today ? last : today }
        : asked && hasAny(asked) && { within: asked }),
    ...(hasAny(of) && { of }),
  };
}
