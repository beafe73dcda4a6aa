import { loadHighs, type Highs } from './highs.js';
import type { Meeting, Problem } from '../../../src/model.js';
import { cpuSeconds } from '../../solver/table.js';
import { Formulation } from './formulation.js';
import { partsOf } from './parts.js';
import type { Program } from './program.js';

/** Cost that no timetable of a problem goes below, and whether some of it was only relaxed. */
export interface Bound {
  readonly cost: number;
  readonly isExact: boolean;
}

/** Costs are whole, so a bound of 41.3 is one of 42; what is smaller than this is taken for rounding. */
const ROUNDING = 1e-3;

/** All together is tried up to this number of meetings; beyond it only part by part. */
const TOGETHER_MAX = 120;

/**
 * The best bound that is found: of the parts that share no group one by one, and of all together where they
 * are few. First relaxed to fractions, then in whole numbers for so many CPU-seconds each.
 */
export async function boundOf(
  problem: Problem,
  seconds: number,
  tell: (text: string) => void = () => undefined,
): Promise<Bound> {
  const highs = await loadHighs();
  const bounded = (meetings: readonly Meeting[]): Bound => {
    const { program } = new Formulation(problem, meetings);
    const relaxed = relaxedCost(highs, program);
    const whole = seconds > 0 ? wholeCost(highs, program, seconds) : null;
    return whole && whole.cost > relaxed ? whole : { cost: relaxed, isExact: whole?.isExact ?? false };
  };
  const parts = partsOf(problem);
  let sum = { cost: 0, isExact: true };
  for (const [at, part] of parts.entries()) {
    const { cost, isExact } = bounded(part);
    sum = { cost: sum.cost + cost, isExact: sum.isExact && isExact };
    tell(`part ${at + 1} of ${parts.length}, ${part.length} meetings: at least ${cost}, in all ${sum.cost}`);
  }
  if (parts.length === 1) return sum;
  // What parts do to each other, by their teachers and rooms, is in no part.
  const apart = { ...sum, isExact: false };
  if (problem.meetings.length > TOGETHER_MAX) return apart;
  const together = bounded(problem.meetings);
  tell(`all together: at least ${together.cost}`);
  return together.cost > apart.cost ? together : apart;
}

/** The least cost of a program in fractions. @throws Error when nothing fulfils it */
export function relaxedCost(highs: Highs, program: Program): number {
  return highs.withModel(program.data(true), (model) => {
    model.options.set({ output_flag: false });
    model.run();
    if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
      throw new Error('The relaxation has no least cost, so the problem has no timetable.');
    return Math.max(0, Math.ceil(model.getObjectiveValue() - ROUNDING));
  });
}

/** What was proved of the least cost in whole numbers within so many CPU-seconds. */
function wholeCost(highs: Highs, program: Program, seconds: number): Bound {
  return highs.withModel(program.data(false), (model) => {
    model.options.set({ output_flag: false });
    const end = cpuSeconds() + seconds;
    model.run({
      [highs.constants.callbackType.mipInterrupt]: (event) => {
        if (cpuSeconds() > end) event.interrupt();
      },
    });
    const proved = Number(model.info.get('mip_dual_bound'));
    return {
      cost: Number.isFinite(proved) ? Math.max(0, Math.ceil(proved - ROUNDING)) : 0,
      isExact: model.getModelStatus() === highs.constants.modelStatus.optimal,
    };
  });
}
