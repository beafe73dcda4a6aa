import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { ChangeKind } from '../../../schema/timetables.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { endsUnasked, keptDates, type EndedDate } from '../changes/single-dates.js';
import { judgeStates, storeChange } from '../changes/storing.js';
import { dropUndone } from '../changes/changes.queries.js';
import { namedClashes } from '../changes/clashes.js';
import { publishedFor } from '../drafts/published.js';
import { isInScope, runValues, type RunScope } from '../problem/run-scope.js';
import { statesOf, withPriorities, type RunResult } from './store-draft.js';
import type { MeetingState, StateChange } from '../changes/states.js';
import { readFacts, readStates } from '../changes/states.queries.js';
import { replacedMeetings } from './runs.queries.js';

/** Thrown when the published timetable was changed during the run and leaves no room for the result. */
export class ClashingResultError extends Error {
  constructor(readonly text: Text) {
    super(text.en);
    this.name = 'ClashingResultError';
  }
}

/** Thrown when changes of single dates would end with a result, to which nobody has said yes. */
export class EndingDatesError extends Error {
  readonly text: Text;

  constructor(ended: readonly EndedDate[]) {
    const { text } = endsUnasked(ended);
    super(text.en);
    this.name = 'EndingDatesError';
    this.text = text;
  }
}

/**
 * Stores the result of a run as one change of the published timetable: the meetings of the scope get their
 * places, those that a plan replaced are retired; all others, and locked ones, stay as they are. Answers the
 * timetable and the meetings of the scope.
 * @throws ClashingResultError when something stands in its way by now, EndingDatesError
 */
export async function storeInPublished(
  ctx: Context,
  em: EntityManager,
  semester: string,
  scope: RunScope,
  result: RunResult & { readonly reason: string | null; readonly endsDates: boolean },
): Promise<{ timetable: string; meetings: ReadonlySet<string> }> {
  const timetable = await publishedFor(ctx, em, semester);
  const results = [...result.assignments, ...result.unplaced].map(({ meeting }) => meeting);
  const known = await readFacts(em, results);
  const facts = new Map(
    [...known].filter(([, { teachingClass: id, ...each }]) => isInScope(scope, { ...each, id })),
  );
  const retired = await replacedIn(em, timetable.id, scope);
  const before = await readStates(em, timetable.id, [...facts.keys(), ...retired]);
  const changes: StateChange[] = [
    ...(await statesOf(result, facts, before))
      .filter(([meeting]) => !before.get(meeting)?.isLocked)
      .map(([meeting, after]) => changeOf(meeting, before.get(meeting) ?? null, after)),
    ...retired.map((meeting) => ({ meeting, before: before.get(meeting) ?? null, after: null })),
  ];
  const { kept, ended } = keptDates(changes, facts);
  if (ended.length > 0 && !result.endsDates) throw new EndingDatesError(ended);
  const judged = await judgeStates(em, timetable.id, kept, facts);
  const clashes = judged.overlaps.filter(({ isKnown }) => !isKnown);
  if (clashes.length > 0) {
    const [{ text }] = await namedClashes(em, clashes.slice(0, 1));
    throw new ClashingResultError(text);
  }
  const made = await withPriorities(em, judged.made, result.courseTypePriorities);
  const change = { ...judged, made, kind: ChangeKind.RUN, reason: result.reason, accepted: null };
  await storeChange(ctx, em, timetable, change);
  await dropUndone(em, timetable.id, ctx.viewer?.userId ?? null);
  return { timetable: timetable.id, meetings: new Set(facts.keys()) };
}

/** A row keeps its identifier. */
const changeOf = (meeting: string, before: MeetingState | null, after: MeetingState): StateChange => ({
  meeting,
  before,
  after: { ...after, id: before?.id ?? uuidv7() },
});

/**
 * Meetings of the scope that the timetable still holds although a later plan of the curriculum replaced them.
 */
async function replacedIn(em: EntityManager, timetable: string, scope: RunScope): Promise<string[]> {
  const rows = await replacedMeetings(em, timetable, ...runValues(scope));
  return rows.map(({ id }) => id);
}
