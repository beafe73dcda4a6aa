import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { ChangeKind } from '../../../schema/timetables.js';
import type { Sentence } from '@class-scheduling/solver';
import type { Context } from '../../../data/context.js';
import { inTurns } from '../../../data/in-turns.js';
import type { PlacedMeeting } from '../problem/solver-places.js';
import { withSeries } from '../changes/changed-series.js';
import { storeNew } from '../changes/new-timetable.js';
import { refuseTooManyDrafts, type WantedDraft } from '../drafts/draft-bounds.js';
import { insertTimetable, publishedOf } from '../drafts/drafts.js';
import { lockSemester } from '../drafts/drafts.queries.js';
import type { NewSeries } from '../changes/changes.queries.js';
import type { MeetingFacts, MeetingState } from '../changes/states.js';
import { readFacts, readStates } from '../changes/states.queries.js';
import { courseTypesOf } from './runs.queries.js';

/** What a run made of a semester. */
export interface RunResult {
  readonly softCost: number;
  readonly assignments: readonly PlacedMeeting[];
  readonly unplaced: readonly { readonly meeting: string; readonly reason: Sentence }[];
  /** How important the run took courses to be, by their types. */
  readonly courseTypePriorities?: Readonly<Record<string, number>>;
}

/**
 * Stores the result of a run as a new draft, in a number of statements that does not depend on its size.
 * Meetings that keep their teacher and room keep their series and lock. Answers the id of the draft.
 * @throws OPERATION_INVALID when the semester has as many drafts as it may
 */
export async function storeDraft(
  ctx: Context,
  em: EntityManager,
  { semester, isPromised }: { readonly semester: string } & WantedDraft,
  { softCost, assignments, unplaced, courseTypePriorities }: RunResult,
): Promise<string> {
  await lockSemester(em, semester);
  await refuseTooManyDrafts(ctx, em, semester, { isPromised });
  const published = await publishedOf(em, semester);
  const id = await insertTimetable(ctx, em, { semester, base: published, softCost });
  const meetings = [...assignments, ...unplaced].map(({ meeting }) => meeting);
  // Meetings that were deleted since the snapshot are left out.
  const facts = await readFacts(em, meetings);
  const standing = published ? await readStates(em, published, meetings) : new Map<string, MeetingState>();
  const states = await statesOf({ softCost, assignments, unplaced }, facts, standing);
  const changes = states.map(([meeting, after]) => ({ meeting, before: null, after }));
  await storeNew(
    ctx,
    em,
    { id, semester },
    {
      kind: ChangeKind.RUN,
      added: async () => {
        const judged = await withSeries(em, id, changes, facts);
        return { ...judged, made: await withPriorities(em, judged.made, courseTypePriorities) };
      },
    },
  );
  return id;
}

/** New series with the priorities of the run; parts of older ones keep theirs. */
export async function withPriorities(
  em: EntityManager,
  made: readonly NewSeries[],
  priorities: Readonly<Record<string, number>> = {},
): Promise<readonly NewSeries[]> {
  if (made.length === 0 || Object.keys(priorities).length === 0) return made;
  const classes = await courseTypesOf(
    em,
    made.map(({ teachingClass }) => teachingClass),
  );
  const types = new Map(classes.map(({ id, type }) => [id, type]));
  return made.map((series) => ({
    ...series,
    priority: priorities[types.get(series.teachingClass) ?? ''],
  }));
}

/** What the result says of each meeting that still exists. */
export async function statesOf(
  { assignments, unplaced }: RunResult,
  facts: ReadonlyMap<string, MeetingFacts>,
  standing: ReadonlyMap<string, MeetingState>,
): Promise<(readonly [string, MeetingState])[]> {
  const states: (readonly [string, MeetingState])[] = [];
  await inTurns(assignments, ({ meeting, day, period, room, teacher }) => {
    const { isLocked = false, series = null } = standing.get(meeting) ?? {};
    const place = { day, period, room, teacher };
    states.push([meeting, { id: uuidv7(), place, isLocked, series, reasonZh: null, reasonEn: null }]);
  });
  await inTurns(unplaced, ({ meeting, reason: { zh: reasonZh, en: reasonEn } }) => {
    const series = standing.get(meeting)?.series ?? null;
    states.push([meeting, { id: uuidv7(), place: null, isLocked: false, series, reasonZh, reasonEn }]);
  });
  return states.filter(([meeting]) => facts.has(meeting));
}
