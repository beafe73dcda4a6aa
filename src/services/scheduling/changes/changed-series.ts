import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4 } from 'uuid';
import { groupBy } from '../../../data/loaders.js';
import { readFacts, readOthers, type MeetingFacts, type MeetingState, type StateChange } from './states.js';

/** What a new series is of. */
export interface NewSeries {
  readonly id: string;
  readonly teachingClass: string;
  readonly creditHourType: string | null;
  /** The series that it was part of, whose further fields it takes over. */
  readonly origin: string | null;
  /** How important it is; larger is more important. That of the origin, else 5, where it is left out. */
  readonly priority?: number;
}

/** Who stands where together: the key by which the meetings of one series agree. */
const standOf = ({ place }: MeetingState): string => (place ? `${place.teacher} ${place.room}` : '');

/**
 * Gives each placed meeting its series. Meetings of one series that come to stand with different teachers or
 * in different rooms split there: the larger part, of equals the one with the smallest sequence, keeps the
 * id. Placed meetings without a series join one of the same teaching class, hour type, teacher and room, or
 * begin one. Answers the changes with the meetings added that only changed their series.
 */
export async function withSeries(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
): Promise<{ changes: StateChange[]; facts: ReadonlyMap<string, MeetingFacts>; made: NewSeries[] }> {
  if (changes.every(staysInSeries)) return { changes: [...changes], facts, made: [] };
  const after = new Map(changes.map((change) => [change.meeting, change]));
  const touched = [
    ...new Set(changes.flatMap(({ before, after: state }) => [before?.series, state?.series])),
  ];
  const known = touched.filter((id): id is string => typeof id === 'string');
  const { states: others, facts: ofOthers } = await readOthers(em, timetable, known, [...after.keys()]);
  const members = new Map(others);
  for (const { meeting, after: state } of changes) if (state) members.set(meeting, state);
  const sequences = await sequencesOf(em, [...members.keys()], new Map([...facts, ...ofOthers]));

  const { seriesOf, made } = arranged(members, sequences);
  const settled = changes.map((change) => {
    const series = seriesOf.get(change.meeting);
    return change.after && series && series !== change.after.series
      ? { ...change, after: { ...change.after, series } }
      : change;
  });
  for (const [meeting, state] of others) {
    const series = seriesOf.get(meeting);
    if (series && series !== state.series)
      settled.push({ meeting, before: state, after: { ...state, series } });
  }
  return { changes: settled, facts: sequences, made };
}

/** The series of each placed meeting, and those that are new. */
function arranged(
  members: ReadonlyMap<string, MeetingState>,
  facts: ReadonlyMap<string, MeetingFacts>,
): { readonly seriesOf: ReadonlyMap<string, string>; readonly made: NewSeries[] } {
  const made: NewSeries[] = [];
  const begin = (meeting: string, origin: string | null): string => {
    const { teachingClass, creditHourType } = facts.get(meeting)!;
    const id = uuidv4();
    made.push({ id, teachingClass, creditHourType, origin });
    return id;
  };
  const seriesOf = new Map<string, string>();
  const placed = [...members].filter(([, { place }]) => place);
  const inSeries = placed.filter(([, { series }]) => series);
  for (const [id, part] of groupBy(inSeries, ([, { series }]) => series!)) {
    const stands = [...groupBy(part, ([, state]) => standOf(state)).values()].map((meetings) =>
      meetings.map(([meeting]) => meeting),
    );
    const first = (meetings: readonly string[]): number =>
      Math.min(...meetings.map((meeting) => facts.get(meeting)!.sequence));
    stands.sort((a, b) => b.length - a.length || first(a) - first(b));
    for (const [at, meetings] of stands.entries()) {
      const series = at === 0 ? id : begin(meetings[0], id);
      for (const meeting of meetings) seriesOf.set(meeting, series);
    }
  }
  const keyOf = ([meeting, state]: readonly [string, MeetingState]): string => {
    const { teachingClass, creditHourType } = facts.get(meeting)!;
    return `${teachingClass} ${creditHourType} ${standOf(state)}`;
  };
  const byKey = new Map(inSeries.map((each) => [keyOf(each), seriesOf.get(each[0])!]));
  for (const each of placed) {
    const [meeting] = each;
    if (seriesOf.has(meeting)) continue;
    const series = byKey.get(keyOf(each)) ?? begin(meeting, null);
    byKey.set(keyOf(each), series);
    seriesOf.set(meeting, series);
  }
  return { seriesOf, made };
}

/** Whether nothing splits or joins a series, because teacher, room and series are as before. */
const staysInSeries = ({ before, after }: StateChange): boolean =>
  before?.place != null &&
  after?.place != null &&
  after.series !== null &&
  before.series === after.series &&
  standOf(before) === standOf(after);

/** The facts of the meetings; those that are not known yet are read. */
async function sequencesOf(
  em: EntityManager,
  meetings: readonly string[],
  known: ReadonlyMap<string, MeetingFacts>,
): Promise<ReadonlyMap<string, MeetingFacts>> {
  const unknown = meetings.filter((meeting) => !known.has(meeting));
  return unknown.length ? new Map([...known, ...(await readFacts(em, unknown))]) : known;
}

/**
 * Stores new series; a part takes over the further fields of the series that it was part of. One whose
 * meetings name no credit-hour type has that of theory, which clients choose first too.
 */
export async function storeSeries(em: EntityManager, made: readonly NewSeries[]): Promise<void> {
  if (made.length === 0) return;
  await em.execute(
    `insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
       total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
     select n.id, n."teachingClass", coalesce(n."creditHourType", (
         select id from credit_hour_type order by name like '%理论%' desc, created_at, id limit 1)),
       coalesce(o.teaching_hours, 0), o.scheduled_hours, o.total_hours, coalesce(o.priority, n.priority, 5),
       o.course_ownership, o.teaching_campus_id, coalesce(o.consecutive_periods, 2)
     from jsonb_to_recordset($1) as n (id uuid, "teachingClass" uuid, "creditHourType" uuid, origin uuid,
       priority int)
     left join series o on o.id = n.origin`,
    [JSON.stringify(made)],
  );
}
