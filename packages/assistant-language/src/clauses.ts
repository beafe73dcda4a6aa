import { isNamed, isRole, isTaker, isWhat, placeOf, type Token } from './slots/tokens.js';
import { mayBeName } from './spot/name-like.js';
import type { Role } from './spot/vocabulary.js';

type Piece = readonly Token[];

const actions: ReadonlySet<Role> = new Set<Role>([
  ...(['moveTo', 'move', 'changeRoom', 'changeTeacher', 'anotherTime', 'swap', 'lock', 'unlock'] as const),
  ...(['takeOut', 'take', 'remove', 'cancel', 'suspend', 'makeUp', 'makeUpTo', 'undo', 'redo'] as const),
  ...(['why', 'who', 'which', 'when', 'where', 'find', 'let', 'replace', 'timetable', 'conflict'] as const),
  ...(['help', 'whatLessons', 'free', 'teach', 'whichWeek', 'unplaced', 'whatChanged'] as const),
]);
/** Words that begin another wish even where nothing but 'and' stands before them. */
const beginnings: readonly Role[] = [
  ...(['ba', 'moveTo', 'move', 'swap', 'lock', 'unlock', 'takeOut', 'remove', 'cancel', 'suspend'] as const),
  ...(['undo', 'redo', 'find', 'why', 'who', 'when', 'changeRoom', 'let'] as const),
];

const has = (tokens: Piece, ...roles: readonly Role[]): boolean =>
  tokens.some((token) => isRole(token, ...roles));
const isAction = (token: Token): boolean =>
  token.type === 'shift' || (token.type === 'word' && actions.has(token.role));
/** Whether words wish something done, or ask. */
const hasAction = (tokens: Piece): boolean => tokens.some(isAction);

/** How likely a piece only tells something, from 0 to 1. */
type ToldBy = (piece: Piece) => number;
/** How likely that has to be of a piece with a word that wishes, and of others. */
const sureOfTold = { denying: 0.6, wishing: 0.35, other: 0.25 };

/** The wishes of a text, one after the other, without what only tells something. */
export const clausesOf = (tokens: Piece, toldBy: ToldBy): readonly Piece[] =>
  joinedPieces(withoutTold(piecesOf(tokens), toldBy))
    .flatMap(withoutConjunctions)
    .map(withoutRepetitions)
    .filter((clause) => clause.some((token) => !isRole(token, 'filler')));

