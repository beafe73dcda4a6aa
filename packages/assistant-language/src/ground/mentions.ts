import { isNamed, isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import { partingOf, type Group, type Tokens } from './parting.js';

/** What a mention tells: the lesson, the second one of a swap or both, where it goes, or nothing of that. */
export type Part = 'LESSON' | 'SECOND' | 'BOTH' | 'GOAL' | 'ASIDE';

/** A name, times that stand together, or a wish for a room, and how likely it tells what. */
export interface Mention {
  readonly tokens: readonly Token[];
  readonly kind: 'time' | 'teacher' | 'room' | 'building' | 'lesson' | 'wish';
  readonly likely: Readonly<Partial<Record<Part, number>>>;
  /** 从周五挪走, out of Jingguan: where the lesson shall not be any more. */
  readonly isLeft: boolean;
}

/** Verbs of changes: what stands before them mostly tells the lesson, what stands behind where it goes. */
const verbs: readonly Role[] = [
  ...(['moveTo', 'move', 'to', 'changeRoom', 'anotherTime', 'swap', 'makeUp', 'makeUpTo', 'let'] as const),
  ...(['give', 'replace', 'changeTeacher', 'schedule', 'teach', 'go', 'find'] as const),
];
const isSilent = (token: Token): boolean => isRole(token, 'filler', 'of', 'at');

/** Groups times that stand together, and rooms of a list; everything else is a mention of its own. */
function groupsOf(tokens: readonly Token[], isSwap: boolean, sentence: string): Group[] {
  const groups: [number, Token[]][] = [];
  let end = -1;
  for (const [at, token] of tokens.entries()) {
    if ((token.type === 'word' && !isSelf(token)) || token.type === 'unknown') continue;
    if (isSelf(token) && /^(?:我?自己|myself)$/.test(token.said)) continue;
    const last = groups.at(-1);
    const isBeside = end === at - 1 && isNamed(token, 'room') && last && isNamed(last[1][0], 'building');
    // 信息楼机房201: one place.
    if (isBeside) last[1].unshift(token);
    // To Monday, I hate Fridays: two days with words between them stand apart.
    const isApart = last && (isOtherDay(last[1].at(-1)!, token) || isBroken(last[1], token, sentence));
    const isNext = last && !isApart && tokens.slice(end + 1, at).every(isSilent);
    const isMore = isNext && last[1].every(({ type }) => type === 'time');
    const isListed =
      last &&
      !isBeside &&
      isRoom(token) &&
      isRoom(last[1][0]) &&
      tokens.slice(end + 1, at).every((one) => isRole(one, 'or', 'and'));
    if ((token.type === 'time' && isMore) || (isListed && !isSwap)) last[1].push(token);
    else if (!isBeside) groups.push([at, [token]]);
    end = at;
  }
  return groups;
}

/** 十一点才落地，周一早上: whether words end a piece between an hour and another day. */
function isBroken(group: Tokens, next: Token, sentence: string): boolean {
  const between = sentence.slice(group.at(-1)!.end, next.start);
  const isAgain = group.some(({ said }) => said === next.said) || group.some(daysOf) || !daysOf(next);
  return !isAgain && /[,;.!?]/.test(between) && /[a-z]{4}|[\u4e00-\u9fff]{2}/i.test(between);
}
const isRoom = (token: Token): boolean => isNamed(token, 'room');
const isSelf = (token: Token): boolean => isRole(token, 'self', 'ourClass');
const daysOf = (token: Token): string | undefined =>
  token.type === 'time' ? token.piece.days?.join() : undefined;
const isOtherDay = (one: Token, next: Token): boolean =>
  (next.start > one.end + 1 || one.said.endsWith('.')) &&
  Boolean(daysOf(one) && daysOf(next)) &&
  daysOf(one) !== daysOf(next);

const kindOf = (token: Token): Mention['kind'] => {
  if (token.type === 'time') return 'time';
  if (isSelf(token)) return isRole(token, 'self') ? 'teacher' : 'lesson';
  if (token.type !== 'name') return 'wish';
  const [{ kind }] = token.candidates;
  return kind === 'teacher' || kind === 'room' || kind === 'building' ? kind : 'lesson';
};

/** Where the first word with one of the roles stands; -1 where none does. */
const placeIn = (tokens: Tokens, ...roles: readonly Role[]): number =>
  tokens.findIndex((token) => isRole(token, ...roles));

function wordBefore(tokens: Tokens, at: number): Token | undefined {
  return tokens.slice(0, at).findLast((token) => !isRole(token, 'filler', 'at'));
}

function isLeft(tokens: Tokens, at: number): boolean {
  const before = wordBefore(tokens, at);
  return isRole(before, 'from') || isAway(before);
}

/** Where the piece of a sentence begins in which something stands. */
const pieceOf = (sentence: string, { start }: Token): number =>
  Math.max(...[',', ';', '!', '?', '. '].map((mark) => sentence.lastIndexOf(mark, start - 1)));

/**
 * 十一点才落地，周一早上那节挪到周四: a time beside which nothing of a lesson is told, in front of the lesson
 * with its time or behind where it goes.
 */
function isOfPiece(tokens: Tokens, group: Tokens, others: readonly Group[], sentence: string): boolean {
  const [piece, [{ start }]] = [pieceOf(sentence, group[0]), group];
  const within = (from: number): Token[] => tokens.filter((token) => pieceOf(sentence, token) === from);
  const isBeside = (token: Token): boolean =>
    token.type === 'time' || isRole(token, 'self', 'have', 'at', 'of', 'it', 'him', 'not', 'and', 'stop');
  return (
    within(piece).every(isBeside) &&
    others.some(([at, [one]]) =>
      one.start > start
        ? within(pieceOf(sentence, one)).some(tellsLesson)
        : isArriving(wordBefore(tokens, at)),
    )
  );
}

/** 301那个投影仪坏了: whether it is said why, behind what is there. */
const isOfReason = (tokens: Tokens, end: number): boolean =>
  isRole(
    tokens
      .slice(end)
      .find((one) => one.type !== 'wish' && !isSilent(one) && !isRole(one, 'it', 'have', 'inside')),
    'reason',
  );

function isOfLesson(tokens: Tokens, end: number, sentence: string): boolean {
  const behind = tokens.slice(end).find((token) => !isSilent(token));
  return tellsLesson(behind) || /^\s*的?[那这]一?[次节门堂个]/.test(sentence.slice(tokens[end - 1].end));
}

/** Of which kind something arrives behind a place: where it stands is what is left. */
function arrivalBehind(tokens: Tokens, at: number): 'time' | 'room' | null {
  const goals = tokens.flatMap((token, place) => {
    const isArrival = place > at && isRole(token, 'moveTo', 'to', 'makeUpTo');
    return (isArrival && tokens.slice(place + 1).find(isGoalLike)) || [];
  });
  return goals.length === 0 ? null : kindOf(goals[0]) === 'time' ? 'time' : 'room';
}

/** Whether something of its kind arrives behind a mention. */
const isMovedOn = (tokens: Tokens, at: number, arrival: ReturnType<typeof arrivalBehind>): boolean =>
  arrival !== null && (arrival === 'time') === (tokens[at].type === 'time');

const isOfDay = (token: Token): boolean => token.type !== 'time' || token.piece.weeks === undefined;

/** Whether a time stands right behind the lesson, and something else tells where it goes. */
function isBehindLesson(tokens: Tokens, at: number): boolean {
  const before = tokens.slice(0, at).findLast((token) => !isSilent(token));
  return tellsLesson(before) && tokens.some((token) => isGoalLike(token) && token.type !== 'time');
}

/** How likely a mention tells the lesson. */
function likelyLesson(tokens: Tokens, at: number, end: number, sentence: string): number {
  const before = wordBefore(tokens, at);
  const isTime = tokens[at].type === 'time';
  const arrival = arrivalBehind(tokens, at);
  return (
    (isLeaving(before) ? 1.5 : 0) +
    (isOfLesson(tokens, end, sentence) ? 1.5 : 0) +
    (at < placeIn(tokens, ...verbs) || isMovedOn(tokens, at, arrival) ? 0.7 : 0) +
    (isTime && (arrival === 'room' || isBehindLesson(tokens, at)) ? 1.1 : 0) +
    (isRole(before, 'use') ? 1 : 0) -
    (isArriving(before) && !(isOfDay(tokens[at]) && isMovedOn(tokens, at, arrival)) ? 1.5 : 0)
  );
}

/** 补一节, 加一节复习: of a lesson that is held beside the others. */
export const isMadeUpIn = (tokens: Tokens, sentence: string): boolean =>
  placeIn(tokens, 'makeUp', 'makeUpTo') >= 0 || isExtra.test(sentence);
const isExtra = /加[一两几二三]?[节次堂]课?|加课|\b(?:extra|additional) (?:class|lesson|session|lecture)/i;

/** How likely a mention tells where it goes. */
function likelyGoal(tokens: Tokens, at: number, end: number, sentence: string): number {
  const before = wordBefore(tokens, at);
  const isTime = tokens[at].type === 'time';
  const arrival = arrivalBehind(tokens, at);
  // 放在周一学生老迟到，改到周五: of two that arrive the last is where it goes.
  const isArrived =
    (isArriving(before) && !(isOfDay(tokens[at]) && isMovedOn(tokens, at, arrival))) ||
    /\binstead\b(?! of)/i.test(sentence.slice(tokens[at].start, tokens[end - 1].end + 9));
  const verb = placeIn(tokens, ...verbs);
  const isShifted = tokens.some((token) => token.type === 'shift' && token.shift.days !== 0);
  const isOpen = isTime
    ? isShifted || at < placeIn(tokens, 'anotherTime')
    : placeIn(tokens, 'changeRoom') >= 0;
  return (
    (isArrived ? 2 : 0) +
    (verb >= 0 && at > verb ? 0.7 : 0) +
    (isTime && tokens.some((token) => token.type === 'wish' && token.wish.notAt) ? 0.3 : 0) +
    (isTime && isMadeUpIn(tokens, sentence) ? 1.5 : 0) -
    (isMovedOn(tokens, at, arrival) ? 1 : 0) -
    (isTime && arrival === 'room' ? 0.8 : 0) -
    // 周二头两节老有人迟到，往后挪: when it is, and what is the matter then.
    (isOfReason(tokens, end) ? 2 : 0) -
    (isLeaving(before) || isRole(before, 'use') ? 1 : 0) -
    (isOfLesson(tokens, end, sentence) && !isArrived ? 1 : 0) -
    (isOpen && !isArrived ? 1.5 : 0)
  );
}

/** How likely a teacher takes the lesson over. */
function likelyTaker(tokens: Tokens, at: number, end: number): number {
  const [before, next] = [wordBefore(tokens, at), tokens[end]];
  const isFor = /^(?:for|替|代替?|顶替?)$/i.test(before?.said ?? '');
  const isReplacement = placeIn(tokens, 'replace') >= 0 && isRole(before, 'and');
  const isGiven = (isRole(before, 'let', 'give', 'by', 'moveTo', 'to') && !isFor) || isReplacement;
  // 由赵磊改为刘洋: of two who are given the last.
  const isFormer =
    isRole(before, 'let', 'by') &&
    tokens.some((token, i) => i >= end && isRole(token, 'moveTo', 'to') && isNamed(tokens[i + 1], 'teacher'));
  const isReplaced = isFormer || isFor || isRole(before, 'replace', 'from') || isRole(next, 'of');
  const takes = tokens.slice(end, end + 3).some((token) => isRole(token, 'teach', 'take'));
  // 我的课薛老师代: who speaks has the lesson.
  const isOfSelf = takes && !isReplaced && !isSelf(tokens[at]) && tokens.some(isSelf);
  return (isGiven ? 2 : 0) + (takes ? 2.2 : 0) + (isOfSelf ? 1.5 : 0) - (isReplaced ? 1.5 : 0) - 1;
}

const tellsLesson = (token: Token | undefined): boolean =>
  isRole(token, 'lesson') || (token?.type === 'name' && kindOf(token) === 'lesson');
/** Words behind which the lesson is told, and where it goes. */
const leaving = [
  ...(['from', 'ba', 'cancel', 'suspend', 'lock', 'unlock', 'takeOut', 'makeUp'] as const),
] as const;
const isAway = (token: Token | undefined): boolean =>
  /^(?:leave|leaves|(?:away|out) (?:of|from)|of|from|挪出|离开|避开)$/i.test(token?.said ?? '');
const isLeaving = (token: Token | undefined): boolean =>
  (isRole(token, ...leaving) && !isMadeUp(token)) || isAway(token);
/** Make it up next week: what is made up was told. */
const isMadeUp = (token: Token | undefined): boolean => /^make (?:it|that|this) up$/i.test(token?.said ?? '');
const isArriving = (token: Token | undefined): boolean =>
  isRole(token, 'moveTo', 'to', 'makeUpTo') ||
  isMadeUp(token) ||
  /^(?:成|到|为|→|去|改|换)$/.test(token?.said ?? '');
const isGoalLike = (token: Token): boolean =>
  token.type === 'time' || token.type === 'wish' || ['room', 'building'].includes(kindOf(token));

/** How likely what is told in one half of a swap is said of both, where a half may be told without it. */
const ofBoth = { surely: 1.2, maybe: 0.75, perhaps: 0.4, hardly: -1 };

/** 计科2301的高数和数据结构, 周一和周四的高数: how likely something that one half tells is said of both. */
function shared(groups: readonly Group[], at: number, middle: number, tokens: readonly Token[]): number {
  const { surely, maybe, perhaps, hardly } = ofBoth;
  const kindAt = ([, [token]]: Group): string =>
    token.type === 'name' ? token.candidates[0].kind : isSelf(token) ? 'teacher' : kindOf(token);
  const isFirst = at < middle;
  const own = groups.filter(([place]) => place < middle === isFirst).map(kindAt);
  const other = groups.filter(([place]) => place < middle !== isFirst).map(kindAt);
  const place = groups.findIndex(([one]) => one === at);
  const kind = kindAt(groups[place]);
  const isOf = (kinds: readonly string[], ...some: readonly string[]): boolean =>
    kinds.some((one) => some.includes(one));
  if (isOfWeek(groups[place][1])) return surely;
  // 周四的数据结构跟下午的马原: the day of both, where the other half tells but the hour.
  const ofOther = groups.filter(([at]) => at < middle !== isFirst).flatMap(([, group]) => group);
  const isDay = kind === 'time' && groups[place][1].every((token) => daysOf(token)) && !ofOther.some(daysOf);
  if (isDay && isFirst && other.includes(kind)) return perhaps;
  if (other.includes(kind) || other.length === 0) return hardly;
  const isCourse = isOf([kind], ...courses);
  if (!isOf(other, ...courses, ...people)) return isCourse || isOf([kind], ...people) ? surely : hardly;
  if (isCourse) return isOf(other, ...courses, 'time') ? hardly : surely;
  // Exchange the rooms of A and B on Thursday
  const isEnd = place === groups.length - 1;
  if (kind === 'time' && (isFirst || isEnd) && isOf(own, ...courses) && isOf(other, ...courses)) return maybe;
  if (!isOf([kind], ...people))
    return kind === 'time' && !isFirst && !isOf([...own, ...other], ...courses) ? surely : hardly;
  if (isOf(other, ...people) && kind !== 'administrativeClass') return hardly;
  if (!isOf(own, ...courses)) return isOf(other, ...people) && isOf(own, 'teacher') ? maybe : hardly;
  // Whose it is stands in front of both, or behind; in the middle it may be of one alone.
  const isOutside = place === 0 || isEnd;
  return isOutside && !(place === 0 && own.includes('time') && isRole(tokens[0], 'swap')) ? surely : maybe;
}

/** 就下周: the week in which something is done once. */
const isOfWeek = (group: readonly Token[]): boolean =>
  group.every(
    (token) =>
      token.type === 'time' &&
      (token.piece.relativeWeek ?? token.piece.weeks) !== undefined &&
      !token.piece.days,
  );

const courses = ['course', 'teachingClass'];
const people = ['teacher', 'administrativeClass'];

/** How unlikely it is that what is named is meant for nothing. */
const aside = { time: -3, teacher: -2.5, room: -2, building: -1, lesson: -9, wish: -1.5 };

/** 计算机那两个班的: a name that may mean many courses may be none of them. */
const isVague = (token: Token): boolean => token.type === 'name' && token.candidates.length > 2;

/** Whether something is called off, and goes nowhere. */
const isCalledOff = (tokens: Tokens): boolean =>
  placeIn(tokens, 'suspend', 'cancel', 'remove', 'not') >= 0 &&
  placeIn(tokens, 'moveTo', 'move', 'makeUp', 'makeUpTo', 'anotherTime') < 0;

/** What the act of a clause makes of its mentions. */
export interface Told {
  readonly isSwap: boolean;
  /** Whether a teacher may take the lesson over, and not a time or room be its goal. */
  readonly isTaught: boolean;
  readonly isReason: boolean;
}

/** The mentions of a clause, with what each may tell of a change. */
export function mentionsOf(
  tokens: readonly Token[],
  { isSwap, isTaught, isReason }: Told,
  sentence: string,
): readonly Mention[] {
  const groups = groupsOf(tokens, isSwap, sentence);
  const { middle, isOfTwo } = partingOf(tokens, groups, sentence);
  // Of a question why something is not possible, what is told of no lesson is where it would go.
  const goalOf = (at: number, end: number): number =>
    likelyGoal(tokens, at, end, sentence) + (isReason ? 1 : 0);
  const isCancelled = !isReason && isCalledOff(tokens);
  const others = groups.filter(([, [one]]) => one.type === 'name' && kindOf(one) !== 'room');
  const isOnlySelf = others.every(([, [one]]) => isTaught && kindOf(one) === 'teacher');
  const likelyOf = (at: number, group: readonly Token[]): Mention['likely'] => {
    const [kind, end] = [kindOf(group[0]), at + group.length];
    // Of several times one may be of the reason; the only one is never passed over.
    const alike = groups.filter(([, one]) => one !== group && isAlikeTime(one, group));
    const isOneOfMore = alike.length > 0;
    const isLoose = isOneOfMore || isVague(group[0]);
    const loose = (): number => (isOneOfMore && isOfPiece(tokens, group, alike, sentence) ? -0.3 : -1.5);
    const isTold =
      (kind === 'room' || isOneOfMore) &&
      (isOfReason(tokens, end) || (!isSwap && isRepeated(groups, at, group)));
    const isLeftOut = isTold || (kind === 'room' && isRole(wordBefore(tokens, at), 'use'));
    const none = {
      ASIDE: isLeftOut ? 0.8 : isSelf(group[0]) && !isOnlySelf ? -1 : isLoose ? loose() : aside[kind],
    };
    if (kind === 'wish') return isSwap ? { ASIDE: 0 } : { GOAL: 1, ...none };
    if (isSwap) {
      const side = at <= middle ? 0.75 : -0.75;
      const both = isOfTwo ? ofBoth.surely : shared(groups, at, middle, tokens);
      return { LESSON: side, SECOND: -side, BOTH: both, ...none };
    }
    if (kind === 'building')
      return {
        ...(!isCancelled && { GOAL: goalOf(at, end) }),
        ...((isCancelled || isLeft(tokens, at)) && { LESSON: 1.5 }),
        ...none,
      };
    const isGoal =
      kind === 'teacher' ? isTaught : kind === 'time' ? !isTaught && !isCancelled : kind !== 'lesson';
    const goal = kind === 'teacher' ? likelyTaker(tokens, at, end) : goalOf(at, end);
    const times = kind === 'time' ? groups.filter(([, [first]]) => kindOf(first) === 'time') : [];
    // Thursday, could we do that Wednesday: of two times the last is where it goes.
    const isPlain = times.length > 1 && !isRole(tokens[times.at(-1)![0] - 1], 'from');
    const order = !isPlain ? 0 : at === times[0][0] ? 0.4 : at === times.at(-1)![0] ? -0.4 : 0;
    return {
      LESSON: likelyLesson(tokens, at, end, sentence) + order,
      ...(isGoal && { GOAL: goal - order }),
      ...none,
    };
  };
  return groups.map(([at, group], index) => {
    const [before, kind] = [groups[index - 1], kindOf(group[0])];
    // 换到A101或A102: what is said with 'or' is of the same part.
    const isOr = before && isRole(tokens[at - 1], 'or') && kindOf(before[1][0]) === kind;
    const likely = isOr ? likelyOf(...before) : likelyOf(at, group);
    return { ...{ tokens: group, kind, likely }, isLeft: isLeft(tokens, at) };
  });
}

/** Whether both tell the day, or both the hour: then one may be of what is told beside. */
function isAlikeTime(one: readonly Token[], other: readonly Token[]): boolean {
  const told = (group: readonly Token[]): string[] =>
    group.flatMap((token) =>
      token.type === 'time'
        ? Object.keys(token.piece).map((key) =>
            /^(?:periods|part|clock)$/.test(key) ? 'hour' : /week|parity/i.test(key) ? 'week' : 'day',
          )
        : [],
    );
  return told(one).some((each) => told(other).includes(each));
}

/** Friday 5-6, I hate Fridays: whether only a day is told that was told with more before. */
const isRepeated = (groups: readonly Group[], at: number, [token, ...others]: Tokens): boolean =>
  token.type === 'time' &&
  others.length === 0 &&
  Object.keys(token.piece).every((key) => /^(?:days|isWeekly)$/.test(key)) &&
  groups.some(([place, [one]]) => place < at && daysOf(one) === daysOf(token));
