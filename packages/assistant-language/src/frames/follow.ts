import type { Intent } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { Doubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { isRole, type Token } from '../slots/tokens.js';
import { spelt } from '../spot/spelt.js';
import { settlingIn } from '../settling.js';
import { isChange, isIntent } from './acts.js';
import type { Classifier } from './classifier.js';
import { askedOfPlanIn } from './asked.js';
import { meaningful, tokensIn } from './clause.js';
import { besideOthers } from './fill-loads.js';
import { clausesIn } from './read.js';
import { laidOver, type Part } from './overlay.js';
import { completed, dayOf, referred, type Told } from './refer.js';
import { shapeOf } from './shape.js';

/** Words beside names and times that a follow-up may have: with others it is a wish of its own. */
const allowed = [
  ...([
    'filler',
    'greet',
    'of',
    'and',
    'at',
    'comma',
    'stop',
    'have',
    'not',
    'correction',
    'moveTo',
  ] as const),
  ...(['move', 'to', 'lesson', 'changeRoom', 'it', 'bigger', 'roomNoun', 'teacherNoun', 'give'] as const),
  ...(['let', 'timeNoun', 'then', 'anotherTime', 'ba', 'can', 'self', 'schedule', 'teach', 'from'] as const),
  ...(['cannot', 'makeUp', 'makeUpTo', 'suspend', 'cancel', 'whatChanged'] as const),
] as const;

/** Longest strange word that a follow-up may have: 呢, 我说的, instead. */
const strangeMax = 8;
const opening = new RegExp(
  '^(?:(?:那么?|不对|(?:不是?|错了|no)(?=[,，])|我(?:说|指|问|要)的(?:就?是)?|就?是|i meant?|and|so|then|ok(?:ay)?' +
    '|well|actually|sorry|what about|how about|what if)[,，\\s]*)+',
  'i',
);
/** 不对，是数据结构: is of the wish before, whatever it is like. */
const correcting = /^(?:就?是(?![不否])|不对|不是|错了|更正|我(?:说|指)的|no[,，]|i meant?\b)/i;
const bareNumber =
  /^(?:要|得|大概|大约|about )?(\d{1,5})\s*(?:个?人|座|个|位|左右|seats?|people|students)?$/i;

/** How what was said is read, and what acts it is like. */
interface Reader {
  readonly read: (told: Told) => Reading;
  readonly classify: Classifier;
}

/** How sure an act has to be to be of another wish than the one before. */
const sureOfAnother = 0.5;

/**
 * What a text means after what was said and shown before it; null where it is no follow-up of that.
 * @param alone what it means by itself
 */
export function followed(
  text: string,
  alone: Reading,
  situation: Situation,
  { read, classify }: Reader,
): Reading | null {
  const { before = [], seen = [] } = situation;
  const last = before.at(-1);
  if (!last && seen.length === 0) return null;
  const agreed = last && (agreedTo(last, text) ?? besideOthers(last, text));
  if (agreed) return asFollowUp([agreed]);
  const asksPlan = situation.hasPlan && aboutPlan(text, situation, classify);
  if (asksPlan) return asFollowUp([asksPlan]);
  const told = referred(spelt(text, situation), situation);
  const overPieces = piecesOf(told).map((piece) => () => overBefore(piece.sentence, piece, situation, true));
  const referring = told.isReferring ? read(told) : null;
  // 教室要机房，普通教室她没法带: of the lesson that was spoken of, where only who teaches it is named.
  if (last && referring?.kind === 'intents' && isOfSame(referring.intents, last))
    for (const way of overPieces) {
      const made = way();
      if (made?.kind === 'intents') return made;
    }
  if (referring?.kind === 'intents' && !isVague(referring.intents, situation))
    return asFollowUp(referring.intents);
  const [one] = alone.kind === 'intents' ? alone.intents : [];
  const isContinued = opening.test(text) || /呢[?？]?$/.test(text);
  const isWhole =
    alone.kind === 'intents' &&
    !isVague(alone.intents, situation) &&
    !(isContinued && one.type === 'showTimetable' && !one.ask);
  if (isWhole && !(last && isOfBefore(alone.intents, last))) return null;
  // 那7-8节有没有空机房: on the day that was spoken of.
  const day = one?.type === 'findRooms' && Object.keys(one.at).length > 0 ? dayOf(situation) : undefined;
  if (one?.type === 'findRooms' && day) return asFollowUp([{ ...one, at: { ...day, ...one.at } }]);
  const [likely] = classify(shapeOf(told.tokens));
  const ways = [
    () => overBefore(text, told, situation, true),
    () => (isIntent(likely.act) ? aboutSeen(told, situation, read) : null),
  ];
  const apart = { ...told, tokens: clausesIn(told.tokens, classify).flat() };

  const isAnother =
    !correcting.test(text) &&
    isIntent(likely.act) &&
    likely.act !== last?.type &&
    likely.share >= sureOfAnother;
  let asked: Reading | null = null;
  // What is told beside it, and words that nobody knows, are passed over where it is no other wish.
  const passing = isAnother ? [] : [...overPieces, () => overBefore(text, apart, situation, false)];
  for (const way of [...(isAnother ? ways.reverse() : ways), ...passing]) {
    const made = way();
    if (made?.kind === 'intents') return made;
    asked ??= made;
  }
  return alone.kind === 'intents' ? null : asked;
}

const questioning =
  /[吗呢么谁哪几啥?？]|什么|还是|多少|^(?:is|are|does|do|did|will|would|who|which|what|where|when|how|rooms?)\b/i;

/** What is asked of the plan that was shown: of no other record or date, and no wish for another change. */
function aboutPlan(text: string, situation: Situation, classify: Classifier): Intent | null {
  const { tokens } = tokensIn(text, situation);
  const [likely] = classify(shapeOf(clausesIn(tokens, classify).flat()));
  const ask = askedOfPlanIn(text);
  const isOther = (token: Token): boolean =>
    token.type === 'name' || (token.type === 'time' && !token.piece.isWeekly);
  const isLikely = likely.act === 'aboutPlan' && likely.share >= sureOfAnother;
  if (!isLikely && (isChange(likely.act) || likely.act.startsWith('find') || !ask || !questioning.test(text)))
    return null;
  return tokens.some(isOther) ? null : { type: 'aboutPlan', ...(ask && { ask }) };
}

const asFollowUp = (intents: readonly Intent[]): Reading => ({ kind: 'intents', intents, isFollowUp: true });

/** 换到A102, after that to Friday: a move of the lesson of which the one before was goes on with that. */
const isOfBefore = ([one, ...others]: readonly Intent[], last: Intent): boolean =>
  others.length === 0 &&
  one.type === 'move' &&
  last.type === 'move' &&
  JSON.stringify(one.meeting) === JSON.stringify(last.meeting);

/** Whether a change tells of its lesson only who has it, and the wish before more than that. */
const isOfSame = ([one, ...others]: readonly Intent[], last: Intent): boolean =>
  others.length === 0 &&
  isChange(one.type) &&
  'meeting' in one &&
  'meeting' in last &&
  !(one.meeting?.courses ?? one.meeting?.teachingClasses) &&
  Boolean(last.meeting?.courses ?? last.meeting?.teachingClasses);

/** The parts of a sentence, the last first: each may be what is said in the place of what was. */
function piecesOf({ sentence, tokens, isReferring }: Told): Told[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (isRole(token, 'comma', 'stop')) pieces.push([]);
    else pieces.at(-1)!.push(token);
  const said = pieces.filter(({ length }) => length > 0);
  if (said.length < 2) return [];
  return said.toReversed().map((piece) => {
    const by = piece[0].start;
    return {
      sentence: sentence.slice(by, piece.at(-1)!.end),
      tokens: piece.map((token) => ({ ...token, start: token.start - by, end: token.end - by })),
      isReferring,
    };
  });
}

/** Whether a question says too little by itself of whom or when it is. */
function isVague([one, ...others]: readonly Intent[], { self }: Situation): boolean {
  if (others.length > 0) return false;
  if (one.type === 'findRooms') return !(one.at.days ?? one.at.date);
  if (!('of' in one) || one.type === 'wishTimes' || one.type === 'showChanges') return false;
  const isOfNobody = !one.of || Object.keys(one.of).every((key) => key === 'at');
  const isAsked = one.type === 'showTimetable' && one.ask !== undefined && !one.within;
  return isOfNobody && (isAsked || (self.teacher === null && self.student === null));
}

/** The same said of what was shown. */
function aboutSeen(told: Told, situation: Situation, read: Reader['read']): Reading | null {
  for (const each of completed(told, situation)) {
    const reading = read(each);
    if (reading.kind === 'intents' && !isVague(reading.intents, situation))
      return asFollowUp(reading.intents);
  }
  return null;
}

/** The wish before, or the change that is still spoken of, with what is said in its place. */
function overBefore(text: string, told: Told, situation: Situation, isStrict: boolean): Reading | null {
  const { before = [], open = [] } = situation;
  try {
    const part = partOf(text, told, situation, isStrict);
    if (!part) return null;
    const wishes = [before, open];
    const isOfChange = part.isMoved || part.isOtherRoom || part.isChosen;
    for (const all of isOfChange ? wishes.toReversed() : wishes) {
      const last = all.at(-1);
      const laid = last && laidOver(last, part);
      // 周四的也停: beside what was wished.
      if (laid) return asFollowUp([...(also.test(text) && 'meeting' in last ? all : []), ...laid]);
    }
    return null;
  } catch (failure) {
    if (!(failure instanceof Doubt)) throw failure;
    return { kind: 'question', question: failure.question, options: failure.options };
  }
}

const also = /也|还有|\b(?:too|also|as well)\b/i;

/** 就这么办: what was only asked about shall be done. */
function agreedTo(last: Intent, sentence: string): Intent | null {
  if (!('isWhatIf' in last) || !last.isWhatIf || !/^(?:AGREE|CONFIRM)$/.test(settlingIn(sentence)?.as ?? ''))
    return null;
  const { isWhatIf: _, ...wish } = last;
  return wish;
}

/** @param isStrict whether words that nobody knows make it a wish of its own */
function partOf(said: string, told: Told, situation: Situation, isStrict: boolean): Part | null {
  const sentence = told.sentence.replace(opening, '').replace(/[;,.!?\s]+$/, '');
  const by = told.sentence.length - told.sentence.replace(opening, '').length;
  const tokens = told.tokens
    .filter(({ start }) => start >= by)
    .map((token) => ({ ...token, start: token.start - by, end: token.end - by }));
  const isKnown = ({ type, said: word, ...token }: Token): boolean =>
    type === 'unknown'
      ? word.length <= strangeMax
      : type !== 'word' || isRole({ type, said: word, ...token } as Token, ...allowed);
  if (isStrict && !tokens.every(isKnown)) return null;
  const [denied, rest] = apart(tokens);
  const whole = new Slots(rest, situation, sentence);
  const slots = whole.of(meaningful(rest));
  // 不要周五: what is not wanted and no wish holds is asked about.
  if (slots.has('not', 'cannot') || rest.some((token) => isRole(token, 'condition'))) return null;
  const number = bareNumber.exec(sentence)?.[1];
  const isOtherRoom = slots.has('changeRoom', 'bigger');
  const tells =
    slots.names.length + slots.times.length > 0 ||
    rest.some(({ type }) => type === 'wish' || type === 'shift');
  if (!tells && !isOtherRoom && number === undefined) return null;
  return {
    slots,
    denied: whole.of(denied),
    time: slots.time()?.wish,
    isMoved:
      slots.has('moveTo', 'move', 'to', 'anotherTime', 'schedule') ||
      /^(?:make it|那?就(?![看是问])|定)/i.test(said),
    isOtherRoom,
    isChosen: /吧[。!！]?$|^(?:就|那就|ok(?:ay)?,? use|use|go for)|\b(?:instead|pls|please|then)[.!]?$/i.test(
      said,
    ),
    capacityMin: number === undefined ? undefined : Number(number),
  };
}

/** 不是何新安，我说的是薛君云: what is denied, and what is said in its place. */
function apart(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] {
  const not = tokens.findIndex(
    (token, at) => isRole(token, 'not') && /^(?:是|means?)/.test(tokens[at + 1]?.said ?? '是'),
  );
  if (not < 0 || tokens[not].said.length > 3) return [[], tokens];
  const end = tokens.findIndex((token, at) => at > not && isRole(token, 'comma', 'stop'));
  // 我说的是周四，不是周五: behind what is meant.
  const isBehind = end < 0 && isRole(tokens[not - 1], 'comma', 'stop');
  if (end < 0 && !isBehind) return [[], tokens];
  return [
    tokens.slice(not, isBehind ? undefined : end),
    [...tokens.slice(0, not), ...(isBehind ? [] : tokens.slice(end))],
  ];
}
