import { intentsMax, type Intent, type Of } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { OutOfScope, unlessDoubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { later, weekOf } from '../slots/calendar.js';
import { timeOf } from '../slots/time-wishes.js';
import { isRole, type TimeToken, type Token } from '../slots/tokens.js';
import { isChange } from './acts.js';
import { inQuestion, waysOut } from './asked.js';
import type { Likely } from './classifier.js';
import { meaningful } from './clause.js';
import { filled } from './fill.js';
import { isAsked, isConditional, isGuarded, isHearsay, strangeName, withoutNames } from './guards.js';
import { whichLesson } from './meeting.js';
import { notAllAtOnce, notWished, tooMuch, underCondition, unknownName } from './refusals.js';
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
  const isNameless = isPlain.test(act);
  const strange = isNameless ? undefined : strangeName(act, clause, sentence);
  if (strange) throw unknownName(strange.said);
  const said = withoutNames(clause, sentence);
  const isEverything =
    (whole.names.length === 0 && (!whole.isSelf || whole.isOfNobody)) ||
    (/\beverything (?:on|at|this|next)\b/i.test(sentence) &&
      whole.names.every(({ candidates: [{ kind }] }) => kind === 'course'));
  if (isChange(act) && isConditional(clause, sentence)) throw underCondition();
  if (/^show/.test(act) && whole.names.length === 0 && ofAll.test(sentence))
    throw new OutOfScope(notAllAtOnce);
  const isPin = act === 'lock' || act === 'unlock';
  // 12月4号7-8节的课都停: of a date it is listed what that would be.
  const isOfDate =
    act === 'singleDate' && whole.names.length === 0 && whole.times.some(({ piece }) => piece.date);
  if (isChange(act) && !isPin && whole.has('all') && isEverything && !isOfDate)
    throw new OutOfScope(notAllAtOnce);
  const dates = act === 'singleDate' ? datesIn(clause) : [];
  const days = act === 'showTimetable' ? daysApart(whole) : [];
  if (days.length > 1) return days.flatMap((day) => wishesOf(act, likely, day, situation, sentence));
  if (dates.length > intentsMax) throw tooMuch(dates.length);
  if (dates.length > 1)
    return dates.flatMap((date) => {
      const rest = clause.filter((token) => token === date || !dates.includes(token));
      return wishesOf(act, likely, rest, situation, sentence);
    });
  const slots = whole.of(meaningful(/^show/.test(act) ? inQuestion(clause, sentence) : clause));
  // 那个教室坐得下吗: who asks of none that is named asks of his own.
  const isOfOne = isChange(act) ? !isNameless : act === 'whyNot';
  const ofOne = isOfOne
    ? (['it', 'him', 'inside'] as const)
    : act === 'showTimetable'
      ? (['him'] as const)
      : [];
  if (slots.isNameless && slots.has(...ofOne) && !situation.before?.length) throw whichLesson();
  if (isChange(act) && isEither.test(sentence)) return filled('showTimetable', slots, 'COURSES');
  if (isChange(act) && isHearsay.test(sentence)) return filled('showChanges', slots);
  // 他那天要出差，下午的课得处理一下: nothing is said of what shall become of it.
  const isSaid = clause.some((token) => isRole(token, ...doing) && !seeTo.test(token.said));
  const isOpen = seeTo.test(sentence) || waysOut.test(sentence);
  const isOfLessons = act === 'singleDate' || (ofLessons.test(act) && waysOut.test(sentence));
  if (isOfLessons && isOpen && !isSaid) return filled('absent', slots);
  if (isChange(act) && isGuarded(act, slots, said, isSureOf(act, likely))) {
    // 今天高数换教室了吗: asks whether it was done.
    if (isAsked.test(sentence) && !slots.isNameless) return filled('showChanges', slots);
    throw notWished(clause);
  }
  const asked = likely.find((one) => one.act === 'showTimetable');
  return whileAway(filled(act, slots, asked?.ask), slots);
}

/** 请假到下周三，课都停掉: all that is held from today on, and not on that day alone. */
function whileAway(made: readonly Intent[], slots: Slots): readonly Intent[] {
  return made.map((one) => {
    if (one.type !== 'singleDate' || !one.meeting.isEvery || !away.test(slots.sentence)) return one;
    const [{ at }] = filled('absent', slots) as readonly Of<'absent'>[];
    return at?.until ? { ...one, at } : one;
  });
}

const away = /请[^，,。]{0,4}假|出差|\b(?:away|on leave|off sick)\b/i;

/** 把课表弄合理一点, put all courses in the morning: a change of everything, which is no question. */
export const ofAll = new RegExp(
  '把.{0,6}课表?.{0,4}(?:[弄整]|[调排改].{0,4}[点些])|优化.{0,4}课表' +
    '|^(?:just |please |can you |could you )*(?:put|move|shift|make|fix|improve|optimi[sz]e)\\b.{0,16}\\b' +
    '(?:all|every(?:thing)?|timetable|schedule)\\b',
  'i',
);

/** Questions as which 周三请假，课怎么办 may be read. */
const ofLessons = /^show(?:Timetable|Next|Load|Changes)$/;
const seeTo =
  /处理|安排(?!到|在|给)|想(?:个|点)?办法|\b(?:sort|deal with|handle|take care of|do something)\b/i;
/** Words that say what shall become of a lesson. */
const doing = [
  ...(['suspend', 'cancel', 'remove', 'makeUp', 'makeUpTo', 'move', 'moveTo', 'anotherTime'] as const),
  ...(['changeRoom', 'bigger', 'let', 'give', 'teach', 'changeTeacher'] as const),
] as const;

/** 11月30号和12月2号都停: dates that are told one after the other, and none of which is where it goes. */
function datesIn(clause: Clause): readonly Token[] {
  const isDate = (token: Token | undefined): boolean => token?.type === 'time' && Boolean(token.piece.date);
  const first = clause.findIndex(isDate);
  const from = clause.slice(Math.max(first, 0));
  const end = from.findIndex((token) => !isDate(token) && !isRole(token, 'and', 'comma'));
  const dates = from.slice(0, end < 0 ? undefined : end).filter(isDate);
  const isGoal = isRole(clause[first - 1], 'moveTo', 'to', 'makeUpTo') || from.slice(end).some(isDate);
  return isGoal ? [] : dates;
}

/** 是给音乐班上课还是给2501上: asks which of both is so. */
const isEither = /(?<!还)是[^，,。?？]{1,30}还是/;

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
