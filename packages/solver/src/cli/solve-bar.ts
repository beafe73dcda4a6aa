import { GAIN_SECONDS, improvablePercent, RecentGain } from '../gain.js';
import type { ClockKind } from '../host/clock.js';
import { floorsInThread } from '../host/threads.js';
import type { Problem, Progress } from '../model.js';

const BAR_WIDTH = 30;

/** The line of a terminal that shows how far a run is, and whether it still gains anything. */
export class SolveBar {
  readonly #gain = new RecentGain();
  readonly #end = new AbortController();
  #bound: number | null = null;

  /** @param clock floors are not looked for beside a run whose processor time is limited */
  constructor(problem: Problem, clock: ClockKind) {
    if (clock !== 'wall') return;
    floorsInThread(problem, this.#end.signal).then(
      ({ total }) => (this.#bound = total),
      () => undefined,
    );
  }

  readonly draw = (progress: Progress): void => {
    const { fraction, stage, clashes, placed, unplaced, movesPerSecond, secondsRemaining } = progress;
    const filled = Math.round(fraction * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const state = [
      stage.toLowerCase(),
      `cost ${costWords(progress)}${this.#outlook(progress)}`,
      `clashes ${clashes}`,
      `placed ${placed}/${placed + unplaced}`,
      `${Math.round(movesPerSecond / 1000)}k moves/s`,
      `${Math.ceil(secondsRemaining)} s left`,
    ];
    process.stderr.write(`\r\x1b[K${bar} ${state.join('  ')}`);
  };

  end(): void {
    this.#end.abort();
    process.stderr.write('\r\x1b[K');
  }

  /** `, at most 4 % better, gained 12 in 10 s`, as far as that is known. */
  #outlook(progress: Progress): string {
    const { score, scoredSeconds } = progress;
    const gain = this.#gain.after(progress);
    const isBounded = this.#bound !== null && scoredSeconds !== null && score.hard === 0;
    const better = isBounded ? `, at most ${improvablePercent(score.soft, this.#bound!)} % better` : '';
    return better + (gain === null ? '' : `, gained ${gain} in ${GAIN_SECONDS} s`);
  }
}

/** The cost with its age, as it is judged now and then only: `812 (3 s ago)`; `-` = not judged yet. */
function costWords({ score: { soft }, scoredSeconds, seconds }: Progress): string {
  if (scoredSeconds === null) return '-';
  const age = Math.floor(seconds - scoredSeconds);
  return age === 0 ? `${soft}` : `${soft} (${age} s ago)`;
}
