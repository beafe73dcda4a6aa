/**
 * Processor time that single turns of the event loop took, in milliseconds of the machine that bounds are
 * meant for: neither other processes nor a slower machine make it longer.
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
  const longest = sorted.at(-1)!;
  const p99 = sorted[Math.floor(0.99 * sorted.length)];
  if (longest < shortMs) return { p99, longest };
  const slowness = Math.max(1, sampleMs() / sampleReferenceMs);
  return { p99: p99 / slowness, longest: longest / slowness };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Turns that no bound forbids on any machine. */
const shortMs = 25;
/** What the sample takes on the machine that bounds are meant for. */
const sampleReferenceMs = 20;
const rows = Array.from({ length: 2000 }, (_, at) => ({ id: `row ${(at * 7919) % 2000}`, at }));

/** The processor time of a fixed piece of work that is like the server's: objects, texts, order. */
function sampleMs(): number {
  const before = cpuMs();
  for (let round = 0; round < 20; round++) {
    const copies = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const byId = new Map(copies.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => [row.id, row]));
    if (byId.size !== rows.length) throw new Error(`Expected ${rows.length} rows, got ${byId.size}`);
  }
  return cpuMs() - before;
}
// Compiled before it counts.
sampleMs();
