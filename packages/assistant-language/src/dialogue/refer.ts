import { grouped } from '../grouping.js';
import { lessonsWith } from '../ground/lessons.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { ordinalWords } from '../replies.js';
import { dayOf } from '../slots/calendar.js';
import { englishDays } from '../slots/times.js';
import { isRole, type TimeToken, type Token } from '../slots/tokens.js';
import { timeIn } from '../slots/time-wishes.js';
import { tokensOf } from '../spot/lexer.js';
import { sentenceOf, tokensIn } from '../frames/clause.js';
import { Focus, type Bit, type Referent } from './focus.js';

const one = '(?:那|这|刚才那|the |that |this |its |same )';
const week = '(?:周|星期|礼拜)';
const noDay = '(?![一二三四五六日天])';
const that = '(?: (?:that|this)(?: one)?\\b|(?=[?.!]*$|,))';
/** Words that refer. What is longer comes first. */
const referring: Readonly<Record<Referent, string>> = {
  largest:
    '最大的?(?:那|一)?[间个]|\\bthe (?:biggest|largest)(?: one| room)?(?=[?.!]*$| (?:free|available|empty)\\b)',
  // 下午第一节 is of the afternoon, and not of what was shown.
  nth: `(?<![上下]午|晚上)(?:${ordinalWords})(?!课?[是在]?(?:哪一?天|几号|什么时候|何时|周几|星期几))`,
  nextDay: '\\bthe (?:day after|next day)\\b|第二天|次日',
  dayBefore: '\\bthe (?:day before|previous day)\\b(?! yesterday)|(?<!提)[前头]一天',
  // And the Friday after that, 再下一个周五: the day itself is told by its own word.
  nextWeek:
    `\\bthe (?:week after(?! next)|next week)\\b|再(?:下|往?后)面?一?个?(?:${week}${noDay}|(?=${week}))` +
    `|(?<![推延挪移往])(?:之|往)?后面?(?:那?一|那)个?${week}${noDay}|(?<=\\b(?:${englishDays}) )after${that}`,
  weekBefore:
    `\\bthe week before(?: that)?(?! \\w)|(?<!提)前一个?${week}${noDay}` +
    `|(?<=\\b(?:${englishDays}) )before${that}`,
  week: '(?<=day )(?:of )?that week\\b',
  pair: '[他她]们?俩|[那这]两[个位]老师|(?<!\\d)[那这]?(?:两个?|俩)班|\\b(?:both|the two) of them\\b',
  // That class has, is free: whoever attends a lesson.
  group:
    '那个班(?:级)?|这个班|他们班?|她们班?|\\b(?:they|them|their|(?:the|those) students' +
    '|my students(?= (?:free|available|busy|have))' +
    '|that (?:group|class(?= (?:have|has|free|also|got|do|does|else|busy)\\b)))\\b' +
    '|\\bthe class(?= (?:have|has|free|busy)\\b)|(?<=\\b(?:does|is|about) )the class(?=\\?*$)' +
    '|(?:[我他她]的?)?学生们?(?=那?会?儿?[都也]?有?(?:空|课|没课))',
  teacher: `${one}(?:个|位)?(?:老师|人)|[他她](?!们)|\\b(?:that (?:teacher|person|lecturer)|he|she|him|his|her)\\b`,
  room:
    `${one}(?:间|个)(?:教[室市师]|机房|实[验训]室)|那(?:教[室市]|机房)(?![换改])|那间|里[面头]` +
    '|\\b(?:in|from|over) there\\b|\\b(?:that|the) (?:room|lab)\\b',
  there:
    '\\bthere(?=[?.!]*$|,| (?:from|starting|instead)\\b)|(?<=[放挪调换移搬](?:到|在)?)(?:那[儿里边]?|过去|那会儿?|那个?时[间候])' +
    '(?=[吧呗了啊]*[。!！]?$)',
  time:
    '(?:那|这|同一?)(?:个)?(?:时间|时候|会儿|个点)' +
    '|\\b(?:at )?(?:that|the same) (?:time|hour|slot)\\b|\\bthen(?=[?.!]*$)',
  day: '[那这]一?天|当天|\\b(?:on )?(?:that|the same) day\\b',
  // 只改这一次: once, and no lesson.
  lesson:
    '(?<![只就仅][改换调动]?)(?:那|这)一?次课?|(?:那|这)一?(?:节|门|堂)课?' +
    '|\\bth(?:at|e|is) (?:lesson|lecture)\\b|\\bthat class\\b' +
    "|(?<=day(?:['’]?s)?(?: morning| afternoon)? )one\\b|\\bthe one(?= (?:on|in the) )",
  any: '它|\\bit\\b',
};
const groups = Object.entries(referring).map(([kind, words]) => `(?<${kind}>${words})`);
const pattern = new RegExp(groups.join('|'), 'giu');

/** A sentence, what it is made of, and whether it refers to what was before. */
export interface Told {
  readonly sentence: string;
  readonly tokens: readonly Token[];
  readonly isReferring: boolean;
}

