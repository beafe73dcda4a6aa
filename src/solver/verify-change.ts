import type { Placement, Problem, RuleId, Score } from './model.js';
import { RULES } from './rules/all.js';
import { viewOf, type View } from './rules/view.js';
import { judge, type Verification } from './verify.js';

/**
 * Verifies changes to a timetable, limited to the meetings that they can affect. Whoever has none of the
 * changed meetings is not judged, because the change makes no difference to him.
 */
export class ChangeVerifier {
  readonly #byOwner = new Map<string, Placement[]>();
  readonly #placements: ReadonlyMap<string, Placement>;
  readonly #owners = new Map<string, string[]>();
  readonly #problem: Problem;

  constructor(problem: Problem, placements: readonly Placement[]) {
    this.#placements = new Map(placements.map((placement) => [placement.meeting, placement]));
    // Meetings outside the neighbourhood do not count as unplaced.
    this.#problem = { ...problem, rules: { ...problem.rules, unplaced: { level: 'off' } } };
    for (const { id, groups, teachingClass } of problem.meetings) {
      this.#owners.set(id, [`class ${teachingClass}`, ...groups.map((group) => `group ${group}`)]);
    }
    for (const [index, { meetings }] of (problem.distributions ?? []).entries())
      for (const id of meetings) this.#addOwner(id, `relation ${index}`);
    for (const { id: student, meetings } of problem.students ?? [])
      for (const id of meetings) this.#addOwner(id, `student ${student}`);
    for (const placement of placements) {
      for (const owner of this.#ownersOf(placement)) {
        const list = this.#byOwner.get(owner);
        if (list) list.push(placement);
        else this.#byOwner.set(owner, [placement]);
      }
    }
  }

  /** Verifies without and with the changes; meetings that are removed have no place then. */
  compare(
    changes: readonly Placement[],
    removed: readonly string[] = [],
  ): { readonly before: Verification; readonly after: Verification } {
    const changed = new Set([...changes.map(({ meeting }) => meeting), ...removed]);
    const previous = [...changed].flatMap((meeting) => this.#placements.get(meeting) ?? []);
    const owners = new Set([...changes, ...previous].flatMap((placement) => this.#ownersOf(placement)));
    const near = [...new Set([...owners].flatMap((owner) => this.#byOwner.get(owner) ?? []))];
    const others = near.filter(({ meeting }) => !changed.has(meeting));
    // Students and relations tie meetings that share nobody else.
    const tied = new Set(
      [...owners]
        .filter(isTie)
        .flatMap((owner) => (this.#byOwner.get(owner) ?? []).map(({ meeting }) => meeting)),
    );
    const judged = (placements: readonly Placement[]) => {
      const view = viewOf(this.#problem, placements);
      const placed = view.placed.filter(({ meeting: { id } }) => changed.has(id) || tied.has(id));
      return judge({ ...concerning(view, owners), placed });
    };
    return { before: judged([...others, ...previous]), after: judged([...others, ...changes]) };
  }

  #addOwner(meeting: string, owner: string): void {
    this.#owners.get(meeting)?.push(owner);
  }

  #ownersOf({ meeting, room, teacher }: Placement): string[] {
    return [`room ${room}`, `teacher ${teacher}`, ...(this.#owners.get(meeting) ?? [])];
  }
}

const isTie = (owner: string): boolean => owner.startsWith('student ') || owner.startsWith('relation ');

/** The view of these owners alone. */
function concerning(view: View, owners: ReadonlySet<string>): View {
  const only = <T extends { readonly id: string }, P>(kind: string, all: ReadonlyMap<T, P>) =>
    new Map([...all].filter(([{ id }]) => owners.has(`${kind} ${id}`)));
  return {
    ...view,
    byRoom: only('room', view.byRoom),
    byTeacher: only('teacher', view.byTeacher),
    byGroup: only('group', view.byGroup),
    byTeachingClass: only('class', view.byTeachingClass),
  };
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
