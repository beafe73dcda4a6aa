import { isNamed, isRole, type Token } from './tokens.js';
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
  ...(['whatLessons', 'free', 'teach', 'whichWeek', 'unplaced'] as const),
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
  splitAt(tokens, (token) => isRole(token, 'stop'))
    .flatMap((group) => joinedPieces(withoutReasons(splitAt(group, (token) => isRole(token, 'comma')))))
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

/**
 * 丁老师周二要开会，把他的课调走: what only says why is left out, and whoever is called 他 is named. Where the
 * rest names nothing, the reason tells what is meant, and only its word goes.
 */
function withoutReasons(pieces: readonly Token[][]): Token[][] {
  const isReason = (piece: readonly Token[]): boolean =>
    piece.some((token) => isRole(token, 'reason')) && !hasAction(piece);
  const rest = pieces.filter((piece) => !isReason(piece));
  const reasons = pieces.filter(isReason).flat();
  const people = reasons.filter((token) => isNamed(token, 'teacher'));
  const rooms = reasons.filter((token) => isNamed(token, 'room'));
  if (rest.length === pieces.length || rest.length === 0) return [...pieces];
  if (!rest.flat().some((token) => token.type === 'name' || isRole(token, 'him', 'inside')))
    return pieces.map((piece) =>
      isReason(piece) ? piece.filter((token) => !isRole(token, 'reason')) : piece,
    );
  const [person] = people;
  const [room] = rooms;
  // Who is away next week wants no change of all weeks.
  const once = reasons.filter(isOfOneWeek);
  const isTold = rest.flat().some(isOfOneWeek);
  const kept = isTold ? rest : [[...once, ...rest[0]], ...rest.slice(1)];
  return kept.map((piece) =>
    piece.map((token) =>
      isRole(token, 'him') && people.length === 1
        ? { ...person, ...placeOf(token) }
        : isRole(token, 'inside') && rooms.length === 1
          ? { ...room, ...placeOf(token) }
          : token,
    ),
  );
}

const isOfOneWeek = (token: Token): boolean =>
  token.type === 'time' && (token.piece.date ?? token.piece.relativeWeek) !== undefined;

const placeOf = ({ start, end, said }: Token) => ({ start, end, said });

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
