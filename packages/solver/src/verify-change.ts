import type { Distribution, Placement, Problem, RuleId, Score, TimeSpan } from './model.js';
import { finished, type Pieces } from './pieces.js';
import { RULES } from './rules/all.js';
import { placedIn, timetablesOf, viewing, type Placed, type Timetables, type View } from './rules/view.js';
import { judging, type Verification } from './verify.js';

/** What the rules say of the surroundings of changes, without and with them. */
export interface Comparison {
  readonly before: Verification;
  readonly after: Verification;
}

/**
 * Verifies changes to a timetable, limited to what they can affect: the changed meetings, whoever has one of
 * them, and which others students or relations tie to them. All else is the same before and after.
 */
export class ChangeVerifier {
  readonly #problem: Problem;
  /** What is made when it is first asked for. */
  #known?: { readonly whole: View; readonly placed: ReadonlyMap<string, Placed> };
  readonly #relations = new Map<string, Distribution[]>();

  constructor(
    problem: Problem,
    private readonly placements: readonly Placement[],
  ) {
    // Meetings that nobody changes do not count as unplaced.
    this.#problem = { ...problem, rules: { ...problem.rules, unplaced: { level: 'off' } } };
    for (const relation of problem.distributions ?? []) {
      for (const meeting of relation.meetings) {
        const list = this.#relations.get(meeting);
        if (list) list.push(relation);
        else this.#relations.set(meeting, [relation]);
      }
    }
  }

  /** Verifies without and with the changes; meetings that are removed have no place then. */
  compare(changes: readonly Placement[], removed: readonly string[] = []): Comparison {
    return finished(this.comparing(changes, { removed }));
  }

  /**
   * The same in pieces.
   * @param times the times that the changes refer to: those of the problem, and further ones behind them
   */
  *comparing(
    changes: readonly Placement[],
    { removed = [], times }: { readonly removed?: readonly string[]; readonly times?: readonly TimeSpan[] },
  ): Pieces<Comparison> {
    const { whole, placed: known } = (this.#known ??= yield* this.#prepared());
    const changed = new Set([...changes.map(({ meeting }) => meeting), ...removed]);
    const previous = [...changed].flatMap((meeting) => known.get(meeting) ?? []);
    const next = placedIn(times ? { ...this.#problem, times } : this.#problem, changes);
    const [left, taken] = [timetablesOf(previous), timetablesOf(next)];
    const isKept = ({ meeting }: Placed) => !changed.has(meeting.id);
    const around = <T>(kind: (of: Timetables) => ReadonlyMap<T, readonly Placed[]>) => {
      const owners = [...new Set([...kind(left).keys(), ...kind(taken).keys()])];
      const all = (owner: T) => kind(whole).get(owner) ?? [];
      const after = (owner: T) => [...all(owner).filter(isKept), ...(kind(taken).get(owner) ?? [])];
      return { before: timetables(owners, all), after: timetables(owners, after) };
    };
    const byRoom = around((of) => of.byRoom);
    const byTeacher = around((of) => of.byTeacher);
    const byGroup = around((of) => of.byGroup);
    const byTeachingClass = around((of) => of.byTeachingClass);
    const byTeacherSet = around((of) => of.byTeacherSet);
    const distributions = [...new Set([...changed].flatMap((meeting) => this.#relations.get(meeting) ?? []))];
    const judged = (side: 'before' | 'after', placed: readonly Placed[]) =>
      judging({
        ...whole,
        problem: { ...this.#problem, distributions },
        placed,
        byRoom: byRoom[side],
        byTeacher: byTeacher[side],
        byGroup: byGroup[side],
        byTeachingClass: byTeachingClass[side],
        byTeacherSet: byTeacherSet[side],
        beside: (meeting) => (changed.has(meeting) ? undefined : known.get(meeting)),
      });
    return { before: yield* judged('before', previous), after: yield* judged('after', next) };
  }

  *#prepared(): Pieces<{ whole: View; placed: Map<string, Placed> }> {
    const whole = yield* viewing(this.#problem, this.placements);
    return { whole, placed: new Map(whole.placed.map((placed) => [placed.meeting.id, placed])) };
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
