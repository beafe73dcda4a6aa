import type { Meeting } from '../model.js';
import type { Pause } from '../deadline.js';
import { overloadedSets, type Supply } from './flow.js';
import type { Measure } from './measures.js';

/**
 * A meeting that needs one of several owners (rooms, teachers, a group, …) throughout one of several times.
 */
export interface Demand<Owner> {
  readonly meeting: Meeting;
  readonly times: readonly number[];
  readonly owners: readonly Owner[];
}

/** The demands on some owners, and when those are available. */
interface Pool<Owner> {
  readonly demands: readonly Demand<Owner>[];
  /** The times of a list at which an owner is available; the same list for the same answer. Default: all. */
  open?(owner: Owner, times: readonly number[]): readonly number[];
  /** Called now and then; may throw. */
  readonly pause?: Pause;
}

/** Meetings that need more of their owners than there is, whatever the search does. */
export interface Shortage<Owner> {
  readonly meetings: readonly Meeting[];
  /** A few of them that already are too many: without any one of these the count would fit. */
  readonly core: readonly Meeting[];
  readonly owners: readonly Owner[];
  /** The unit counted, and the amounts needed and offered over all weeks. */
  readonly unit: Measure['unit'];
  readonly needed: number;
  readonly offered: number;
  /** The meetings to drop so that the others fit by the count: at least that many cannot be placed. */
  readonly excess: readonly Meeting[];
}

/** With more edges between meetings and what they need, edges are not examined individually. */
const EDGES_MAX = 300_000;

/** Finds violations of Hall's condition: meetings whose owners and times do not suffice for all of them. */
export function shortagesOf<Owner>(
  pool: Pool<Owner>,
  measuresOf: (demands: readonly Demand<Owner>[]) => Iterable<Measure>,
): Shortage<Owner>[] {
  return componentsOf(pool.demands).flatMap((demands) => {
    if (demands.length < 2) return [];
    // A shortage by one measure need not be reported again by another.
    for (const measure of measuresOf(demands)) {
      pool.pause?.();
      const count = new Count(demands, pool, measure);
      const found = count.isSufficient() ? [] : count.shortages();
      if (found.length > 0) return found;
    }
    return [];
  });
}

interface Kind<Owner> {
  readonly demands: Demand<Owner>[];
  readonly times: readonly number[];
  readonly owners: readonly Owner[];
}

/** Owners that no demand distinguishes. */
interface Interchangeable<Owner> {
  readonly owners: Owner[];
}

class Count<Owner> {
  /** Meetings with the same needs. */
  readonly #kinds: readonly Kind<Owner>[];

  constructor(
    private readonly demands: readonly Demand<Owner>[],
    private readonly pool: Pool<Owner>,
    private readonly measure: Measure,
  ) {
    const kinds = new Map<readonly number[], Map<readonly Owner[], Kind<Owner>>>();
    for (const demand of demands) {
      const { times, owners } = demand;
      const ofTimes = kinds.get(times) ?? new Map<readonly Owner[], Kind<Owner>>();
      kinds.set(times, ofTimes);
      const kind = ofTimes.get(owners) ?? { demands: [], times, owners };
      ofTimes.set(owners, kind);
      kind.demands.push(demand);
    }
    this.#kinds = [...kinds.values()].flatMap((ofTimes) => [...ofTimes.values()]);
  }

