import { z } from 'zod';
import { intent, intentsMax, textMax, type Intent } from './intents.js';
import type { Interpreter, Reading, Situation } from './interpreter.js';
import { Doubt, OpenDoubt, OutOfScope } from './slots/doubts.js';
import { courtesy } from './courtesy.js';
import { whichLesson } from './frames/meeting.js';
import { classifier, type Classifier } from './frames/classifier.js';
import { followed } from './frames/follow.js';
import { settledByLessons } from './ground/settle.js';
import type { Told } from './frames/refer.js';
import { tokensIn } from './frames/clause.js';
import { isOfTimetables, readByFrames, withoutNames } from './frames/read.js';
import { unsupported } from './unsupported.js';
import { chosenOption } from './replies.js';
import { isChinese } from './spot/characters.js';
import { isOtherTopic } from './spot/topics.js';
import { isRole, type Token } from './slots/tokens.js';
import { isFallback } from './slots/wishes.js';

/**
 * The interpreter that needs nothing but words: Chinese and English sentences of a fixed grammar, over the
 * names of the situation. It is a pure function, understands a sentence whole or asks, and never guesses.
 */
export const grammar: Interpreter = {
  name: 'grammar',
  interpret: async (text, situation) => read(text, situation),
};

const severalIntents = z.array(intent).min(1).max(intentsMax);

/** What the grammar makes of a text. */
export function read(whole: string, situation: Situation, classify: Classifier = classifier()): Reading {
  const text = whole.replace(aside, '').replace(whereFree, '$1').trim() || whole;
  if (ofOthers.test(text)) return unsupported();
  const reading = readBeside(text, situation, classify);
  if (reading.kind !== 'intents' || !isFallback(whole)) return reading;
  const intents = reading.intents.map((one) =>
    (one.type === 'move' || one.type === 'singleDate') && one.room?.room
      ? { ...one, room: { ...one.room, orSimilar: true } }
      : one,
  );
  return { ...reading, intents };
}

function readBeside(text: string, situation: Situation, classify: Classifier): Reading {
  const { asked } = situation;
  const readOne = (one: string): Reading => readSentence(one, { ...situation, asked: null }, classify);
  const afterwards = (): Reading => {
    const alone = readOne(text);
    const read = (told: Told): Reading => readTokens(text, told, situation, classify, false);
    const reading = followed(text, alone, situation, { read, classify }) ?? alone;
    return settledByLessons(text, reading, situation, classify) ?? reading;
  };
  if (text.length > textMax) return unsupported();
  if (!asked) {
    const reading = afterwards();
    return reading.kind !== 'intents' && isOfOwnTime(text, situation)
      ? readOne(`${text}${isChinese(text) ? '有什么课' : ' what do I have'}`)
      : reading;
  }
  const chosen = chosenOption(text, asked.options);
  if (chosen) return readOne(chosen.text);
  const reading = afterwards();
  if (reading.kind === 'intents' || asked.options.length > 0) return reading;
  // An answer to what was left open continues the sentence.
  const continued = readOne(`${asked.text}，${/^\d{1,5}$/.test(text.trim()) ? `${text}人` : text}`);
  return continued.kind === 'intents' ? continued : reading;
}

/**
 * 行的话, if it works, 要是占了就换一间: what every plan is checked for, and answers offer by themselves; and what
 * whoever speaks is not sure of.
 */
