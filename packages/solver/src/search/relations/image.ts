import { DISTRIBUTION_TYPES, PAIR_TYPES, type Distribution, type Problem } from '../../model.js';
import type { Price } from '../image/prices.js';
import type { Grid } from '../image/grid.js';
import { Rows } from '../image/rows.js';
import { travelPeriodsOf } from '../image/travel-periods.js';

/** Kinds are indexes in `DISTRIBUTION_TYPES`; from this one on they concern whole sets. */
export const FIRST_SET_KIND = PAIR_TYPES.length;
/** The kind of pairs attended by the same people. */
export const SAME_ATTENDEES = DISTRIBUTION_TYPES.indexOf('SameAttendees');

/** Week atoms of a time are bits of one number. */
const ATOMS_MAX = 32;

/** Relations between meetings as flat arrays: distributions, and pairs of meetings that share students. */
export interface RelationImage {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly parameter: Int32Array;
  readonly secondParameter: Int32Array;
  readonly soft: Int32Array;
  readonly hard: Int32Array;
  /** 1 where the cost is the mean over all weeks, rounded down. */
  readonly isAveraged: Uint8Array;
  /** The rule's weight, which is part of `soft`. */
  readonly weight: number;
  readonly memberStart: Int32Array;
  readonly member: Int32Array;
  /** Relations of a meeting, and its position among their members. */
  readonly relationStart: Int32Array;
  readonly relation: Int32Array;
  readonly position: Int32Array;
  /** Meetings that share students with a meeting, and the cost of a conflict. */
  readonly sharedStart: Int32Array;
  readonly shared: Int32Array;
  readonly sharedSoft: Int32Array;
  readonly sharedHard: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly days: Int32Array;
  /** Week atoms of a time as a bit set, and the number of weeks in each. */
  readonly weeks: Int32Array;
  readonly atoms: number;
  readonly atomWeight: Int32Array;
  /** Meetings tied to a meeting by a small required relation, so that they had better move together. */
  readonly partnerStart: Int32Array;
  readonly partner: Int32Array;
  readonly travel: Uint16Array;
  readonly rooms: number;
  readonly weekCount: number;
}

/** What a unit of required relations costs, and of those that are only wished. */
export interface RelationPrices {
  readonly required: Price & { readonly weight: number };
  readonly wished: Price & { readonly weight: number };
}

interface Accounting {
  /** So many violations are counted for a broken required pair, so that it weighs as much as a clash. */
  readonly hardUnit: number;
  /** Whether a relation is already counted in cells. */
  readonly isCounted: (relation: Distribution) => boolean;
}

