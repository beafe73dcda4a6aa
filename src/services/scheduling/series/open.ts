import type { EntityManager } from '@mikro-orm/postgresql';
import { errors } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { requireGrant } from '../../organisation/grants.js';
import { publishedFor } from '../drafts/published.js';
import type { MeetingState } from '../changes/states.js';
import { readSeries } from '../changes/states.queries.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import { publishedSeries, type OpenSeries } from './series.queries.js';

/** That the published timetable holds no such series. */
export const noSeries = (id: string): Error => errors.notFound({ zh: '排课分配', en: 'series' }, id);

/** Opens a series for a change of the caller, who acts for its department. */
export async function openSeries(
  ctx: Context,
  em: EntityManager,
  id: string,
): Promise<{ series: OpenSeries; timetable: ChangedTimetable; states: ReadonlyMap<string, MeetingState> }> {
  const [found] = await publishedSeries(em, id);
  if (!found) throw noSeries(id);
  await requireGrant(ctx, found.department);
  const timetable = await publishedFor(ctx, em, found.semester);
  const states = await readSeries(em, timetable.id, [id]);
  // Somebody may have retired it meanwhile.
  if (states.size === 0) throw noSeries(id);
  return { series: found, timetable, states };
}
