import type { Distribution, Meeting, Placement, Problem, Room, RuleId } from '../model.js';
import { distributionFault, isTooClose } from '../rules/distribution-types.js';
import { periodsBetween, travelBetween } from '../rules/travel.js';
import { overlaps, type Placed } from '../rules/view.js';
import { keyOf, type Active } from './requirements.js';

const WHOLE_SETS = new Set(['MaxDays', 'MaxDayLoad', 'MaxBreaks', 'MaxBlock']);

/** Travel, required relations and shared students: what placements of several meetings break together. */
export class PairRules {
  readonly #travel: (a: Room, b: Room) => number;
  readonly #relations = new Map<string, (readonly [index: number, relation: Distribution])[]>();
  /** Meetings that share students with a meeting, if students must not miss any. */
  readonly #classmates = new Map<string, Set<string>>();

  constructor(
    private readonly problem: Problem,
    hard: ReadonlySet<RuleId>,
    private readonly without: ReadonlySet<string>,
    private readonly meetingOf: (id: string) => Meeting,
    private readonly placedOf: (placement: Placement) => Placed,
  ) {
    this.#travel = travelBetween(problem);
    if (hard.has('student-conflict')) this.#collectClassmates();
    for (const [index, relation] of (problem.distributions ?? []).entries()) {
      if (!relation.required || !hard.has('distribution')) continue;
      for (const id of relation.meetings) {
        const relations = this.#relations.get(id);
        if (relations) relations.push([index, relation]);
        else this.#relations.set(id, [[index, relation]]);
      }
    }
  }

  hasRelations(meeting: string): boolean {
    return this.#relations.has(meeting);
  }

  /** Meetings that share a required relation with it, or students who must attend both. */
  related(meeting: string): string[] {
    const members = (this.#relations.get(meeting) ?? []).flatMap(([, relation]) => relation.meetings);
    return [...members, ...(this.#classmates.get(meeting) ?? [])];
  }

  /** Whether two placements break travel or a relation on pairs, or prevent students from attending both. */
  areBroken(a: Placement, b: Placement, active: Active): boolean {
    return (
      this.#isTooFar(a, b, active) || this.#breaksRelation(a, b, active) || this.#losesStudents(a, b, active)
    );
  }

  /** Whether a relation on a whole set is broken for good: no further member could repair it. */
  breaksSet(placements: ReadonlyMap<string, Placement>, meeting: string, active: Active): boolean {
    for (const [index, relation] of this.#relations.get(meeting) ?? []) {
      if (!WHOLE_SETS.has(relation.type) || !active.has(keyOf('distribution', index))) continue;
      const members = relation.meetings.flatMap((id) => placements.get(id) ?? []);
      // Only another member can close a break.
      const all = relation.meetings.filter((id) => !this.without.has(id)).length;
      if (relation.type === 'MaxBreaks' && members.length < all) continue;
      if (this.#isFaulty(relation, members)) return true;
    }
    return false;
  }

  #isTooFar(a: Placement, b: Placement, active: Active): boolean {
    if (!this.problem.travel?.length || a.room === null || b.room === null) return false;
    if (!active.has(keyOf('travel-time', null))) return false;
    const [x, y] = [this.placedOf(a), this.placedOf(b)];
    const teachersOf = ({ teacher, furtherTeachers }: Placed) => [teacher, ...furtherTeachers];
    const isSameTeacher = teachersOf(x).some((each) => each !== null && teachersOf(y).includes(each));
    const { groups } = this.meetingOf(a.meeting);
    if (!isSameTeacher && !this.meetingOf(b.meeting).groups.some((id) => groups.includes(id))) return false;
    const [s, t] = [x.time, y.time];
    const gap = periodsBetween(this.problem.calendar, s, t);
    if (gap < 0 || (s.days & t.days) === 0) return false;
    const isSameDay = overlaps({ ...s, start: 0, length: 1 }, { ...t, start: 0, length: 1 });
    return isSameDay && gap < this.#travel(x.room as Room, y.room as Room);
  }

  #breaksRelation(a: Placement, b: Placement, active: Active): boolean {
    for (const [index, relation] of this.#relations.get(a.meeting) ?? []) {
      if (WHOLE_SETS.has(relation.type) || !active.has(keyOf('distribution', index))) continue;
      const [i, j] = [relation.meetings.indexOf(a.meeting), relation.meetings.indexOf(b.meeting)];
      if (j >= 0 && this.#isFaulty(relation, i < j ? [a, b] : [b, a])) return true;
    }
    return false;
  }

  #losesStudents(a: Placement, b: Placement, active: Active): boolean {
    if (!this.#classmates.get(a.meeting)?.has(b.meeting) || !active.has(keyOf('student-conflict', null)))
      return false;
    return isTooClose(this.placedOf(a), this.placedOf(b), this.#travel);
  }

  #isFaulty(relation: Distribution, members: readonly Placement[]): boolean {
    const placed = members.map((placement) => this.placedOf(placement));
    return distributionFault(this.problem, relation, placed, this.#travel).amount > 0;
  }

  #collectClassmates(): void {
    for (const { meetings } of this.problem.students ?? []) {
      for (const id of meetings) {
        const classmates = this.#classmates.get(id) ?? new Set<string>();
        this.#classmates.set(id, classmates);
        for (const other of meetings) if (other !== id) classmates.add(other);
      }
    }
  }
}
