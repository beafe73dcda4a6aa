import type { MeetingRef } from '@class-scheduling/assistant-language';
import type { DateItem, ItemRequest } from '../../scheduling/changes/edits.js';
import { weekAndDayOf } from './times.js';
import { asDated, cannotGo, obstaclesThen, obstaclesTold, occurrences } from './dates.js';
import { addedObstacles } from './checks.js';
import { expectation } from './rooms.js';
import { otherPlaces } from './other-places.js';
import { settled, type Planning } from './planning.js';
import { firstLines, lined, plain, say } from './words.js';
import { notPlaced, spanOf, type HeldMeeting } from './held.js';
import { freeRoomsAt } from './rooms.js';
import { refuse, type Of, type Step } from './step.js';

type Placed = HeldMeeting & Readonly<{ [K in 'time' | 'room']: NonNullable<HeldMeeting[K]> }>;

/**
 * Two meetings that exchange rooms, or times: each in its own room, else in the other's, else in a
 * free one, whatever is the first in which nothing is in the way and no hard rule gets worse. Where there is
 * none, what is in the way, and where the first could go instead.
 */
export async function plannedSwap(
  planning: Planning,
  at: number,
  { first, second, isOfRooms }: Of<'swap'>,
): Promise<Step> {
  const a = placed(await settled(planning, `${at}.first`, first));
  const b = placed(await settled(planning, `${at}.second`, second));
  if (a.id === b.id)
    throw refuse(
      say('两次课是同一次，无需交换。', 'Both are the same meeting, so there is nothing to exchange.'),
    );
  let obstacles: readonly string[] | null = null;
  const [goalOfA, goalOfB] = isOfRooms ? [a, b] : [b, a];
  for (const rooms of isOfRooms ? [exchanged] : [own, exchanged, free]) {
    const [roomOfA, roomOfB] = await rooms(planning, a, b);
    if (roomOfA === undefined || roomOfB === undefined) continue;
    const items = [itemFor(a, goalOfA, roomOfA), itemFor(b, goalOfB, roomOfB)];
    const inTheWay = await addedObstacles(planning, items);
    if (inTheWay.length === 0) return { kind: 'items', items };
    obstacles ??= inTheWay;
  }
  if (isOfRooms) throw refuse(lined([notRooms, ...firstLines((obstacles ?? []).map(plain), obstaclesTold)]));
  const { day, start } = goalOfA.time;
  const to = { days: [day], periods: { start } };
  const move = { at, meeting: a, intent: { type: 'move' as const, meeting: first, to } };
  const span = spanOf(day, start, a.periods);
  return otherPlaces(planning, move, [{ span, place: { day, period: start }, obstacles: obstacles ?? [] }]);
}

/** Two meetings that exchange their times in one week, each in its own room or the other's. */
export async function swappedOn(
  planning: Planning,
  at: number,
  { first, second, on = {}, isOfRooms }: Of<'swap'>,
): Promise<Step> {
  const week = on.weeks ?? (on.date ? [weekAndDayOf(planning.situation, on.date)?.week ?? 0] : undefined);
  const then = (ref: MeetingRef): MeetingRef => ({ ...ref, at: { ...ref.at, ...(week && { weeks: week }) } });
  const pair = [
    await settled(planning, `${at}.first`, then(first)),
    await settled(planning, `${at}.second`, then(second)),
  ];
  const [ofFirst, ofSecond] = pair.map((each) => occurrences(planning, each, { weeks: week }));
  const weeks = ofFirst.flatMap((one) => {
    const other = ofSecond.find((each) => each.week === one.week);
    return other ? [[one, other]] : [];
  });
  if (weeks.length === 0) throw refuse(inNoWeek);
  let obstacles: readonly string[] = [];
  for (const isOwnRoom of isOfRooms ? [false] : [true, false]) {
    const items = weeks.flatMap((dates) =>
      pair.map((meeting, index): DateItem => {
        const other = pair[1 - index];
        const goal = isOfRooms ? index : 1 - index;
        const room = !isOwnRoom && { room: other.room?.id };
        const to = { date: dates[goal].date, period: pair[goal].time!.start, ...room };
        return { meeting: meeting.id, date: dates[index].date, to };
      }),
    );
    const changing = {
      ...{ at, meeting: pair[0], from: [], before: [] },
      intent: asDated({ type: 'move', meeting: first }),
    };
    const goals = weeks.map(([one]) => ({ ...one, span: pair[1].time! }));
    obstacles = await obstaclesThen(planning, changing, items, goals);
    if (obstacles.length === 0) return { kind: 'dates', dates: items, told: [], places: [] };
  }
  throw refuse(
    lined([cannotGo(pair[0], plain(weeks[0][1].date)), ...firstLines(obstacles.map(plain), obstaclesTold)]),
  );
}

const notRooms = say(
  '这两次课不能互换教室，没有改动。妨碍：',
  'These lessons cannot exchange their rooms, and nothing was changed. In its way:',
);

const inNoWeek = say(
  '这两次课没有共同上课的周，不能这样对调。',
  'There is no such week in which both are held, so they cannot be exchanged.',
);

type Rooms = readonly [string | undefined, string | undefined];

const own = (_: Planning, a: Placed, b: Placed): Promise<Rooms> => Promise.resolve([a.room.id, b.room.id]);
const exchanged = (_: Planning, a: Placed, b: Placed): Promise<Rooms> =>
  Promise.resolve([b.room.id, a.room.id]);
const free = (planning: Planning, a: Placed, b: Placed): Promise<Rooms> =>
  Promise.all([freeRoomFor(planning, a, b), freeRoomFor(planning, b, a)]);

/** A room that is free for a meeting at the time of another. */
async function freeRoomFor(
  planning: Planning,
  meeting: Placed,
  { time }: Placed,
): Promise<string | undefined> {
  const span = spanOf(time.day, time.start, meeting.periods);
  return (await freeRoomsAt(planning, span, undefined, { meeting })).at(0)?.id;
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
