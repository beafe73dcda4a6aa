import { isNamed, isRole, type Token } from './slots/tokens.js';
import { surnames } from './spot/translations.js';

type Piece = readonly Token[];

/** A part of a sentence that tells of something, and no place or quality that something shall have. */
const english = new RegExp(
  '^(?:he|she|they|students|people|everybody|nobody|somebody|parents) |' +
    "\\b(?:is|are|am|was|were|will|has|have|had|needs?|can(?:no|')t|does|do|said|wants?|got" +
    '|[a-z]{2,}ed|' +
    'broke|lost|took|went|came|left|fell|found|told|felt|kept|met|made|put|cut|hurt|caught|chose' +
    '|forgot|' +
    'complain|hates?|complains|keeps|feels?|thinks?|says?|begs?|lives?|works?|fl(?:y|ies)|travels?' +
    '|commutes?|' +
    'leaks?|smells?|sounds?|looks?|seems?|struggles?|sleeps?|arrives?|coughs?|retires?|likes)\\b',
  'i',
);
const chinese =
  /[了太没不有会想说被是要需得撞正已嫌]|[小大远近多少累忙病烧痛疼坏]$|反映|表示|不下|不够|不到|不好|不行|不来/;
/** How a wish goes on. */
const wish =
  /^(?:要|需要|得|最好|必须|还|也|别|不|with|in|on|at|for|near|and|but|or|that|which|where)(?![a-z])|的$/i;

/** Words that a reason may not have without being told by its first word: they limit what is wished. */
const limits = [
  ...(['not', 'condition', 'or', 'all', 'correction', 'once'] as const),
  ...(['ba', 'let', 'lastChange', 'undo', 'redo', 'suspend', 'makeUp'] as const),
] as const;
/** What is wished of no lesson: whoever says why names none. */
const lessonless = ['undo', 'redo', 'help', 'whatChanged', 'whichWeek'] as const;
/** What may be told beside a wish, and wishes nothing by itself there. */
const asides = ['find', 'which', 'where', 'when', 'free', 'teach', 'timetable', 'conflict', 'take'] as const;

/** 起不了早: the word within a verb denies nothing that is wished. */
function isComplement(piece: Piece, at: number): boolean {
  const [before, word, after] = [piece[at - 1], piece[at], piece[at + 1]];
  return (
    word.said === '不' && before?.type === 'unknown' && before.end === word.start && after?.start === word.end
  );
}

/** What the assistant does not do, and what tells more of a wish: neither is talk. */
const deeds = new RegExp(
  '\\b(?:print|e?mail|send|tell|notify|inform|call|phone|text|remind|order|buy|pay|write|draft' +
    '|translate|' +
    'export|download|invite|add|create|register|enrol|record|approve|reject|copy|duplicate|split' +
    '|merge|repeat|' +
    'extend|shorten|rename|count|compare|same|ditto|likewise|others?|rest|both|each|half|first|last' +
    '|half|only|' +
    'just|as|like|either|whichever|who(?:m|se)?|than)\\b|' +
    '打印|通知|告诉|群发|复制|拆|合并|延长|缩短|改名|导出|下载|邮件|提醒|报名|审批|照此|同样|一样|同理|也|其余|剩|一半|只|仅|像|任',
  'i',
);

/** Unknown words that may name a record that is not there: 土木2401, 土木工程, civil engineering, Chen Yi. */
const nameLike = new RegExp(
  '\\d|[学系班院楼室师课级组理论史法验程计础言统网析语育术文化艺业]的?$|\\b[A-Z][a-z]+ [A-Z]|' +
    '(?:ics|ology|graphy|istry|eering|history|law|arts?|studies|theory|design|analysis|systems?' +
    '|networks?)$',
);
const surname = new RegExp(
  `^(?:${Object.values(surnames).join('').split('').join('|')})[\\u4e00-\\u9fff]{1,2}$`,
);

/** Whether a strange word may be what somebody or something is called. */
export const mayBeName = (said: string): boolean => nameLike.test(said) || surname.test(said);