/** A sentence with the names and times in the place of words that refer to them. */
export function referred(said: string, situation: Situation): Told {
  const text = sentenceOf(said, situation);
  const pieces: (string | readonly Bit[])[] = [];
  const words = tokensOf(text, situation);
  const timed = words.filter((word): word is TimeToken => word.type === 'time');
  const times = timed.map(({ piece }) => piece);
  const courses = words.flatMap((token) =>
    token.type === 'name' && token.candidates[0].kind === 'course'
      ? token.candidates.map(({ id }) => id)
      : [],
  );
  // 下周五同一时间: at the same periods of another day.
  const isDayTold = times.some((piece) => Boolean(piece.date ?? piece.days ?? piece.relativeWeek));
  // Is he free in the afternoon then, when is he free then: of the day alone.
  const isPartTold =
    times.some(({ part, periods, clock }) => part ?? periods ?? clock) ||
    words.some((word) => isRole(word, 'when'));
  const days = times.flatMap(({ days: of, date }) => of ?? (date ? [dayOf(date)] : []));
  const focus = new Focus(situation, days.length === 1 ? days[0] : undefined, courses);
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, word]) => word !== undefined)!;
    if (isSaid(words, kind as Referent, match) || isDescribed(words, kind as Referent, match)) continue;
    const by = match.index + match[0].length;
    // 周一那次挪到那会儿, 那次推到14号: the day that is told is none of it.
    const goals = timed.filter(({ start, piece }) => (piece.date ?? piece.days) && start >= by);
    const isGoal =
      arrives.test(text.slice(end, match.index)) ||
      (goals.length === days.length && goals.some(({ start }) => arrives.test(text.slice(by, start))));
    const meant = isPartTold && kind === 'time' ? 'day' : (kind as Referent);
    const inFront = timed.filter((time) => time.end <= match.index);
    const bits = focus.bitsOf(meant, match[0], isDayTold && !isGoal, timeIn(inFront, situation));
    if (!bits || (kind === 'lesson' && isOfAnother(words, match.index, bits, situation))) continue;
    pieces.push(text.slice(end, match.index), bits);
    end = by;
  }
  const { sentence, tokens } = assembled([...pieces, text.slice(end)], situation);
  return { sentence, tokens: tokens.map((token) => focus.narrowed(token)), isReferring: pieces.length > 0 };
}

const arrives = /(?:[到在至]|\bto) ?$/;

/** 夏然嘉周二那节: whether words that refer to a lesson stand behind whose other lesson is meant. */
function isOfAnother(
  words: readonly Token[],
  at: number,
  bits: readonly Bit[],
  situation: Situation,
): boolean {
  const named = words.findLast((one) => one.end <= at && one.type !== 'time' && !isRole(one, 'of'));
  const classes = bits.flatMap((bit) => (bit.type === 'name' ? bit.candidates.map(({ id }) => id) : []));
  const lessons = lessonsWith('teachingClasses', classes, situation);
  if (named?.type !== 'name' || named.end < at - reach || lessons.length === 0) return false;
  const ids = named.candidates.map(({ id }) => id);
  const isOf = (lesson: KnownLesson): boolean =>
    [...lesson.teachers, ...lesson.administrativeClasses].some((id) => ids.includes(id));
  return (
    !named.isGuess &&
    /^(?:teacher|administrativeClass)$/.test(named.candidates[0].kind) &&
    !lessons.some(isOf)
  );
}

/** How many characters times may have that stand between a name and what refers. */
const reach = 12;

/** He Xin'an, is he free: whether words that may refer are a part of a name, or are of one before them. */
const isSaid = (words: readonly Token[], kind: Referent, { index, 0: said }: RegExpExecArray): boolean =>
  words.some((word) => {
    if (word.type !== 'name' || word.isGuess || word.start >= index + said.length) return false;
    const of = kind === 'group' ? 'class' : kind;
    return word.end > index || word.candidates[0].kind.toLowerCase().endsWith(of);
  });

/** 三楼那间: a room that is told by what it is like is none that was shown. */
const isDescribed = (words: readonly Token[], kind: Referent, { index }: RegExpExecArray): boolean =>
  kind === 'room' && words.some(({ type, end }) => type === 'wish' && end <= index && end >= index - nextTo);
const nextTo = 1;

/** What words are made of, each name of what was spoken of where it may mean that. */
export function toldAlone(text: string, situation: Situation): Told {
  const focus = new Focus(situation);
  const { sentence, tokens } = tokensIn(text, situation);
  return { sentence, tokens: tokens.map((token) => focus.narrowed(token)), isReferring: false };
}

/** What a record tells: a course and a class that attends it are both of a lesson. */
const kindOf = (bit: Bit | Token): string | null =>
  bit.type === 'name' ? bit.candidates[0].kind.replace('teachingClass', 'course') : null;

/** The same sentence about each that it may leave out, the likeliest first: of kinds that are not named. */
export function* completed({ sentence, tokens }: Told, situation: Situation): Generator<Told> {
  const isTimed = tokens.some(({ type }) => type === 'time');
  const named = tokens.map(kindOf);
  for (const guessed of new Focus(situation).guesses()) {
    // 锁周五的: not at the time that the lesson before had.
    const bits = guessed.filter((bit) => (bit.type === 'time' ? !isTimed : !named.includes(kindOf(bit))));
    if (bits.length === 0) continue;
    const head = assembled([bits], situation);
    const by = head.sentence.length;
    const rest = tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by }));
    yield { sentence: head.sentence + sentence, tokens: [...head.tokens, ...rest], isReferring: true };
  }
}

function assembled(
  pieces: readonly (string | readonly Bit[])[],
  situation: Situation,
): Omit<Told, 'isReferring'> {
  let sentence = '';
  const tokens: Token[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const from = sentence.length;
      const lexed = tokensOf(piece, situation);
      tokens.push(...lexed.map((token) => ({ ...token, start: token.start + from, end: token.end + from })));
      sentence += piece;
      continue;
    }
    for (const bit of piece) {
      tokens.push({ ...bit, start: sentence.length, end: sentence.length + bit.said.length });
      sentence += bit.said;
    }
  }
  return { sentence, tokens: grouped(tokens, situation) };
}
