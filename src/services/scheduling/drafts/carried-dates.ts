import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { overlapsAfter } from '../changes/clashes.js';
import { isNew, timesOf, type Overlap } from '../changes/occupancy.js';
import { keptDates, type EndedDate } from '../changes/single-dates.js';
import {
  standOn,
  withDates,
  type DateState,
  type MeetingFacts,
  type MeetingState,
  type StateChange,
} from '../changes/states.js';
import { readMeetings, readStates } from '../changes/states.queries.js';
import { datedMeetingsOf } from './drafts.queries.js';

/** The single dates of a published timetable in the one that takes its place. */
export interface CarriedDates {
  /** What the new one takes over, as changes of it. */
  readonly changes: readonly StateChange[];
  readonly overlaps: readonly Overlap[];
  readonly facts: ReadonlyMap<string, MeetingFacts>;
  /** What means nothing any more, and the changes in which it ends. */
  readonly ended: readonly EndedDate[];
  readonly endedBy: readonly StateChange[];
}

/** What of the single dates of a timetable still means something in another and clashes with nothing. */
export async function carriedDates(em: EntityManager, from: string, to: string): Promise<CarriedDates> {
  const meetings = (await datedMeetingsOf(em, from)).map(({ meeting }) => meeting);
  const { facts, states: before } = await readMeetings(em, from, meetings);
  const now = await readStates(em, to, meetings);
  const all = meetings.map((meeting): StateChange => ({
    meeting,
    before: before.get(meeting)!,
    after: now.get(meeting) ?? null,
  }));
  const { kept, ended: lost } = keptDates(all, facts);
  const ended = [...lost];
  let left = kept;
  for (;;) {
    const changes = left.filter(({ after }) => after?.dates);
    const overlaps = await overlapsAfter(em, to, changes);
    const clashing = clashingDates(changes, overlaps.filter(isNew));
    if (clashing.length === 0) {
      const endedBy = left.filter(({ meeting }) => ended.some((each) => each.meeting === meeting));
      return { changes: changes.map((each) => inPlaceOf(each, now)), overlaps, facts, ended, endedBy };
    }
    ended.push(...clashing);
    left = left.map((change) => withoutDates(change, clashing));
  }
}

/** The single dates that need something which another meeting has then. */
function clashingDates(changes: readonly StateChange[], overlaps: readonly Overlap[]): EndedDate[] {
  const needed = new Map<string, Set<string>>();
  for (const { first, second, slots } of overlaps)
    for (const meeting of [first, second])
      for (const { week, day } of timesOf(slots))
        needed.set(meeting, (needed.get(meeting) ?? new Set()).add(`${week} ${day}`));
  const clashing = changes.flatMap(({ meeting, after }) =>
    after!.dates!.flatMap((date): EndedDate[] => {
      const stand = standOn(after!.place!, date);
      return stand && needed.get(meeting)?.has(`${stand.week} ${stand.day}`)
        ? [{ meeting, week: date.week }]
        : [];
    }),
  );
  if (clashing.length > 0 || overlaps.length === 0) return clashing;
  // Nobody can tell which date it is: all of these meetings.
  return changes
    .filter(({ meeting }) => needed.has(meeting))
    .flatMap(({ meeting, after }) => after!.dates!.map(({ week }) => ({ meeting, week })));
}

function withoutDates(change: StateChange, ended: readonly EndedDate[]): StateChange {
  const { meeting, after } = change;
  const isLeft = ({ week }: DateState): boolean =>
    !ended.some((each) => each.meeting === meeting && each.week === week);
  return after?.dates ? { ...change, after: withDates(after, after.dates.filter(isLeft)) } : change;
}

/** The same as a change of the new timetable, with rows of its own. */
function inPlaceOf({ meeting, after }: StateChange, now: ReadonlyMap<string, MeetingState>): StateChange {
  const dates = after!.dates!.map((date) => ({ ...date, id: uuidv7() }));
  return { meeting, before: now.get(meeting) ?? null, after: withDates(after!, dates) };
}
