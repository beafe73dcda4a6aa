import type { Context } from '../../../data/context.js';
import { loaderOf } from '../../../data/loaders.js';
import { movesOfTasks } from './problem.queries.js';
import type { MeetingMove, Place } from './snapshot.js';

/** The meetings whose places differ between the two timetables, in the order of the meetings. */
export function movesOf(
  meetings: readonly { readonly id: string }[],
  before: readonly Place[],
  after: readonly Place[],
): MeetingMove[] {
  const [placesBefore, placesAfter] = [before, after].map(
    (places) => new Map(places.map((place) => [place.meeting, place])),
  );
  return meetings.flatMap(({ id }) => {
    const [from, to] = [placesBefore.get(id) ?? null, placesAfter.get(id) ?? null];
    return isSame(from, to) ? [] : [{ meeting: id, from, to }];
  });
}

const isSame = (a: Place | null, b: Place | null): boolean =>
  a?.day === b?.day && a?.period === b?.period && a?.room === b?.room && a?.teacher === b?.teacher;

/** The moves of a task that the viewer may see; null without a starting timetable or before the end. */
export function readMoves(ctx: Context, taskId: string): Promise<readonly MeetingMove[] | null> {
  const read = async (
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MeetingMove[] | null>> => {
    const rows = await movesOfTasks(ctx.em, ids);
    return new Map(rows.map(({ id, moves }) => [id, moves]));
  };
  return loaderOf<readonly MeetingMove[] | null>(ctx, 'moves of scheduling tasks', read, null).load(taskId);
}
