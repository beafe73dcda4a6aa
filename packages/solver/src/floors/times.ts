import type { Domain } from '../conflicts/domains.js';
import type { Problem, RuleId, TimeSpan } from '../model.js';
import { priorityPenalty } from '../rules/course-priority.js';
import { eveningPenalty } from '../rules/evening.js';
import { breaksCrossed } from '../rules/long-break.js';
import { classesOf, weeksOf } from '../rules/people.js';
import { dislike } from '../rules/teacher-preference.js';
import { daysOf, overlaps } from '../rules/view.js';
import { weekendPenalty } from '../rules/weekend.js';
import { bitsIn, unitsOf, type Ground } from './ground.js';
import { leastCost, type Demand } from './transport.js';

/** A rule on the time of one meeting: what a time counts, and what of the meeting that depends on. */
interface TimeRule {
  readonly rule: RuleId;
  penalty(ground: Ground, domain: Domain, time: TimeSpan, index: number): number;
  key(ground: Ground, domain: Domain): string;
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** A number for each list, so that meetings that share one are alike. */
export function numberOf(list: object): number {
  let number = numbers.get(list);
  if (number === undefined) numbers.set(list, (number = numbered++));
  return number;
}

/** The rules on the time of one meeting. */
export const TIME_RULES: readonly TimeRule[] = [
  {
    rule: 'evening',
    penalty: ({ problem }, { meeting }, time) => eveningPenalty(problem.calendar, meeting, time),
    key: (_, { meeting }) => `${classesOf(meeting)}`,
  },
  {
    rule: 'weekend',
    penalty: ({ problem }, { meeting }, time) => weekendPenalty(problem.calendar, meeting, time),
    key: (_, { meeting }) => `${classesOf(meeting)}`,
  },
  {
    rule: 'long-break',
    penalty: ({ problem }, _, time) => breaksCrossed(problem.calendar, time),
    key: () => '',
  },
  {
    rule: 'course-priority',
    penalty: (ground, { meeting }, time) =>
      priorityPenalty(ground.problem.calendar, ground.classOf(meeting), time),
    key: (ground, { meeting }) => `${ground.classOf(meeting).priority ?? ''}`,
  },
  {
    rule: 'time-preference',
    penalty: (_, { meeting }, __, index) => meeting.times.find(({ time }) => time === index)?.penalty ?? 0,
    key: (_, { meeting }) => `${numberOf(meeting.times)}`,
  },
  {
    rule: 'teacher-preference',
    penalty: (_, { teachers }, time) =>
      teachers.length === 0 ? 0 : Math.min(...teachers.map((teacher) => dislike(teacher, time))),
    key: (_, { teachers }) =>
      teachers.some(({ preferences }) => !preferences?.length) ? '' : teachers.map(({ id }) => id).join('/'),
  },
];

/** Rules that count together, each with its weight. */
type Weighed = readonly (readonly [rule: TimeRule, weight: number])[];

/** Meetings that cost alike at every time. */
interface Kind {
  readonly least: number;
  /** What a unit costs above the least, by cell of a week; Infinity where it cannot be. */
  readonly cells: Float64Array;
  /** The same for one of the weeks that the meetings are held. */
  readonly weekly: Float64Array;
  /** Whether they cost the same wherever they can be. */
  readonly isEven: boolean;
}

/** Days of more periods make flows too large. */
const PERIODS_MAX = 24;

/**
 * The least that the times of all meetings cost by some rules: each its cheapest time, and more where a
 * group, a teacher or the rooms that suit cannot hold so much at these.
 */
export function leastOfTimes(ground: Ground, rules: Weighed): number {
  const kinds = new Kinds(ground, rules);
  let least = 0;
  for (const domain of ground.all) least += kinds.of(domain).least;
  if (ground.problem.calendar.periods > PERIODS_MAX) return least;
  const owners = ownersOf(ground).map((owner) => ({ owner, above: kinds.above(owner, new Set()) }));
  const taken = new Set<Domain>();
  for (const { owner } of owners.filter(({ above }) => above > 0).sort((a, b) => b.above - a.above)) {
    const above = kinds.above(owner, taken);
    if (above === 0) continue;
    least += above;
    for (const domain of owner.domains) taken.add(domain);
  }
  return least;
}

/** Owners of more meetings, such as rooms, are judged in their fullest week only. */
const PARTS_MAX = 100;

/** Who can hold only so many meetings at a time. */
interface Owner {
  readonly domains: readonly Domain[];
  /** How many at once, by cell of a week. */
  readonly capacity: (week: number) => Uint8Array | Uint32Array;
}

class Kinds {
  readonly #kinds = new Map<string, Kind>();
  readonly #known = new Map<Domain, Kind>();

