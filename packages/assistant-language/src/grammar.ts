import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { intent, intentsMax, textMax, type Intent } from './intents.js';
import type { Interpreter, Option, Reading, Situation } from './interpreter.js';
import { Doubt, OpenDoubt, OutOfScope } from './slots/doubts.js';
import { courtesy } from './courtesy.js';
import { withoutChecks } from './checks.js';
import { whichLesson } from './frames/meeting.js';
import { classifier, type Classifier } from './frames/classifier.js';
import { tooMuch } from './frames/refusals.js';
import { afterLesson } from './dialogue/afterwards.js';
import { followed } from './dialogue/follow.js';
import { withBefore } from './dialogue/further.js';
import { otherwiseIn, withoutOther } from './dialogue/otherwise.js';
import { settledByLessons } from './ground/settle.js';
import { tokensIn } from './frames/clause.js';
import { whenSpoken } from './dialogue/focus.js';
import {
  ofAllShown,
  ofAllThen,
  ofLastChange,
  ofListed,
  ofNth,
  ofShown,
  onShownDate,
} from './dialogue/shown.js';
import { afterWhat, isOfTimetables, readByFrames } from './frames/read.js';
import { settlingIn } from './settling.js';
import { onPage } from './on-pages.js';
import { elsewhere, isForOthers, requestsIn, unsupported } from './unsupported.js';
import { chosenOption } from './replies.js';
import { folded, isChinese, readable } from './spot/characters.js';
import { mended } from './spot/slips.js';
import { isNamed, isRole, type Token } from './slots/tokens.js';
import { isFallback } from './slots/wishes.js';
import { isChange } from './frames/acts.js';
import { isPlain } from './frames/sureness.js';

/**
 * The interpreter that needs nothing but words: Chinese and English sentences of a fixed grammar, over the
 * names of the situation. It is a pure function, understands a sentence whole or asks, and never guesses.
 */
export const grammar: Interpreter = {
  name: 'grammar',
  interpret: async (text, situation) => read(text, situation),
};

const severalIntents = z.array(intent).min(1).max(intentsMax);

/** What the grammar makes of a text; where several may have been meant to be typed, it is asked which. */
export function read(text: string, situation: Situation, classify: Classifier = classifier()): Reading {
  const reading = readAsTyped(text, situation, classify);
  if (situation.asked || text.length > mistypedMax) return reading;
  // What is called so as it is typed is no slip of another name.
  const names = tokensIn(text, situation).tokens.filter((token) => token.type === 'name' && !token.isGuess);
  const meant = mended(readable(text), situation)
    .others.filter(
      (one) =>
        reading.kind === 'question' ||
        (plainWord(one.text) !== plainWord(readable(text)) &&
          one.gain >= plainly[reading.kind] + lacking(one.text, text) + places(text) &&
          names.every(({ said }) => folded(one.text).includes(folded(said)))),
    )
    .map((one) => ({ text: one.text, reading: readAsTyped(one.text, situation, classify) }));
  if (meant.length === 0) return reading;
  const options = [...meant, { text, reading }].flatMap((one): Option[] =>
    one.reading.kind === 'intents'
      ? [{ label: { zh: one.text, en: one.text }, text: one.text, intents: one.reading.intents }]
      : [],
  );
  // 算了，来不急了: a yes or no is none of what is asked about.
  if (options.some(({ intents }) => isPlain.test(intents![0].type)))
    return reading.kind === 'intents' ? reading : { kind: 'intents', intents: options[0].intents! };
  const wishes = new Map(options.toReversed().map((one) => [JSON.stringify(one.intents), one]));
  if (options.length === 0 || (reading.kind === 'intents' && wishes.size === 1)) return reading;
  return {
    kind: 'question',
    question: { zh: '您说的是下面的哪一句？', en: 'Which of these do you mean?' },
    options: [...wishes.values()].toReversed(),
  };
}

/** 那次在机房 and 哪次在机房 are both said. */
const plainWord = (text: string): string => text.replaceAll('哪', '那');

/** How much less odd another text has to be than one that is understood, or of another matter. */
const plainly = { question: -Infinity, intents: 3, unsupported: 4 };
/** 分开报给我 is no 分开财报给我: what is understood seldom lacks a character, though a longer text is less odd. */
const lacking = (one: string, text: string): number =>
  isChinese(text) && one.length > readable(text).length ? 1 : 0;
/** The longer a text is the more of it looks odd somewhere: twice as much of it, by as much as one bit. */
const places = (text: string): number => Math.log2(Math.max(1, text.length / (isChinese(text) ? 20 : 60)));
const mistypedMax = 160;

function readAsTyped(text: string, said: Situation, classify: Classifier): Reading {
  const situation = said.before ? { ...said, before: said.before.map(withoutOther) } : said;
  const readOne = (one: string, world: Situation): Reading => readOnce(one, world, classify);
  return otherwiseIn(text, situation, readOne) ?? readOne(text, situation);
}

