import type { Situation } from './interpreter.js';
import { narrowed } from './ground/narrowed.js';
import { withGroups } from './spot/groups.js';
import { repaired } from './repairs.js';
import { timesMax, type TimeWish } from './intents.js';
import { isRole, placeOf, type TimeToken, type Token } from './slots/tokens.js';
import { dayOf, later } from './slots/calendar.js';
import { timeIn } from './slots/time-wishes.js';
import type { Avoided, WishPiece } from './slots/wishes.js';

/** Tokens that belong together made one: times that are not wanted become wishes. */
export const grouped = (tokens: readonly Token[], situation: Situation): readonly Token[] =>
  narrowed(
    withAvoided(
      withSpans(withGroups(withThen(repaired(tokens.filter(isNoneOfLesson))), situation)),
      situation,
    ),
    situation,
  );

/** 机房那次: of which lesson it is told, and no room is wished. */
const isNoneOfLesson = (token: Token, at: number, tokens: readonly Token[]): boolean =>
  token.type !== 'wish' || !token.wish.isRoom || !/^的?[那这]一?[次节堂]/.test(tokens[at + 1]?.said ?? '');

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
    // 改到当天上午: of that day, and not at its hour.
    const isDay = (one: TimeToken): boolean =>
      !/[天日]|day/i.test(token.said) || !/^(?:part|periods|clock)$/.test(Object.keys(one.piece).join());
    const times = before
      .slice(from + 1, last + 1)
      .filter((one) => one.type === 'time')
      .filter(isDay);
    if (times.length > thenTimesMax) return [token];
    return times.length > 0 ? times.map((time) => ({ ...time, ...placeOf(token) })) : [token];
  });
}

/** 12月1号到3号, 下周一到周三: dates one after the other. */
function withSpans(tokens: readonly Token[]): Token[] {
  // Away from 30 November to 2 December: no goal.
  const isMoved = tokens.some((token) => isRole(token, 'move', 'moveTo', 'makeUp', 'makeUpTo', 'swap'));
  const made: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [token, link, last] = tokens.slice(at, at + 3);
    const isLinked = (
      isMoved ? /^[到至]$|^(?:until|till|through)$/ : /^[到至]$|^(?:until|till|through|to)$/
    ).test(link?.said ?? '');
    const until =
      isLinked && token.type === 'time' && last?.type === 'time' && untilOf(token.piece, last.piece);
    made.push(until ? { ...token, end: last.end, piece: { ...token.piece, until } } : token);
    if (until) at += 2;
  }
  return made;
}

/** The last of the dates from one time to another; 12月1号到3号 is of the same month. */
function untilOf({ date: from }: TimeToken['piece'], { date, days }: TimeToken['piece']): string | undefined {
  if (from === undefined || (date === undefined && days?.length !== 1)) return undefined;
  const end = date ?? later(from, days![0] - dayOf(from));
  return end < from ? from.slice(0, 8) + end.slice(8) : end;
}

const unwanted = /^(?:除外|不算|不行|免谈|不考虑|以外|之外|算了|不要|不排|别排|不用|excluded)$/;
const isLink = (token: Token | undefined): boolean => isRole(token, 'filler', 'at', 'and', 'or', 'of');

/** 不要早八和晚课, 周三下午跟周五除外: times that are not wanted. */
function withAvoided(tokens: readonly Token[], situation: Situation): Token[] {
  const made: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const isBefore =
      isRole(tokens[at], 'not') && !isRole(tokens[at - 1], 'why', 'can') && !isRole(tokens[at + 1], 'lesson');
    const from = isBefore ? at + 1 : at;
    const end = endOfTimes(tokens, from, isBefore);
    const isBehind =
      tokens[at].type === 'time' &&
      unwanted.test(tokens[end]?.said ?? '') &&
      (end + 1 >= tokens.length ||
        (isRole(tokens[end + 1], 'comma', 'stop', 'filler') && !/^[吗么嘛?？]$/.test(tokens[end + 1].said)));
    const isEmpty = tokens[at].type === 'time' && isKeptFree(tokens, at, end);
    const times = isBefore || isBehind || isEmpty ? timesIn(tokens.slice(from, end)) : [];
    const wish = times.length === 0 ? null : unwantedOf(times, situation);
    if (wish === null) {
      made.push(tokens[at]);
      continue;
    }
    const last = isBehind || isEmpty ? end : end - 1;
    const { start, said } = tokens[at];
    made.push({ start, end: tokens[last].end, said, type: 'wish', wish });
    at = last;
  }
  return made;
}

/** 让他们周五下午空着, so they have Friday afternoon off: whether times are to be without lessons. */
function isKeptFree(tokens: readonly Token[], at: number, end: number): boolean {
  const from = tokens.findLastIndex((token, before) => before < at && isRole(token, 'comma', 'stop')) + 1;
  return (
    /^(?:空着|空出来|空下来|腾出来|没课|没有课|free|off|empty)$/.test(tokens[end]?.said ?? '') &&
    tokens.slice(from, at).some(({ said }) => /^(?:让|使|给|把|保证|have|keep|leave|get)$/.test(said)) &&
    !isRole(tokens[end + 1], 'of')
  );
}

function endOfTimes(tokens: readonly Token[], from: number, isBefore: boolean): number {
  let end = from;
  while (end < tokens.length) {
    const token = tokens[end];
    const isMore = isBefore && isRole(token, 'lesson', 'have', 'use', 'not');
    if (token.type !== 'time' && !isLink(token) && !isMore) break;
    end++;
  }
  while (isBefore && end > from && tokens[end - 1].type !== 'time' && !isRole(tokens[end - 1], 'lesson'))
    end--;
  return end;
}

/** Times that stand side by side are one, 'and' and 'or' begin another. */
function timesIn(tokens: readonly Token[]): TimeToken[][] {
  const groups: TimeToken[][] = [[]];
  for (const token of tokens)
    if (token.type === 'time') groups.at(-1)!.push(token);
    else if (!isRole(token, 'filler', 'at', 'of')) groups.push([]);
  return groups.filter((group) => group.length > 0);
}

/** The times as a wish; null where they contradict one another. */
function unwantedOf(groups: readonly (readonly TimeToken[])[], situation: Situation): WishPiece | null {
  const avoid: Avoided[] = [];
  const notAt: TimeWish[] = [];
  for (const group of groups.slice(0, timesMax)) {
    const known = group.length === 1 ? avoidedBy(group[0]) : null;
    const time = known ? null : timeIn(group, situation);
    if (known) avoid.push(known);
    else if (time) notAt.push(time);
    else return null;
  }
  return { ...(avoid.length > 0 && { avoid }), ...(notAt.length > 0 && { notAt }) };
}

function avoidedBy({ piece }: TimeToken): Avoided | null {
  const keys = Object.keys(piece).length;
  if (piece.isFirst) return 'FIRST_PERIOD';
  if (piece.periods?.start === 1 && piece.periods.end === undefined) return 'FIRST_PERIOD';
  if (piece.part && keys === 1) return piece.part;
  return keys === 1 && piece.days?.join() === '6,7' ? 'WEEKEND' : null;
}
