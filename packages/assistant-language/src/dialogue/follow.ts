import type { Intent } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { unlessDoubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { isNamed, isRole, isWhat, type TimeToken, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
import { isChange, isIntent, type Act } from '../frames/acts.js';
import type { Classifier, Likely } from '../frames/classifier.js';
import { meaningful } from '../frames/clause.js';
import { clausesIn, isOfRecords } from '../frames/read.js';
import { bare, isPlain, shareIn, sureOfWish, wishesAnother } from '../frames/sureness.js';
import { wishesOf } from '../frames/wishes-of.js';
import { strangeName } from '../frames/guards.js';
import { attempted, Judge } from '../frames/judge.js';
import { unknownName } from '../frames/refusals.js';
import { hasAny } from '../frames/whom.js';
import { agreedTo } from './agreed-to.js';
import { corrected, type Corrected, whichThen } from './corrected.js';
import { isOfPlan, withoutCorrected } from './further.js';
import { isSpoken } from './focus.js';
import type { Part } from './once.js';
import { likeliest, type Scored } from './likeliest.js';
import { laidOver, others } from './overlay.js';
import { completed, referred, toldAlone, type Told } from './refer.js';
import { shapeOf } from '../frames/shape.js';

const bareNumber =
  /^(?:没有?的?话?就|那?就|[要得有]|大概|大约|about )?(\d{1,5})\s*(?:个?人|座|个|位|左右|seats?|people|students)?的?[吧也]?行?$/i;

/** The 60 one, of rooms. */
const theOne = /\bthe (\d{2,3}) one\b/i;

/** Tokens of the longest text that goes on with what was before: people say half as many. */
const tokensMax = 60;
/** Acts that are tried beside the likeliest, and how likely they have to be. */
const actsTried = 4;
const leastShare = 0.06;
/** Acts of which nothing is told, and how likely these have to be. */
const isBare = new RegExp(`${isPlain.source}|^bookRoom$`);
const sureOfTalk = 0.25;
/** How likely a text may say that something is not wished, so that no change is. */
const mayBeDenied = 0.3;
/** How likely a text goes on at least that refers to what was shown, and to its time. */
const goesOn = 0.5;
const surelyGoesOn = 0.9;
/** How likely an act is taken to be at least, so that it counts little against the rest. */
const floor = 0.01;
/** How likely it is that what the last part of a text tells is all that it wishes. */
const ofEnd = 0.5;
/** What it costs that what is meant is not said, and each further guess at it. */
const guess = 0.3;
const unsaid = 1;

/** 你给的那间有电脑没: asks of the room of a plan, and wishes no other. */
const ofItsRoom = new RegExp(
  '(?:给的?|安排的?|定的?|换的?)?[那这]间(?:教室)?[^，,。]{0,4}[有是带][^，,。]{0,8}[吗没不么]有?[?？]?$' +
    '|\\b(?:does|has|is) (?:that|this|the|your) room\\b[^,.]{0,40}\\?$',
  'i',
);

/** Do I have any classes on Dec 1: asks in full, and of no lesson that was told before. */
const ofItself = /^(?:do|did|will) i (?:still )?have (?:any )?(?:classes|lessons|lectures)\b/i;

/**
 * What a text means after what was said and shown before it: of all that it may mean, by itself, over the
 * wish before, or about what was shown, the likeliest. Null where it stands alone.
 * @param alone what it means by itself
 */
export function followed(
  whole: string,
  alone: Reading,
  situation: Situation,
  classify: Classifier,
): Reading | null {
  const { before = [], seen = [] } = situation;
  const text = whole.trim();
  const last = before.at(-1);
  if (!last && seen.length === 0) return null;
  if (alone.kind === 'intents' && ofItself.test(text)) return null;
  const amended = amendedIn(text, situation, classify);
  if (amended) return amended;
  const said = toldAlone(text, situation);
  const agreed = last && agreedTo(last, text);
  if (agreed) return asFollowUp([agreed]);
  // What is long stands alone, and what is out of scope stays so, whatever was shown before it.
  if (said.tokens.length > tokensMax || said.tokens.some((token) => isRole(token, 'forbidden'))) return null;
  if (said.tokens.length === 0) return null;
  const heard = heardIn(referred(text, situation), classify, 1);
  const { told, clause, likely } = heard;
  if (bare(clause)) return null;
  const parts = piecesOf(heard.told, 'comma', 'stop');
  if (parts.length > 0 && isUndoing(parts[0].tokens)) return asFollowUp([{ type: 'undo' }]);
  if (dropped.test(text) && !said.tokens.some(isOff)) return asFollowUp([{ type: 'drop' }]);
  // What refers to something goes on with it.
  const least = said.tokens.some((token) => isRole(token, 'sameTime')) ? surelyGoesOn : goesOn;
  const continued = Math.max(classify.continued(shapeOf(clause)), told.isReferring ? least : 0);
  // 我没说要调周四的: laid over a change it is none, either.
  const mayDeny = shareIn(likely, 'denied') >= mayBeDenied;
  const how = { classify, situation, judge: new Judge(clause, situation) };
  // 那会儿有活动，还是周五吧, 3-4: He covers. He is free: what stands last, or one sentence, tells what is wished.
  const tellers = mayDeny
    ? []
    : [...parts.slice(0, 1), ...piecesOf(heard.told, 'stop').filter((one) => one.tokens.some(isWhat))];
  const ends = tellers.map((part) => heardIn(part, classify, ofEnd));
  // Or old Xue Yimeng, is she free: asks, and changes nothing.
  const isNone = mayDeny || (asksFree(told) && /[吗呢?？]\s*$/.test(text)) || asksRecords(clause, text);
  const over = wishesBefore(said, situation).filter(({ type }) => !(isNone && isChange(type)));
  const pieces = [...(told.isReferring ? [told] : []), said, ...parts].map((piece) => ({
    piece,
    heard: [heard, ...ends.filter((one) => one.told === piece)],
  }));
  const offers = [
    ...[heard, ...ends].flatMap((one) => [...actsAbout(one, how)]),
    ...over.flatMap((one, at) =>
      pieces.map((each, nth) => laidOffer(each, one, situation, at + nth + Number(told.isReferring))),
    ),
  ];
  const scored = offers
    .flatMap(({ reading, share, cost = 0 }): Scored[] => {
      if (!reading) return [];
      const against = cost + how.judge.costOf(reading);
      return [{ reading, score: Math.log(share * continued + 1e-4) - against }];
    })
    .toSorted((one, other) => other.score - one.score);
  const left = told.isReferring ? unsaid : 0;
  if (scored.length === 0 || scored[0].score <= scoreAlone(alone, heard, continued, how) - left) return null;
  return likeliest(text, scored, situation);
}

/** A text or a part of it, with what it is like; what a part tells need not be all. */
interface Heard {
  readonly told: Told;
  readonly clause: readonly Token[];
  readonly likely: readonly Likely[];
  readonly weight: number;
}

function heardIn(told: Told, classify: Classifier, weight: number): Heard {
  const clause = clausesIn(told.tokens, classify).flat();
  // 嗯34节, let her take it: who names something beside a yes wishes more than that.
  const likely = classify(shapeOf(clause)).filter(
    ({ act }) =>
      (act !== 'another' || wishesAnother.test(told.sentence)) &&
      (!/^(?:confirm|another)$/.test(act) || !clause.some((one) => isWhat(one) || one.type === 'wish')),
  );
  return { told, clause, likely, weight };
}

const shareOf = ({ likely, weight }: Heard, ...acts: readonly Act[]): number =>
  weight * (floor + shareIn(likely, ...acts));

/** By what a text is judged that may go on with what was before. */
interface How {
  readonly classify: Classifier;
  readonly situation: Situation;
  readonly judge: Judge;
}

/** A reading with the share of its act, and what it costs beside what is said of it. */
interface Offer {
  readonly reading: Reading | null;
  readonly share: number;
  readonly cost?: number;
}

/** A wish before with a piece of a text in its place. */
function laidOffer(
  { piece, heard }: { readonly piece: Told; readonly heard: readonly Heard[] },
  before: Intent,
  situation: Situation,
  guesses: number,
): Offer {
  const [{ likely }] = heard;
  const asks = likely[0].act === 'showTimetable' ? likely[0] : null;
  const reading = overBefore(piece, before, situation, asks);
  // What was asked about shall go somewhere, and what was asked about tells whether once.
  const isMoved =
    before.type === 'showTimetable' && reading?.kind === 'intents' && isChange(reading.intents[0].type);
  const acts: readonly Act[] = isMoved || isChange(before.type) ? ['move', 'singleDate'] : [];
  const made = reading?.kind === 'intents' ? reading.intents.map(({ type }) => type) : [];
  const shares = heard.map((one) =>
    shareOf(one, ...new Set<Act>(['partial', before.type, ...acts, ...made])),
  );
  return { reading, share: Math.max(...shares), cost: guess * guesses };
}

/** The likeliest acts, of what is said by itself and of what was shown or spoken of. */
function* actsAbout(
  { told, clause, likely, weight }: Heard,
  { classify, situation, judge }: How,
): Generator<Offer> {
  const completions = [...completed(told, situation)].map(({ tokens, sentence }) => ({
    clause: clausesIn(tokens, classify).flat(),
    sentence,
    isTime: tokens.at(-1 - told.tokens.length)?.type === 'time',
    isPlace: tokens.some((token) => isNamed(token, 'room') || isNamed(token, 'building')),
  }));
  for (const { act, share: whole } of likely.slice(0, actsTried)) {
    const isOfOthers = act === 'showChanges' && others.test(told.sentence);
    // When do they have theirs: of the lesson that is spoken of, and not when they are free.
    if (act === 'findTimes' && possessive.test(told.sentence)) continue;
    if (act === 'changeWeeks' && isOfPlan(told.sentence, situation)) continue;
    // Who takes it over once, or for good: told by the time that is said.
    const isOfTaker = act === 'singleDate' || act === 'assignTeacher';
    const share = weight * (isOfTaker ? shareIn(likely, 'singleDate', 'assignTeacher') : whole);
    if (share < (isBare.test(act) ? sureOfTalk : leastShare) || !isIntent(act)) continue;
    if (isPlain.test(act)) {
      // 不是这个，是另外一个: what stands last alone agrees to nothing, and only a sure yes is one.
      if (weight === 1 && (act !== 'confirm' || share >= sureOfWish))
        yield { reading: asFollowUp([{ type: act } as Intent]), share };
      continue;
    }
    const tell = (of: readonly Token[], sentence: string): Reading | null =>
      attempted(() => wishesOf(act, likely, of, situation, sentence));
    const plain = withItsWord(tell(clause, told.sentence), told);
    const isComplete = plain?.kind === 'intents' && judge.costOf(plain) === 0;
    yield { reading: plain, share, cost: told.isReferring || isComplete ? 0 : unsaid };
    // What is complete is rather not completed by what was spoken of.
    for (const [at, { clause: of, sentence, isTime, isPlace }] of completions.entries())
      // Only what is free is asked of a time alone, and rooms of no lesson, nor what else was changed.
      if (act === 'findRooms' ? isTime || isPlace : isTime ? act.startsWith('find') : !isOfOthers)
        yield {
          reading: withItsWord(tell(of, sentence), told),
          share,
          cost: guess * (at + 1) + (isComplete ? unsaid : 0),
        };
  }
}

const possessive = /\b(?:theirs|hers|ours|yours)\b/i;

/** Does the class have anything else on Thursday: no change is told by that. */
const asksRecords = (clause: readonly Token[], text: string): boolean =>
  isOfRecords(shapeOf(clause)) && (/[吗呢没?？]\s*$/.test(text) || questionOfRecords.test(text));
const questionOfRecords = /\b(?:do|does|has|is|are)\b[^,.;]*\b(?:else|busy|other|teaching)\b/i;

/** 第一个就行, only in week 15: that a lesson of those that were shown falls out is said. */
const withItsWord = (reading: Reading | null, { tokens }: Told): Reading | null => {
  const [first] = reading?.kind === 'intents' ? reading.intents : [];
  const isOff = first?.type === 'singleDate' && first.action === 'CANCEL';
  return isOff && tokens.every((token) => isSilent(token) || token.type === 'unknown') ? null : reading;
};

/** Says nothing of what shall become of a lesson. */
const isSilent = (token: Token): boolean =>
  isRole(token, 'filler', 'comma', 'stop', 'it', 'of', 'lesson', 'once', 'have', 'can') ||
  token.type === 'time' ||
  token.type === 'name';

/** The wishes over which a text may be laid: 还是放机房好, after a question beside a plan, is of that plan. */
function wishesBefore({ tokens }: Told, { before = [], open = [] }: Situation): Intent[] {
  const wishes = [...before.slice(-1), ...open.slice(-1)];
  const changes = wishes.filter(({ type }) => isChange(type));
  const isWished = (token: Token): boolean =>
    isRole(token, 'move', 'moveTo', 'changeRoom', 'bigger', 'schedule', 'anotherTime');
  return changes.length > 0 && tokens.some(isWished) ? changes : wishes;
}

/** 那算了, behind anything else. */
const dropped = new RegExp(
  '[,，;；。.] ?(?:那|就|还是)*(?:算了|不[换改调]了)吧?[。.!！]*$|[,;.] (?:then )?never ?mind[.!]*$',
  'i',
);

/** 那就停了，不调了: wishes something else than to drop it. */
const isOff = (token: Token): boolean =>
  isRole(token, 'cancel', 'suspend', 'remove', 'takeOut', 'makeUp', 'makeUpTo');

/** Sorry, it is the week after. Can you undo that: what stands before it says why. */
const isUndoing = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => isRole(token, 'undo')) &&
  tokens.every((token) => isRole(token, 'undo', 'filler', 'it', 'stop'));

function scoreAlone(alone: Reading, heard: Heard, continued: number, { judge, situation }: How): number {
  const cost = judge.costOf(alone);
  if (alone.kind === 'unsupported') return Math.log(shareOf(heard, 'unsupported')) - cost;
  if (alone.kind === 'question') return Math.log(1 - continued + 1e-4) - cost;
  const [{ type }] = alone.intents;
  if (type === 'changeWeeks' && isOfPlan(heard.told.sentence, situation)) return -Infinity;
  // Changes are read by what was shown, too, and talk goes on by itself.
  const isBoth = isPlain.test(type) || isChange(type) || type === 'aboutPlan';
  return Math.log(shareOf(heard, type) * (isBoth ? 1 : 1 - continued) + 1e-4) - cost;
}

const asFollowUp = (intents: readonly Intent[]): Reading => ({ kind: 'intents', intents, isFollowUp: true });

/** What corrects the change that was shown, or asks of its room, whatever it is like. */
function amendedIn(text: string, situation: Situation, classify: Classifier): Reading | null {
  const amended = unlessDoubt(() => corrected(text, situation));
  if (amended) return asCorrected(amended, situation, classify);
  const isAsked = situation.hasPlan && ofItsRoom.test(text);
  return isAsked ? asFollowUp([{ type: 'aboutPlan', ask: 'WHERE' }]) : null;
}

/** A change as it was corrected, with what is said beside that laid over it. */
function asCorrected({ changes, rest }: Corrected, situation: Situation, classify: Classifier): Reading {
  if (changes === 'NONE') return { kind: 'question', question: whichThen, options: [] };
  const reading: Reading = { kind: 'intents', intents: changes, isFollowUp: true, isCorrected: true };
  if (rest === '') return reading;
  const laid = followed(rest, reading, { ...situation, before: changes, open: [] }, classify);
  return laid?.kind === 'intents' && isChange(laid.intents[0].type)
    ? { ...laid, isCorrected: true }
    : reading;
}

/** The parts of a text, the last first: each may be what is said in the place of what was. */
function piecesOf({ sentence, tokens, isReferring }: Told, ...ends: readonly Role[]): Told[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (isRole(token, ...ends)) pieces.push([]);
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

/** Whether it is asked who is free. */
const asksFree = ({ tokens }: Told): boolean =>
  tokens.some((token) => isRole(token, 'free')) &&
  !tokens.some((token) => isRole(token, 'changeRoom', 'bigger', 'roomNoun'));

/** A wish before with what is said in its place; null where it has no place for that. */
const overBefore = (told: Told, before: Intent, situation: Situation, asks: Part['asks']): Reading | null =>
  attempted(() => {
    // 那格原来是谁: what asks for something changes nothing.
    const has = (...roles: readonly Role[]): boolean => told.tokens.some((token) => isRole(token, ...roles));
    const isAsked = asksFree(told) || has('who', 'where', 'when', 'why', 'whichWeek');
    if (isChange(before.type) && isAsked) return null;
    // 致远楼888行不行: what nobody has takes no place.
    const strange = isChange(before.type) && strangeName(before.type, told.tokens, told.sentence);
    if (strange) throw unknownName(strange.said);
    const part = partOf(told, situation, before);
    const laid = part && laidOver(before, { ...part, asks });
    return laid && [laid];
  });

/** And the Friday after that: only of which week the day is is spoken of. */
const isSpokenDay = (one: Token): boolean =>
  one.type === 'time' && isSpoken(one) && Object.keys(one.piece).join() !== 'weeks';
const hasDay = ({ piece }: TimeToken): boolean => Boolean(piece.days ?? piece.date);

/** What a text says in the place of what was said before; null where it says nothing of that kind. */
function partOf(told: Told, situation: Situation, last: Intent): Omit<Part, 'asks'> | null {
  const said = told.sentence;
  const sentence = said.replace(/[;,.!?\s]+$/, '');
  // 那节换到周四: when the lesson is that is referred to is none of where it goes.
  const isDayTold = told.tokens.some((one) => one.type === 'time' && !isSpoken(one) && hasDay(one));
  const tokens = withoutCorrected(told.tokens, last, situation).filter(
    (one) => !(one.type === 'name' ? one.isGuess : isDayTold && isSpokenDay(one)),
  );
  const slots = new Slots(meaningful(tokens), situation, sentence);
  // 不要周五: what is not wanted and no wish holds is asked about.
  const isOfRooms = last.type === 'findRooms' || last.type === 'showRoom';
  const isHeld = isOfRooms && slots.room();
  const isConditional = tokens.some((token) => isRole(token, 'condition') && token.said !== '只要');
  if ((!isHeld && slots.has('not', 'cannot')) || (isChange(last.type) && isConditional)) return null;
  const number = (bareNumber.exec(sentence) ?? theOne.exec(sentence))?.[1];
  const time = slots.time()?.wish;
  return {
    slots,
    // 每周都换 is no time.
    time: time && hasAny(time) ? time : undefined,
    isMoved:
      !isConditional &&
      (slots.has('moveTo', 'move', 'anotherTime', 'schedule') ||
        // Does Thursday belong to the even weeks?
        (slots.has('to') && !/[吗么?？]\s*$/.test(said)) ||
        /^(?:make it|那?就(?![看是问]|.*的$)|定)/i.test(said)),
    isOtherRoom: slots.has('changeRoom', 'bigger'),
    capacityMin: number === undefined ? undefined : Number(number),
  };
}
