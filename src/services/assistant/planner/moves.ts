import type { RoomWish } from '@class-scheduling/assistant-language';
import type { ItemRequest, MeetingPlace } from '../../scheduling/changes/edits.js';
import type { TriedPlace } from './checks.js';
import { isFreePlace, isNow, otherPlaces, placesFor, placesThen, whyNot } from './other-places.js';
import { asDated, goalsIn, heldOn, isOver, occurrences } from './dates.js';
import { otherRooms } from './other-rooms.js';
import { settled, type Planning } from './planning.js';
import { isFreeAt, roomsAt, similarTo, type Candidate } from './rooms.js';
import { isWelcome, type TimeSpan } from './times.js';
import type { NamedRecord } from '../tools.js';
import { firstLines, inARow, lined, plain, roomName, say, type Text } from './words.js';
import { about, spanOf, type HeldMeeting } from './held.js';
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
    ...{ kind: 'items', items: [itemFor(meeting, place)], move },
    ...(told && { told }),
  });
  const exact = exactTime(meeting, intent);
  const there = exact && (await placeAt(planning, meeting, exact, intent.room));
  if (there?.place) return movedTo(there.place, there.told);
  const to = exact ? { days: [exact.day], periods: { start: exact.start } } : (intent.to ?? {});
  const found = there ? [there] : await placesThen(planning, move, to);
  const [other] = planning.shown ? await placesFor(planning, move, to, 1) : [];
  const best = planning.shown ? other : found.find(isFreePlace);
  if (best) return movedTo(best.place!);
  if (planning.shown) throw refuse(nothingElse);
  if (there && intent.room && isNow(meeting, there)) return roomsOnDates(planning, move, there);
  const [nearest] = intent.to?.part ? await placesFor(planning, move, to, 1) : [];
  if (!nearest) return otherPlaces(planning, move, found);
  return movedTo(nearest.place!, lined([...whyNot(meeting, found), nearestOne]));
}

/** Where a room is wished that is not free in all weeks: why, and which are on the dates to come. */
async function roomsOnDates(planning: Planning, move: MeantMove, there: TriedPlace): Promise<Step> {
  const { at, meeting, intent } = move;
  const weeks = heldOn(planning, meeting)
    .filter(({ date }) => !isOver(planning, date, there.span))
    .map(({ week }) => week);
  if (weeks.length === 0) return otherPlaces(planning, move, [there]);
  const dated = { ...asDated(intent), at: { ...intent.meeting.at, weeks } };
  const from = occurrences(planning, meeting, { weeks });
  const goals = goalsIn(planning, there.span, weeks);
  const changing = { at, meeting, intent: dated, from, before: [] };
  return (await otherRooms(planning, changing, goals, whyNot(meeting, [there]))).step;
}

/** A wish for a bigger or a smaller room as one for numbers of seats. */
export async function sizedWish(
  { use }: Planning,
  { room }: HeldMeeting,
  wish: RoomWish | undefined,
): Promise<RoomWish | undefined> {
  if (!wish?.size || !room) return wish;
  const { size, ...rest } = wish;
  const seats = (await use('classroom', { id: room.id })).classroom?.capacity ?? 1;
  return size === 'BIGGER'
    ? { ...rest, capacityMin: Math.max(seats + 1, rest.capacityMin ?? 1) }
    : { ...rest, capacityMax: Math.max(1, seats - 1) };
}

/** A place as it is kept of what was shown. */
export const placeKey = ({ day, period, room }: Partial<MeetingPlace>): string => `${day} ${period} ${room}`;

export const nothingElse = say(
  '没有其他方案了，请换个说法，例如放宽时间或教室。',
  'There is no other plan. Maybe allow other times or rooms.',
);

/** Whether only times are not wanted, and the meeting is at none of them. */
const isLikeThat = ({ situation }: Planning, { time }: HeldMeeting, move: Move): boolean =>
  time !== null &&
  isUnwanted(move) &&
  !move.room &&
  !Object.keys(move.to ?? {}).length &&
  isWelcome(situation, time, move);

/** Whether a move tells times that are not wanted. */
const isUnwanted = ({ avoid = [], notAt = [] }: Move): boolean => avoid.length + notAt.length > 0;

const alreadyLikeThat = (meeting: HeldMeeting): Text =>
  about(meeting, '已经不在所说的时间，无需移动。', ' is at no such time, so nothing has to move.');

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

export const itemFor = (meeting: HeldMeeting, place: Partial<MeetingPlace>): ItemRequest => ({
  meeting: meeting.id,
  place,
  ...expectation(meeting),
});

/** Where the meeting is believed to be, so that a plan moves nothing that has moved since. */
export function expectation({ time, room, teacher }: HeldMeeting): Pick<ItemRequest, 'expected'> {
  if (!time || !room || !teacher) return { expected: null };
  return { expected: { day: time.day, period: time.start, room: room.id, teacher: teacher.id } };
}

