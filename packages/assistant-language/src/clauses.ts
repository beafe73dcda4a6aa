import { hasNoQuality, mayBeReason, withoutReasons } from './reasons.js';
import { isRole, type Token } from './slots/tokens.js';
import type { Role } from './spot/vocabulary.js';

/** Words with which a wish is made: each clause has one of them. */
const actions: readonly Role[] = [
  ...(['moveTo', 'move', 'changeRoom', 'changeTeacher', 'anotherTime', 'swap', 'lock', 'unlock'] as const),
  ...([
    'takeOut',
    'take',
    'remove',
    'cancel',
    'suspend',
    'makeUp',
    'makeUpTo',
    'undo',
    'redo',
    'help',
  ] as const),
  ...(['why', 'who', 'which', 'when', 'where', 'find', 'let', 'replace', 'timetable', 'conflict'] as const),
  ...(['whatLessons', 'free', 'teach', 'whichWeek', 'unplaced', 'whatChanged'] as const),
];
/** Words that begin another wish even where nothing but 'and' stands before them. */
const beginnings: readonly Role[] = [
  ...(['ba', 'moveTo', 'move', 'swap', 'lock', 'unlock', 'takeOut', 'remove', 'cancel', 'suspend'] as const),
  ...(['undo', 'redo', 'find', 'why', 'who', 'when', 'changeRoom', 'let'] as const),
];

const isAction = (token: Token): boolean => token.type === 'shift' || isRole(token, ...actions);
const hasAction = (tokens: readonly Token[]): boolean => tokens.some(isAction);

/** The wishes of a text, one after the other. */
export const clausesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] =>
  sentencesOf(tokens)
    .flatMap((pieces) => joinedPieces(withoutReasons(pieces, hasAction)))
    .flatMap(withoutConjunctions)
    .map(withoutRepetitions)
    .filter((clause) => clause.some((token) => !isRole(token, 'filler')));

/** The pieces between commas of each sentence; one that does nothing tells more of the one beside it. */
function sentencesOf(tokens: readonly Token[]): Token[][][] {
  const sentences = splitAt(tokens, (token) => isRole(token, 'stop')).map(piecesOf);
  if (!hasAction(tokens)) return sentences;
  const told: Token[][][] = [];
  let before: Token[][] = [];
  for (const pieces of sentences) {
    const last = told.at(-1);
    if (pieces.some(hasAction)) {
      told.push(isAside(before.flat()) && pieces.flat().some(isTime) ? pieces : [...before, ...pieces]);
      before = [];
    } else if (
      last &&
      (pieces.every((piece) => mayBeReason(piece) && hasNoQuality(piece)) ||
        pieces.flat().every(isAfterthought))
    )
      last.push(...pieces);
    else before.push(...pieces);
  }
  return before.length > 0 ? [...told, before] : told;
}

const isTime = ({ type }: Token): boolean => type === 'time';

/** The 8 am lectures are killing me: tells of nobody and of no lesson. */
const isAside = (said: readonly Token[]): boolean =>
  said.some(({ type }) => type === 'unknown') &&
  !said.some(({ type }) => type === 'name') &&
  !said.some((token) => isRole(token, 'self'));

/** Where else can it go? Not on weekends. A bigger room please. 90 seats. */
const isAfterthought = (token: Token): boolean => token.type === 'wish' || isRole(token, 'filler');

function piecesOf(sentence: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  for (const [at, token] of sentence.entries()) {
    if (isRole(token, 'comma')) pieces.push([]);
    else if (isRole(token, 'because') && sentence[at + 1]?.type !== 'time') pieces.push([token]);
    else pieces.at(-1)!.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function splitAt(tokens: readonly Token[], isEnd: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isEnd(token)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** Who was named and is called 他 as well is named once, except where two lessons are told. */
function withoutRepetitions(clause: readonly Token[]): readonly Token[] {
  if (clause.some((token) => isRole(token, 'swap'))) return clause;
  const idsOf = (token: Token): string | null =>
    token.type === 'name' ? token.candidates.map(({ id }) => id).join() : null;
  return clause.filter(
    (token, at) => idsOf(token) === null || clause.findIndex((other) => idsOf(other) === idsOf(token)) === at,
  );
}

/** A comma ends a wish only where another begins after it. */
function joinedPieces(pieces: readonly Token[][]): Token[][] {
  const joined: Token[][] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && !(hasAction(last) && hasAction(piece))) last.push(...piece);
    else joined.push([...piece]);
  }
  return joined;
}

/** Move it and lock it: 'and' ends a wish where an action follows. */
function withoutConjunctions(clause: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  clause.forEach((token, at) => {
    const isLink = isRole(token, 'and') || token.said === '再';
    const isEnd = isLink && isRole(clause[at + 1], ...beginnings) && hasAction(parts.at(-1)!);
    if (isEnd) parts.push([]);
    else parts.at(-1)!.push(token);
  });
  return parts;
}