/** What stands between commas and stops. */
export function piecesOf(tokens: Piece): Token[][] {
  const pieces: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    if (isRole(token, 'comma', 'stop')) pieces.push([]);
    else if (isRole(token, 'because') && tokens[at + 1]?.type !== 'time') pieces.push([token]);
    else pieces.at(-1)!.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** 顾安周四下午在哪间教室？有份卷子想交给他: behind a question what only tells why, and names nothing. */
export function withoutWhy(tokens: Piece, isQuestion: (piece: Piece) => boolean): Piece {
  const end = tokens.findIndex((token) => isRole(token, 'stop') && /[?？]/.test(token.said)) + 1;
  const [asked, rest] = [tokens.slice(0, end), tokens.slice(end)];
  // 交给他: what is given to whom was asked of.
  const isMore = (token: Token): boolean =>
    (/^(?:name|time|wish|group)$/.test(token.type) && !isPronoun(token)) ||
    (isAction(token) && !isRole(token, 'let', 'take', 'find')) ||
    isRole(token, 'not', 'all', ...wishing) ||
    /[?？]/.test(token.said);
  return asked.some(isWhat) && !rest.some(isMore) && isQuestion(asked) ? asked : tokens;
}

/** Words that make a piece a wish, whatever it is like. */
const wishing = ['ba', 'condition', 'correction', 'undo', 'redo', 'lock', 'unlock', 'sameTime'] as const;

function isToldPiece(piece: Piece, isFirst: boolean, toldBy: ToldBy): boolean {
  if (isRole(piece[0], 'because')) return true;
  // Names and times alone tell more of the wish, also names that nobody has.
  const isNamed = piece.length === 1 && mayBeName(piece[0].said);
  const isFragment = (token: Token): boolean =>
    /^(?:name|time|wish)$/.test(token.type) ||
    isRole(token, 'at', 'of', 'and', 'filler') ||
    token.said === 'but';
  const isWish = piece.some(
    (token) =>
      isRole(token, ...wishing) ||
      (token.type === 'wish' && !isFirst) ||
      // 原来周一上: tells which lesson it is.
      /^(?:原来|原先|本来|originally|currently)$/.test(token.said),
  );
  if (isNamed || isWish || piece.every(isFragment)) return false;
  return toldBy(piece) >= sureOfTold[has(piece, 'not') ? 'denying' : hasAction(piece) ? 'wishing' : 'other'];
}

/**
 * 丁老师周二要开会，把他的课调走: what only tells something is left out. Where the rest names nothing, what was
 * told tells which lesson it is; else whose it may be, and who is away in one week is meant in that one.
 */
function withoutTold(pieces: readonly Token[][], toldBy: ToldBy): Token[][] {
  const told = pieces.filter((piece, at) => isToldPiece(piece, at === 0, toldBy));
  const rest = pieces.filter((piece) => !told.includes(piece));
  if (told.length === 0 || rest.length === 0) return [...pieces];
  const said = rest.flat();
  const reasons = told.flat();
  const rooms = reasons.filter((token) => isNamed(token, 'room'));
  const teachers = reasons.filter((token) => isNamed(token, 'teacher') && !isPronoun(token));
  // 我室友是音乐2601的，她几点下课: who attends, where no teacher is told of.
  const classes = reasons.filter((token) => isNamed(token, 'administrativeClass'));
  const people = teachers.length > 0 ? teachers : classes;
  // 里面 is the room that was told of, and her the one person.
  const meant = (token: Token, at: number, piece: Piece): Token => {
    const isInside = isRole(token, 'inside') && !isNamed(piece[at - 1], 'building');
    const [one, ...others] = isInside ? rooms : isRole(token, 'him') ? people : [];
    return one && others.length === 0 ? { ...one, ...placeOf(token) } : token;
  };
  const kept = rest.map((piece) => piece.map(meant));
  return [topicOf(reasons, said), ...kept].filter((piece) => piece.length > 0);
}

function topicOf(reasons: Piece, said: Piece): Token[] {
  const isMoved = has(said, 'moveTo', 'move', 'changeRoom') && reasons.some(isCourse);
  const isNamedThere = (token: Token): boolean =>
    (isMoved ? isLesson(token) && !isPronoun(token) : token.type === 'name') ||
    isRole(token, 'him', 'inside', 'self', 'ourClass');
  if (!said.some(isNamedThere)) return lessonIn(reasons);
  const isAsked = has(said, 'who');
  // 约了周五吃饭，他们几点下课: what is asked of a day that is told alone is of that.
  // 她周三发烧来不了，2501的课取消吧
  const isOff = !said.some(isTime) && has(said, 'cancel', 'suspend', 'anotherTime', 'changeRoom');
  const isOfDay = isOff || reasons.some(isOfOneWeek) || said.some((token) => isClock.test(token.said));
  const isMeant = (token: Token): boolean =>
    (isAsked && isCourse(token)) || (isOfDay && token.type === 'time' && token.piece.days !== undefined);
  const times = reasons.filter((token) => isOfOneWeek(token) || (isMeant(token) && !said.some(isTime)));
  // I'm ill today, make it up next week: when it is made up, or where it goes, is not when it is.
  const isGoal = (at: number): boolean => has(said.slice(0, at), 'makeUp', 'makeUpTo', 'moveTo', 'to');
  const isTimed = said.some((token, at) => isOfOneWeek(token) && !isGoal(at));
  return [...ownersIn(reasons, said), ...(isTimed ? [] : times)];
}

/** Asks for the clock of a day, and not for the day. */
const isClock = /^(?:几点|what time)/i;

/** What is told of the lesson; 高数我请假 is not said of my own. */
function lessonIn(reasons: Piece): Token[] {
  const last = reasons.findLastIndex(isLesson);
  const told = reasons.filter(
    (token, at) =>
      isWhat(token) || isRole(token, 'self', 'ourClass', 'of') || (at < last && mayNameOwner(reasons, at)),
  );
  const course = told.findIndex(isCourse);
  return owning(told.filter((token, at) => course < 0 || at < course || !/^(?:我|i)$/i.test(token.said)));
}

/** 英语2201约好了，周五的大学英语改到周六: whose lesson it is, where nobody is named beside the wish. */
function ownersIn(reasons: Piece, said: Piece): Token[] {
  if (has(said, 'self', 'ourClass', 'him', 'who', 'swap', 'find', 'which')) return [];
  // 当天的课都请李老师代: who takes over has no lesson yet.
  const others = said.filter(
    (token, at) => isLesson(token) && !(isNamed(token, 'teacher') && isTaker(said, at)),
  );
  const isTaken = others.length < said.filter(isLesson).length;
  if (others.some((token) => (isTaken && !reasons.some(isOfOneWeek)) || !isNamed(token, 'course'))) return [];
  return (['teacher', 'administrativeClass', 'teachingClass'] as const).flatMap((kind) => {
    const named = reasons.filter((token) => isNamed(token, kind));
    const isTopic = reasons.find((token) => !isTime(token)) === named[0];
    return named.length === 1 && isTopic ? owning(named) : [];
  });
}

/** Who was told of has the lesson, and does not get it. */
const owning = (told: Piece): Token[] =>
  told.flatMap((token, at): Token[] =>
    isNamed(token, 'teacher') && !isRole(told[at + 1], 'of')
      ? [token, { start: token.end, end: token.end, said: '的', type: 'word', role: 'of' }]
      : [token],
  );

/** 他, also where it was made the person of whom was told. */
const isPronoun = ({ said }: Token): boolean => /^(?:[他她]|(?:him|her|his)$)/i.test(said);
const isCourse = (token: Token): boolean => isNamed(token, 'course') || isNamed(token, 'teachingClass');

/** 王小明的高数: whose lesson it is must not be left out, though nobody is called so. */
const mayNameOwner = (piece: Piece, at: number): boolean =>
  piece[at].type === 'unknown' &&
  (mayBeName(piece[at].said) ||
    isRole(piece[at - 1], 'teacherNoun') ||
    isRole(piece[at + 1], 'teacherNoun', 'of'));

const isTime = ({ type }: Token): boolean => type === 'time';
const isLesson = (token: Token): boolean =>
  token.type === 'name' && !isNamed(token, 'room') && !isNamed(token, 'building');
const isOfOneWeek = (token: Token): boolean =>
  token.type === 'time' &&
  (token.piece.date ?? token.piece.relativeWeek ?? (token.piece.weeks?.length === 1 || undefined)) !==
    undefined;

/** Who was named and is called 他 as well is named once, except where two lessons are told. */
function withoutRepetitions(clause: Piece): Piece {
  if (has(clause, 'swap')) return clause;
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
    if (last && !(hasAction(piece) && hasAction(last))) last.push(...piece);
    else joined.push([...piece]);
  }
  return joined;
}

/** Move it and lock it: 'and' ends a wish where an action follows. */
function withoutConjunctions(clause: Piece): Token[][] {
  const parts: Token[][] = [[]];
  clause.forEach((token, at) => {
    const isLink = isRole(token, 'and') || token.said === '再';
    const last = parts.at(-1)!;
    const isWish = (): boolean => hasAction(last) || last.some((one) => isRole(one, 'to'));
    const isEnd = isLink && isRole(clause[at + 1], ...beginnings) && isWish();
    if (isEnd) parts.push([]);
    else last.push(token);
  });
  return parts;
}
