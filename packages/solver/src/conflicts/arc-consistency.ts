import { PAIR_TYPES, type Distribution, type DistributionType, type Problem } from '../model.js';
import { distributionFault } from '../rules/distribution-types.js';
import type { Placed } from '../rules/view.js';
import type { Pause } from '../deadline.js';

/** Maximum number of time pairs checked when searching for deadlocks. */
const CHECKS_MAX = 300_000;

/** Types that depend only on the two times. */
const TIME_TYPES = new Set<DistributionType>(
  PAIR_TYPES.filter((type) => type !== 'SameRoom' && type !== 'DifferentRoom'),
);

/** Relations that leave a meeting without any time. */
interface Deadlock {
  readonly meeting: string;
  /** The meetings whose times caused it, including the one without a time. */
  readonly meetings: readonly string[];
  /** Indexes of the relations in the problem. */
  readonly relations: readonly number[];
}

/** Whether two times are consistent, by type and parameters; every set of requirements asks again. */
const pairCache = new WeakMap<Problem['times'], Map<string, Map<number, boolean>>>();

interface Arc {
  readonly index: number;
  readonly relation: Distribution;
  /** The other meeting, and whether the relation lists it later. */
  readonly other: string;
  readonly isAfter: boolean;
}

/**
 * Makes the times of related meetings arc-consistent (AC-3): a time that is inconsistent with all times of a
 * related meeting is removed, until nothing changes. A chain of relations that cannot hold leaves a meeting
 * without times. Only active relations count. `pause` may throw.
 */
export function deadlocksOf(
  problem: Problem,
  domains: ReadonlyMap<string, readonly number[]>,
  isActive: (relation: number) => boolean = () => true,
  pause: Pause = () => undefined,
): Deadlock[] {
  const consistency = new ArcConsistency(problem, domains, isActive, pause);
  return consistency.deadlocks();
}

class ArcConsistency {
  readonly #arcs = new Map<string, Arc[]>();
  readonly #domains: Map<string, readonly number[]>;
  /** Arcs that removed times of a meeting. */
  readonly #causes = new Map<string, Set<Arc>>();
  readonly #consistent: Map<string, Map<number, boolean>>;
  #checks = 0;

  constructor(
    private readonly problem: Problem,
    choices: ReadonlyMap<string, readonly number[]>,
    isActive: (relation: number) => boolean,
    private readonly pause: Pause,
  ) {
    this.#domains = new Map(choices);
    this.#consistent = pairCache.get(problem.times) ?? new Map<string, Map<number, boolean>>();
    pairCache.set(problem.times, this.#consistent);
    for (const [index, relation] of (problem.distributions ?? []).entries()) {
      if (!relation.required || !TIME_TYPES.has(relation.type) || !isActive(index)) continue;
      pause();
      const members = relation.meetings.filter((id) => choices.has(id));
      for (const [i, a] of members.entries()) {
        for (const b of members.slice(i + 1)) {
          this.#addArc(a, { index, relation, other: b, isAfter: true });
          this.#addArc(b, { index, relation, other: a, isAfter: false });
        }
      }
    }
  }

  deadlocks(): Deadlock[] {
    const found: Deadlock[] = [];
    const waiting = new Set(this.#arcs.keys());
    for (const id of waiting) {
      waiting.delete(id);
      if (this.#checks > CHECKS_MAX) break;
      if (!this.#revise(id)) continue;
      if (this.#domains.get(id)?.length === 0) {
        found.push(this.#deadlock(id));
        // Propagation continues without it.
        this.#domains.delete(id);
        continue;
      }
      for (const { other } of this.#arcs.get(id) ?? []) waiting.add(other);
    }
    return found;
  }

  #addArc(id: string, arc: Arc): void {
    const own = this.#arcs.get(id);
    if (own) own.push(arc);
    else this.#arcs.set(id, [arc]);
  }

  /** Removes inconsistent times; returns whether there were any. */
  #revise(id: string): boolean {
    const before = this.#domains.get(id);
    if (!before) return false;
    let times = before;
    for (const arc of this.#arcs.get(id) ?? []) {
      const others = this.#domains.get(arc.other);
      if (!others) continue;
      this.pause();
      const kept = times.filter((time) => others.some((other) => this.#isConsistent(arc, time, other)));
      if (kept.length === times.length) continue;
      times = kept;
      const causes = this.#causes.get(id);
      if (causes) causes.add(arc);
      else this.#causes.set(id, new Set([arc]));
    }
    this.#domains.set(id, times);
    return times !== before;
  }

  #isConsistent({ relation, isAfter }: Arc, own: number, other: number): boolean {
    const [a, b] = isAfter ? [own, other] : [other, own];
    const name = `${relation.type} ${relation.parameters?.join() ?? ''}`;
    const cache = this.#consistent.get(name) ?? new Map<number, boolean>();
    this.#consistent.set(name, cache);
    const key = a * this.problem.times.length + b;
    let holds = cache.get(key);
    if (holds === undefined) {
      // Beyond the limit, every pair counts as consistent.
      if (++this.#checks > CHECKS_MAX) return true;
      const members = [this.#placed(a), this.#placed(b)];
      holds = distributionFault(this.problem, relation, members, () => 0).amount === 0;
      cache.set(key, holds);
    }
    return holds;
  }

  #deadlock(meeting: string): Deadlock {
    const meetings = new Set([meeting]);
    const relations = new Set<number>();
    for (const id of meetings) {
      for (const { other, index } of this.#causes.get(id) ?? []) {
        meetings.add(other);
        relations.add(index);
      }
    }
    return { meeting, meetings: [...meetings], relations: [...relations].sort((a, b) => a - b) };
  }

  /** An anonymous meeting at a time; relations on times need nothing else. */
  #placed(time: number): Placed {
    return {
      meeting: { id: '', teachingClass: '', size: 0, teachers: [], groups: [], times: [] },
      teachingClass: { id: '', name: '' },
      time: this.problem.times[time],
      placement: { meeting: '', time, room: null, teacher: null },
      room: null,
      teacher: null,
      furtherTeachers: [],
      groups: [],
    };
  }
}
