import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How many bytes the process, worker threads included, grows by at most while something runs. */
export async function addedMemory(act: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage.rss();
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 5);
  await act();
  clearInterval(timer);
  look();
  return peak - before;
}

/** Otherwise the memory that making a file took would hide what reading it takes. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
