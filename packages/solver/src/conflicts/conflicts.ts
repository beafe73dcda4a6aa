import type { Meeting, Placement, Problem, Sentence } from '../model.js';
import { Interrupted } from '../deadline.js';
import { verify } from '../verify.js';
import { Bystanders } from './bystanders.js';
import { conflictOf, type Conflict } from './conflict.js';
import { ConstraintChecker } from './constraint-checker.js';
import { isProvedByCounting, placeAll, type Budget } from './exhaustive.js';
import { minimise, STEPS_PER_CHECK, type Verdict } from './minimise.js';
import { Precheck, type Impossibility } from './precheck.js';
import { keyOf, requirementsOf, type Active, type Requirement } from './requirements.js';

/** Why a timetable is incomplete. */
type Cause =
  | { readonly kind: 'impossible'; readonly conflict: Conflict }
  /** It can be completed, as follows. */
  | { readonly kind: 'possible'; readonly placements: readonly Placement[] }
  /** The limit was reached first. */
  | { readonly kind: 'unknown'; readonly sentence: Sentence };

/** Everything found about a problem that cannot be completed. */
export interface Causes {
  /** Independent of each other: each remains even if meetings of all earlier ones are given up. */
  readonly conflicts: readonly Conflict[];
  /** How many more were found than are reported. */
  readonly more: number;
  /** Some meetings of each conflict; without them, none of these conflicts remains. */
  readonly givenUp: readonly string[];
  /** The answer for all other meetings. */
  readonly rest: Exclude<Cause, { kind: 'impossible' }>;
}

/** Limits of the analysis. */
interface ConflictOptions {
  /** Default 1. */
  readonly seconds?: number;
  /** Seconds since any fixed moment; the engine has no clock of its own. */
  readonly now: () => number;
}

const SECONDS = 1;
/** Share of the time after which no more meetings are dropped, to leave some for the rules. */
const MEETINGS_SHARE = 0.7;
/** Counting may stop so often between two looks at the clock. */
const PAUSES_PER_LOOK = 16;
/** Share of the time for counting; what it has not looked at then is left to trying. */
const FINDING_SHARE = 0.4;
/** Share of the time for minimising what counting found, to leave some for what it cannot find. */
const COUNTING_SHARE = 0.6;
/** Larger sets of meetings are not placed together. */
const MEETINGS_MAX = 400;
/** Sets up to this size are minimised by exhaustive search, larger ones by counting. */
const EXHAUSTIVE_MAX = 12;
/** Maximum number of conflicts reported. */
const CONFLICTS_MAX = 20;

/**
 * Searches for a smallest set of contradictory requirements: first a few meetings that cannot all be placed
 * (found by counting, or grown from an unplaced one by the meetings in its way until every combination
 * fails), then a filter that drops requirements by halves as long as the rest stays impossible. `meeting` is
 * the unplaced one to explain; default: each in turn, until one cannot be placed.
 */
export function findConflict(
  problem: Problem,
  placements: readonly Placement[],
  options: ConflictOptions & { readonly meeting?: string },
): Cause {
  return new ConflictSearch(problem, placements, options).cause(options.meeting);
}

/**
 * Like `findConflict`, for all causes: gives up some meetings of each conflict and continues with the others.
 * Without placements, finds only what counting can.
 */
export function findConflicts(
  problem: Problem,
  placements: readonly Placement[],
  options: ConflictOptions,
): Causes {
  return new ConflictSearch(problem, placements, options).causes();
}