/** Quick one: words that name nothing of a timetable, beside a wish. */
const isTalk = (piece: Piece): boolean =>
  piece.every(({ type }) => type === 'unknown' || type === 'word') &&
  !piece.some(({ type, said }) => type === 'unknown' && mayBeName(said)) &&
  !deeds.test(piece.map(({ said }) => said).join(' '));

/** My eyesight is not what it was: something is denied that is nothing of a timetable. */
const isDenial = (piece: Piece): boolean =>
  piece.every(({ type }) => type === 'unknown' || type === 'word') &&
  piece.some(({ type }) => type === 'unknown') &&
  /^(?!do)[a-z' ]*\b(?:is|are|was|were|am|does|did|has|have|could) not [a-z]/i.test(
    piece.map(({ said }) => said).join(' '),
  );

/** 高数时间冲突: told, and not asked. */
const isClash = (piece: Piece): boolean =>
  piece.some((token) => isRole(token, 'conflict')) &&
  !piece.some(
    (token) => isRole(token, 'which', 'have', 'whether', 'find', 'whatLessons') || token.said === '吗',
  );

/** Whether a part of a sentence that wishes nothing may say why something is wished. */
export function mayBeReason(piece: Piece): boolean {
  if (isRole(piece[0], 'because')) return true;
  if (piece.some((token) => isRole(token, 'when'))) return false;
  if (isDenial(piece)) return true;
  const isLimited = piece.some(
    (token, at) => (isRole(token, ...limits) && !isComplement(piece, at)) || /^(?:只|先)$/.test(token.said),
  );
  if (isLimited) return false;
  if (piece.some((token) => isRole(token, 'reason', 'cannot'))) return true;
  if (isClash(piece)) return true;
  const said = piece.flatMap(({ type, said }) => (type === 'unknown' || type === 'word' ? [said] : []));
  if (!piece.some(({ type }) => type === 'unknown')) return false;
  if (isTalk(piece)) return true;
  return /[a-z]/i.test(said.join('')) ? english.test(said.join(' ')) : chinese.test(said.join(''));
}

/**
 * 丁老师周二要开会，把他的课调走: what only says why is left out, and whoever is called 他 is named. Where the
 * rest names nothing, the reason tells what is meant, and only its words go.
 */
export function withoutReasons(pieces: readonly Token[][], hasAction: (piece: Piece) => boolean): Token[][] {
  const first = pieces.findIndex((piece) => hasAction(piece));
  const isReason = (piece: Piece, index: number): boolean => isReasonAt(piece, Math.max(index - first, 0));
  const isReasonAt = (piece: Piece, at: number): boolean =>
    mayBeReason(piece) &&
    (isRole(piece[0], 'because') || (!hasAction(withoutAsides(piece)) && (at === 0 || !isWish(piece)))) &&
    (at === 0 || !piece.some((token) => isRole(token, 'cannot')) || piece.every(isIdle)) &&
    (hasNoQuality(piece) || (at === 0 && !isWish(piece)));
  const rest = pieces.filter((piece, at) => !isReason(piece, at));
  const told = pieces.filter(isReason);
  if (told.length === 0 || !rest.some(hasAction)) return [...pieces];
  const reasons = told.flat();
  const isMoved =
    rest.flat().some((token) => isRole(token, 'moveTo', 'move', 'changeRoom')) &&
    reasons.some(isCourse) &&
    (reasons.every(({ type }) => type !== 'unknown') || rest.flat().some(isPronoun));
  const tellsWhat = (token: Token): boolean =>
    (isMoved ? isLesson(token) && !isPronoun(token) : token.type === 'name') ||
    isRole(token, 'him', 'inside', 'self');
  if (rest.flat().some((token) => isRole(token, ...lessonless))) return rest;
  if (!rest.flat().some(tellsWhat)) return [lessonIn(reasons), ...rest].filter((piece) => piece.length > 0);
  const rooms = reasons.filter((token) => isNamed(token, 'room'));
  const [room] = rooms;
  // Who is away next week wants no change of all weeks.
  const once = reasons.filter(isOfOneWeek);
  const isTold = rest.flat().some(isOfOneWeek);
  // Who can stand in is asked for the time and the course of which it was told.
  const isAsked = rest.flat().some((token) => isRole(token, 'who'));
  const isOpen = (is: (token: Token) => boolean) => (token: Token) => is(token) && !rest.flat().some(is);
  const asked = [...reasons.filter(isOpen(isCourse)), ...reasons.filter(isOpen(isTime))];
  const when = isAsked ? asked : once;
  const topic = [...topicOf(reasons, rest.flat()), ...(isTold ? [] : when)];
  const kept = [[...topic, ...rest[0]], ...rest.slice(1)];
  return kept.map((piece) =>
    piece.map((token) =>
      isRole(token, 'inside') && rooms.length === 1 ? { ...room, ...placeOf(token) } : token,
    ),
  );
}

