import { DISTRIBUTION_TYPES, type Distribution, type Problem } from '../../model.js';
import type { Price } from '../image/prices.js';
import type { Grid } from '../image/grid.js';
import { Rows } from '../image/image.js';
import { FIRST_SET_KIND, holds, isTooClose, SAME_ATTENDEES } from './kinds.js';
import { WEEK_DAYS, WholeSets } from './whole-sets.js';

/** Week atoms of a time are bits of one number. */
const ATOMS_MAX = 32;
const TRAVEL_MAX = 65_535;

/** Relations between meetings as flat arrays: distributions, and pairs of meetings that share students. */
export interface RelationImage {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly soft: Int32Array;
  readonly hard: Int32Array;
  /** 1 where the cost is the mean of all weeks, rounded down. */
  readonly isAveraged: Uint8Array;
  /** The rule's weight, which is part of `soft`. */
  readonly weight: number;
  readonly memberStart: Int32Array;
  readonly member: Int32Array;
  /** Relations of a meeting, and its place among their members. */
  readonly ofStart: Int32Array;
  readonly of: Int32Array;
  readonly place: Int32Array;
  /** Meetings that share students with a meeting, and what a conflict of the two costs. */
  readonly sharedStart: Int32Array;
  readonly shared: Int32Array;
  readonly sharedSoft: Int32Array;
  readonly sharedHard: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly days: Int32Array;
  /**
   * Week atoms of a time as a bit set, and the weeks in each: weeks that no time tells apart are one atom.
   */
  readonly weeks: Int32Array;
  readonly atoms: number;
  readonly atomWeight: Int32Array;
  /** Meetings that a small required relation ties to a meeting, so that they best move together. */
  readonly partnerStart: Int32Array;
  readonly partner: Int32Array;
  readonly travel: Uint16Array;
  readonly rooms: number;
  readonly weekCount: number;
}

interface Units {
  /** Violations that one broken required pair counts, to weigh as much as a clash in cells. */
  readonly hardUnit: number;
  /** Whether a relation is counted in cells already. */
  readonly isCounted: (relation: Distribution) => boolean;
}