const aside = new RegExp(
  [
    '[,，]?(?:(?:要是|如果|只要)?(?:能?行|可以|能成|行得通|排得开|合适|没问题)的话|(?:如果|要是)(?:可以|能行|行得通|没问题|合适))[,，]?',
    ',? ?\\bif (?:it|that|this|everything|all) (?:works?(?: out)?|fits|goes|suits)\\b',
    '[,，;；](?:要是|如果|万一)[^,，;；。]{0,12}(?:占|满|不空|没空|冲突)[^,，;；。]{0,3}(?:就|再)[^,，;；。到]{0,3}(?:换|找)[' +
      '^,，;；。周\\d]{0,12}$',
    ",? ?\\bif (?:it|that|the room)(?: is|'s) (?:taken|full|busy|occupied|not free)[, ]+(?:then" +
      ' )?(?:any )?(?:other|another|similar)[^,.;]*$',
    '(?:这种情况)?(?:我|咱)?(?:该|应该|要)?(?:怎么|咋)(?:操作|弄|处理|办)(?:呀|啊|呢|好)*[?？]?$',
    '[,，](?:补课的?时间|补课|(?:哪天|啥时候|什么时候)补课?|以后|回头|之后|另外|下次)(?:以后|之后|回头|另外|下次)?(?:再|另)[补说定议][^,，。]{0,4}',
    '(?:这个)?是不是叫[^,，。?？]{1,8}[?？]|[,，。?？]?(?:应该)?不会影响别[^,，。?？]{0,4}吧[?？]?$',
    '(?<=^|[,，。])我?(?:也|还)?不(?:太|是很)?(?:确定|敢动|清楚|知道(?:从哪|该不该))[^,，。？?]{0,12}[,，。]',
    '(?<=\\b(?:tell|give|show|answer) me )in (?:english|chinese) ',
    '[,，。;；]?(?:您|你)?(?:帮我|帮忙)?(?:先)?看(?:看|一下|下)?(?:行不行|可不可以|能不能行|行吗|可以吗|成不成)[呀啊呢]?[?？]?$',
    "(?<=^|[,.;] ?)i(?:'m| am) not (?:quite |really )?sure [^,.;]{0,40}, (?:but )?",
  ].join('|'),
  'giu',
);

/** 若302空着，请移过去: what every plan is checked for. */
const whereFree =
  /(?:若|如果|要是|假如)([^,，。;；]{1,14}?)(?:还?是?空着?的?|有空|没人用|没课)(?:的话)?[,，](?=(?:请|就|那就|麻烦)?(?:移|换|改|挪|调|放|搬))/gu;
/** Homework, pay and marks are told by nobody here, whatever else is named. */
const ofOthers = new RegExp(
  [
    '布置.{0,4}作业|作业.{0,6}(?:交|布置|截止)|实验报告|没交|课酬|课时费|平均分|期[中末](?:考试)?的?(?:成绩|分数?)',
    '\\b(?:get|got|be|am i|being) paid\\b|\\bhomework\\b',
    '\\b(?:midterm|exam|final) (?:mark|grade|result)s?\\b',
  ].join('|'),
  'iu',
);

/** What a text wishes, by what it is most like. */
function readSentence(text: string, situation: Situation, classify: Classifier): Reading {
  if (text.length > 2 * textMax) return unsupported();
  // 会影响谁: by itself it is asked of what was shown.
  const isWhatIf = text.search(whatIf) >= 0 && text.replace(whatIf, '').trim() !== '';
  return readTokens(
    text,
    tokensIn(isWhatIf ? text.replace(whatIf, ' ') : text, situation),
    situation,
    classify,
    isWhatIf,
  );
}

