import type { Distribution, Placement, Problem, RuleId, Score } from './model.js';
import { RULES } from './rules/all.js';
import { placedIn, timetablesOf, viewOf, type Placed, type Timetables, type View } from './rules/view.js';
import { judge, type Verification } from './verify.js';

/**
 * Verifies changes to a timetable, limited to what they can affect: the changed meetings, whoever has one of
 * them, and which others students or relations tie to them. All else is the same before and after.
 */
export class ChangeVerifier {
  readonly #problem: Problem;
  readonly #whole: View;
  readonly #placed: ReadonlyMap<string, Placed>;
  readonly #relations = new Map<string, Distribution[]>();

  constructor(problem: Problem, placements: readonly Placement[]) {
    // Meetings that nobody changes do not count as unplaced.
    this.#problem = { ...problem, rules: { ...problem.rules, unplaced: { level: 'off' } } };
    this.#whole = viewOf(this.#problem, placements);
    this.#placed = new Map(this.#whole.placed.map((placed) => [placed.meeting.id, placed]));
    for (const relation of problem.distributions ?? []) {
      for (const meeting of relation.meetings) {
        const list = this.#relations.get(meeting);
        if (list) list.push(relation);
        else this.#relations.set(meeting, [relation]);
      }
    }
  }

  /** Verifies without and with the changes; meetings that are removed have no place then. */
  compare(
    changes: readonly Placement[],
    removed: readonly string[] = [],
  ): { readonly before: Verification; readonly after: Verification } {
    const changed = new Set([...changes.map(({ meeting }) => meeting), ...removed]);
    const previous = [...changed].flatMap((meeting) => this.#placed.get(meeting) ?? []);
    const next = placedIn(this.#problem, changes);
    const [left, taken] = [timetablesOf(previous), timetablesOf(next)];
    const isKept = ({ meeting }: Placed) => !changed.has(meeting.id);
    const around = <T>(kind: (of: Timetables) => ReadonlyMap<T, readonly Placed[]>) => {
      const owners = [...new Set([...kind(left).keys(), ...kind(taken).keys()])];
      const all = (owner: T) => kind(this.#whole).get(owner) ?? [];
      const after = (owner: T) => [...all(owner).filter(isKept), ...(kind(taken).get(owner) ?? [])];
      return { before: timetables(owners, all), after: timetables(owners, after) };
    };
    const byRoom = around((of) => of.byRoom);
    const byTeacher = around((of) => of.byTeacher);
    const byGroup = around((of) => of.byGroup);
    const byTeachingClass = around((of) => of.byTeachingClass);
    const distributions = [...new Set([...changed].flatMap((meeting) => this.#relations.get(meeting) ?? []))];
    const judged = (side: 'before' | 'after', placed: readonly Placed[]) =>
      judge({
        ...this.#whole,
        problem: { ...this.#problem, distributions },
        placed,
        byRoom: byRoom[side],
        byTeacher: byTeacher[side],
        byGroup: byGroup[side],
        byTeachingClass: byTeachingClass[side],
        beside: (meeting) => (changed.has(meeting) ? undefined : this.#placed.get(meeting)),
      });
    return { before: judged('before', previous), after: judged('after', next) };
  }
}

/** Of those who have any placements. */
function timetables<T>(owners: readonly T[], of: (owner: T) => readonly Placed[]): Map<T, readonly Placed[]> {
  return new Map(
    owners.map((owner) => [owner, of(owner)] as const).filter(([, placed]) => placed.length > 0),
  );
}

/** The change of a score by rule; below 0 is better. */
export function scoreChange(before: Score, after: Score): Score {
  const byRule: Partial<Record<RuleId, number>> = {};
  for (const { id: rule } of RULES) {
    const change = (after.byRule[rule] ?? 0) - (before.byRule[rule] ?? 0);
    if (change !== 0) byRule[rule] = change;
  }
  return { hard: after.hard - before.hard, soft: after.soft - before.soft, byRule };
}