/** Null when the problem has no relations. */
export function relationsOf(
  problem: Problem,
  price: Price & { weight: number },
  students: Price,
  grid: Pick<Grid, 'atoms' | 'atomWeight' | 'image'>,
  { hardUnit, isCounted }: Units,
): RelationImage | null {
  const index = new Map(problem.meetings.map(({ id }, m) => [id, m]));
  const all = problem.distributions ?? [];
  const isOn = price.soft + price.hard > 0;
  const relations = isOn
    ? all
        .filter((relation) => relation.meetings.length > 1 || isSetKind(relation))
        .filter((relation) => !isCounted(relation))
    : [];
  const sharing =
    students.soft + students.hard > 0
      ? sharedStudents(problem, index)
      : new Map<number, Map<number, number>>();
  if (relations.length === 0 && sharing.size === 0) return null;
  if (grid.atoms > ATOMS_MAX) {
    throw new Error(
      `Relations and students need times that tell at most ${ATOMS_MAX} weeks apart, not ` +
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
  const isHard = (relation: Distribution) => relation.required && price.hard > 0;
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
    first: numbers((relation) => relation.parameters?.[0] ?? 0),
    second: numbers((relation) => relation.parameters?.[1] ?? 0),
    soft: numbers((relation) =>
      isHard(relation) ? 0 : (relation.required ? 1 : (relation.penalty ?? 0)) * price.weight,
    ),
    hard: numbers((relation) => (isHard(relation) ? hardUnit : 0)),
    isAveraged: Uint8Array.from(relations, ({ type, required }) => Number(type !== 'MaxDays' && !required)),
    weight: price.weight,
    memberStart: members.starts(),
    member: members.all(),
    ofStart: ofRows.starts(),
    of: ofRows.all(),
    place: placeRows.all(),
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
    travel: travelMatrix(problem),
    rooms: problem.rooms.length,
    weekCount: problem.calendar.weeks,
  };
}

/** Relations up to this size tie their members to each other. */
const TIED_MAX = 6;

/** Meetings that only keep out of each other's way are not tied. */
function partnersOf(
  meetings: number,
  relations: readonly Distribution[],
  index: ReadonlyMap<string, number>,
) {
  const tied = Array.from({ length: meetings }, () => new Set<number>());
  for (const { type, required, meetings: ids } of relations) {
    if (!required || ids.length > TIED_MAX || type === 'NotOverlap' || type === 'SameAttendees') continue;
    const members = ids.map((id) => index.get(id) as number);
    for (const a of members) for (const b of members) if (a !== b) tied[a].add(b);
  }
  const rows = new Rows();
  for (const set of tied) rows.add(set);
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
  const add = (a: number, b: number) => {
    const others = sharing.get(a) ?? new Map<number, number>();
    sharing.set(a, others);
    others.set(b, (others.get(b) ?? 0) + 1);
  };
  for (const { meetings } of problem.students ?? []) {
    const attended = meetings.flatMap((id) => index.get(id) ?? []);
    for (const a of attended) for (const b of attended) if (a !== b) add(a, b);
  }
  return sharing;
}

/**
 * Periods from each room to each other; the most specific entry counts: rooms, then buildings, then campuses.
 */
function travelMatrix({ rooms, travel = [] }: Problem): Uint16Array {
  if (travel.length === 0) return new Uint16Array(0);
  const matrix = new Uint16Array(rooms.length ** 2);
  const between = new Map<string | undefined, Map<string | undefined, number>>();
  for (const { from, to, periods } of travel) {
    for (const [x, y] of [
      [from, to],
      [to, from],
    ]) {
      const ways = between.get(x);
      if (ways) ways.set(y, periods);
      else between.set(x, new Map([[y, periods]]));
    }
  }
  for (const [a, x] of rooms.entries()) {
    const [fromRoom, fromBuilding, fromCampus] = [x.id, x.building, x.campus].map((id) => between.get(id));
    if (!fromRoom && !fromBuilding && !fromCampus) continue;
    for (const [b, y] of rooms.entries()) {
      if (a === b) continue;
      const periods = fromRoom?.get(y.id) ?? fromBuilding?.get(y.building) ?? fromCampus?.get(y.campus) ?? 0;
      matrix[a * rooms.length + b] = Math.min(TRAVEL_MAX, periods);
    }
  }
  return matrix;
}

/** The cost of relations, one meeting at a time. */
export class Relations {
  /** What the last `weigh` found. */
  soft = 0;
  hard = 0;

  constructor(
    private readonly image: RelationImage,
    private readonly time: Int32Array,
    private readonly room: Int32Array,
  ) {
    this.#sets = new WholeSets(image, time);
  }

  readonly #sets: WholeSets;
  #known = -1;
  readonly #memory = new Int32Array(8);
  #oldest = 0;

  /**
   * What meeting m adds when it stands at time t in room r beside those that are placed. The last two answers
   * are remembered until another meeting changes, because a rejected trial asks for each of them twice.
   */
  weigh(m: number, t: number, r: number): void {
    const memory = this.#memory;
    if (m === this.#known) {
      for (let i = 0; i < 8; i += 4) {
        if (memory[i] !== t || memory[i + 1] !== r) continue;
        this.soft = memory[i + 2];
        this.hard = memory[i + 3];
        return;
      }
    } else {
      this.#known = m;
      memory[0] = -1;
      memory[4] = -1;
    }
    this.#judge(m, t, r);
    const at = this.#oldest;
    memory[at] = t;
    memory[at + 1] = r;
    memory[at + 2] = this.soft;
    memory[at + 3] = this.hard;
    this.#oldest = 4 - at;
  }

  #judge(m: number, t: number, r: number): void {
    const { ofStart, of, place, kind, soft, hard } = this.image;
    this.soft = 0;
    this.hard = 0;
    for (let i = ofStart[m], end = ofStart[m + 1]; i < end; i++) {
      const d = of[i];
      if (kind[d] >= FIRST_SET_KIND) this.#weighSet(d, m, t);
      else {
        const broken =
          kind[d] === SAME_ATTENDEES ? this.#tooClose(d, m, t, r) : this.#brokenPairs(d, place[i], t, r);
        this.soft += broken * soft[d];
        this.hard += broken * hard[d];
      }
    }
    this.#weighStudents(m, t, r);
  }

  /** The commonest type on large sets, without the detour over `#holds`. */
  #tooClose(d: number, m: number, t: number, r: number): number {
    const { memberStart, member, start, end, days, weeks, travel, rooms } = this.image;
    const { time, room } = this;
    const [from, to, ofDays, ofWeeks] = [start[t], end[t], days[t], weeks[t]];
    const travels = r >= 0 && travel.length > 0;
    let broken = 0;
    for (let i = memberStart[d], last = memberStart[d + 1]; i < last; i++) {
      const other = member[i];
      const u = time[other];
      if (u < 0 || other === m || (ofDays & days[u]) === 0 || (ofWeeks & weeks[u]) === 0) continue;
      const way = travels && room[other] >= 0 ? travel[r * rooms + room[other]] : 0;
      if (to + way > start[u] && end[u] + way > from) broken++;
    }
    return broken;
  }

  #weighStudents(m: number, t: number, r: number): void {
    const { sharedStart, shared, sharedSoft, sharedHard } = this.image;
    for (let i = sharedStart[m], end = sharedStart[m + 1]; i < end; i++) {
      const u = this.time[shared[i]];
      if (u < 0 || !isTooClose(this.image, t, r, u, this.room[shared[i]])) continue;
      this.soft += sharedSoft[i];
      this.hard += sharedHard[i];
    }
  }

  #brokenPairs(d: number, place: number, t: number, r: number): number {
    const { memberStart, member, kind, first } = this.image;
    const begin = memberStart[d];
    let broken = 0;
    for (let i = begin, end = memberStart[d + 1]; i < end; i++) {
      const u = this.time[member[i]];
      if (u < 0 || i - begin === place) continue;
      const s = this.room[member[i]];
      const isKept =
        i - begin > place
          ? holds(this.image, kind[d], t, r, u, s, first[d])
          : holds(this.image, kind[d], u, s, t, r, first[d]);
      if (!isKept) broken++;
    }
    return broken;
  }

  #weighSet(d: number, m: number, t: number): void {
    const sets = this.#sets;
    const ofDays = this.image.days[t];
    let [before, after] = [0, 0];
    for (let day = 0; day < WEEK_DAYS; day++) {
      const without = sets.onDay(d, day, m);
      before += without;
      after += (ofDays >> day) & 1 ? sets.onDay(d, day, m, t) : without;
    }
    this.hard += this.image.hard[d] * (sets.hard(d, after) - sets.hard(d, before));
    this.soft += sets.soft(d, after) - sets.soft(d, before);
  }
}
