import type { Host, Limit, SearchPart, Stage } from '../model.js';
import type { Deadline } from '../deadline.js';
import type { Command, Report } from './runner.js';

/** Commands for walks 0, 1, …; null = nothing to do in this round. */
export type Round = readonly (Command | null)[];

/** The state of the whole search. */
interface Status {
  readonly stage: Stage;
  readonly hard: number;
  readonly soft: number;
  readonly placed: number;
  readonly moves: number;
  readonly fraction: number;
  readonly timetable: Int32Array | null;
}

/** The parameters of the coordination. */
export interface Plan {
  readonly walks: number;
  readonly meetings: number;
  readonly limit: Limit;
  readonly stopWhenComplete: boolean;
  readonly part?: SearchPart;
}

const CONSTRUCTION_STEPS = 200;
const TRIALS_MIN = 1000;
const TRIALS_MAX = 20_000;
/** Rounds of a run limited in moves. */
const ROUNDS = 200;
/** In the first round of a run limited in seconds, whose kernel may be slow. */
const FIRST_TRIALS = 200;
/** Approximate duration of a round in a run limited in seconds. */
const ROUND_SECONDS = 0.1;
/** Fractions of the budget at which the worst walk adopts the best timetable. */
const EXCHANGES = [0.2, 0.4, 0.6, 0.8];

/**
 * Coordinates K logical walks. It yields rounds of commands and receives their reports, so the same run can
 * be executed in one thread or several. With a budget in moves nothing here depends on time.
 */
export class Coordination {
  #best: { hard: number; soft: number; placed: number; timetable: Int32Array } | null = null;
  #stage: Stage = 'CONSTRUCTION';
  #moves = 0;
  #fraction = 0;
  readonly #byWalk: Score[];

  constructor(
    private readonly plan: Plan,
    private readonly host: Pick<Host, 'seconds'>,
    private readonly deadline: Deadline,
  ) {
    this.#byWalk = Array.from({ length: plan.walks }, () => NOTHING);
  }

  get status(): Status {
    const { hard = 0, soft = 0, placed = 0, timetable = null } = this.#best ?? {};
    return {
      stage: this.#stage,
      hard,
      soft,
      placed,
      moves: this.#moves,
      fraction: this.#fraction,
      timetable,
    };
  }

  *rounds(): Generator<Round, void, readonly (Report | null)[]> {
    yield* this.#construct();
    if (!this.#isOver()) yield* this.#improve();
    this.#stage = 'FINALISATION';
    const timetable = this.#best?.timetable ?? new Int32Array(3 * this.plan.meetings).fill(-1);
    const [report] = yield this.#firstWalkOnly({ kind: 'finish', timetable });
    if (report?.best) this.#best = { ...report, timetable: report.best };
  }

  /** Walk 0 constructs, the others adopt its timetable. */
  *#construct(): Generator<Round, void, readonly (Report | null)[]> {
    for (;;) {
      const [report] = yield this.#firstWalkOnly({ kind: 'construct', steps: CONSTRUCTION_STEPS });
      if (report?.best) this.#best = { ...report, timetable: report.best };
      if (!report || report.isDone || this.#isTimeUp()) break;
    }
    const timetable = this.#best?.timetable;
    if (timetable && this.plan.walks > 1 && !this.#isOver()) {
      yield Array.from({ length: this.plan.walks }, (_, walk) =>
        walk === 0 ? null : { kind: 'adopt', timetable },
      );
    }
  }

  *#improve(): Generator<Round, void, readonly (Report | null)[]> {
    const { plan, host } = this;
    if (this.#isComplete()) this.#stage = 'OPTIMISATION';
    else this.#stage = 'REPAIR';
    const exchanges = [...EXCHANGES];
    let trials = this.#initialTrials();
    while (!this.#isOver()) {
      const from = this.#fraction;
      const to = this.#fractionAfter(trials);
      const before = host.seconds();
      const reports = yield Array.from({ length: plan.walks }, () => ({
        kind: 'run',
        trials,
        from: this.#ofWhole(from),
        to: this.#ofWhole(to),
      }));
      if ('seconds' in plan.limit) trials = adaptedTrials(trials, host.seconds() - before);
      this.#fraction = 'seconds' in plan.limit ? this.#timeFraction() : to;
      this.#moves += trials * plan.walks;
      this.#record(reports);
      if (this.#isComplete()) this.#stage = 'OPTIMISATION';
      if (reports.some((report) => report?.isDone)) return;
      while (exchanges.length > 0 && this.#fraction >= exchanges[0]) {
        exchanges.shift();
        if (plan.walks > 1) yield* this.#exchange();
      }
    }
  }

  /** The share of the whole search at a share of this run. */
  #ofWhole(fraction: number): number {
    const { from, to } = this.plan.part ?? { from: 0, to: 1 };
    return from + (to - from) * fraction;
  }

  #firstWalkOnly(command: Command): Round {
    return Array.from({ length: this.plan.walks }, (_, walk) => (walk === 0 ? command : null));
  }

