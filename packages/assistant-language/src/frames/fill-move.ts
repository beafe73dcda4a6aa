import type { Intent, MeetingRef, RoomWish } from '../intents.js';
import type { Avoided } from '../slots/wishes.js';
import { OpenDoubt, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import { isOfLesson, meetingOf, needLesson, weeklyOnly } from './meeting.js';

const isGoalLike = (token: Token): boolean =>
  token.type === 'time' || token.type === 'wish' || isNamed(token, 'room') || isNamed(token, 'building');
const isLesson = (token: Token): boolean =>
  token.type === 'name' && !isNamed(token, 'room') && !isNamed(token, 'building');

type Span = readonly [number, number];

/** Where the places begin and end to which something goes; of two times or two rooms the last is meant. */
function goalsOf(tokens: readonly Token[], isCounted: boolean): readonly Span[] {
  const isDirect = (token: Token, at: number): boolean =>
    isRole(token, 'moveTo', 'to') ||
    (/^for$/i.test(token.said) && tokens[at + 1]?.type === 'time' && tokens.slice(0, at).some(isLesson));
  const endOf = (at: number): number => {
    const end = tokens.findIndex(
      (token, index) =>
        index > at &&
        (isLesson(token) ||
          isRole(token, 'from') ||
          (index > at + 1 && isDirect(token, index)) ||
          isPause(tokens, index)),
    );
    return end < 0 ? tokens.length : end;
  };
  const spans = (isMark: (token: Token, at: number) => boolean): Span[] =>
    tokens.flatMap((token, at): Span[] =>
      isMark(token, at) && tokens.slice(at + 1, endOf(at)).some((_, index) => isGoal(tokens, at + 1 + index))
        ? [[at + 1, endOf(at)]]
        : [],
    );
  const direct = spans(isDirect);
  if (direct.length > 0) return direct;
  if (isCounted) return [];
  const verbs = spans((token) => isRole(token, 'move', 'changeRoom', 'anotherTime', 'go'));
  if (verbs.length > 0) return isRole(tokens[verbs[0][0] - 2], 'roomNoun') ? verbs : verbs.slice(-1);
  const wished = spans(({ said }) => /^(?:想|要|希望|那就|就|定|would like)$/i.test(said));
  if (wished.length === 1) return wished;
  if (tokens.some((token) => isRole(token, 'anotherTime'))) return [];
  // Put calculus on Friday: the last time that stands behind the lesson.
  const lesson = tokens.findLastIndex((token) => isLesson(token) || isRole(token, 'lesson', 'it'));
  const after = tokens.findIndex((token, at) => at > lesson && isGoalLike(token));
  return after < 0 || lesson < 0 ? [] : [[after, endOf(after - 1)]];
}

/** Not the time that tells which lesson it is. */
const isGoal = (tokens: readonly Token[], at: number): boolean =>
  isGoalLike(tokens[at]) && !(tokens[at].type === 'time' && isOfLesson(tokens, at));

/** 调到周三，操场那会儿空: what comes after the pause is another matter. */
const isPause = (tokens: readonly Token[], at: number): boolean =>
  isRole(tokens[at], 'comma', 'stop') && tokens.slice(at + 1).some(({ type }) => type === 'unknown');

/** On Tuesday a disaster, Thursday would be better: two days, and nothing that says which is which. */
const isTornApart = (tokens: readonly Token[], { times, sentence }: Slots): boolean => {
  const days = tokens.flatMap((token, at) =>
    token.type === 'time' && token.piece.days && times.includes(token)
      ? [{ at, day: token.piece.days.join() }]
      : [],
  );
  return days.some(
    ({ at, day }, index) =>
      index > 0 &&
      day !== days[index - 1].day &&
      (/[a-z]{4}/i.test(sentence.slice(tokens[at - 1].end, tokens[at].start)) ||
        (tokens[at - 1].type !== 'time' && !isRole(tokens[at - 1], 'and', 'or', 'comma'))),
  );
};

/** The tokens that tell where something goes, and those that tell what. */
function partsOf(slots: Slots, isCounted: boolean, isReason: boolean): readonly [Slots, Slots] {
  const { tokens } = slots;
  const goals = goalsOf(tokens, isCounted);
  const isIn = (at: number): boolean =>
    goals.length > 0 ? goals.some(([from, end]) => at >= from && at < end) : isReason;
  const isStaying =
    !slots.has('moveTo', 'to', 'move', 'schedule', 'let', 'give') &&
    tokens.some((token, at) => isIn(at) && token.type === 'wish');
  const isTarget = (token: Token, at: number): boolean =>
    token.type === 'wish' || (isIn(at) && isGoal(tokens, at) && !(isStaying && token.type === 'time'));
  return [
    slots.of(tokens.filter(isTarget)),
    slots.of(tokens.filter((token, at) => !isTarget(token, at) && token.type !== 'wish')),
  ];
}

/** The room that is wished; any other where only that is. */
function roomIn(slots: Slots, target: Slots): RoomWish | undefined {
  const wish = target.room();
  if (wish?.room !== undefined) return { room: wish.room };
  const size = wish?.capacityMin === undefined ? slots.size() : undefined;
  return wish || size ? { ...wish, ...size } : slots.has('changeRoom') ? {} : undefined;
}

/** Another time, another room or both; where only a reason is asked, also one that is told of the lesson. */
export function moveOf(asked: Slots, isReason = false): Intent {
  const by = asked.shift();
  const slots = asked.withoutShift();
  const [target, source] = partsOf(slots, by !== undefined, isReason);
  const [room, avoid, unwanted] = [roomIn(slots, target), target.avoid(), target.notAt()];
  const [told, goal] = [source.time(), target.time()];
  // 高数别周三了，周五吧: what is not wanted any more is where it is.
  const isLeft =
    unwanted?.length === 1 && unwanted[0].days && Boolean(goal) !== Boolean(told) && !room && !by;
  const to = isLeft ? (goal ?? told) : goal;
  const from = isLeft ? null : told;
  const notAt = isLeft ? undefined : unwanted;
  if (!to && !room && from?.wish.date && slots.has('move', 'anotherTime', 'schedule'))
    return offeredOn(source, avoid);
  if ((!to && !room && !avoid && !by && !notAt) || isTornApart(slots.tokens, target)) throw whereTo();
  if (isTornApart(slots.tokens, source)) throw whereTo();
  const isSingle = from?.isSingle || to?.isSingle;
  if (isSingle && (by || avoid || notAt)) throw weeklyOnly();
  const meeting: MeetingRef = isLeft
    ? { ...meetingOf(source.of(source.tokens.filter(({ type }) => type !== 'time'))), at: unwanted[0] }
    : meetingOf(source);
  needLesson(source, meeting);
  source.oneOfEachKind();
  const goesTo = { ...(to && { to: to.wish }), ...(room && { room }) };
  if (isSingle) {
    const { at: _, ...named } = meeting;
    const at = from && { at: from.wish };
    return { type: 'singleDate', action: 'MOVE', meeting: named, ...at, ...goesTo };
  }
  if (to && JSON.stringify(to.wish) === JSON.stringify(meeting.at)) throw whereTo();
  const isOfWeeks = to?.wish.weeks && !to.wish.days && !to.wish.periods && !to.wish.part;
  if (isOfWeeks && !room && !avoid && !by) return { type: 'changeWeeks', meeting, weeks: to.wish.weeks! };
  return {
    type: 'move',
    meeting: { ...meeting, ...(slots.isEvery && { isEvery: true }) },
    ...goesTo,
    ...(by && { by }),
    ...(avoid && { avoid }),
    ...(notAt && { notAt }),
  };
}

/** 12月4号的高数调个时间: where it can go is offered. */
function offeredOn(source: Slots, avoid: readonly Avoided[] | undefined): Intent {
  const { at, ...meeting } = meetingOf(source);
  needLesson(source, meeting);
  if (avoid) throw weeklyOnly();
  return { type: 'singleDate', action: 'MOVE', meeting, ...(at && { at }) };
}

const whereTo = (): Doubt =>
  new OpenDoubt({
    zh: '调到什么时间，或者哪间教室？例如：把周三的高数调到周四下午。',
    en: 'Where shall it go: which time, or which room? For example: move the Wednesday calculus to Thursday.',
  });