class ConflictSearch {
  readonly #checker: ConstraintChecker;
  readonly #budget: Budget;
  readonly #givenUp = new Set<string>();
  readonly #begin: number;
  readonly #end: number;
  /** End of the current step. */
  #deadline: number;
  #placements: ReadonlyMap<string, Placement>;
  /** Takes seconds to prepare where the problem is large. */
  #precheck: Precheck | null = null;

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
    private readonly options: ConflictOptions,
  ) {
    this.#checker = new ConstraintChecker(problem, this.#givenUp);
    this.#placements = byMeeting(placements);
    this.#begin = options.now();
    this.#end = this.#begin + (options.seconds ?? SECONDS);
    this.#deadline = this.#end;
    this.#budget = { steps: STEPS_PER_CHECK, isOver: () => options.now() >= this.#deadline };
  }

  /** One cause, of the given meeting or of any. */
  cause(meeting: string | undefined): Cause {
    if (meeting !== undefined) this.#checker.meeting(meeting);
    const [seed] = this.#counted(new Set()).filter(
      ({ meetings }) => meeting === undefined || meetings.includes(meeting),
    );
    if (seed) return { kind: 'impossible', conflict: this.#conflictByCounting(seed) };
    const unplaced = this.problem.meetings.filter(({ id }) =>
      meeting === undefined ? !this.#placements.has(id) : id === meeting,
    );
    for (const target of unplaced) {
      const cause = this.#place(target);
      if (cause.kind !== 'possible') return cause;
      this.#placements = byMeeting(cause.placements);
    }
    if (meeting === undefined) return this.#verified();
    return { kind: 'possible', placements: [...this.#placements.values()] };
  }

  causes(): Causes {
    const counted = this.#impossibilities();
    const conflicts = this.#minimiseEach(counted.slice(0, CONFLICTS_MAX));
    for (const id of counted.flatMap(({ excess }) => excess)) this.#givenUp.add(id);
    this.#placements = byMeeting(
      [...this.#placements.values()].filter(({ meeting }) => !this.#givenUp.has(meeting)),
    );
    let unknown: Causes['rest'] | null = null;
    const unplaced = this.problem.meetings.filter(
      ({ id }) => !this.#placements.has(id) && !this.#givenUp.has(id),
    );
    this.#deadline = this.#end;
    if (this.#placements.size === 0 && unplaced.length > MEETINGS_MAX) unknown = NOT_PLACED;
    for (const target of unknown ? [] : unplaced) {
      const cause = this.#place(target);
      if (cause.kind === 'possible') this.#placements = byMeeting(cause.placements);
      else if (cause.kind === 'unknown') unknown ??= cause;
      else if (conflicts.length < CONFLICTS_MAX) {
        conflicts.push(cause.conflict);
        this.#givenUp.add(target.id);
      }
      if (this.#budget.isOver()) break;
    }
    return {
      conflicts,
      more: Math.max(0, counted.length - CONFLICTS_MAX),
      givenUp: [...this.#givenUp],
      rest: unknown ?? this.#verified(),
    };
  }

  /** What counting finds, repeated without the meetings already found. */
  #impossibilities(): Impossibility[] {
    const found: Impossibility[] = [];
    const without = new Set<string>();
    this.#deadline = this.#begin + (this.#end - this.#begin) * FINDING_SHARE;
    for (let isNew = true; isNew && !this.#budget.isOver();) {
      const seeds = this.#counted(without);
      isNew = seeds.length > 0;
      for (const seed of seeds) {
        // A seed that shares meetings with another may already be resolved.
        if (seed.core.some((id) => without.has(id))) continue;
        found.push(seed);
        for (const id of seed.excess) without.add(id);
      }
    }
    return found;
  }

  /** What one round of counting finds without some meetings until its time is over, smallest first. */
  #counted(without: ReadonlySet<string>): Impossibility[] {
    const seeds: Impossibility[] = [];
    let pauses = 0;
    const pause = () => {
      if (++pauses % PAUSES_PER_LOOK === 0 && this.#budget.isOver())
        throw new Interrupted('The time for counting is over.');
    };
    try {
      this.#precheck ??= new Precheck(this.problem, { pause });
      for (const seed of this.#precheck.found(without)) seeds.push(seed);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
    return seeds.sort(fewestFirst);
  }

  /** Each gets half of the remaining time, because the first ones are the smallest. */
  #minimiseEach(seeds: readonly Impossibility[]): Conflict[] {
    const end = this.#begin + (this.#end - this.#begin) * COUNTING_SHARE;
    return seeds.map((seed, i) => {
      const now = this.options.now();
      this.#deadline = now + Math.max(0, end - now) / Math.min(2, seeds.length - i);
      return this.#conflictByCounting(seed);
    });
  }

  /** The relevant requirements of an impossibility: its own, and a few of those that meetings share. */
  #relevantKeys(
    all: ReadonlyMap<string, Requirement>,
    meetings: readonly Meeting[],
    seed: Impossibility | null,
  ): string[] {
    const keys = [...all.keys()].filter((key) => !key.startsWith('unplaced/'));
    if (!seed) return keys;
    for (const shared of SHARED_KEYS) {
      const few = keys.filter((key) => seed.keys.includes(key) || shared.test(key));
      if (isProvedByCounting(this.#checker, meetings, new Set(few))) return few;
    }
    return keys;
  }

  #conflictByCounting(seed: Impossibility): Conflict {
    const meetings = this.#meetingsOf(seed.core);
    const isSmall = meetings.length <= EXHAUSTIVE_MAX;
    if (isSmall && this.#check(meetings, this.#checker.everything) === 'impossible')
      return this.#smallestConflict(meetings, seed);
    const all = requirementsOf(this.problem, meetings);
    let kept = this.#relevantKeys(all, meetings, seed);
    for (const rule of new Set(kept.map((key) => key.slice(0, key.indexOf('/'))))) {
      const fewer = kept.filter((key) => !key.startsWith(`${rule}/`) || seed.keys.includes(key));
      if (this.#budget.isOver()) break;
      if (fewer.length < kept.length && isProvedByCounting(this.#checker, meetings, new Set(fewer)))
        kept = fewer;
    }
    const requirements = [...seed.core.map((id) => keyOf('unplaced', id)), ...kept].flatMap(
      (key) => all.get(key) ?? [],
    );
    return conflictOf(requirements, 'counted', seed);
  }

  /** Adds the meetings in the way of the target until all can be placed, or not. */
  #place(target: Meeting): Cause {
    const selection = new Map([[target.id, target]]);
    while (selection.size <= MEETINGS_MAX && !this.#budget.isOver()) {
      const meetings = [...selection.values()];
      const active = this.#checker.everything;
      const bystanders = new Bystanders(this.#checker, this.#placements, selection, active);
      const outcome = placeAll(this.#checker, meetings, active, {
        ...this.#budget,
        disturbance: (meeting, taught, room) => bystanders.displacedBy(meeting, taught, room).length,
      });
      if (outcome.kind === 'impossible')
        return { kind: 'impossible', conflict: this.#smallestConflict(meetings, null) };
      if (outcome.kind === 'unknown') break;
      const before = selection.size;
      const moved = new Map([...this.#placements, ...byMeeting(outcome.placements)]);
      for (const placement of outcome.placements) {
        // With many relations this takes longer than placing.
        if (this.#budget.isOver()) return undecided(selection.size);
        for (const id of bystanders.incompatibleWith(placement, moved))
          selection.set(id, this.#checker.meeting(id));
      }
      if (selection.size > before) continue;
      return { kind: 'possible', placements: [...moved.values()] };
    }
    return undecided(selection.size);
  }

  /** The resulting timetable is verified by the rules. */
  #verified(): Causes['rest'] {
    const placements = [...this.#placements.values()];
    const meetings = this.problem.meetings.filter(({ id }) => !this.#givenUp.has(id));
    return verify({ ...this.problem, meetings }, placements).isFeasible
      ? { kind: 'possible', placements }
      : undecided(meetings.length);
  }

  /** Drops meetings first, then requirements of rules on the remaining ones. */
  #smallestConflict(meetings: readonly Meeting[], seed: Impossibility | null): Conflict {
    const now = this.options.now();
    const meetingsEnd = now + Math.max(0, this.#deadline - now) * MEETINGS_SHARE;
    const all = requirementsOf(this.problem, meetings);
    const relevant = new Set(this.#relevantKeys(all, meetings, seed));
    const isOver = () => this.#budget.isOver();
    const ofMeetings = minimise(
      meetings.map(({ id }) => id),
      (ids, steps) =>
        isOver() || this.options.now() >= meetingsEnd
          ? 'unknown'
          : this.#check(this.#meetingsOf(ids), relevant, steps),
    );
    const kept = this.#meetingsOf(ofMeetings.kept);
    const left = requirementsOf(this.problem, kept);
    const ofRules = minimise(
      [...left.keys()].filter((key) => relevant.has(key)),
      (keys, steps) => (isOver() ? 'unknown' : this.#check(kept, new Set(keys), steps)),
    );
    const requirements = [...ofMeetings.kept.map((id) => keyOf('unplaced', id)), ...ofRules.kept].map(
      (key) => left.get(key) as Requirement,
    );
    return conflictOf(requirements, ofMeetings.isProved && ofRules.isProved ? 'smallest' : 'open', seed);
  }

  #check(meetings: readonly Meeting[], active: Active, steps = STEPS_PER_CHECK): Verdict {
    return placeAll(this.#checker, meetings, active, { ...this.#budget, steps }).kind;
  }

  #meetingsOf(ids: readonly string[]): Meeting[] {
    return ids.map((id) => this.#checker.meeting(id));
  }
}

/** Keys of shared requirements that may contribute to a shortage besides its owners, likely ones first. */
const SHARED_KEYS = [
  /^$/,
  /^lock/,
  /^(room-capacity|room-type|room-features)/,
  /^(lock|evening|weekend|long-break|group-availability|teacher-availability)/,
  /^(lock|room-capacity|room-type|room-features|evening|weekend|long-break|.*-availability)/,
  /^(?!.*-conflict|distribution)/,
];

const fewestFirst = (a: Impossibility, b: Impossibility): number => a.core.length - b.core.length;

const byMeeting = (placements: readonly Placement[]): Map<string, Placement> =>
  new Map(placements.map((placement) => [placement.meeting, placement]));

const NOT_PLACED: Causes['rest'] = {
  kind: 'unknown',
  sentence: {
    zh: '其余的课尚未逐一检查。',
    en: 'All other meetings were only counted, not placed.',
  },
};

function undecided(meetings: number): Causes['rest'] {
  return {
    kind: 'unknown',
    sentence: {
      zh: `在时限内既未找到完整课表，也未能证明不可能（共考虑${meetings}次课）。可延长时限后重试。`,
      en:
        `Within the limit neither a complete timetable nor a proof that there is none was found ` +
        `(meetings considered: ${meetings}).\nMaybe allow more time.`,
    },
  };
}
