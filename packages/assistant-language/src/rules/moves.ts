import type { Intent } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
import { meetingAt, needNames, notUnderstood, type Slots } from '../slots/slots.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import { meetingBefore } from './references.js';
import type { Rule } from './rule.js';
import { singleDate } from './single-dates.js';

/** Another time, another room, or both. */
export const moves: Rule = (asked, before) => {
  const isMoved = asked.has('moveTo', 'move', 'changeRoom', 'anotherTime', 'find', 'schedule', 'let');
  const isAvoided = asked.avoid() !== undefined && !asked.has('why', 'when', 'where', 'free', 'conflict');
  if (isFactAsked(asked)) return null;
  if (!isMoved && !isAvoided && !asked.tokens.some(({ type }) => type === 'shift')) return null;
  const by = asked.shift();
  const clause = asked.withoutShift();
  const told = split(clause) ?? (by || isAvoided ? unmoved(clause) : null);
  if (!told) return null;
  const { source, target, isOtherRoom } = withAvoidedAtEnd(told);
  clause.only(
    ...([
      'moveTo',
      'move',
      'changeRoom',
      'anotherTime',
      'give',
      'to',
      'from',
      'self',
      'roomNoun',
      'timeNoun',
    ] as const),
    ...(['it', 'find', 'have', 'go', 'or', 'and', 'schedule', 'can', 'let', 'all'] as const),
  );
  source.withoutWishes();
  target.without('course', 'teacher', 'administrativeClass', 'teachingClass');
  if (target.isSelf || target.has('and'))
    throw notUnderstood(clause.tokens.map(({ said }) => said).join(' '));
  const to = target.time();
  const room = target.room() ?? (isOtherRoom ? {} : undefined);
  const avoid = target.avoid();
  if (!to && !room && !avoid && !by) throw whereTo();
  const from = source.time();
  if (from?.isSingle || to?.isSingle) {
    if (by) throw weeklyOnly();
    if (room || avoid) throw onceOnly();
    return singleDate('MOVE', source, from?.wish, to?.wish);
  }
  const earlier = meetingBefore(source, before);
  if (!earlier) needNames(source);
  source.oneOfEachKind();
  const meeting = earlier ?? { ...meetingAt(source), ...(clause.isEvery && { isEvery: true }) };
  return [
    {
      type: 'move',
      meeting,
      ...(to && { to: to.wish }),
      ...(by && { by }),
      ...(room && { room }),
      ...(avoid && { avoid }),
    },
  ];
};

/** Has it been moved? Should I move it? Neither wishes that it be moved. */
function isFactAsked({ tokens }: Slots): boolean {
  const heard = tokens.filter(({ said }) => !/^(?:please|so|now|and)$/i.test(said)).map(({ said }) => said);
  return (
    /^(?:has|had|was|were|did|does|will|is)$/i.test(heard[0] ?? '') ||
    /^should (?:i|we)\b/i.test(heard.join(' '))
  );
}

/** One move to a time and then to a room is one move. */
export function joined(intents: readonly Intent[]): Intent[] {
  const made: Intent[] = [];
  for (const intent of intents) {
    const last = made.at(-1);
    const together = last?.type === 'move' && intent.type === 'move' && asOne(last, intent);
    if (together) made.splice(-1, 1, together);
    else made.push(intent);
  }
  return made;
}

type Move = Extract<Intent, { type: 'move' }>;

function asOne(one: Move, other: Move): Move | null {
  const isSame = JSON.stringify(one.meeting) === JSON.stringify(other.meeting);
  const isApart = !(one.to && other.to) && !(one.room && other.room) && !(one.avoid && other.avoid);
  return isSame && isApart ? { ...one, ...other } : null;
}

interface Told {
  readonly source: Slots;
  readonly target: Slots;
  /** Any other room was asked for. */
  readonly isOtherRoom: boolean;
}

const isOfGoal = (token: Token): boolean =>
  token.type === 'wish' &&
  (token.wish.avoid ?? token.wish.isSameCampus ?? token.wish.isSameRoom) !== undefined;

/** 他不想上早八，换个时间: what is not wanted is said of the goal, wherever it stands. */
const withAvoidedAtEnd = ({ source, target, isOtherRoom }: Told): Told => ({
  source: source.of(source.tokens.filter((token) => !isOfGoal(token))),
  target: target.of([...source.tokens.filter(isOfGoal), ...target.tokens]),
  isOtherRoom,
});

/** What is not moved to a place: only its time is counted, or one is not wanted. */
function unmoved(clause: Slots): Told {
  const isWish = ({ type }: Token): boolean => type === 'wish';
  return {
    source: clause.of(clause.tokens.filter((token) => !isWish(token))),
    target: clause.of(clause.tokens.filter(isWish)),
    isOtherRoom: false,
  };
}

