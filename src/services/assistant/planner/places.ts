import type { RoomWish } from '@class-scheduling/assistant-language';
import type { ItemRequest, MeetingPlace } from '../../scheduling/changes/edits.js';
import type { NamedRecord } from '../tools.js';
import type { TriedPlace } from './checks.js';
import { about, type HeldMeeting, type TimeSpan } from './held.js';
import type { Planning } from './planning.js';
import { isFreeAt, roomsAt, similarTo, type Candidate } from './rooms.js';
import { refuse } from './step.js';
import { firstLines, inARow, lined, plain, roomName, say, type Text } from './words.js';

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
