import type { TimeWish } from './intents.js';
import type { Situation } from './interpreter.js';
import { withGroups } from './spot/groups.js';
import { repaired } from './repairs.js';
import { isNamed, isRole, type TimeToken, type Token } from './slots/tokens.js';
import type { Avoided } from './slots/wishes.js';

/** Tokens that belong together made one: titles join names, and times that are not wanted become wishes. */
export const grouped = (tokens: readonly Token[], situation: Situation): readonly Token[] =>
  withAvoided(
    withTitles(withForMe(withGroups(withThen(withoutLinks(repaired(tokens))), situation))),
    situation,
  );

/** 带空调、能坐120人: what a room shall have, said one after the other. */
const withoutLinks = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(
    (token, at) =>
      !(isRole(token, 'and') && tokens[at - 1]?.type === 'wish' && tokens[at + 1]?.type === 'wish'),
  );

/** How often 那时候 is understood in one text, and of how many expressions of time. */
const thenMax = 5;
const thenTimesMax = 5;

/** 那时候 made the times of the nearest piece before that has any. */
function withThen(tokens: readonly Token[]): Token[] {
  let count = 0;
  return tokens.flatMap((token, at): Token[] => {
    if (!isRole(token, 'then') || ++count > thenMax) return [token];
    const before = tokens.slice(0, at);
    const last = before.findLastIndex(({ type }) => type === 'time');
    const from = before.findLastIndex((one, index) => index < last && isRole(one, 'comma', 'stop'));
    const times = before.slice(from + 1, last + 1).filter((one) => one.type === 'time');
    if (times.length > thenTimesMax) return [token];
    const { start, end, said } = token;
    return times.length > 0 ? times.map((time) => ({ ...time, start, end, said })) : [token];
  });
}

/** 给我 is courtesy before a verb, and 给我的 speaks of what is mine; elsewhere nobody knows. */
function withForMe(tokens: readonly Token[]): Token[] {
  const isChange = tokens.some((token) =>
    isRole(token, 'moveTo', 'move', 'changeRoom', 'lock', 'unlock', 'swap'),
  );
  return tokens.map((token, at) => {
    if (!isRole(token, 'filler') || !token.said.endsWith('我')) return token;
    const next = tokens[at + 1];
    const place = { start: token.start, end: token.end, said: token.said };
    if (isRole(next, 'of')) return { ...place, type: 'word', role: 'self' };
    const isUnclear = token.said === '给我' && isChange && (next?.type === 'name' || next?.type === 'time');
    return isUnclear ? { ...place, type: 'unknown' } : token;
  });
}

const titled = (name: Token | undefined, title: Token | undefined): boolean =>
  (isNamed(name, 'teacher') && isRole(title, 'teacherNoun')) ||
  (isNamed(name, 'room') && isRole(title, 'roomNoun')) ||
  ((isNamed(name, 'administrativeClass') || isNamed(name, 'teachingClass')) && isRole(title, 'lesson'));

const withTitles = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token, at) => !titled(tokens[at - 1], token) && !titled(tokens[at + 1], token));

function withAvoided(tokens: readonly Token[], situation: Situation): Token[] {
  const made: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const avoided = isRole(tokens[at], 'not') ? avoidedAfter(tokens, at, situation) : null;
    if (!avoided) {
      made.push(tokens[at]);
      continue;
    }
    const { start, said } = tokens[at];
    const { last, avoid, notAt } = avoided;
    made.push({ start, end: tokens[last].end, said, type: 'wish', wish: notAt ? { notAt } : { avoid } });
    at = avoided.last;
  }
  return made;
}

/** 不要早八和晚课: all times that follow the word and can be avoided. */
function avoidedAfter(
  tokens: readonly Token[],
  not: number,
  situation: Situation,
): { avoid: readonly Avoided[]; notAt?: TimeWish; last: number } | null {
  const avoid: Avoided[] = [];
  const isOpen = isKeptFree(tokens, not);
  let last = not;
  for (let at = not + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (token.type === 'time') {
      const avoided = isOpen ? null : avoidedBy(token, situation);
      if (!avoided) return isOpen ? openAfter(tokens, at) : null;
      avoid.push(avoided);
      last = at;
    } else if (!isRole(token, 'filler', 'at', 'lesson', 'and', 'or', 'have', 'of', 'not', 'comma', 'use'))
      break;
    else if (isRole(token, 'comma') && !followsTime(tokens, at)) break;
  }
  return avoid.length === 0 ? null : { avoid, last };
}

/** 避开周五下午: a day, or a time of one, which no word for times that are not wanted holds. */
const isKeptFree = (tokens: readonly Token[], not: number): boolean =>
  /^(?:避开|避免|躲开|avoid|avoiding|(?:不要|别|不|不能|尽量不要)(?:排|安排|放)在?)$/i.test(
    tokens[not].said,
  ) &&
  tokens.slice(not + 1, not + 4).some((token) => token.type === 'time' && token.piece.days?.length === 1);

/** The times that follow one another. */
function openAfter(tokens: readonly Token[], from: number) {
  const end = tokens.findIndex((token, at) => at > from && token.type !== 'time');
  const times = tokens.slice(from, end < 0 ? undefined : end).filter((token) => token.type === 'time');
  const [days, periods, part] = (['days', 'periods', 'part'] as const).map(
    (key) => times.find(({ piece }) => piece[key])?.piece[key],
  );
  const notAt = { ...(days && { days }), ...(periods && { periods }), ...(part && { part }) } as TimeWish;
  return { avoid: [], notAt, last: from + times.length - 1 };
}

const followsTime = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens.slice(at + 1).find((token) => !isRole(token, 'filler', 'at'));
  return isRole(next, 'not');
};

function avoidedBy({ piece }: TimeToken, { periods: { starts } }: Situation): Avoided | null {
  const keys = Object.keys(piece).length;
  const [hour, minute] = starts[0].split(':').map(Number);
  if (piece.isFirst || piece.clock?.from === hour * 60 + minute) return 'FIRST_PERIOD';
  if (piece.periods?.start === 1 && piece.periods.end === undefined) return 'FIRST_PERIOD';
  if (piece.part && keys === 1) return piece.part;
  return keys === 1 && piece.days?.join() === '6,7' ? 'WEEKEND' : null;
}
