import type { Distribution, DistributionType, Problem } from '../model.js';
import type { Price } from './compile.js';
import { Rows } from './image.js';

const KINDS: readonly DistributionType[] = [
  'SameStart',
  'SameTime',
  'DifferentTime',
  'SameDays',
  'DifferentDays',
  'SameWeeks',
  'DifferentWeeks',
  'Overlap',
  'NotOverlap',
  'SameRoom',
  'DifferentRoom',
  'SameAttendees',
  'Precedence',
  'WorkDay',
  'MinGap',
  'MaxDays',
  'MaxDayLoad',
  'MaxBreaks',
  'MaxBlock',
];
const SAME_ATTENDEES = KINDS.indexOf('SameAttendees');
const FIRST_SET_KIND = KINDS.indexOf('MaxDays');
const WEEKS_MAX = 32;
const TRAVEL_MAX = 65_535;

/** Relations between meetings as flat arrays: distributions, and pairs of meetings that share students. */
export interface RelationImage {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly soft: Int32Array;
  readonly hard: Int32Array;
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
  /** Weeks of a time as a bit set. */
  readonly weeks: Int32Array;
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
  if (problem.calendar.weeks > WEEKS_MAX)
    throw new Error(`Distributions need semesters of at most ${WEEKS_MAX} weeks.`);
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
    kind: Uint8Array.from(relations, (relation) => KINDS.indexOf(relation.type)),
    first: numbers((relation) => relation.parameters?.[0] ?? 0),
    second: numbers((relation) => relation.parameters?.[1] ?? 0),
    soft: numbers((relation) =>
      isHard(relation) ? 0 : (relation.required ? 1 : (relation.penalty ?? 0)) * price.weight,
    ),
    hard: numbers((relation) => (isHard(relation) ? hardUnit : 0)),
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
    weeks: times((span) =>
      [...span.weeks].reduce((bits, bit, week) => (bit === '1' ? bits | (1 << week) : bits), 0),
    ),
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
  return KINDS.indexOf(type) >= FIRST_SET_KIND;
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

function travelMatrix({ rooms, travel = [] }: Problem): Uint16Array {
  if (travel.length === 0) return new Uint16Array(0);
  const matrix = new Uint16Array(rooms.length ** 2);
  const between = new Map<string, number>();
  for (const { from, to, periods } of travel) {
    between.set(`${from}>${to}`, periods);
    between.set(`${to}>${from}`, periods);
  }
  for (const [a, x] of rooms.entries()) {
    for (const [b, y] of rooms.entries()) {
      if (a === b) continue;
      const periods =
        between.get(`${x.id}>${y.id}`) ??
        between.get(`${x.building}>${y.building}`) ??
        between.get(`${x.campus}>${y.campus}`) ??
        0;
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
  ) {}

  #known = -1;
  readonly #memory = new Int32Array(8);
  #oldest = 0;

  /**
   * What meeting m adds when it stands at time t in room r beside those that are placed. The last two answers are
   * remembered until another meeting changes, because a rejected trial asks for each of them twice.
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
      if (u < 0 || !this.#isTooClose(t, r, u, this.room[shared[i]])) continue;
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
      const holds =
        i - begin > place
          ? this.#holds(kind[d], t, r, u, s, first[d])
          : this.#holds(kind[d], u, s, t, r, first[d]);
      if (!holds) broken++;
    }
    return broken;
  }

  #holds(kind: number, t: number, r: number, u: number, s: number, parameter: number): boolean {
    const { start, end, days, weeks } = this.image;
    switch (kind) {
      case 0:
        return start[t] === start[u];
      case 1:
        return (start[t] <= start[u] && end[u] <= end[t]) || (start[u] <= start[t] && end[t] <= end[u]);
      case 2:
        return end[t] <= start[u] || end[u] <= start[t];
      case 3:
        return isNested(days[t], days[u]);
      case 4:
        return (days[t] & days[u]) === 0;
      case 5:
        return isNested(weeks[t], weeks[u]);
      case 6:
        return (weeks[t] & weeks[u]) === 0;
      case 7:
        return this.#overlaps(t, u);
      case 8:
        return !this.#overlaps(t, u);
      case 9:
        return r === s;
      case 10:
        return r !== s;
      case 11:
        return !this.#isTooClose(t, r, u, s);
      case 12:
        return this.#isBefore(t, u);
      case 13:
        return !this.#meets(t, u) || Math.max(end[t], end[u]) - Math.min(start[t], start[u]) <= parameter;
      default:
        return !this.#meets(t, u) || end[t] + parameter <= start[u] || end[u] + parameter <= start[t];
    }
  }

  #meets(t: number, u: number): boolean {
    const { days, weeks } = this.image;
    return (days[t] & days[u]) !== 0 && (weeks[t] & weeks[u]) !== 0;
  }

  #overlaps(t: number, u: number): boolean {
    const { start, end } = this.image;
    return start[t] < end[u] && start[u] < end[t] && this.#meets(t, u);
  }

  #isTooClose(t: number, r: number, u: number, s: number): boolean {
    const { start, end, travel, rooms } = this.image;
    if (!this.#meets(t, u)) return false;
    const way = r >= 0 && s >= 0 && travel.length > 0 ? travel[r * rooms + s] : 0;
    return end[t] + way > start[u] && end[u] + way > start[t];
  }

  #isBefore(t: number, u: number): boolean {
    const { start, end, days, weeks } = this.image;
    const [week, other] = [lowest(weeks[t]), lowest(weeks[u])];
    if (week !== other) return week < other;
    const [day, otherDay] = [lowest(days[t]), lowest(days[u])];
    return day !== otherDay ? day < otherDay : end[t] <= start[u];
  }

  /** Relations on whole sets are judged with and without the meeting. */
  #weighSet(d: number, m: number, t: number): void {
    const { memberStart, member, hard, soft, kind, weekCount } = this.image;
    const times: number[] = [];
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      if (member[i] !== m && this.time[member[i]] >= 0) times.push(this.time[member[i]]);
    }
    const without = this.#excess(d, times);
    times.push(t);
    const including = this.#excess(d, times);
    this.hard += hard[d] * (including - without);
    const isWhole = kind[d] === FIRST_SET_KIND;
    const cost = (excess: number) => (isWhole ? excess * soft[d] : this.#weekly(excess, d, weekCount));
    this.soft += cost(including) - cost(without);
  }

  /** The format divides the penalty of all weeks by their number and drops the rest, before the weight. */
  #weekly(excess: number, d: number, weekCount: number): number {
    const { soft, weight } = this.image;
    return weight === 0 ? 0 : Math.floor((excess * (soft[d] / weight)) / weekCount) * weight;
  }