/** The time that a wish states fully; what it leaves out of day or period is as it was. */
function exactTime(meeting: HeldMeeting, move: Move): TimeSpan | null {
  const { to = {} } = move;
  const day = to.days?.length === 1 ? to.days[0] : to.days?.length ? null : (meeting.time?.day ?? null);
  const isSameTime = !to.days?.length && !to.periods && !to.part && !isUnwanted(move);
  const start = to.periods?.start ?? (isSameTime ? (meeting.time?.start ?? null) : null);
  if (day === null || start === null) return null;
  return spanOf(day, start, meeting.periods);
}

/**
 * The place at a time, in every week or in some: in the room that is wished for, else in the present one,
 * else in a free one. Where no free room is as wished, what is in the way of those that are.
 */
export async function placeAt(
  planning: Planning,
  meeting: HeldMeeting,
  span: TimeSpan,
  wish: RoomWish | undefined,
  weeks?: readonly number[],
): Promise<TriedPlace> {
  const { before, shown = [] } = planning;
  const { day, start } = span;
  const placed = (room: string | undefined): TriedPlace => ({
    span,
    place: room ? { day, period: start, room, ...teacherFor(meeting) } : null,
    obstacles: [],
  });
  const isShown = (room: string): boolean => shown.includes(placeKey({ day, period: start, room }));
  if (wish?.room && !wish.orSimilar) return placed(isShown(wish.room) ? undefined : wish.room);
  const isMoved = (weeks && !wish) || day !== meeting.time?.day || start !== meeting.time?.start;
  // Most keep their room, and to judge all others takes long.
  const { room: now } = meeting;
  const isKept = isMoved && !wish && before.length === 0 && now && !isShown(now.id);
  if (isKept && (await isFreeAt(planning, now, span, { meeting, weeks })))
    return { ...placed(now.id), roomName: now.name };
  const fitting = await roomsAt(planning, span, await widened(planning, wish), { meeting, weeks });
  // What the wishes before this one take at the time is free no more.
  const taken = before.flatMap(({ place }) =>
    place?.day === day && place.period === start ? (place.room ?? []) : [],
  );
  const free = fitting.filter(({ isFree, id }) => isFree && !taken.includes(id) && !isShown(id));
  const own = free.find(({ id }) => id === now?.id);
  // Whoever asks for another room means another one.
  const room = (isMoved && own) || free.find(({ id }) => id !== now?.id);
  if (!room && (wish ?? shown.length > 0)) return { ...placed(undefined), obstacles: inTheWay(fitting) };
  const found = room ?? now ?? fitting.at(0);
  const told = found && insteadOf(fitting, wish, found);
  return { ...placed(found?.id), ...(found && { roomName: roomName(found) }), ...(told && { told }) };
}

/** A wish for a room that may be another where it is taken, as one for it and those like it. */
async function widened(planning: Planning, wish: RoomWish | undefined): Promise<RoomWish | undefined> {
  if (!wish?.orSimilar || !wish.room) return wish;
  return { ...(await similarTo(planning, wish)), near: wish.room };
}

/** Which rooms that were wished for first are passed over, and why. */
function insteadOf(
  rooms: readonly Candidate[],
  { room, anyOf = room ? [room] : [] }: RoomWish = {},
  found: NamedRecord,
): Text | undefined {
  const order = anyOf.includes(found.id) ? anyOf.slice(0, anyOf.indexOf(found.id)) : anyOf;
  const passed = rooms.filter(({ id }) => order.includes(id));
  if (passed.length === 0) return undefined;
  const names = inARow(passed.map(({ name }) => plain(name)));
  const why = inTheWay(passed).map(plain);
  return lined([
    say(
      `${names.zh}不行，换成${found.name}。妨碍：`,
      `${names.en} cannot be had, so it is ${found.name}. In the way:`,
    ),
    ...firstLines(why, 2),
  ]);
}

/** What keeps rooms from being free: who is there; where all break a rule at any time, that of one. */
function inTheWay(rooms: readonly Candidate[]): readonly string[] {
  const rules = rooms.map(({ objections }) => objections.findLast(({ kind }) => kind === 'RULE'));
  const taken = rooms.flatMap(({ objections }, at) => (rules[at] ? [] : objections.slice(0, 1)));
  return (taken.length > 0 ? taken : rules.slice(0, 1)).flatMap((one) => one?.text ?? []);
}

/** A meeting without a place needs a teacher as well: the one that it names. */
function teacherFor(meeting: HeldMeeting): Partial<MeetingPlace> {
  if (meeting.time) return {};
  if (!meeting.teacher)
    throw refuse(about(meeting, '尚无教师，请先指定教师。', ' has no teacher yet. Maybe name one first.'));
  return { teacher: meeting.teacher.id };
}

const nearestOne = say('最接近的方案如下；说“换一个”看别的：', 'The nearest plan; say "another" for others:');

const locked = (meeting: HeldMeeting): Text =>
  about(meeting, '已锁定，请先解锁再移动。', ' is locked. Maybe unlock it first.');
