// Loaded before a server starts: measures how late its event loop is, and tells the parent when asked. The
// first question begins to measure, so that servers of which nobody asks it are not slowed down.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
let turnLongest = 0;
let isMeasured = false;

process.on('message', (wish) => {
  if (wish !== 'delays') return;
  process.send?.({
    p50: lateness(delay.percentile(50)),
    p99: lateness(delay.percentile(99)),
    longest: lateness(delay.max),
    turnLongest,
    memoryMax: process.resourceUsage().maxRSS / 1024,
  });
  begin();
});

function begin(): void {
  delay.reset();
  turnLongest = 0;
  if (isMeasured) return;
  isMeasured = true;
  delay.enable();
  let before = processorMs();
  setInterval(() => {
    const now = processorMs();
    turnLongest = Math.max(turnLongest, now - before);
    before = now;
  }, resolution).unref();
}

const lateness = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution);

/** Time that this thread had a processor; what other processes of a busy machine take is not in it. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
