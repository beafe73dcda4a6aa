import { readJsonProblem } from '../../src/formats/json.js';
import { precheck } from '../../src/conflicts/precheck.js';
import type { Host } from '../../src/model.js';
import { compile } from '../../src/search/image/compile.js';
import { Run, planOf, runnerFor } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { cpuSeconds } from '../solver/table.js';
import type { Order } from './measure.js';
import { PHASES, type Phase } from './phase-names.js';
import { plantedSemester } from './semester.js';

/** CPU-seconds of each phase of a run until nothing is left over. */
export interface Phases {
  readonly seconds: Readonly<Record<Phase, number>>;
  /** Not placed by construction. */
  readonly left: number;
  readonly unplaced: number;
  readonly peakMegabytes: number;
}

/** The course of `solve`, phase by phase, after reading and checking as `cli solve` does. */
function phasesOf({ meetings, seed, cpuSeconds: limit }: Order): Phases {
  const { problem } = plantedSemester(meetings, seed);
  const seconds = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  const timed = <T>(phase: Phase, work: () => T): T => {
    const begin = cpuSeconds();
    const result = work();
    seconds[phase] += cpuSeconds() - begin;
    return result;
  };
  const text = JSON.stringify(problem);
  timed('reading', () => readJsonProblem(text));
  timed('precheck', () => precheck(problem));
  const host: Host = { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
  const options = { seed, limit: { seconds: limit }, stopWhenComplete: true };
  const run = timed('students', () => new Run(problem, options, planOf(problem, options), host));
  const image = timed('compiling', () => compile(run.problem));
  const walk = { ...options, walk: 0, deadline: run.deadline };
  const runner = timed('setup', () => runnerFor(problem, image, walk));
  const rounds = run.coordination.rounds();
  let left = 0;
  for (let step = rounds.next(); !step.done;) {
    const [command] = step.value;
    const isConstructing = command?.kind === 'construct';
    const report = timed(
      isConstructing ? 'construction' : 'repair',
      () => command && runner.execute(command),
    );
    if (isConstructing) left = meetings - (report?.placed ?? 0);
    step = rounds.next([report]);
  }
  const { placements, unplaced } = run.solution();
  timed('verifying', () => verify(problem, placements));
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1000);
  return { seconds, left, unplaced: unplaced.length, peakMegabytes };
}

process.once('message', (order: Order) => {
  process.send?.(phasesOf(order));
  process.disconnect();
});
