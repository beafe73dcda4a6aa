import type { Intent, Of } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { OutOfScope, unlessDoubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { later, weekOf } from '../slots/calendar.js';
import { timeOf } from '../slots/time-wishes.js';
import type { TimeToken, Token } from '../slots/tokens.js';
import { isChange } from './acts.js';
import { inQuestion } from './asked.js';
import { isAway } from './away.js';
import type { Likely } from './classifier.js';
import { meaningful } from './clause.js';
import { filled } from './fill.js';
import { isConditional, isGuarded, strangeName, withoutNames } from './guards.js';
import { whichLesson } from './meeting.js';
import { notAllAtOnce, notWished, underCondition, unknownName } from './refusals.js';
import { isPlain, isSureOf } from './sureness.js';

type Clause = readonly Token[];

/** The wish of an act as a clause tells it. @throws Doubt where it is incomplete, not plain, or guarded */
export function wishesOf(
  act: Intent['type'],
  likely: readonly Likely[],
  clause: Clause,
  situation: Situation,
  sentence: string,
): readonly Intent[] {
  const whole = new Slots(clause, situation, sentence);
  whole.withoutGuesses();
  const strange = isPlain.test(act) ? undefined : strangeName(act, clause, sentence);
  if (strange) throw unknownName(strange.said);
  const said = withoutNames(clause, sentence);
  if (isChange(act) && isConditional(clause, sentence)) throw underCondition();
  const isPin = act === 'lock' || act === 'unlock';
  const isOfNone =
    (whole.names.length === 0 && (!whole.isSelf || whole.isOfNobody)) ||
    (/\beverything (?:on|at|this|next)\b/i.test(sentence) &&
      whole.names.every(({ candidates: [{ kind }] }) => kind === 'course'));
  // 12月4号7-8节的课都停: of a date it is listed what that would be.
  const isOfDate =
    act === 'singleDate' && whole.names.length === 0 && whole.times.some(({ piece }) => piece.date);
  if (isChange(act) && !isPin && whole.has('all') && isOfNone && !isOfDate)
    throw new OutOfScope(notAllAtOnce);
  // 11月30号和12月2号的高数都停: of one course on each of both.
  const isOfDays = whole.times.every(({ piece }) => piece.date ?? piece.days);
  const isOff = act === 'singleDate' && isOfDays && whole.has('cancel', 'suspend');
  const isSent = whole.has('moveTo', 'move', 'to', 'makeUp', 'makeUpTo');
  const days =
    act === 'showTimetable' || (isOff && !isSent && whole.ofKind('course').length < 2)
      ? daysApart(whole)
      : [];
  if (days.length > 1) return days.flatMap((day) => wishesOf(act, likely, day, situation, sentence));
  const slots = whole.of(meaningful(/^show/.test(act) ? inQuestion(clause, sentence) : clause));
  // 他周一有什么课: of whom nothing was said before.
  const isOfOne =
    isChange(act) || act === 'whyNot'
      ? slots.has('it', 'him', 'inside')
      : act === 'showTimetable' && slots.has('him');
  if (isOfOne && !isPlain.test(act) && slots.isNameless && !situation.before?.length) throw whichLesson();
  if (isChange(act) && isGuarded(act, slots, said, isSureOf(act, likely))) throw notWished(clause);
  const asked = likely.find((one) => one.act === 'showTimetable')?.ask;
  return whileAway(filled(act, slots, asked), slots);
}

/** 请假到下周三，课都停掉: all that is held from today on, and not on that day alone. */
function whileAway(made: readonly Intent[], slots: Slots): readonly Intent[] {
  return made.map((one) => {
    if (one.type !== 'singleDate' || !one.meeting.isEvery || !isAway.test(slots.sentence)) return one;
    const [{ at }] = filled('absent', slots) as readonly Of<'absent'>[];
    return at?.until ? { ...one, at } : one;
  });
}

/** 这周二上什么，下周呢: of days that contradict one another each by itself, of a week the day before it. */
function daysApart({ tokens: clause, situation, isNameless, isOfNobody }: Slots): readonly Clause[] {
  const days = clause
    .filter((token) => token.type === 'time')
    .filter(({ piece: { date, relativeWeek } }) => date ?? relativeWeek);
  if (days.length < 2 || (isNameless && isOfNobody) || unlessDoubt(() => timeOf(days, situation, true)))
    return [];
  const [{ piece: first }] = days;
  const pieceOf = ({ piece }: TimeToken): TimeToken['piece'] => {
    const { relativeWeek: week, ...rest } = piece;
    return week && first.date
      ? { ...rest, date: later(first.date, 7 * (week - weekOf(first.date, situation))) }
      : piece;
  };
  return days.map((day) =>
    clause.flatMap((token): Token[] =>
      token === day ? [{ ...day, piece: pieceOf(day) }] : days.some((one) => one === token) ? [] : [token],
    ),
  );
}
