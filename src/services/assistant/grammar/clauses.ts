import { isRole, type Token } from './tokens.js';
import type { Role } from './vocabulary.js';

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
  ...(['whatLessons', 'free', 'teach'] as const),
];
/** Words that begin another wish even where nothing but 'and' stands before them. */
const beginnings: readonly Role[] = [
  ...(['ba', 'moveTo', 'move', 'swap', 'lock', 'unlock', 'takeOut', 'remove', 'cancel', 'suspend'] as const),
  ...(['undo', 'redo', 'find', 'why', 'who', 'when', 'changeRoom', 'let'] as const),
];

const isAction = (token: Token): boolean => isRole(token, ...actions);
const hasAction = (tokens: readonly Token[]): boolean => tokens.some(isAction);

/** The wishes of a text, one after the other. */
export const clausesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] =>
  splitAt(tokens, (token) => isRole(token, 'stop'))
    .flatMap((group) => joinedPieces(splitAt(group, (token) => isRole(token, 'comma'))))
    .flatMap(withoutConjunctions)
    .filter((clause) => clause.some((token) => !isRole(token, 'filler')));

function splitAt(tokens: readonly Token[], isEnd: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isEnd(token)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
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
    const isEnd = isRole(token, 'and') && isRole(clause[at + 1], ...beginnings) && hasAction(parts.at(-1)!);
    if (isEnd) parts.push([]);
    else parts.at(-1)!.push(token);
  });
  return parts;
}
