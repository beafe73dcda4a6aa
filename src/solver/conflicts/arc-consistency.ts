import type { Distribution, DistributionType, Problem } from '../model.js';
import { distributionFault } from '../rules/distribution-types.js';
import type { Placed } from '../rules/view.js';

/** Pairs of times judged before the question is given up. */
const LOOKS_MAX = 300_000;

/** Types that two times alone can break. */
const OF_TIMES: ReadonlySet<DistributionType> = new Set<DistributionType>([
  'SameStart',
  'SameTime',
  'DifferentTime',
  'SameDays',
  'DifferentDays',
  'SameWeeks',
  'DifferentWeeks',
  'Overlap',
  'NotOverlap',
  'SameAttendees',
  'Precedence',
  'WorkDay',
  'MinGap',
]);

/** Relations that leave a meeting no time. */
export interface Deadlock {
  readonly barred: string;
  /** Those whose times led to it, the barred one included. */
  readonly meetings: readonly string[];
  /** Places of the relations in the problem's list. */
  readonly relations: readonly number[];
}

/** Whether two times go together, by type and parameters: asked again for every set of requirements. */
const knownPairs = new WeakMap<Problem['times'], Map<string, Map<number, boolean>>>();

interface Tie {
  readonly index: number;
  readonly relation: Distribution;
  /** The other meeting, and whether it is listed after. */
  readonly other: string;
  readonly isAfter: boolean;
}

/**
 * Gives up times that no time of a related meeting goes with, until nothing changes: chains of relations that
 * cannot hold end with a meeting that has no time left. Relations that are not `active` are passed over.
 */
export function narrowed(
  problem: Problem,
  choices: ReadonlyMap<string, readonly number[]>,
  isActive: (relation: number) => boolean = () => true,
): Deadlock[] {
  const narrowing = new Narrowing(problem, choices, isActive);
  return narrowing.deadlocks();
}

class Narrowing {
  readonly #ties = new Map<string, Tie[]>();
  readonly #left: Map<string, readonly number[]>;
  /** Ties that have taken times from a meeting. */
  readonly #causes = new Map<string, Set<Tie>>();
  readonly #known: Map<string, Map<number, boolean>>;
  #looks = 0;

  constructor(
    private readonly problem: Problem,
    choices: ReadonlyMap<string, readonly number[]>,
    isActive: (relation: number) => boolean,
  ) {
    this.#left = new Map(choices);
    this.#known = knownPairs.get(problem.times) ?? new Map<string, Map<number, boolean>>();
    knownPairs.set(problem.times, this.#known);
    for (const [index, relation] of (problem.distributions ?? []).entries()) {
      if (!relation.required || !OF_TIMES.has(relation.type) || !isActive(index)) continue;
      const members = relation.meetings.filter((id) => choices.has(id));
      for (const [i, a] of members.entries()) {
        for (const b of members.slice(i + 1)) {
          this.#tie(a, { index, relation, other: b, isAfter: true });
          this.#tie(b, { index, relation, other: a, isAfter: false });
        }
      }
    }
  }

  deadlocks(): Deadlock[] {
    const found: Deadlock[] = [];
    const waiting = new Set(this.#ties.keys());
    for (const id of waiting) {
      waiting.delete(id);
      if (this.#looks > LOOKS_MAX) break;
      if (!this.#narrow(id)) continue;
      if (this.#left.get(id)?.length === 0) {
        found.push(this.#deadlock(id));
        // The others go on without it.
        this.#left.delete(id);
        continue;
      }
      for (const { other } of this.#ties.get(id) ?? []) waiting.add(other);
    }
    return found;
  }

  #tie(id: string, tie: Tie): void {
    const own = this.#ties.get(id);
    if (own) own.push(tie);
    else this.#ties.set(id, [tie]);
  }

  /** Whether times were given up. */
  #narrow(id: string): boolean {
    const before = this.#left.get(id);
    if (!before) return false;
    let times = before;
    for (const tie of this.#ties.get(id) ?? []) {
      const others = this.#left.get(tie.other);
      if (!others) continue;
      const kept = times.filter((time) => others.some((other) => this.#goesWith(tie, time, other)));
      if (kept.length === times.length) continue;
      times = kept;
      const causes = this.#causes.get(id);
      if (causes) causes.add(tie);
      else this.#causes.set(id, new Set([tie]));
    }
    this.#left.set(id, times);
    return times !== before;
  }

  #goesWith({ relation, isAfter }: Tie, own: number, other: number): boolean {
    const [a, b] = isAfter ? [own, other] : [other, own];
    const name = `${relation.type} ${relation.parameters?.join() ?? ''}`;
    const known = this.#known.get(name) ?? new Map<number, boolean>();
    this.#known.set(name, known);
    const key = a * this.problem.times.length + b;
    let holds = known.get(key);
    if (holds === undefined) {
      // Out of looks, everything goes.
      if (++this.#looks > LOOKS_MAX) return true;
      const members = [this.#placed(a), this.#placed(b)];
      holds = distributionFault(this.problem, relation, members, () => 0).amount === 0;
      known.set(key, holds);
    }
    return holds;
  }

  #deadlock(barred: string): Deadlock {
    const meetings = new Set([barred]);
    const relations = new Set<number>();
    for (const id of meetings) {
      for (const { other, index } of this.#causes.get(id) ?? []) {
        meetings.add(other);
        relations.add(index);
      }
    }
    return { barred, meetings: [...meetings], relations: [...relations].sort((a, b) => a - b) };
  }

  /** A meeting at a time, nowhere: relations on times ask for nothing else. */
  #placed(time: number): Placed {
    return {
      meeting: { id: '', teachingClass: '', size: 0, teachers: [], groups: [], times: [] },
      teachingClass: { id: '', name: '' },
      time: this.problem.times[time],
      placement: { meeting: '', time, room: null, teacher: null },
      room: null,
      teacher: null,
      groups: [],
    };
  }
}