function readTokens(
  text: string,
  { sentence, tokens }: Pick<Told, 'sentence' | 'tokens'>,
  situation: Situation,
  classify: Classifier,
  isWhatIf: boolean,
): Reading {
  if (sentence.length > 2 * textMax || tokens.some((token) => isRole(token, 'forbidden')))
    return unsupported();
  if (tokens.length === 0 && sentence.length > intentsMax) return asked(tooLong);
  const polite = courtesy(text, tokens);
  if (polite) return polite;
  try {
    const read = readByFrames(tokens, situation, sentence, classify);
    if (read === null) return notRead(withoutNames(tokens, sentence), tokens, classify);
    if ('kind' in read) return read;
    const judged = severalIntents.safeParse(joined(isWhatIf ? read.map(asWhatIf) : read));
    return judged.success ? { kind: 'intents', intents: distinct(judged.data) } : asked(tooMuch(read.length));
  } catch (failure) {
    if (failure instanceof OutOfScope) return unsupported(failure.hint);
    if (failure instanceof Doubt)
      return isOtherTopic(withoutNames(tokens, sentence)) && failure.options.length === 0
        ? unsupported()
        : asked(failure);
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
const asWhatIf = (wish: Intent): Intent =>
  planned.includes(wish.type) ? ({ ...wish, isWhatIf: true } as Intent) : wish;

/** 今天: whoever teaches or attends lessons, and says nothing but a time, means his own then. */
function isOfOwnTime(text: string, situation: Situation): boolean {
  const { self, before, open } = situation;
  if (text.length > timeMax || open || before?.length || !(self.teacher ?? self.administrativeClass))
    return false;
  const { tokens } = tokensIn(text, situation);
  return (
    tokens.some(({ type }) => type === 'time') &&
    tokens.every((token) => token.type === 'time' || isRole(token, 'filler', 'stop'))
  );
}

/** Longest text that is nothing but a time. */
const timeMax = 40;

/** Names what was understood, and asks what shall be done with it. */
function notRead(text: string, tokens: readonly Token[], classify: Classifier): Reading {
  const known = tokens.filter((token) => token.type === 'time' || (token.type === 'name' && !token.isGuess));
  const isAll = tokens.some((token) => isRole(token, 'all')) && known.every(({ type }) => type === 'time');
  if (
    isAll ||
    isOtherTopic(text) ||
    (known.length === 0 && !isOfTimetables(tokens, classify) && !tokens.some(isChanging))
  )
    return unsupported();
  if (known.length === 0) return asked(whichLesson());
  return asked(whatToDo(known.slice(0, knownMax).map(({ said }) => said)));
}

const knownMax = 4;

const isChanging = (token: Token): boolean =>
  isRole(
    token,
    'moveTo',
    'move',
    'changeRoom',
    'anotherTime',
    'changeTeacher',
    'swap',
    'lock',
    'unlock',
    'undo',
    'redo',
  );

/** 别动高数，锁定: what is said twice in a row is wished once. */
const distinct = (intents: readonly Intent[]): Intent[] =>
  intents.filter((one, at) => at === 0 || JSON.stringify(one) !== JSON.stringify(intents[at - 1]));

const tooLong = new Doubt({
  zh: '这段话太长了，请分几次说，一次最多 10 件事。',
  en: 'That is too long to be read at once. Please say it in parts, at most ten wishes each.',
});

const tooMuch = (count: number): Doubt =>
  new Doubt({
    zh: `一次说了 ${count} 件事或太大的数目，一次最多 ${intentsMax} 件。请分几次说。`,
    en: `${count} wishes at once, or too great a number: at most ${intentsMax}. Please say them one by one.`,
  });

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

/** One move to a time and then to a room is one move. */
function joined(intents: readonly Intent[]): Intent[] {
  const made: Intent[] = [];
  for (const intent of intents) {
    const last = made.at(-1);
    const together =
      (last?.type === 'move' && intent.type === 'move' && asOne(last, intent)) ||
      (last?.type === 'singleDate' && intent.type === 'singleDate' && madeUp(last, intent));
    if (together) made.splice(-1, 1, together);
    else made.push(intent);
  }
  return made;
}

type SingleDate = Extract<Intent, { type: 'singleDate' }>;

/** 明天的高数停课，补到周六: what was just called off. */
const madeUp = (one: SingleDate, { action, meeting, at, to }: SingleDate): SingleDate | null =>
  one.action === 'CANCEL' && action === 'MAKE_UP' && JSON.stringify(one.meeting) === JSON.stringify(meeting)
    ? { ...one, action, to: to ?? at }
    : null;

type Move = Extract<Intent, { type: 'move' }>;

function asOne(one: Move, other: Move): Move | null {
  const isSame = JSON.stringify(one.meeting) === JSON.stringify(other.meeting);
  const isApart = !(one.to && other.to) && !(one.room && other.room) && !(one.avoid && other.avoid);
  return isSame && isApart ? { ...one, ...other } : null;
}
