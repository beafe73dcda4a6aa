/**
 * Processor time that single turns of the event loop took, in milliseconds: other processes do not make it
 * longer.
 */
export interface Turns {
  readonly p99: number;
  readonly longest: number;
}

/** Measures the turns of this thread while something runs. */
export async function turnsOf(act: () => Promise<unknown>): Promise<Turns> {
  const durations: number[] = [];
  let before = cpuMs();
  const timer = setInterval(() => {
    const now = cpuMs();
    durations.push(now - before);
    before = now;
  }, 1);
  try {
    await act();
  } finally {
    clearInterval(timer);
  }
  const sorted = durations.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(0.99 * sorted.length)], longest: sorted.at(-1)! };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