  constructor(
    private readonly ground: Ground,
    private readonly rules: Weighed,
  ) {}

  of(domain: Domain): Kind {
    const known = this.#known.get(domain);
    if (known) return known;
    const parts = this.rules.map(([{ key }]) => key(this.ground, domain));
    const key = [numberOf(domain.times), ...parts].join();
    const kind = this.#kinds.get(key) ?? this.#kindOf(domain);
    this.#kinds.set(key, kind);
    this.#known.set(domain, kind);
    return kind;
  }

  /**
   * What the meetings of an owner cost above their cheapest times: all of it in the fullest week, or in each
   * week its part, whichever is more.
   */
  above(owner: Owner, except: ReadonlySet<Domain>): number {
    if (owner.domains.every((domain) => this.of(domain).isEven)) return 0;
    const weeks = weeksOfOwner(this.ground, owner, except);
    const fullest = weeks.reduce((most, { units }) => Math.max(most, units), 0);
    let [whole, inParts] = [0, 0];
    for (const { held, units, capacity, count } of weeks) {
      const least = (costs: (kind: Kind) => Float64Array) =>
        leastCost(this.#demandsOf(held, costs), capacity, this.ground.work);
      if (units === fullest)
        whole = Math.max(
          whole,
          least(({ cells }) => cells),
        );
      if (owner.domains.length <= PARTS_MAX) inParts += count * least(({ weekly }) => weekly);
    }
    return Math.max(whole, inParts);
  }

  #demandsOf(domains: readonly Domain[], costsOf: (kind: Kind) => Float64Array): readonly Demand[] {
    const demands = new Map<Kind, { units: number; readonly costs: Float64Array }>();
    for (const domain of domains) {
      const kind = this.of(domain);
      const demand = demands.get(kind) ?? { units: 0, costs: costsOf(kind) };
      demand.units += this.ground.shapeOf(domain).units;
      demands.set(kind, demand);
    }
    return [...demands.values()];
  }

  #kindOf(domain: Domain): Kind {
    const { calendar, times } = this.ground.problem;
    const costs = domain.times.map((index) =>
      this.rules.reduce(
        (sum, [rule, weight]) => sum + weight * rule.penalty(this.ground, domain, times[index], index),
        0,
      ),
    );
    const least = costs.reduce((a, b) => Math.min(a, b), costs.length === 0 ? 0 : Infinity);
    const cells = new Float64Array(calendar.days * calendar.periods).fill(Infinity);
    const weekly = cells.slice();
    for (const [at, index] of domain.times.entries()) {
      const each = (costs[at] - least) / unitsOf(times[index]);
      const weeks = Math.max(1, weeksOf(times[index]));
      for (const cell of cellsOf(times[index], calendar.periods)) {
        cells[cell] = Math.min(cells[cell], each);
        weekly[cell] = Math.min(weekly[cell], each / weeks);
      }
    }
    return { least, cells, weekly, isEven: costs.every((cost) => cost === least) };
  }
}

function cellsOf({ days, start, length }: TimeSpan, periods: number): number[] {
  return daysOf({ weeks: '', days, start, length }).flatMap((day) =>
    Array.from({ length }, (_, at) => day * periods + start + at),
  );
}

/** The week in which the meetings take the most periods. */
export function fullestWeek(ground: Ground, domains: readonly Domain[]): number {
  const sums = new Array<number>(ground.problem.calendar.weeks).fill(0);
  for (const domain of domains) {
    const { weeks, units } = ground.shapeOf(domain);
    for (const week of weeks) sums[week] += units;
  }
  return sums.indexOf(Math.max(...sums));
}

