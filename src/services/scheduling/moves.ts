import type { Context } from '../../data/context.js';
import { loaderOf } from '../../data/loaders.js';
import type { Place } from './snapshot.js';

/** A meeting that stands elsewhere than in the timetable upon which the run was built. */
export interface MeetingMove {
  readonly meeting: string;
  /** Null when it had no place. */
  readonly from: Place | null;
  /** Null when it has none any more. */
  readonly to: Place | null;
}

/** Which of the meetings stand elsewhere after than before, in their order. */
export function movesOf(
  meetings: readonly { readonly id: string }[],
  before: readonly Place[],
  after: readonly Place[],
): MeetingMove[] {
  const [was, is] = [before, after].map((places) => new Map(places.map((place) => [place.meeting, place])));
  return meetings.flatMap(({ id }) => {
    const [from, to] = [was.get(id) ?? null, is.get(id) ?? null];
    return isSame(from, to) ? [] : [{ meeting: id, from, to }];
  });
}

const isSame = (a: Place | null, b: Place | null): boolean =>
  a?.day === b?.day && a?.period === b?.period && a?.room === b?.room && a?.teacher === b?.teacher;

/** Who moved in a task that the viewer sees; null when it was built upon no timetable, or has not ended. */
export function readMoves(ctx: Context, taskId: string): Promise<readonly MeetingMove[] | null> {
  const read = async (
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MeetingMove[] | null>> => {
    const rows = await ctx.em.execute<{ id: string; moves: readonly MeetingMove[] | null }[]>(
      'select id, moves from scheduling_task where id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, moves }) => [id, moves]));
  };
  return loaderOf<readonly MeetingMove[] | null>(ctx, 'moves of scheduling tasks', read, null).load(taskId);
}
