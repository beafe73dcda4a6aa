import { piecesOf } from '../clauses.js';
import { inWeeks } from '../slots/time-wishes.js';
import { isSpoken } from './focus.js';
import { isNamed, isRole, type TimeToken, type Token } from '../slots/tokens.js';
import { namesLike } from '../spot/aliases.js';
import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import type { Slots } from '../slots/slots.js';
import { isChange } from '../frames/acts.js';
import { lessonsOf } from '../ground/lessons.js';

/** 周四那次也一起换: said of a further lesson, and not of a further time, as 周四也行 is. */
export const beside = new RegExp(
  '也(?!行|可以|成|好|能|没问题|有空)|还有|一[起并块]|顺便|同样|\\b(?:do the same|same (?:for|with))\\b' +
    '|\\b(?:too|also|as well|both)\\b(?! (?:ok|fine|works?|possible))|^and (?!then)',
  'i',
);

/** 周一那次, 明天的, Tuesday's: which lesson is meant, and not where it goes. */
export const ofLesson =
  /(?:那一?[次节堂个]课?|一次|[天周期一二三四五六日]的)(?:就?[行好]了?|吧|哈)*$|\bone$|(?:day|tomorrow)['’]s$/i;

/** Whether a time is that of a lesson: it is called so, or stands beside what refers to it. */
export const isOfLesson = ({ names, sentence, situation }: Slots, at: TimeWish, isMoved: boolean): boolean =>
  ofLesson.test(sentence) ||
  (!isMoved &&
    names.some(
      ({ candidates: [{ kind, id }] }) =>
        kind === 'teachingClass' && lessonsOf({ teachingClasses: [id], at }, situation).size > 0,
    ));

/** 周三那次也换过去: the time of a further lesson. */
export const isOfFurther = ({ sentence, times }: Slots): boolean =>
  times.length > 0 &&
  beside.test(sentence) &&
  (ofLesson.test(sentence) || times.every(({ end }) => end <= sentence.search(beside)));

/** 周四12节那次也一起换了吧: the same of a further lesson is wished beside what was. */
export function withBefore(
  text: string,
  intents: readonly Intent[],
  { before = [], open = [], isMade }: Situation,
): readonly Intent[] {
  const last = before.every(({ type }) => isChange(type)) ? before : open;
  const lessonOf = (wish: Intent): string =>
    JSON.stringify('meeting' in wish && [wish.meeting, 'at' in wish && wish.at]);
  const isFurther = (wish: Intent): boolean =>
    'meeting' in wish && last.every((one) => one.type === wish.type && lessonOf(one) !== lessonOf(wish));
  return last.length > 0 && !isMade && beside.test(text) && intents.every(isFurther)
    ? [...last, ...intents]
    : intents;
}

/** 只改14和16周: whether weeks are those of the change that was wished, and no other ones for its lesson. */
export function isOfPlan(sentence: string, { before = [] }: Situation): boolean {
  const last = before.at(-1)?.type;
  if (last === 'singleDate' && !parity.test(sentence)) return true;
  return last !== undefined && isChange(last) && last !== 'changeWeeks' && onlyChanged.test(sentence);
}

const parity = /[单双]周|\b(?:odd|even|other)\b/i;

const onlyChanged = /只[改挪换调动]|^就(?![改换])|\b(?:only|just)\b/i;

/** 那会计的呢, behind 电商2401: the class of that number that studies what may be courses as well. */
export function classLike(
  { names: [name, ...others], situation }: Slots,
  { administrativeClasses: [one, ...more] = [], courses }: MeetingRef,
): string | undefined {
  const [number] = /\d{4}/.exec(situation.names.find(({ id }) => id === one)?.name ?? '') ?? [];
  const isCourse = name?.candidates[0].kind === 'course' && others.length === 0 && !courses;
  if (!number || !isCourse || more.length > 0) return undefined;
  const found = namesLike(`${name.said}${number}`, situation, 'administrativeClass');
  return found.length === 1 ? found[0].id : undefined;
}

/** 周四7-8吧，周三她要接孩子: without why it does not go where it was to go, where another day is told. */
export function withoutCorrected(
  tokens: readonly Token[],
  last: Intent,
  situation: Situation,
): readonly Token[] {
  const { days: goal = [] } =
    isChange(last.type) && 'to' in last && last.to ? inWeeks(last.to, situation) : {};
  const daysIn = (piece: readonly Token[]): readonly number[] =>
    piece.flatMap((one) => (one.type === 'time' && !isSpoken(one) && one.piece.days) || []);
  const isReason = (piece: readonly Token[]): boolean =>
    daysIn(piece).some((day) => goal.includes(day)) &&
    piece.some(
      (one) => one.type === 'unknown' || isNamed(one, 'teacher') || isRole(one, 'him', 'have', 'self'),
    );
  const pieces = piecesOf(tokens);
  const rest = pieces.filter((piece) => !isReason(piece));
  return rest.length < pieces.length && daysIn(rest.flat()).length > 0 ? rest.flat() : tokens;
}

/** 周一的都停掉, Monday's: the time that tells which lessons are meant, and not where they go. */
export const whoseTime = ({ times, sentence }: Pick<Slots, 'times' | 'sentence'>): TimeToken | undefined =>
  times.find(({ end }) => /^(?:的|那|['’]s\b)/.test(sentence.slice(end)));