  #excess(d: number, times: readonly number[]): number {
    const { kind, first, second, days, weeks, weekCount, start, end } = this.image;
    const limit = first[d];
    if (kind[d] === FIRST_SET_KIND) {
      return Math.max(0, bitCount(times.reduce((bits, t) => bits | days[t], 0)) - limit);
    }
    let sum = 0;
    for (let week = 0; week < weekCount; week++) {
      for (let day = 0; day < 7; day++) {
        const ofDay = times.filter((t) => (weeks[t] >>> week) & 1 && (days[t] >> day) & 1);
        if (ofDay.length === 0) continue;
        if (kind[d] === FIRST_SET_KIND + 1) {
          sum += Math.max(0, ofDay.reduce((load, t) => load + end[t] - start[t], 0) - limit);
          continue;
        }
        ofDay.sort((a, b) => start[a] - start[b]);
        let blocks = 0;
        let tooLong = 0;
        for (let i = 0; i < ofDay.length;) {
          const from = start[ofDay[i]];
          let to = end[ofDay[i]];
          const firstOfBlock = i++;
          while (i < ofDay.length && start[ofDay[i]] <= to + second[d]) to = Math.max(to, end[ofDay[i++]]);
          blocks++;
          if (i - firstOfBlock > 1 && to - from > limit) tooLong++;
        }
        sum += kind[d] === FIRST_SET_KIND + 2 ? Math.max(0, blocks - 1 - limit) : tooLong;
      }
    }
    return sum;
  }
}

function isNested(a: number, b: number): boolean {
  const common = a & b;
  return common === a || common === b;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
