import { isNamed, isRole, placeOf, type TimeToken, type Token } from './slots/tokens.js';

/** Tokens as they were meant: without what was taken back, and with the people that pronouns mean. */
export const repaired = (tokens: readonly Token[]): readonly Token[] =>
  withPeople(withCorrections(withoutDenied(tokens)));

const isSilent = (token: Token): boolean => isRole(token, 'comma', 'stop', 'filler', 'have', 'at', 'to');
const isHeard = (token: Token): boolean => !isSilent(token);

/** 周三，不对，是周四: what is said after the word takes the place of its like before it. */
function withCorrections(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => isRole(token, 'correction') || isSorry(tokens, index));
  if (at < 0) return tokens;
  const from = tokens.findIndex(
    (token, index) => index > at && !isSilent(token) && !isRole(token, 'correction', 'moveTo', 'move'),
  );
  // 不对, and nothing after it: that it was wrong, and not what is right.
  if (from < 0) return tokens;
  const until = tokens.findIndex((token, index) => index > from && !isAlike(tokens[from], token));
  const said = tokens.slice(from, until < 0 ? undefined : until);
  const last = tokens.findLastIndex((token, index) => index < at && !isSilent(token));
  const isTakenBack = (token: Token): boolean => said.some((other) => isSameKind(token, other));
  let first = last;
  while (first > 0 && isAlike(tokens[first - 1], tokens[last])) first--;
  const before = tokens.slice(first, last + 1);
  if (!before.some(isTakenBack)) return tokens;
  const rest = until < 0 ? [] : tokens.slice(until);
  return [...tokens.slice(0, first), ...before.filter((token) => !isTakenBack(token)), ...said, ...rest];
}

/** 不是周四，我说的是周五: what is denied right before its like says nothing; Friday, not Monday tells where it is. */
function withoutDenied(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) => isRole(token, 'not') || (token.said === '不' && tokens[index + 1]?.said === '是'),
  );
  const from =
    at < 0 ? -1 : tokens.findIndex((token, index) => index > at && isHeard(token) && token.said !== '是');
  if (from < 0 || isRole(tokens[at + 1], 'comma')) return tokens;
  const end = tokens.findIndex((token, index) => index > from && !isAlike(tokens[from], token));
  const next = tokens.findIndex(
    (token, index) => end > 0 && index >= end && isHeard(token) && !isSaid(token),
  );
  const isLike = next >= 0 && isAlike(tokens[from], tokens[next]) && isSameKind(tokens[from], tokens[next]);
  return isLike ? [...tokens.slice(0, at), ...tokens.slice(next)] : tokens;
}

/** I mean, 我说的是: what stands between what is denied and its like. */
const isSaid = (token: Token): boolean =>
  isRole(token, 'correction') || /^(?:是|而|我|说|的|but|rather|i|said|it|is)$/i.test(token.said);

function isSorry(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:sorry|不好意思|抱歉)$/i.test(tokens[at].said)) return false;
  const next = tokens.findIndex((token, index) => index > at && isHeard(token));
  const last = tokens.findLastIndex((token, index) => index < at && isHeard(token));
  const [before, after] = [tokens[last], tokens[next]];
  if (before === undefined || after === undefined || !isAlike(before, after)) return false;
  // Tue evening, sorry, thu evening
  return [before, tokens[last - 1]].some((one) => isAlike(one, after) && isSameKind(one, after));
}

const isAlike = (one: Token | undefined, other: Token): boolean =>
  one?.type === other.type && (one.type === 'time' || one.type === 'name');

function isSameKind(one: Token, other: Token): boolean {
  if (one.type === 'name') return isNamed(other, one.candidates[0].kind);
  const keysOf = ({ piece }: TimeToken): string[] =>
    Object.keys(piece).map((key) => (/^(?:part|clock)$/.test(key) ? 'periods' : key));
  if (one.type !== 'time' || other.type !== 'time') return false;
  return keysOf(one).some((key) => keysOf(other).includes(key));
}

/**
 * 他 made the one person that was named before; of several nobody knows which, but 让陈晨上他的课 is not said of
 * 陈晨.
 */
function withPeople(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isRole(token, 'him'))) return tokens;
  return tokens.flatMap((token, at): readonly Token[] => {
    if (!isRole(token, 'him')) return [token];
    const before = tokens.slice(0, at);
    const teaches = (index: number): boolean =>
      isRole(tokens[index + 1], 'teach', 'let', 'take') &&
      !before.slice(index).some((one) => isRole(one, 'comma', 'stop'));
    const named = before.filter((one) => isNamed(one, 'teacher'));
    const others = named.filter((one) => !teaches(tokens.indexOf(one)));
    const people = others.length > 0 ? others : named;
    // 看看他们周五的课: who is several and no teacher is a class.
    const classes = before.filter((one) => isNamed(one, 'administrativeClass'));
    if (people.length === 0 && classes.length === 1 && /^(?:他们|她们|them)/i.test(token.said))
      return [{ ...classes[0], ...placeOf(token) }];
    const ids = new Set(people.map(({ candidates }) => candidates.map(({ id }) => id).join()));
    if (/^(?:他们|她们|他俩|她俩|them)/i.test(token.said) && ids.size > 1)
      return people.map((one) => ({ ...one, ...placeOf(token) }));
    return [ids.size === 1 ? { ...people[0], ...placeOf(token) } : token];
  });
}
