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
  #known?: Known;
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
    {
      removed = [],
      times,
    }: { readonly removed?: readonly string[]; readonly times?: readonly TimeSpan[] } = {},
  ): Pieces<Comparison> {
    const known = (this.#known ??= yield* this.#prepared());
    const next = placedIn(times ? { ...this.#problem, times } : this.#problem, changes);
    const changed = new Set([...changes.map(({ meeting }) => meeting), ...removed]);
    const { previous, before, after } = surroundings(known, changed, next);
    const distributions = [...new Set([...changed].flatMap((meeting) => this.#relations.get(meeting) ?? []))];
    const judged = (timetables: Timetables, placed: readonly Placed[]) =>
      judging({
        ...known.whole,
        problem: { ...this.#problem, distributions },
        placed,
        ...timetables,
        beside: (meeting) => (changed.has(meeting) ? undefined : known.placed.get(meeting)),
      });
    return { before: yield* judged(before, previous), after: yield* judged(after, next) };
  }

  /**
   * A verifier of the timetable after changes, which knows what this one has learnt.
   * @param placements those of the whole timetable then
   */
  after(
    placements: readonly Placement[],
    changes: readonly Placement[],
    removed: readonly string[],
  ): ChangeVerifier {
    const verifier = new ChangeVerifier(this.#problem, placements);
    if (!this.#known) return verifier;
    const { whole } = this.#known;
    const next = placedIn(this.#problem, changes);
    const changed = new Set([...changes.map(({ meeting }) => meeting), ...removed]);
    const { before, after } = surroundings(this.#known, changed, next);
    const placed = new Map(this.#known.placed);
    for (const meeting of changed) placed.delete(meeting);
    for (const each of next) placed.set(each.meeting.id, each);
    verifier.#known = {
      placed,
      whole: {
        ...whole,
        placed: [...placed.values()],
        byRoom: merged(whole.byRoom, before.byRoom, after.byRoom),
        byTeacher: merged(whole.byTeacher, before.byTeacher, after.byTeacher),
        byGroup: merged(whole.byGroup, before.byGroup, after.byGroup),
        byTeachingClass: merged(whole.byTeachingClass, before.byTeachingClass, after.byTeachingClass),
        byTeacherSet: merged(whole.byTeacherSet, before.byTeacherSet, after.byTeacherSet),
      },
    };
    return verifier;
  }

  *#prepared(): Pieces<Known> {
    const whole = yield* viewing(this.#problem, this.placements);
    return { whole, placed: new Map(whole.placed.map((placed) => [placed.meeting.id, placed])) };
  }
}

/** A whole timetable, and its placements by meeting. */
interface Known {
  readonly whole: View;
  readonly placed: ReadonlyMap<string, Placed>;
}

/** What the changed meetings had, and the timetables of whoever has one of them, before and after. */
function surroundings(
  { whole, placed }: Known,
  changed: ReadonlySet<string>,
  next: readonly Placed[],
): { previous: readonly Placed[]; before: Timetables; after: Timetables } {
  const previous = [...changed].flatMap((meeting) => placed.get(meeting) ?? []);
  const [left, taken] = [timetablesOf(previous), timetablesOf(next)];
  const isKept = ({ meeting }: Placed) => !changed.has(meeting.id);
  const around = <T>(kind: (of: Timetables) => ReadonlyMap<T, readonly Placed[]>) => {
    const owners = [...new Set([...kind(left).keys(), ...kind(taken).keys()])];
    const all = (owner: T) => kind(whole).get(owner) ?? [];
    const after = (owner: T) => [...all(owner).filter(isKept), ...(kind(taken).get(owner) ?? [])];
    return { before: timetables(owners, all), after: timetables(owners, after) };
  };
  const kinds = {
    byRoom: around((of) => of.byRoom),
    byTeacher: around((of) => of.byTeacher),
    byGroup: around((of) => of.byGroup),
    byTeachingClass: around((of) => of.byTeachingClass),
    byTeacherSet: around((of) => of.byTeacherSet),
  };
  const side = (at: 'before' | 'after'): Timetables => ({
    byRoom: kinds.byRoom[at],
    byTeacher: kinds.byTeacher[at],
    byGroup: kinds.byGroup[at],
    byTeachingClass: kinds.byTeachingClass[at],
    byTeacherSet: kinds.byTeacherSet[at],
  });
  return { previous, before: side('before'), after: side('after') };
}

/** All timetables, where some were others before. */
function merged<T>(
  all: ReadonlyMap<T, readonly Placed[]>,
  before: ReadonlyMap<T, readonly Placed[]>,
  after: ReadonlyMap<T, readonly Placed[]>,
): ReadonlyMap<T, readonly Placed[]> {
  const then = new Map(all);
  for (const owner of before.keys()) then.delete(owner);
  for (const [owner, placed] of after) then.set(owner, placed);
  return then;
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