/** Null when the problem has no relations. Long, because it fills all arrays of the image in one pass. */
export function relationsOf(
  problem: Problem,
  { required: price, wished }: RelationPrices,
  students: Price,
  grid: Pick<Grid, 'atoms' | 'atomWeight' | 'image'>,
  { hardUnit, isCounted }: Accounting,
): RelationImage | null {
  const index = new Map(problem.meetings.map(({ id }, m) => [id, m]));
  const all = problem.distributions ?? [];
  const isOn = ({ required }: Distribution) => {
    const { soft, hard } = required ? price : wished;
    return soft + hard > 0;
  };
  const relations = all
    .filter((relation) => isOn(relation) && (relation.meetings.length > 1 || isSetKind(relation)))
    .filter((relation) => !isCounted(relation));
  const sharing =
    students.soft + students.hard > 0
      ? sharedStudents(problem, index)
      : new Map<number, Map<number, number>>();
  if (relations.length === 0 && sharing.size === 0) return null;
  if (grid.atoms > ATOMS_MAX) {
    throw new Error(
      `Relations and students need times that distinguish at most ${ATOMS_MAX} kinds of weeks, not ` +
        `${grid.atoms}.\nMaybe give whole-term courses fewer different week patterns.`,
    );
  }
  const members = new Rows();
  const of: number[][] = problem.meetings.map(() => []);
  const place: number[][] = problem.meetings.map(() => []);
  for (const [d, relation] of relations.entries()) {
    const list = relation.meetings.map((id) => {
      const m = index.get(id);
      if (m === undefined) throw new Error(`There is no meeting ${id} in the problem.`);
      return m;
    });
    members.add(list);
    for (const [i, m] of list.entries()) {
      of[m].push(d);
      place[m].push(i);
    }
  }
  const numbers = (value: (relation: Distribution) => number) => Int32Array.from(relations, value);
  const isHard = ({ required }: Distribution) => (required ? price : wished).hard > 0;
  const [ofRows, placeRows, sharedRows, sharedCounts] = [new Rows(), new Rows(), new Rows(), new Rows()];
  for (const [m] of problem.meetings.entries()) {
    ofRows.add(of[m]);
    placeRows.add(place[m]);
    const others = sharing.get(m) ?? new Map<number, number>();
    sharedRows.add(others.keys());
    sharedCounts.add(others.values());
  }
  const times = (value: (span: Problem['times'][number]) => number) => Int32Array.from(problem.times, value);
  return {
    count: relations.length,
    kind: Uint8Array.from(relations, (relation) => DISTRIBUTION_TYPES.indexOf(relation.type)),
    parameter: numbers((relation) => relation.parameters?.[0] ?? 0),
    secondParameter: numbers((relation) => relation.parameters?.[1] ?? 0),
    soft: numbers((relation) =>
      isHard(relation) ? 0 : relation.required ? price.weight : (relation.penalty ?? 0) * wished.weight,
    ),
    hard: numbers((relation) => (isHard(relation) ? hardUnit : 0)),
    isAveraged: Uint8Array.from(relations, ({ type, required }) => Number(type !== 'MaxDays' && !required)),
    weight: wished.weight,
    memberStart: members.starts(),
    member: members.all(),
    relationStart: ofRows.starts(),
    relation: ofRows.all(),
    position: placeRows.all(),
    sharedStart: sharedRows.starts(),
    shared: sharedRows.all(),
    sharedSoft: sharedCounts.all().map((count) => count * students.soft),
    sharedHard: sharedCounts.all().map((count) => count * students.hard),
    start: times((span) => span.start),
    end: times((span) => span.start + span.length),
    days: times((span) => span.days),
    weeks: grid.image.timeAtoms,
    atoms: grid.atoms,
    atomWeight: grid.atomWeight,
    ...partnersOf(problem.meetings.length, relations, index),
    travel: travelPeriodsOf(problem),
    rooms: problem.rooms.length,
    weekCount: problem.calendar.weeks,
  };
}

/** Relations up to this size tie their members to each other. */
const TIED_MAX = 6;

/** Meetings that only must not overlap are not partners. */
function partnersOf(
  meetings: number,
  relations: readonly Distribution[],
  index: ReadonlyMap<string, number>,
) {
  const partners = Array.from({ length: meetings }, () => new Set<number>());
  for (const { type, required, meetings: ids } of relations) {
    if (!required || ids.length > TIED_MAX || type === 'NotOverlap' || type === 'SameAttendees') continue;
    const members = ids.map((id) => index.get(id) as number);
    for (const a of members) for (const b of members) if (a !== b) partners[a].add(b);
  }
  const rows = new Rows();
  for (const set of partners) rows.add(set);
  return { partnerStart: rows.starts(), partner: rows.all() };
}

function isSetKind({ type }: Distribution): boolean {
  return DISTRIBUTION_TYPES.indexOf(type) >= FIRST_SET_KIND;
}

function sharedStudents(
  problem: Problem,
  index: ReadonlyMap<string, number>,
): Map<number, Map<number, number>> {
  const sharing = new Map<number, Map<number, number>>();
  const add = (a: number, b: number, students: number) => {
    const others = sharing.get(a) ?? new Map<number, number>();
    sharing.set(a, others);
    others.set(b, (others.get(b) ?? 0) + students);
  };
  for (const [meetings, students] of attendances(problem.students)) {
    const attended = meetings.flatMap((id) => index.get(id) ?? []);
    for (const a of attended) for (const b of attended) if (a !== b) add(a, b, students);
  }
  return sharing;
}

/** What students attend, and how many the same: those of one group choose alike. */
function attendances(students: Problem['students'] = []): Map<readonly string[], number> {
  const byIds = new Map<string, readonly string[]>();
  const counts = new Map<readonly string[], number>();
  for (const { meetings } of students) {
    const key = JSON.stringify(meetings);
    const list = byIds.get(key) ?? meetings;
    byIds.set(key, list);
    counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return counts;
}