function readOnce(text: string, situation: Situation, classify: Classifier): Reading {
  // 会影响谁: by itself it is asked of what was shown.
  const isWhatIf =
    text.search(whatIf) >= 0 && text.replace(whatIf, '').trim() !== '' && settlingIn(text)?.rest !== '';
  const reading = readBeside(
    withoutChecks(isWhatIf ? text.replace(whatIf, ' ') : text),
    situation,
    afterWhat(situation, classify),
  );
  if (reading.kind !== 'intents') return reading;
  const orSimilar = isFallback(text);
  const intents = withBefore(text, reading.intents, situation).map((read): Intent => {
    const listed = ofListed(ofNth(ofLastChange(read, situation, text), situation), situation);
    const changed = ofAllThen(listed, situation, text);
    const all = reading.isFollowUp ? ofAllShown(changed, situation, text) : changed;
    const dated = whenSpoken(all, situation, text, reading.isFollowUp);
    const shown = onShownDate(ofShown(dated, situation, text), situation, text);
    const one = afterLesson(shown, situation, text);
    if (isWhatIf && planned.includes(one.type)) return { ...one, isWhatIf } as Intent;
    const isRoomGoal = (one.type === 'move' || one.type === 'singleDate') && one.room?.room;
    return orSimilar && isRoomGoal ? { ...one, room: { ...one.room, orSimilar } } : one;
  });
  return { ...reading, intents };
}

/** 换一个: none of those that were offered. */
const other = /^(?:再?换(?:一个|个别的?)|another(?: one)?)[吧呢]?[。.!！]?$/i;

/** 第一节停掉，另一节挪到周五: of two lessons, each with a wish of its own. */
const ofTwo = /(?:停|取消|不上)[^,，;；]{0,4}[,，;；] ?(?:另[外一]?一?|第[二三四2-4])[节次堂]/;
const oneByOne = {
  zh: '请一节一节地说，每节怎么处理。',
  en: 'Please tell me what to do one lesson after the other.',
};

function readBeside(text: string, situation: Situation, classify: Classifier): Reading {
  const { asked } = situation;
  const unasked = asked ? { ...situation, asked: null } : situation;
  const readOne = (one: string): Reading => readSentence(one, unasked, classify);
  const afterwards = (): Reading => {
    const alone = readOne(text);
    const reading = followed(text, alone, situation, classify) ?? alone;
    return settledByLessons(text, reading, situation, classify) ?? reading;
  };
  if (text.length > textMax) return unsupported();
  const requests = requestsIn(text, situation);
  if (requests) return { kind: 'intents', intents: [requests] };
  const page = onPage(text);
  if (page) return unsupported(page);
  if (isForOthers(text, situation)) return unsupported(elsewhere(text, situation));
  if (situation.before?.length && ofTwo.test(text))
    return { kind: 'question', question: oneByOne, options: [], isOpen: true };
  if (!asked) {
    const polite = settlingIn(text) ? null : courtesy(text, tokensIn(text, situation).tokens);
    if (polite) return polite;
    return afterwards();
  }
  const chosen = chosenOption(text, asked.options);
  if (chosen) return readOne(chosen.text);
  if (asked.options.length > 0 && other.test(text.trim()))
    return { kind: 'intents', intents: [{ type: 'another' }], isFollowUp: true };
  const reading = afterwards();
  // Engineering 401 would suit them best: tells where something goes, and asks nothing.
  const isTold = reading.kind === 'intents' && !asks.test(text) && isQuestion(reading.intents[0]);
  if ((reading.kind === 'intents' && !isTold) || asked.options.length > 0 || text.length > answerMax)
    return reading;
  // An answer to what was left open continues the sentence.
  const [first] = tokensIn(text, situation).tokens;
  const isPlace = isNamed(first, 'room') || isNamed(first, 'building');
  const [continued] = ['', ...(isPlace ? ['to '] : [])]
    .map((link) => readOne(`${asked.text}，${link}${/^\d{1,5}$/.test(text.trim()) ? `${text}人` : text}`))
    .toSorted((one, other) => Number(other.kind === 'intents') - Number(one.kind === 'intents'));
  const isOver = continued.kind === 'intents' && !(isTold && isQuestion(continued.intents[0]));
  return isOver ? continued : reading;
}

const isQuestion = ({ type }: Intent): boolean => !isChange(type) && !isPlain.test(type);

