import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4 } from 'uuid';
import { inTurns } from '../../../data/in-turns.js';
import { groupBy } from '../../../data/loaders.js';
import type { NewSeries } from './changes.queries.js';
import type { MeetingFacts, MeetingState, StateChange } from './states.js';
import { readFacts, readOthers } from './states.queries.js';

/** Teacher and room of a placed meeting, which all meetings of a series share. */
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

  const { seriesOf, made } = await arranged(members, sequences);
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

interface Arranged {
  readonly seriesOf: Map<string, string>;
  readonly made: NewSeries[];
}

/** The series of each placed meeting, and those that are new; worked out class by class, which are many. */
async function arranged(
  members: ReadonlyMap<string, MeetingState>,
  facts: ReadonlyMap<string, MeetingFacts>,
): Promise<Arranged> {
  const placed = [...members].filter(([, { place }]) => place);
  const classes = groupBy(placed, ([meeting]) => facts.get(meeting)!.teachingClass);
  const all: Arranged = { seriesOf: new Map(), made: [] };
  await inTurns(classes.values(), (ofClass) => arrange(ofClass, facts, all));
  return all;
}

/** The same of the meetings of a teaching class, added to those of others. */
function arrange(
  placed: readonly (readonly [string, MeetingState])[],
  facts: ReadonlyMap<string, MeetingFacts>,
  { seriesOf, made }: Arranged,
): void {
  const begin = (meeting: string, origin: string | null): string => {
    const { teachingClass, creditHourType } = facts.get(meeting)!;
    const id = uuidv4();
    made.push({ id, teachingClass, creditHourType, origin });
    return id;
  };
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
  const keyOf = ([meeting, state]: readonly [string, MeetingState]): string =>
    `${facts.get(meeting)!.creditHourType} ${standOf(state)}`;
  const byKey = new Map(inSeries.map((each) => [keyOf(each), seriesOf.get(each[0])!]));
  for (const each of placed) {
    const [meeting] = each;
    if (seriesOf.has(meeting)) continue;
    const series = byKey.get(keyOf(each)) ?? begin(meeting, null);
    byKey.set(keyOf(each), series);
    seriesOf.set(meeting, series);
  }
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