const isEnglish = (token: Token): boolean => /^[a-z]/i.test(token.said);

/** What is moved, and where it goes. */
function split(clause: Slots): Told | null {
  const { tokens } = clause;
  const told = (from: readonly Token[], to: readonly Token[], isOtherRoom = false): Told => ({
    source: clause.of(from),
    target: clause.of(to),
    isOtherRoom,
  });
  const other = clause.index('changeRoom', 'anotherTime');
  const direct = clause.index('moveTo');
  if (direct >= 0) {
    const rest = tokens.slice(direct + 1);
    return told([...tokens.slice(0, direct), ...afterFrom(rest)], beforeFrom(rest), clause.has('changeRoom'));
  }
  const verb = clause.index('move', 'schedule', 'let');
  if (other >= 0 && (verb < 0 || isEnglish(tokens[other]))) return changed(clause, other, told);
  if (verb < 0) return null;
  const link = tokens.findIndex((token, at) => at > verb && isRole(token, 'to'));
  if (link >= 0) {
    const rest = tokens.slice(link + 1);
    return told([...tokens.slice(0, link), ...afterFrom(rest)], beforeFrom(rest), clause.has('changeRoom'));
  }
  if (!isEnglish(tokens[verb])) return told(tokens.slice(0, verb), tokens.slice(verb + 1));
  // Put calculus on Friday, reschedule it for Friday, change the room of it.
  if (isRole(tokens[verb], 'let')) return null;
  const isPut = /^(?:put|place|reschedule|schedule)$/i.test(tokens[verb].said);
  const named = tokens.findIndex((token, at) => at > verb && token.type === 'name');
  // Put my Wednesday lesson on Friday: what is put ends with the lesson.
  const what = tokens.findLastIndex(
    (token, at) => at > verb && (isRole(token, 'lesson') || isNamed(token, 'course')),
  );
  const isGoal = (token: Token, at: number): boolean =>
    isRole(token, 'give', 'at') || (token.type === 'time' && !isRole(tokens[at - 1], 'of'));
  const behind = tokens.findIndex((token, at) => what >= 0 && at > what && isGoal(token, at));
  const goal = behind >= 0 ? behind : tokens.findIndex((token, at) => at > named && isGoal(token, at));
  if (isPut && (named >= 0 || behind >= 0) && goal >= 0) {
    const rest = tokens.slice(goal);
    return told([...tokens.slice(0, goal), ...afterFrom(rest)], beforeFrom(rest));
  }
  const isRoom = clause.has('roomNoun') && /^(?:change|switch)$/i.test(tokens[verb].said);
  return isRoom ? told(tokens, [], true) : told(tokens, []);
}

/** 给高数换个教室，要60人的: wishes stand after the words, the meeting before them or after 'for'. */
function changed(
  clause: Slots,
  other: number,
  told: (from: readonly Token[], to: readonly Token[], isOtherRoom: boolean) => Told,
): Told {
  const { tokens } = clause;
  const isOtherRoom = clause.has('changeRoom');
  const link = tokens.findIndex((token, at) => at > other && isRole(token, 'give', 'of'));
  if (link < 0 || tokens.slice(0, other).some(({ type }) => type === 'name'))
    return told(tokens.slice(0, other), tokens.slice(other + 1), isOtherRoom);
  const rest = tokens.slice(link + 1);
  const wish = rest.findIndex(({ type }) => type === 'wish');
  const end = wish < 0 ? rest.length : wish;
  return told(rest.slice(0, end), [...tokens.slice(0, link), ...rest.slice(end)], isOtherRoom);
}

const fromAt = (tokens: readonly Token[]): number => {
  const at = tokens.findIndex((token) => isRole(token, 'from'));
  return at < 0 ? tokens.length : at;
};
const beforeFrom = (tokens: readonly Token[]): readonly Token[] => tokens.slice(0, fromAt(tokens));
const afterFrom = (tokens: readonly Token[]): readonly Token[] => tokens.slice(fromAt(tokens));

const whereTo = (): Doubt =>
  new Doubt({
    zh: '调到什么时间，或者哪间教室？例如：把周三的高数调到周四下午。',
    en: 'Where shall it go: which time, or which room? For example: move the Wednesday calculus to Thursday.',
  });

const weeklyOnly = (): Doubt =>
  new Doubt({
    zh: '目前只能每周这样调整，不能只调整某一周。要每周都这样吗？请去掉日期再说一次。',
    en: 'Lessons are moved in every week, not in one. Please say it again without the date.',
  });

const onceOnly = (): Doubt =>
  new Doubt({
    zh: '目前不能只为某一天换教室。要每周都换吗？请去掉日期再说一次。',
    en: 'Rooms are changed in every week, not on one date. Please say it again without the date.',
  });
