import { Change } from '../../../entities/scheduling/changes.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { firstAfter, followInOrder, type OrderedEvent } from '../../../data/in-order.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import { readOne } from '../../../data/lists/reading.js';
import { itemsOfChanges } from './changes.queries.js';
import { changesTopic } from './record.js';
import type { StateChange } from './states.js';

declareRights({ timetableChanges: planners });

/** The history of timetables, by pages. */
export const changeLists = new CrudService(Change, {
  plural: 'changes',
  filters: ['timetable', 'semester', 'kind', 'person'],
  rights: { one: planners, page: planners },
});

/** Greatest number of items that are read at once: all of the largest change, such as a roll-back. */
const itemsReadMax = 20_000;

const tooManyItems = (): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `一次最多读取 ${itemsReadMax} 项变更明细，请减少变更的数量`,
    en: `At most ${itemsReadMax} items of changes are read at once. Maybe ask for fewer changes.`,
  });

/** What a change does to each meeting, for whoever sees the change. */
export function itemsOf(ctx: Context, change: string): Promise<StateChange[]> {
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, StateChange[]>> => {
    const rows = await itemsOfChanges(ctx.em, ids, itemsReadMax + 1);
    if (rows.length > itemsReadMax) throw tooManyItems();
    return groupBy(rows, (row) => row.change);
  };
  return loaderOf<StateChange[]>(ctx, 'items of changes', read, []).load(change);
}

/** Greatest number of changes that one event delivers; the rest follows with the next. */
const changesMax = 100;

/** Follows the changes of a timetable from the number that the caller knows. */
export function followChanges(
  ctx: Context,
  timetable: string,
  after: number,
): AsyncIterableIterator<OrderedEvent> {
  authorize(ctx, 'timetableChanges');
  return followInOrder(ctx.app.bus.follow(changesTopic, timetable), timetable, after);
}

/** The changes that came since the last event, in order. */
export async function changesSince(
  ctx: Context,
  timetable: string,
  { follower }: OrderedEvent,
): Promise<Row<Change>[]> {
  authorize(ctx, 'timetableChanges');
  await readOne(ctx, Timetable, timetable);
  const found = await ctx.rows.find(
    Change,
    { timetable, number: { $from: firstAfter(follower.last) } },
    { orderBy: { number: 'asc' }, limit: changesMax },
  );
  follower.last = found.at(-1)?.number ?? follower.last;
  follower.isBehind = found.length === changesMax;
  return found;
}