function readSentence(text: string, situation: Situation, classify: Classifier): Reading {
  if (text.length > 2 * textMax) return unsupported();
  const { sentence, tokens } = tokensIn(text, situation);
  if (sentence.length > 2 * textMax) return unsupported();
  if (tokens.some((token) => isRole(token, 'forbidden'))) return unsupported(elsewhere(text, situation));
  const polite = courtesy(text, tokens);
  if (polite) return polite;
  try {
    const read = readByFrames(tokens, situation, sentence, classify);
    if (read === null) return notRead(tokens, classify);
    if ('kind' in read) return read;
    const judged = severalIntents.safeParse(joined(read));
    return judged.success ? { kind: 'intents', intents: distinct(judged.data) } : asked(tooMuch(read.length));
  } catch (failure) {
    if (failure instanceof OutOfScope)
      return unsupported(failure.hint === 'ELSEWHERE' ? elsewhere(text, situation) : failure.hint);
    if (failure instanceof Doubt) return asked(failure);
    throw failure;
  }
}

/** What would come of a change: what is asked, and what is said of it. */
const whatIf = new RegExp(
  [
    '(?:如果|要是|假如|假设|若)(?=.*(?:会怎|会不会|影响|行不行|后果))',
    '[,，]?(?:会怎么?样|会?(?:有(?:什么|啥|多大))?影响(?:到?(?:谁|哪些人|什么)|多大|大吗|大不大)?)[呢吗呀啊]*[?？]?$',
    '[,，。;；]先(?:别|不要|不)(?:改|动|调|弄|换)[啊了呢]?(?=[,，。!！;；]|$)',
    '[,，。;；]我?[就只]是?想?(?:问问|问一下|问下|看看)(?:而已|罢了)?(?=[,，。!！;；]|$)',
    "[,.;?] ?(?:please )?(?:don't|do not) change (?:anything|it)(?: yet)?\\b",
    "[,.;] ?i(?:'m)? (?:only|just) (?:want(?:ed)? to know|asking)\\b",
    '\\bwhat (?:if|happens if|would happen if|would (?:it cost|change) (?:if|to))\\b',
    ',? ?(?:what|who) would (?:happen|be affected|that affect)\\??$',
  ].join('|'),
  'gi',
);

const planned = ['move', 'swap', 'assignTeacher', 'takeOut', 'changeWeeks'];

const asks = /[?？吗呢谁哪]|什么|^(?:wh|how|is|show|tell)/i;

const answerMax = 200;

/** Names what was understood, and asks what shall be done with it. */
function notRead(tokens: readonly Token[], classify: Classifier): Reading {
  const known = tokens.filter((token) => token.type === 'time' || (token.type === 'name' && !token.isGuess));
  if (known.length === 0 && !isOfTimetables(tokens, classify)) return unsupported();
  if (known.length === 0) return asked(whichLesson());
  return asked(whatToDo(known.slice(0, knownMax).map(({ said }) => said)));
}

const knownMax = 4;

/** 别动高数，锁定: what is said twice in a row is wished once. */
const distinct = (intents: readonly Intent[]): Intent[] =>
  intents.filter((one, at) => at === 0 || JSON.stringify(one) !== JSON.stringify(intents[at - 1]));

const whatToDo = (said: readonly string[]): Doubt =>
  new OpenDoubt({
    zh: `听懂了${said.map((one) => `“${one}”`).join('、')}，但不清楚要怎么处理。例如：调到周四下午、换教室、锁定、看课表。`,
    en:
      `I understood ${said.map((one) => `"${one}"`).join(', ')}, but not what shall be done about it. ` +
      'For example: move it to Thursday, lock it, show its timetable.',
  });

const asked = (doubt: Doubt): Reading => ({
  ...{ kind: 'question', question: doubt.question, options: doubt.options },
  ...(doubt instanceof OpenDoubt && { isOpen: true }),
});

/** What is said of one lesson one after the other: where it goes and in what room, off and then made up. */
function joined(intents: readonly Intent[]): Intent[] {
  const made: Intent[] = [];
  for (const intent of intents) {
    const together = asOne(made.at(-1), intent);
    if (together) made.splice(-1, 1, together);
    else made.push(intent);
  }
  return made;
}

function asOne(one: Intent | undefined, other: Intent): Intent | null {
  if (one?.type === 'move' && other.type === 'move') {
    const isApart = !(one.to && other.to) && !(one.room && other.room) && !(one.avoid && other.avoid);
    return isApart && isDeepStrictEqual(one.meeting, other.meeting) ? { ...one, ...other } : null;
  }
  if (one?.type !== 'singleDate' || one.action !== 'CANCEL') return null;
  // 周五那节取消，从下周起改到周一: what was just called off goes there, and no other date falls out.
  if (other.type === 'move')
    return isDeepStrictEqual({ ...one.meeting, at: one.at }, other.meeting) ? other : null;
  if (other.type !== 'singleDate' || !isDeepStrictEqual(one.meeting, other.meeting)) return null;
  const { action, at, to } = other;
  // 明天的高数停课，补到周六; but 周三那节改到周五 is another one.
  const isMadeUp =
    action === 'MAKE_UP' || (action === 'MOVE' && to && isDeepStrictEqual(at ?? one.at, one.at));
  return isMadeUp ? { ...one, action: 'MAKE_UP', to: to ?? at } : null;
}
