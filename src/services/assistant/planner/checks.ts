import type { ItemRequest } from '../../scheduling/changes/items.js';
import type { MeetingPlace } from '../../scheduling/changes/states.js';
import type { Planning } from './planning.js';
import type { TimeSpan } from './times.js';

/** A place that was tried for a meeting. */
export interface TriedPlace {
  readonly span: TimeSpan;
  /** Null where no free room is as wished. */
  readonly place: Partial<MeetingPlace> | null;
  /** What is in its way there, or keeps the rooms that are as wished from being free, in words. */
  readonly obstacles: readonly string[];
}

/** Everything that is in the way of an item together with what the wishes before it come to, in words. */
export async function obstaclesOf(
  { use, timetable, before }: Planning,
  ...items: readonly ItemRequest[]
): Promise<string[]> {
  const whole = new Map(before.map((item) => [item.meeting, item]));
  for (const item of items) whole.set(item.meeting, { ...whole.get(item.meeting), ...item });
  const { changeTimetable } = await use('checkChange', {
    timetable: timetable.id,
    items: [...whole.values()].map(asInput),
  });
  const { problems, clashes } = changeTimetable;
  return [...problems, ...clashes.map(({ text }) => text)];
}

/** An item in the words of the schema. */
const asInput = ({ meeting, place, isLocked }: ItemRequest): object => ({
  meeting,
  ...(place !== undefined && { place: place && placeInput(place) }),
  ...(typeof isLocked === 'boolean' && { isLocked }),
});

/** A place in the words of the schema. */
const placeInput = ({ day, period, room, teacher }: Partial<MeetingPlace>): object => ({
  ...(day !== undefined && { dayOfWeek: day }),
  ...(period !== undefined && { periodStart: period }),
  ...(room !== undefined && { classroom: room }),
  ...(teacher !== undefined && { teacher }),
});
