import type { EntityManager } from '@mikro-orm/postgresql';
import { noticeRows } from '../../../data/data.queries.js';
import { slices } from '../../../data/in-turns.js';
import { json } from '../../../data/statements.js';
import {
  countUnplaced,
  retire,
  writeDates,
  writeStatesAlone,
  writeStatesAndTouch,
  writeStatesOnly,
  type WrittenState,
} from './occupancy.queries.js';
import { standsOf, type MeetingState, type StateChange } from './states.js';

/**
 * Writes the states after a change and what its meetings occupy then: rows are added, changed or taken away.
 * The timetable has another version, and its unplaced meetings stay counted.
 */
export async function writeStates(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
): Promise<void> {
  const retired = changes.filter(({ after }) => !after).map(({ meeting }) => meeting);
  if (retired.length) await retire(em, timetable, retired);
  const kept = changes.flatMap(({ meeting, after }) => (after ? rowsOf(meeting, after) : []));
  const isCounted = kept.length > 0 && changes.every(hasSamePart);
  const write = isCounted ? writeStatesAndTouch : writeStatesOnly;
  if (kept.length) await write(em, timetable, json(kept));
  if (!isCounted) await countUnplaced(em, timetable);
  const dated = changes.filter(({ before, after }) => before?.dates || after?.dates);
  if (dated.length) {
    const dates = dated.flatMap(({ meeting, after }) =>
      (after?.dates ?? []).map((date) => ({ ...date, meeting })),
    );
    await writeDates(
      em,
      timetable,
      dated.map(({ meeting }) => meeting),
      json(dates),
    );
  }
  const added = changes.filter(({ before, after }) => !before && after).length;
  await noticeRows(em, added, counted);
}

/** The columns by which the planner finds the places of a timetable. */
const counted = 'class_assignment (timetable_id, meeting_id, teaching_class_id, day_of_week)';

/** States that one statement writes, so that none holds up others of this process. */
const writtenMax = 2_000;

/** Writes the states of meetings of a new timetable, which holds so many others and occupies nothing yet. */
export async function writeNewStates(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  others = 0,
): Promise<void> {
  for (const slice of slices(changes, writtenMax)) {
    await writeStatesAlone(
      em,
      timetable,
      json(slice.flatMap(({ meeting, after }) => (after ? rowsOf(meeting, after) : []))),
    );
  }
  await countUnplaced(em, timetable);
  await noticeRows(em, changes.length + others, counted);
}

const isUnplaced = (state: MeetingState | null): boolean => state !== null && state.place === null;

/** Whether the change leaves a meeting among the unplaced ones, or among the others. */
const hasSamePart = ({ before, after }: StateChange): boolean => isUnplaced(before) === isUnplaced(after);

/** What a timetable says of a meeting, and where it stands on single dates. */
function rowsOf(meeting: string, { place, dates, ...state }: MeetingState): WrittenState[] {
  const [week, ...single] = standsOf({ place, dates });
  const at = { at: 0, meeting };
  return [{ ...at, ...week, ...state }, ...single.map((stand) => ({ ...at, ...stand }))];
}
