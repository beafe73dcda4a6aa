import type { Intent, TimeWish } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
import { needNames, notUnderstood, type Slots } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import type { Rule } from './rule.js';

type SingleDate = Extract<Intent, { type: 'singleDate' }>;

/** A wish for one date: what is taught then, and where it goes. */
export function singleDate(
  action: SingleDate['action'],
  meeting: Slots,
  at: TimeWish | undefined,
  to: TimeWish | undefined,
): readonly Intent[] {
  needNames(meeting);
  meeting.oneOfEachKind();
  const every = meeting.isEvery && { isEvery: true };
  return [
    {
      type: 'singleDate',
      action,
      meeting: { ...meeting.meeting(), ...every },
      ...(at && { at }),
      ...(to && { to }),
    },
  ];
}

/** 停课, 补课, and what is cancelled on a date. */
export const single: Rule = (clause, before) => {
  if (clause.has('makeUp', 'makeUpTo')) return makeUp(clause, before);
  if (clause.has('suspend')) return cancelled(clause);
  if (!clause.has('cancel') || clause.has('lastChange')) return null;
  const time = clause.time();
  if (time?.isSingle) return cancelled(clause);
  if (time?.isWeekly || clause.has('arrangement', 'fromTimetable')) return null;
  clause.only('cancel', 'give', 'self', 'all', 'it');
  needNames(clause);
  throw howLong(clause);
};

function cancelled(clause: Slots): readonly Intent[] {
  clause.only('suspend', 'cancel', 'give', 'self', 'have', 'all');
  const time = clause.time();
  if (time?.isWeekly) throw howLong(clause);
  return singleDate('CANCEL', clause, time?.wish, undefined);
}

/** For good, or once: both are said with the same word. */
function howLong({ tokens, sentence }: Slots): Doubt {
  const word = tokens.find((token) => isRole(token, 'cancel', 'suspend'))!;
  const isChinese = /[\u4e00-\u9fff]/.test(word.said);
  const say = (said: string): string => sentence.slice(0, word.start) + said + sentence.slice(word.end);
  return new Doubt(
    {
      zh: '是每周都取消（从课表中取出），还是只停一次课？',
      en: 'Is it taken out of the timetable in every week, or called off once?',
    },
    [
      { label: { zh: '每周都取消', en: 'In every week' }, text: say(isChinese ? '取出' : 'take out') },
      { label: { zh: '只停一次', en: 'Only once' }, text: say(isChinese ? '停一次' : 'call off') },
    ],
  );
}

/** Whether times are told behind a word and none before it. */
const isTimed = ({ tokens }: Slots, at: number): boolean =>
  tokens[at + 1]?.type === 'time' || !isRole(tokens[at], 'comma');

/** Times before 补 or after 到 are where it goes; the others when it should have been. */
function makeUp(clause: Slots, before: readonly Intent[]): readonly Intent[] {
  clause.only('makeUp', 'makeUpTo', 'moveTo', 'move', 'to', 'give', 'self', 'roomNoun', 'schedule');
  const verb = clause.index('makeUp', 'makeUpTo');
  const goal = clause.tokens.findIndex(
    (token, index) =>
      isRole(token, 'makeUpTo', 'moveTo') ||
      (index > verb && isRole(token, 'to', 'at', 'comma') && isTimed(clause, index)),
  );
  const split = (from: number, to?: number): Slots => clause.of(clause.tokens.slice(from, to));
  const [at, to] =
    goal >= 0
      ? [split(0, goal), split(goal + 1)]
      : clause.tokens.slice(0, verb).some((token) => token.type === 'time')
        ? [split(verb + 1), split(0, verb)]
        : [split(0), split(0, 0)];
  const last = before.at(-1);
  // 明天的高数停课，补到周六: what was just called off.
  if (clause.isNameless && last?.type === 'singleDate' && last.action === 'CANCEL' && at.isEmpty)
    return [{ ...last, action: 'MAKE_UP', to: (to.isEmpty ? at : to).time()?.wish }];
  if (to.hasRoomWish) throw notUnderstood(to.tokens.find(({ type }) => type === 'wish')!.said);
  return singleDate('MAKE_UP', clause, at.time()?.wish, to.time()?.wish);
}