  *#exchange(): Generator<Round, void, readonly (Report | null)[]> {
    const timetable = this.#best?.timetable;
    if (!timetable) return;
    const worst = this.#byWalk.reduce((a, report, walk) => (isBetter(this.#byWalk[a], report) ? walk : a), 0);
    if (!isBetter(this.#best as Score, this.#byWalk[worst])) return;
    yield Array.from({ length: this.plan.walks }, (_, walk) =>
      walk === worst ? { kind: 'adopt', timetable } : null,
    );
  }

  #record(reports: readonly (Report | null)[]): void {
    for (const [walk, report] of reports.entries()) {
      if (!report) continue;
      this.#byWalk[walk] = report;
      if (!report.best) continue;
      if (!this.#best || isBetter(report, this.#best)) {
        this.#best = { hard: report.hard, soft: report.soft, placed: report.placed, timetable: report.best };
      }
    }
  }

  #isComplete(): boolean {
    return this.#best !== null && this.#best.hard === 0 && this.#best.placed === this.plan.meetings;
  }

  #isOver(): boolean {
    return this.#isTimeUp() || this.#fraction >= 1 || (this.plan.stopWhenComplete && this.#isComplete());
  }

  #isTimeUp(): boolean {
    return this.deadline.isOver();
  }

  #timeFraction(): number {
    const { limit } = this.plan;
    if (!('seconds' in limit)) return 0;
    return limit.seconds <= 0 ? 1 : Math.min(1, (this.host.seconds() - this.deadline.begin) / limit.seconds);
  }

  #initialTrials(): number {
    const { limit, walks } = this.plan;
    if ('seconds' in limit) return FIRST_TRIALS;
    return Math.min(TRIALS_MAX, Math.max(TRIALS_MIN, Math.ceil(limit.moves / walks / ROUNDS)));
  }

  #fractionAfter(trials: number): number {
    const { limit, walks } = this.plan;
    if ('moves' in limit)
      return limit.moves <= 0 ? 1 : Math.min(1, (this.#moves + trials * walks) / limit.moves);
    return Math.min(1, this.#timeFraction() + ROUND_SECONDS / limit.seconds);
  }
}

interface Score {
  readonly placed: number;
  readonly hard: number;
  readonly soft: number;
}

const NOTHING: Score = { placed: 0, hard: Infinity, soft: Infinity };

/** A kernel places everybody, so where nobody is left over, what is broken counts, then what it costs. */
function isBetter(a: Score, b: Score): boolean {
  if (a.placed !== b.placed) return a.placed > b.placed;
  return a.hard < b.hard || (a.hard === b.hard && a.soft < b.soft);
}

function adaptedTrials(trials: number, seconds: number): number {
  const factor = seconds <= 0 ? 2 : Math.min(2, Math.max(0.5, ROUND_SECONDS / seconds));
  return Math.max(100, Math.round(trials * factor));
}