  /** Quick check: whether the permanent owners offered to each meeting suffice for all together. */
  isSufficient(): boolean {
    const needed = sum(this.demands.map((demand) => this.#units(demand)));
    return this.#kinds.every(({ times, owners }) => {
      this.pool.pause?.();
      const whole = owners.filter((owner) => this.#openTimes(owner, times) === times).length;
      return whole * this.measure.offer(times) >= needed;
    });
  }

  shortages(): Shortage<Owner>[] {
    const { supplies, capacity, ownersOf } = this.#transport();
    return overloadedSets(supplies, capacity, this.pool.pause).map((set) => {
      const reach = (kinds: ReadonlySet<number>) => new Set([...kinds].flatMap((k) => supplies[k].sinks));
      const offer = (kinds: ReadonlySet<number>) => sum([...reach(kinds)].map((sink) => capacity[sink]));
      const all = set.flatMap((k) => this.#kinds[k].demands.map((demand) => ({ k, demand })));
      const needed = sum(all.map(({ demand }) => this.#units(demand)));
      const offered = offer(new Set(set));
      return {
        meetings: all.map(({ demand }) => demand.meeting),
        core: this.#core(all, supplies, capacity),
        owners: [...new Set([...reach(new Set(set))].flatMap(ownersOf))],
        unit: this.measure.unit,
        needed,
        offered,
        excess: this.#excess(
          all.map(({ demand }) => demand),
          needed - offered,
        ),
      };
    });
  }

  /** Drops meetings, those that need least first, as long as the others are still too many. */
  #core(
    all: readonly { readonly k: number; readonly demand: Demand<Owner> }[],
    supplies: readonly Supply[],
    capacity: readonly number[],
  ): Meeting[] {
    const users = capacity.map(() => 0);
    const left = supplies.map(() => 0);
    let over = 0;
    for (const { k, demand } of all) {
      over += this.#units(demand);
      if (left[k]++ > 0) continue;
      for (const sink of supplies[k].sinks) if (users[sink]++ === 0) over -= capacity[sink];
    }
    const leastFirst = [...all].sort((a, b) => this.#units(a.demand) - this.#units(b.demand));
    return leastFirst.flatMap(({ k, demand }) => {
      const freed =
        left[k] > 1 ? 0 : sum(supplies[k].sinks.map((sink) => (users[sink] === 1 ? capacity[sink] : 0)));
      const rest = over - this.#units(demand) + freed;
      if (rest <= 0) return [demand.meeting];
      over = rest;
      if (--left[k] === 0) for (const sink of supplies[k].sinks) users[sink]--;
      return [];
    });
  }

  /** Those that need most go first. */
  #excess(demands: readonly Demand<Owner>[], over: number): Meeting[] {
    const excess: Meeting[] = [];
    let left = over;
    for (const demand of [...demands].sort((a, b) => this.#units(b) - this.#units(a))) {
      if (left <= 0) break;
      left -= this.#units(demand);
      excess.push(demand.meeting);
    }
    return excess;
  }

  /**
   * Supplies are kinds of meetings, sinks the cells of interchangeable owners (one sink each on large
   * problems).
   */
  #transport() {
    const ranks = this.#ranks();
    const listed = new Map(ranks.flatMap((rank) => rank.owners.map((owner) => [owner, rank] as const)));
    const ranksOf = new Map<readonly Owner[], ReadonlySet<Interchangeable<Owner>>>();
    for (const { owners } of this.#kinds)
      if (!ranksOf.has(owners))
        ranksOf.set(owners, new Set(owners.map((owner) => listed.get(owner) as Interchangeable<Owner>)));
    const offers = this.#kinds.map(({ times, owners }) =>
      [...(ranksOf.get(owners) ?? [])].map((rank) => [rank, this.#openTimes(rank.owners[0], times)] as const),
    );
    const edges = sum(offers.flat().map(([, times]) => this.measure.cells(times).length));
    const isCoarse = edges > EDGES_MAX;
    const capacity: number[] = [];
    const rankOf: Interchangeable<Owner>[] = [];
    const numbers = new Map<Interchangeable<Owner>, Map<number, number>>(
      ranks.map((rank) => [rank, new Map()]),
    );
    const sinkOf = (rank: Interchangeable<Owner>, cell: number, size: number): number => {
      const ofRank = numbers.get(rank) as Map<number, number>;
      const cached = ofRank.get(cell);
      if (cached !== undefined) return cached;
      ofRank.set(cell, capacity.length);
      rankOf.push(rank);
      return capacity.push(size * rank.owners.length) - 1;
    };
    const everywhere = this.measure.capacity(
      new Set(this.#kinds.flatMap(({ times }) => this.measure.cells(times))),
    );
    const supplies = this.#kinds.map(({ demands }, k): Supply => {
      this.pool.pause?.();
      return {
        units: sum(demands.map((demand) => this.#units(demand))),
        sinks: offers[k].flatMap(([rank, times]) =>
          isCoarse
            ? [sinkOf(rank, -1, everywhere)]
            : this.measure.cells(times).map((cell) => sinkOf(rank, cell, this.measure.capacityOf(cell))),
        ),
      };
    });
    return { supplies, capacity, ownersOf: (sink: number) => rankOf[sink].owners };
  }

  #ranks(): Interchangeable<Owner>[] {
    const lists = [...new Set(this.#kinds.map(({ owners }) => owners))];
    const inLists = new Map<Owner, number[]>();
    for (const [i, list] of lists.entries()) {
      for (const owner of list) {
        const own = inLists.get(owner);
        if (own) own.push(i);
        else inLists.set(owner, [i]);
      }
    }
    const ranks = new Map<string, Interchangeable<Owner>>();
    let away = 0;
    for (const [owner, own] of inLists) {
      this.pool.pause?.();
      const isWhole = this.#kinds.every(({ times }) => this.#openTimes(owner, times) === times);
      const key = isWhole ? own.join() : `away ${away++}`;
      const rank = ranks.get(key);
      if (rank) rank.owners.push(owner);
      else ranks.set(key, { owners: [owner] });
    }
    return [...ranks.values()];
  }

  #units({ times }: Demand<Owner>): number {
    return this.measure.units(times);
  }

  #openTimes(owner: Owner, times: readonly number[]): readonly number[] {
    return this.pool.open ? this.pool.open(owner, times) : times;
  }
}

/** Demands connected by common owners, directly or through others. */
function componentsOf<Owner>(demands: readonly Demand<Owner>[]): Demand<Owner>[][] {
  const leaders = new Map<Owner, Owner>();
  const leaderOf = (owner: Owner): Owner => {
    let leader = owner;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    if (leader !== owner) leaders.set(owner, leader);
    return leader;
  };
  const joined = new Set<readonly Owner[]>();
  for (const { owners } of demands) {
    if (joined.has(owners)) continue;
    joined.add(owners);
    for (const owner of owners) {
      const [a, b] = [leaderOf(owners[0]), leaderOf(owner)];
      if (a !== b) leaders.set(b, a);
    }
  }
  const components = new Map<Owner, Demand<Owner>[]>();
  for (const demand of demands) {
    if (demand.owners.length === 0 || demand.times.length === 0) continue;
    const leader = leaderOf(demand.owners[0]);
    const component = components.get(leader);
    if (component) component.push(demand);
    else components.set(leader, [demand]);
  }
  return [...components.values()];
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