/** Nothing is said of what a room or a time shall be like. */
export const hasNoQuality = (piece: Piece): boolean => piece.every(({ type }) => type !== 'wish');

/** Names no time, lesson or quality. */
const isIdle = ({ type, said }: Token): boolean =>
  type === 'word' || type === 'unknown' || /^(?:[他她]|him|her|his)/i.test(said);

const withoutAsides = (piece: Piece): Piece => piece.filter((token) => !isRole(token, ...asides));
const isWish = (piece: Piece): boolean => wish.test(piece.map(({ said }) => said).join(' '));

/** 英语2201约好了，周五的大学英语改到周六: whose lesson it is, where nobody is named beside the wish. */
function topicOf(reasons: Piece, rest: Piece): Piece {
  const whose = (['teacher', 'administrativeClass', 'teachingClass'] as const).flatMap((kind) => {
    const named = reasons.filter((token) => isNamed(token, kind));
    const isTopic =
      reasons.indexOf(named[0]) === 0 || rest.some(({ said }) => /^(?:their|他们的?|她们的?)$/i.test(said));
    return named.length === 1 && isTopic ? named : [];
  });
  const isNamedToo = rest.some(
    (token) =>
      (isLesson(token) && !isNamed(token, 'course')) ||
      isRole(token, 'self', 'ourClass', 'him', 'who', 'swap', 'find', 'which'),
  );
  return isNamedToo ? [] : whose;
}

const isLesson = (token: Token): boolean =>
  token.type === 'name' && !isNamed(token, 'room') && !isNamed(token, 'building');

/** What a reason tells of the lesson; 高数我请假 is not said of my own. */
function lessonIn(reasons: Piece): Token[] {
  const last = reasons.findLastIndex(({ type }) => type === 'name');
  const told = reasons.filter((token, at) => isTelling(token) || (at < last && mayNameOwner(reasons, at)));
  const course = told.findIndex(isCourse);
  return told.filter((token, at) => course < 0 || at < course || !/^(?:我|i)$/i.test(token.said));
}

/** 他, also where it was made the person of whom was told. */
const isPronoun = ({ said }: Token): boolean => /^(?:[他她]|(?:him|her|his)$)/i.test(said);

const isTelling = (token: Token): boolean =>
  token.type === 'name' || token.type === 'time' || isRole(token, 'self', 'ourClass', 'of');

const isCourse = (token: Token): boolean => isNamed(token, 'course') || isNamed(token, 'teachingClass');

/** 何新安老师的操作系统, where nobody is called so: whose lesson it is must not be left out with the reason. */
function mayNameOwner(piece: Piece, at: number): boolean {
  const [before, token, after] = [piece[at - 1], piece[at], piece[at + 1]];
  return (
    token.type === 'unknown' &&
    (mayBeName(token.said) || isRole(before, 'teacherNoun') || isRole(after, 'teacherNoun', 'of'))
  );
}

const isTime = ({ type }: Token): boolean => type === 'time';

const isOfOneWeek = (token: Token): boolean =>
  token.type === 'time' && (token.piece.date ?? token.piece.relativeWeek) !== undefined;

export const placeOf = ({ start, end, said }: Token) => ({ start, end, said });
