import type { MeetingRef } from '@class-scheduling/assistant-language';
import type { DateItem, ItemRequest } from '../../scheduling/changes/edits.js';
import { addedObstacles } from './checks.js';
import { obstaclesThen, occurrences } from './dates.js';
import { elsewhere, obstaclesTold } from './elsewhere.js';
import { notPlaced, spanOf, type HeldMeeting, type Occurrence } from './held.js';
import { settled, type Planning } from './planning.js';
import { expectation, freeRoomsAt } from './rooms.js';
import { refuse, type Of, type Step } from './step.js';
import { weekAndDayOf } from './times.js';
import { firstLines, lined, plain, say } from './words.js';

type Placed = HeldMeeting & Readonly<{ [K in 'time' | 'room']: NonNullable<HeldMeeting[K]> }>;
type Pair = readonly [Placed, Placed];
type Rooms = readonly [string | undefined, string | undefined];

/**
 * Two meetings that exchange rooms, or times, in every week or in one: each in its own room, else in the
 * other's or a free one, whatever is the first in which nothing is in the way and no hard rule gets worse.
 * On single dates a free one comes first: there it is but told that the other's room is too small. Where
 * there is none, what is in the way, and where the first could go instead of every week.
 */
export async function plannedSwap(
  planning: Planning,
  at: number,
  { first, second, on, isOfRooms }: Of<'swap'>,
): Promise<Step> {
  const told = first.at?.weeks ?? second.at?.weeks;
  const planned = on?.date === undefined ? null : weekAndDayOf(planning.situation, on.date);
  const dated = on?.date === undefined ? undefined : [planned?.week ?? 0];
  const weeks = on ? (on.weeks ?? dated) : told?.length ? told : null;
  // On a date its lessons alone are meant, of those of which no other day is told.
  const days = planned && !on?.until ? [planned.day] : on?.days;
  const then = (ref: MeetingRef): MeetingRef => (weeks ? { ...ref, at: { days, ...ref.at, weeks } } : ref);
  const pair: Pair = [
    placed(await settled(planning, `${at}.first`, then(first))),
    placed(await settled(planning, `${at}.second`, then(second))),
  ];
  const [a, b] = pair;
  if (a.id === b.id) throw refuse(alike);
  const dates = weeks === null ? null : datesOfBoth(planning, pair, weeks);
  const goals = isOfRooms ? pair : ([b, a] as const);
  let obstacles: readonly string[] | undefined;
  const inWeeks = dates?.map(([{ week }]) => week);
  for (const roomsFor of isOfRooms ? [exchanged] : dates ? [own, free, exchanged] : [own, exchanged, free]) {
    const rooms = await roomsFor(planning, pair, inWeeks);
    if (!rooms[0] || !rooms[1]) continue;
    const items = pair.map((each, side) => itemFor(each, goals[side], rooms[side]!));
    const moved = dates?.flatMap((both) =>
      pair.map((each, side): DateItem => {
        const room = rooms[side] !== each.room.id && { room: rooms[side] };
        const to = { date: both[isOfRooms ? side : 1 - side].date, period: goals[side].time.start, ...room };
        return { meeting: each.id, date: both[side].date, to };
      }),
    );
    const inTheWay = moved
      ? await obstaclesThen(planning, { meeting: a }, moved, [{ ...dates![0][1], span: b.time }])
      : await addedObstacles(planning, items);
    if (inTheWay.length === 0)
      return moved ? { kind: 'dates', dates: moved, told: [], places: [] } : { kind: 'items', items };
    obstacles ??= inTheWay;
  }
  const reasons = obstacles ?? [];
  if (isOfRooms || dates) throw refuse(lined([cannot, ...firstLines(reasons.map(plain), obstaclesTold)]));
  const { day, start } = b.time;
  const intent = { type: 'move' as const, meeting: first, to: { days: [day], periods: { start } } };
  const tried = { span: spanOf(day, start, a.periods), place: { day, period: start }, obstacles: reasons };
  return elsewhere(planning, { at, meeting: a, intent }, [tried]);
}

/** The dates of both in the weeks in which both are held. */
function datesOfBoth(planning: Planning, pair: Pair, weeks: number[] | undefined): Occurrence[][] {
  const [ofFirst, ofSecond] = pair.map((each) => occurrences(planning, each, { weeks }));
  const both = ofFirst.flatMap((one) => {
    const other = ofSecond.find((each) => each.week === one.week);
    return other ? [[one, other]] : [];
  });
  if (both.length === 0) throw refuse(inNoWeek);
  return both;
}

const alike = say(
  '两次课是同一次，无需交换。',
  'Both are the same meeting, so there is nothing to exchange.',
);
const cannot = say(
  '这两次课不能这样对调，没有改动。妨碍：',
  'These lessons cannot be exchanged like that, and nothing was changed. In its way:',
);
const inNoWeek = say(
  '这两次课没有共同上课的周，不能这样对调。',
  'There is no such week in which both are held, so they cannot be exchanged.',
);

const own = (_: Planning, [a, b]: Pair): Rooms => [a.room.id, b.room.id];
const exchanged = (_: Planning, [a, b]: Pair): Rooms => [b.room.id, a.room.id];
const free = (planning: Planning, [a, b]: Pair, weeks?: readonly number[]): Promise<Rooms> =>
  Promise.all([freeRoomFor(planning, a, b, weeks), freeRoomFor(planning, b, a, weeks)]);

/** A room that is free for a meeting at the time of another: its own where that is. */
async function freeRoomFor(
  planning: Planning,
  meeting: Placed,
  { time }: Placed,
  weeks: readonly number[] | undefined,
): Promise<string | undefined> {
  const span = spanOf(time.day, time.start, meeting.periods);
  const rooms = await freeRoomsAt(planning, span, undefined, { meeting, weeks });
  return (rooms.find(({ id }) => id === meeting.room.id) ?? rooms.at(0))?.id;
}

const itemFor = (meeting: Placed, { time }: Placed, room: string): ItemRequest => ({
  meeting: meeting.id,
  place: { day: time.day, period: time.start, room },
  ...expectation(meeting),
});

/** @throws UnsettledError where a meeting has no place that it could give */
function placed(meeting: HeldMeeting): Placed {
  if (meeting.time && meeting.room) return meeting as Placed;
  throw refuse(notPlaced(meeting));
}
