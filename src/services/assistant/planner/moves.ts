import type { MeetingPlace } from '../../scheduling/changes/edits.js';
import type { TriedPlace } from './checks.js';
import { elsewhere, isNow, triedTimes, whyNot } from './elsewhere.js';
import { asDated, goalsIn, isOver, occurrences } from './dates.js';
import { datesHeld } from './lesson-words.js';
import { settled, type Planning } from './planning.js';
import { itemFor, placeAt, sizedWish } from './rooms.js';
import { fitsWish, isWelcome, type TimeSpan } from './times.js';
import { lined, say, type Text } from './words.js';
import { about, spanOf, startOf, type HeldMeeting } from './held.js';
import { refuse, words, type MeantMove, type Move, type Step } from './step.js';

/** The change that a move asks for: to the time that is said, or the best one that fits. */
export async function plannedMove(planning: Planning, at: number, said: Move): Promise<Step> {
  const meeting = await settled(planning, `${at}.meeting`, said.meeting);
  if (meeting.isLocked) throw refuse(locked(meeting));
  const counting = counted(planning, meeting, said);
  const intent = { ...counting, room: await sizedWish(planning, meeting, counting.room) };
  if (isLikeThat(planning, meeting, intent)) return words(alreadyLikeThat(meeting));
  const move = { at, meeting, intent };
  const movedTo = (place: Partial<MeetingPlace>, told?: Text): Step => ({
    ...{ kind: 'items', items: [itemFor(meeting, place)], move, told },
  });
  const exact = exactTime(meeting, intent);
  const there = exact && (await placeAt(planning, meeting, exact, intent.room));
  if (there?.place) return movedTo(there.place, there.told?.length ? lined(there.told) : undefined);
  const to = exact ? { days: [exact.day], periods: { start: exact.start } } : (intent.to ?? {});
  if (planning.shown) {
    const [other] = await triedTimes(planning, move, { to, max: 1 });
    if (!other) throw refuse(nothingElse);
    return movedTo(other.place!);
  }
  const found: readonly TriedPlace[] = there
    ? [there]
    : await triedTimes(planning, move, { to, isWithin: true, max: 1, includesTaken: true });
  const best = found.find(({ place, obstacles }) => place && obstacles.length === 0);
  if (best) return movedTo(best.place!);
  if (there && intent.room && isNow(meeting, there.span)) return roomsOnDates(planning, move, there);
  const [nearest] = intent.to?.part ? await triedTimes(planning, move, { to, max: 1 }) : [];
  if (!nearest) return elsewhere(planning, move, found);
  return movedTo(nearest.place!, lined([...(await whyNot(planning, move, found)), nearestOne]));
}

/** Where a room is wished that is not free in all weeks: why, and which are on the dates to come. */
async function roomsOnDates(planning: Planning, move: MeantMove, there: TriedPlace): Promise<Step> {
  const { at, meeting, intent } = move;
  const weeks = datesHeld(meeting, planning)
    .filter(({ date }) => !isOver(planning, date, there.span))
    .map(({ week }) => week);
  if (weeks.length === 0) return elsewhere(planning, move, [there]);
  const dated = { ...asDated(intent), at: { ...intent.meeting.at, weeks } };
  const from = occurrences(planning, meeting, { weeks });
  const goals = goalsIn(planning, there.span, weeks);
  return elsewhere(planning, { at, meeting, intent: dated, from }, [{ ...there, goals }]);
}

export const nothingElse = say(
  '没有其他方案了，请换个说法，例如放宽时间或教室。',
  'There is no other plan. Maybe allow other times or rooms.',
);

/** Whether a meeting is at such a time already as is wished, which is none to the period. */
const isLikeThat = ({ situation, shown }: Planning, { time }: HeldMeeting, move: Move): boolean =>
  Boolean(time && !shown && !move.room && !move.to?.periods) &&
  fitsWish(situation, time!, move.to ?? {}) &&
  isWelcome(situation, time!, move);

/** Whether a move tells times that are not wanted. */
const isUnwanted = ({ avoid = [], notAt = [] }: Move): boolean => avoid.length + notAt.length > 0;

const alreadyLikeThat = (meeting: HeldMeeting): Text =>
  about(meeting, '已经在所说的时间，无需移动。', ' is at such a time already, so nothing has to move.');

/** A move by days and periods as one to a time; what is said beside it holds as it was said. */
function counted({ situation }: Planning, meeting: HeldMeeting, { by, to = {}, ...move }: Move): Move {
  if (!by) return { ...move, to };
  const day = (meeting.time?.day ?? 0) + (by.days ?? 0);
  const start = (meeting.time?.start ?? 0) + (by.periods ?? 0);
  const { days } = situation.semester;
  const periods = situation.periods.starts.length;
  if (!meeting.time || day < 1 || day > days || start < 1 || start + meeting.periods - 1 > periods)
    throw refuse(
      about(
        meeting,
        '这样移动不在课表之内，请说明移到哪天第几节。',
        ' cannot be counted so. Maybe name day and period.',
      ),
    );
  const hasTime = to.periods ?? to.part;
  const target = { ...to, days: to.days?.length ? to.days : [day], ...(!hasTime && { periods: { start } }) };
  return { ...move, to: target };
}

/** The time that a wish states fully; what it leaves out of day or period is as it was. */
function exactTime(meeting: HeldMeeting, move: Move): TimeSpan | null {
  const { to = {} } = move;
  const day = to.days?.length === 1 ? to.days[0] : to.days?.length ? null : (meeting.time?.day ?? null);
  const isSameTime = !to.days?.length && !to.periods && !to.part && !isUnwanted(move);
  const told = to.periods && startOf(to.periods, meeting.periods);
  const start = told ?? (isSameTime ? (meeting.time?.start ?? null) : null);
  if (day === null || start === null) return null;
  return spanOf(day, start, meeting.periods);
}

const nearestOne = say('最接近的方案如下；说“换一个”看别的：', 'The nearest plan; say "another" for others:');

const locked = (meeting: HeldMeeting): Text =>
  about(meeting, '已锁定，请先解锁再移动。', ' is locked. Maybe unlock it first.');
