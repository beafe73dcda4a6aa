import type { Intent, MeetingRef } from '../intents.js';
import { dayOf, later, mondayOf } from '../slots/calendar.js';
import type { Slots } from '../slots/slots.js';
import { ofSemester } from './fill-loads.js';
import { hasAny, ofOurs } from './whom.js';

/** 谁改的, 改动记录: asks what was done, and not what is held. */
const done = new RegExp(
  '谁|何人|动过|改过|记录|日志|改了(?:什么|啥|哪)' +
    '|\\b(?:who|whom|log|history|touch(?:ed)?|did (?:we|you|they|any(?:one|body)))\\b',
  'i',
);
/** 停过的补了没: of all of the semester until now. */
const ever = /[停补调换改]过|补上?了|\b(?:ever|(?:has|have|had) (?:\w+ )?been|so far)\b/i;
/** 所有调课, 哪些代课: single changes are called so. */
const changes = new RegExp(
  '(?:所有|全部|哪些|多少|几次|有没?有?)的?(?:调|停|补|代|换)课(?=$|[吗么的记情?？])' +
    '|(?:哪些|什么|啥|有没?有?).{0,3}课?(?:被|临时)?(?:取消|停[掉课]?|调课?|改|换教室|换老师)' +
    '(?:了|的)+[吗么没呢]*[?？]?$' +
    '|\\b(?:any|which|what) (?:class|lesson|lecture)?(?:e?s)? ?(?:\\w+ )?' +
    '(?:are|is|were|been|got|being) (?:cancelled|canceled|moved|changed|called off)' +
    '|\\bany (?:room |time |timetable |schedule )?(?:changes|cancellations)\\b',
  'i',
);
/** 停过几次: of what was done, and not of what is held. */
export const wasChanged = (slots: Slots): boolean =>
  changes.test(slots.sentence) ||
  (ever.test(slots.sentence) && slots.has('cancel', 'suspend', 'makeUp', 'changeRoom'));

const sinceThen = /自|以来|[之以]后|到(?:现在|今天|目前)|\b(?:since|onwards?|after|from)\b/i;

/** Whether it is asked what oneself has changed. */
const ownChange = new RegExp(
  '(?<![帮给让替跟和发])我(?![的们周这下昨今都]|.{0,4}课)|\\b(?:did|have|what) i\\b' +
    '|\\bi (?:did|do|ma[dk]e|(?:ha)?ve|change|move|cancel)',
  'i',
);

/** What was changed: by the caller where he says so, on the days or of the lessons that are told. */
export function changesOf(slots: Slots): Intent {
  const { sentence, situation } = slots;
  const { today } = situation;
  const isOwn = ownChange.test(sentence);
  const of: MeetingRef =
    slots.names.length > 0 || slots.has('ourClass') ? slots.named() : (ofOurs(slots) ?? {});
  const asked = slots.latestTime()?.wish;
  const { weeks, date } = asked ?? {};
  const until = asked?.until ?? date;
  // Since Monday: the last one, and not the one that comes.
  const days = asked?.days?.length === 1 && !weeks && !date ? asked.days[0] : undefined;
  const isLately = days !== undefined && sinceThen.test(sentence);
  const ago = isLately ? (dayOf(today) - days! + 7) % 7 : 0;
  const first = isLately
    ? later(today, -ago)
    : (date ?? (weeks?.length === 1 ? mondayOf(weeks[0], situation) : undefined));
  const last = until ?? (first && later(first, 6));
  const isBegun = first !== undefined && first <= today;
  const isSince = isBegun && sinceThen.test(sentence);
  const isDone = isBegun && (last! < today || done.test(sentence));
  return {
    type: 'showChanges',
    ...(/谁|何人|\bwho\b/i.test(sentence) && { isOfWho: true as const }),
    ...(isOwn && { isOwn }),
    ...(isSince || (!asked && (hasAny(of) || ofSemester.test(sentence)) && ever.test(sentence))
      ? { since: first ?? situation.semester.startDate }
      : isDone
        ? { since: first, until: last! < today ? last : today }
        : // 谁改了周五的课: what was done of it, and not what is otherwise then.
          asked && hasAny(asked) && !(done.test(sentence) && !date && !weeks) && { within: asked }),
    ...(hasAny(of) && { of }),
  };
}