/** Weeks in which an owner has the same meetings and the same capacity. */
interface OwnWeeks {
  readonly held: readonly Domain[];
  /** Periods that the meetings take in each of them. */
  readonly units: number;
  readonly capacity: ArrayLike<number>;
  count: number;
}

const knownWeeks = new WeakMap<Owner, readonly OwnWeeks[]>();

function weeksOfOwner(ground: Ground, owner: Owner, except: ReadonlySet<Domain>): readonly OwnWeeks[] {
  const left = owner.domains.filter((domain) => !except.has(domain));
  const isWhole = left.length === owner.domains.length;
  const known = isWhole ? knownWeeks.get(owner) : undefined;
  if (known) return known;
  const weeks = new Map<string, OwnWeeks>();
  for (let week = 0; week < ground.problem.calendar.weeks; week++) {
    const held = left.filter((domain) => ground.shapeOf(domain).weeks.includes(week));
    const capacity = owner.capacity(week);
    const key = `${held.map(({ meeting }) => meeting.id).join()}/${capacity.join('')}`;
    const same = weeks.get(key);
    if (same) same.count++;
    else {
      const units = held.reduce((sum, domain) => sum + ground.shapeOf(domain).units, 0);
      weeks.set(key, { held, units, capacity, count: 1 });
    }
  }
  const list = [...weeks.values()];
  if (isWhole) knownWeeks.set(owner, list);
  return list;
}

const knownOwners = new WeakMap<Ground, readonly Owner[]>();

function ownersOf(ground: Ground): readonly Owner[] {
  const owners = knownOwners.get(ground) ?? allOwners(ground);
  knownOwners.set(ground, owners);
  return owners;
}

function allOwners(ground: Ground): Owner[] {
  const { problem, all } = ground;
  const cells = problem.calendar.days * problem.calendar.periods;
  const one = new Uint8Array(cells).fill(1);
  const alone = (lists: ReadonlyMap<string, readonly Domain[]>): Owner[] =>
    [...lists.values()].map((domains) => ({ domains, capacity: () => one }));
  return [
    ...(ground.isHard('group-conflict') ? alone(ground.byGroup) : []),
    ...(ground.isHard('teacher-conflict') ? alone(ground.bySoleTeacher) : []),
    ...(ground.isHard('room-conflict') ? roomOwners(problem, all) : []),
  ];
}

/** Lists of rooms, each with the meetings that can be nowhere else. */
function roomOwners(problem: Problem, all: readonly Domain[]): Owner[] {
  const lists = [...new Set(all.flatMap(({ rooms }) => (rooms?.length ? [rooms] : [])))];
  const sets = lists.slice(0, ROOM_LISTS_MAX).map((rooms) => new Set(rooms));
  return sets.map((set) => {
    const inside = new Set(lists.filter((rooms) => rooms.every((room) => set.has(room))));
    return {
      domains: all.filter(({ rooms }) => rooms && inside.has(rooms)),
      capacity: (week) => freeRooms(problem, [...set], week),
    };
  });
}

const ROOM_LISTS_MAX = 100;

/** How many of the rooms are available, by cell of a week. */
function freeRooms(problem: Problem, rooms: readonly Problem['rooms'][number][], week: number): Uint32Array {
  const { days, periods, weeks } = problem.calendar;
  const only = '0'.repeat(week) + '1' + '0'.repeat(weeks - week - 1);
  const free = new Uint32Array(days * periods).fill(rooms.length);
  for (const { unavailable = [] } of rooms) {
    const lost = new Set<number>();
    for (const span of unavailable)
      if (overlaps({ ...span, weeks: only }, span))
        for (const cell of cellsOf(span, periods)) if (cell < free.length) lost.add(cell);
    for (const cell of lost) free[cell]--;
  }
  return free;
}

/** How many days the times of some meetings are on, all together. */
export const daysOfAll = (ground: Ground, domains: readonly Domain[]): number =>
  bitsIn(domains.reduce((days, domain) => days | ground.shapeOf(domain).days, 0));
