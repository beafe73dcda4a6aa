import { tokensIn } from '../frames/clause.js';
import { isOwn, lessonsOf } from '../ground/lessons.js';
import type { Intent, MeetingRef, Of, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { isNamed } from '../slots/tokens.js';

/** Behind the name of a lesson, and in front of it. */
const behind = /^(?:课)?(?:[之以]后|上?完|结束|下课)/;
const inFront = /\bafter (?:the |our |my )?$/i;
/** 下课以后, 之后还有课吗: behind what was shown. */
const afterThat = new RegExp(
  '(?:[下完]课|[这那]节课?)(?:[之以]后|后)|^(?:那|然后)?(?:[之以]后|后面)(?=.{0,6}课)' +
    '|(?<!(?:day|week|one|lesson|time) )\\bafter (?:that|it|them)\\b',
  'i',
);

/** 下周三军事理论之后还有课吗, 她下课以后呢: what is held behind a lesson on its day, by whoever has that. */
export function afterLesson(wish: Intent, situation: Situation, text: string): Intent {
  if (wish.type !== 'showTimetable' && wish.type !== 'showNext') return wish;
  const last = situation.before?.at(-1);
  const own: Pick<Of<'showTimetable'>, 'of' | 'within'> = { of: wish.of ?? {}, ...whenOf(wish) };
  const { sentence, tokens } = tokensIn(text, situation);
  const isNamedSo = tokens.some(
    (token) =>
      (isNamed(token, 'course') || isNamed(token, 'teachingClass')) &&
      (behind.test(sentence.slice(token.end)) || inFront.test(sentence.slice(0, token.start))),
  );
  const isOfLast = !isNamedSo && afterThat.test(text) && last?.type === 'showTimetable';
  if (!isNamedSo && !isOfLast) return wish;
  // What is left until the end of term is of the day that was asked about.
  const isOfRest = own.within?.until !== undefined && last?.type === 'showTimetable';
  const { of, within } = isOfLast
    ? last
    : isOfRest
      ? { of: { ...last.of, ...own.of }, within: last.within }
      : own;
  const lessons = [...lessonsOf({ ...of, ...(within && { at: within }) }, situation)];
  const theirs = isOfSome(of) ? lessons : lessons.filter((lesson) => isOwn(lesson, situation));
  const days = new Set(theirs.map(({ day }) => day));
  const start = Math.max(...theirs.map(({ end }) => end)) + 1;
  const end = situation.periods.starts.length;
  if (days.size !== 1 || start > end) return wish;
  const { part: _, periods: __, ...day } = within ?? {};
  const { courses: ___, teachingClasses: ____, ...whom } = isOfSome(own.of) ? own.of : of;
  const on = day.date ? {} : { days: [...days] };
  return {
    type: 'showTimetable',
    of: whom,
    within: { ...day, ...on, periods: { start, end } },
    ask: 'WHETHER',
  };
}

const whenOf = (wish: Of<'showTimetable' | 'showNext'>): { readonly within?: TimeWish } =>
  'within' in wish && wish.within ? { within: wish.within } : {};

const isOfSome = ({ teachers, administrativeClasses }: MeetingRef): boolean =>
  (teachers ?? administrativeClasses) !== undefined;
