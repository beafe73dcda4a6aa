import { placeOf } from './clauses.js';
import { isNamed, isRole, type TimeToken, type Token } from './slots/tokens.js';

/** Tokens as they were meant: without what was taken back, and with the people that pronouns mean. */
export const repaired = (tokens: readonly Token[]): readonly Token[] =>
  withoutLastVerbs(
    withNeeds(withGoals(withGiven(withMoves(withPeople(withCorrections(withLists(tokens))))))),
  );

const isSilent = (token: Token): boolean => isRole(token, 'comma', 'stop', 'filler', 'have', 'at', 'to');

/** When are Li Na, Chen Chen and I free: a comma between names of one kind is an 'and' where one follows. */
const withLists = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) => {
    const [before, after, and, last] = [tokens[at - 1], ...tokens.slice(at + 1, at + 4)];
    const kind = before?.type === 'name' ? before.candidates[0].kind : undefined;
    const isListed =
      isRole(token, 'comma') &&
      kind !== undefined &&
      isNamed(after, kind) &&
      isRole(and, 'and') &&
      (isNamed(last, kind) || isRole(last, 'self'));
    return isListed ? { ...placeOf(token), type: 'word', role: 'and' } : token;
  });

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
  if (!said.some((token) => tokens[last] && isAlike(token, tokens[last]))) return tokens;
  let first = last;
  while (first > 0 && isAlike(tokens[first - 1], tokens[last])) first--;
  const before = tokens.slice(first, last + 1);
  if (!before.some(isTakenBack)) return tokens;
  const rest = until < 0 ? [] : tokens.slice(until);
  return [...tokens.slice(0, first), ...before.filter((token) => !isTakenBack(token)), ...said, ...rest];
}

/** Thursday, sorry, Friday */
function isSorry(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:sorry|不好意思|抱歉)$/i.test(tokens[at].said)) return false;
  const isHeard = (token: Token): boolean => !isSilent(token);
  const next = tokens.findIndex((token, index) => index > at && isHeard(token));
  const last = tokens.findLastIndex((token, index) => index < at && isHeard(token));
  const [before, after] = [tokens[last], tokens[next]];
  if (before === undefined || after === undefined || !isAlike(before, after)) return false;
  // Tue evening, sorry, thu evening
  return (
    isSameKind(before, after) || (isAlike(tokens[last - 1], after) && isSameKind(tokens[last - 1], after))
  );
}

const isAlike = (one: Token | undefined, other: Token): boolean =>
  one?.type === other.type && (one.type === 'time' || one.type === 'name');

function isSameKind(one: Token, other: Token): boolean {
  if (one.type === 'name') return isNamed(other, one.candidates[0].kind);
  const keysOf = ({ piece }: TimeToken): string[] => Object.keys(piece);
  return (
    one.type === 'time' && other.type === 'time' && keysOf(one).some((key) => keysOf(other).includes(key))
  );
}

/**
 * 他 made the one person that was named before; of several nobody knows which, but 让陈晨上他的课 is not said of
 * 陈晨.
 */
function withPeople(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isRole(token, 'him'))) return tokens;
  return tokens.flatMap((token, at): readonly Token[] => {
    if (!isRole(token, 'him')) return [token];
    const teaches = (index: number): boolean =>
      index < at &&
      isRole(tokens[index + 1], 'teach', 'let', 'take') &&
      !tokens.slice(index, at).some((one) => isRole(one, 'comma', 'stop'));
    const named = tokens.slice(0, at).filter((one) => isNamed(one, 'teacher'));
    const others = named.filter((one) => !teaches(tokens.indexOf(one)));
    const people = others.length > 0 ? others : named;
    // 看看他们周五的课: who is several and no teacher is a class.
    const classes = tokens.slice(0, at).filter((one) => isNamed(one, 'administrativeClass'));
    if (people.length === 0 && classes.length === 1 && /^(?:他们|她们|them)/i.test(token.said))
      return [{ ...classes[0], ...placeOf(token) }];
    const ids = new Set(people.map(({ candidates }) => candidates.map(({ id }) => id).join()));
    if (/^(?:他们|她们|他俩|她俩|them)/i.test(token.said) && ids.size > 1)
      return people.map((one) => ({ ...one, ...placeOf(token) }));
    return [ids.size === 1 ? { ...people[0], ...placeOf(token) } : token];
  });
}

const questions = [
  'who',
  'why',
  'when',
  'where',
  'which',
  'whatLessons',
  'cannot',
  'not',
  'condition',
] as const;

