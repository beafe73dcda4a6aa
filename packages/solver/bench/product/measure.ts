import type { Host, RuleId } from '../../src/model.js';
import { solve } from '../../src/solve.js';
import { cpuSeconds } from '../solver/table.js';
import { plantedSemester } from './semester.js';

/** What a process is to solve; with `stopWhenComplete` only until nothing is left over. */
export interface Order {
  readonly meetings: number;
  readonly seed: number;
  readonly cpuSeconds: number;
  readonly stopWhenComplete: boolean;
}

/** What came of it. */
export interface Measured {
  readonly cost: number;
  readonly byRule: Readonly<Partial<Record<RuleId, number>>>;
  readonly unplaced: number;
  readonly isFeasible: boolean;
  readonly moves: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** What a process says while it solves, and in the end. */
export type Message = { readonly done: number; readonly cost: number } | Measured;

const TELL_SECONDS = 1;

/** A process of its own for each run: its memory and its compiled code are those of no other. */
function measure({ meetings, seed, cpuSeconds: seconds, stopWhenComplete }: Order): Measured {
  const { problem } = plantedSemester(meetings, seed);
  let toldAt = cpuSeconds();
  const host: Host = {
    seconds: cpuSeconds,
    cancelled: () => false,
    report: ({ seconds: done, score }) => {
      if (cpuSeconds() - toldAt < TELL_SECONDS) return;
      toldAt = cpuSeconds();
      process.send?.({ done, cost: score.soft } satisfies Message);
    },
  };
  const solution = solve(problem, { seed, limit: { seconds }, stopWhenComplete }, host);
  return {
    cost: solution.score.soft,
    byRule: solution.score.byRule,
    unplaced: solution.unplaced.length,
    isFeasible: solution.isFeasible,
    moves: solution.moves,
    seconds: solution.seconds,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1000),
  };
}

process.once('message', (order: Order) => {
  process.send?.(measure(order));
  process.disconnect();
});