/** Wang Fang's Monday calculus to Thursday: a lesson and a goal, and no verb at all. */
function withGoals(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isRole(token, 'to'));
  const isGoal = (token: Token | undefined): boolean =>
    token?.type === 'time' || isNamed(token, 'room') || isNamed(token, 'building');
  const isKnown = (token: Token): boolean =>
    ['name', 'time', 'wish'].includes(token.type) ||
    isRole(
      token,
      'filler',
      'of',
      'lesson',
      'comma',
      'self',
      'to',
      'at',
      'him',
      'stop',
      'give',
      'all',
      'not',
      'reason',
      'sameTime',
      'from',
    ) ||
    (isRole(token, 'and') && isRole(tokens[tokens.indexOf(token) - 1], 'comma', 'stop'));
  if (at < 0 || !isGoal(tokens[at + 1]) || !tokens.every(isKnown)) return tokens;
  if (!tokens.slice(0, at).some(({ type }) => type === 'name')) return tokens;
  return tokens.map((token, index) =>
    isRole(token, 'to') && isGoal(tokens[index + 1])
      ? { ...placeOf(token), type: 'word', role: 'moveTo' }
      : token,
  );
}

/** 大学英语需要一间多媒体教室: what a lesson needs is another room. */
function withNeeds(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ said }) => /^(?:需要|要|needs?)$/i.test(said));
  const isKnown = (token: Token): boolean =>
    ['name', 'time', 'wish'].includes(token.type) ||
    isRole(token, 'filler', 'of', 'lesson', 'and', 'roomNoun');
  const isNeed =
    tokens.slice(0, at).some((token) => isNamed(token, 'course') || isNamed(token, 'teachingClass')) &&
    tokens.slice(at).some((token) => token.type === 'wish' && token.wish.avoid === undefined) &&
    tokens.every((token) => isKnown(token) && !/^[吗没]$/.test(token.said));
  if (at < 0 || !isNeed) return tokens;
  const verb: Token = { ...placeOf(tokens[at]), type: 'word', role: 'changeRoom' };
  return tokens.map((token, index) => (index === at ? verb : token));
}

/** 他的课给李娜: to a person at the end goes what somebody teaches. */
function withGiven(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex((token) => !isRole(token, 'filler', 'stop'));
  const isGiven = tokens[last - 1]?.said === '给' && isNamed(tokens[last], 'teacher');
  if (
    !isGiven ||
    tokens.some((token) => isRole(token, ...questions, 'moveTo', 'move', 'let', 'swap', 'find'))
  )
    return tokens;
  const verb: Token = { ...placeOf(tokens[last - 1]), type: 'word', role: 'let' };
  return tokens.map((token, at) => (at === last - 1 ? verb : token));
}

/** 把高数丢到周五: a short verb that nobody knows, from a lesson to a time, moves it. */
function withMoves(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some((token) => isRole(token, ...questions, 'moveTo', 'move'))) return tokens;
  const at = tokens.findIndex(
    (token, index) =>
      token.type === 'unknown' &&
      /^[\u4e00-\u9fff]{1,2}$/.test(token.said) &&
      !/[讲学延续直]/.test(token.said) &&
      /^[到至进]$/.test(tokens[index + 1]?.said ?? '') &&
      (tokens[index + 2]?.type === 'time' || isNamed(tokens[index + 2], 'room')) &&
      tokens.slice(0, index).some(({ type }) => type === 'name'),
  );
  if (at < 0) return tokens;
  const verb: Token = { ...placeOf(tokens[at]), type: 'word', role: 'moveTo' };
  return [...tokens.slice(0, at), verb, ...tokens.slice(at + 2)];
}

/** 换到A101上: the verb at the end of a move, and 在A101上的高数, say nothing more. */
function withoutLastVerbs(tokens: readonly Token[]): readonly Token[] {
  const isChange = (token: Token): boolean =>
    token.type === 'shift' || isRole(token, 'moveTo', 'move', 'changeRoom', 'makeUpTo', 'lock');
  if (!tokens.some(isChange)) return tokens;
  const isPlace = (token: Token | undefined): boolean =>
    token?.type === 'time' ||
    token?.type === 'wish' ||
    token?.type === 'shift' ||
    isNamed(token, 'room') ||
    isNamed(token, 'building') ||
    isRole(token, 'inside', 'roomNoun');
  return tokens.flatMap((token, at): Token[] => {
    if (!isRole(token, 'teach') || !/^(?:来|去)?上(?:的|课)?$/.test(token.said)) return [token];
    if (!isPlace(tokens[at - 1])) return [token];
    const next = tokens[at + 1];
    if (token.said.endsWith('的')) return [{ ...placeOf(token), type: 'word', role: 'of' }];
    return !next || isRole(next, 'comma', 'stop', 'filler', 'of') ? [] : [token];
  });
}
