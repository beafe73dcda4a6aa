import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';

interface BatchBounds {
  /** Batches that are under way together at most. */
  readonly atOnceMax: number;
  /** Items of one batch at most. */
  readonly itemsMax: number;
}

/**
 * Does together what many calls ask for at the same moment, because a statement for all of them costs little
 * more than one for each: what comes while as many batches are under way as may be waits for the next, in
 * order. A call that comes alone waits for nobody.
 * @param work answers each item, or says by an error why that item alone has no answer; it belongs to no
 * call, so that none of them can cancel it
 */
export function inBatches<I, R>(
  work: (items: readonly I[]) => Promise<readonly (R | Error)[]>,
  { atOnceMax, itemsMax }: BatchBounds,
): (item: I) => Promise<R> {
  const waiting: (() => void)[] = [];
  const outsideCalls = AsyncLocalStorage.snapshot();
  let free = atOnceMax;
  const beginNext = (): void => {
    for (; free > 0 && waiting.length > 0; free--) outsideCalls(waiting.shift()!);
  };
  const loader = new DataLoader<I, R>(
    async (items) => {
      try {
        return await work(items);
      } finally {
        free++;
        beginNext();
      }
    },
    {
      cache: false,
      maxBatchSize: itemsMax,
      batchScheduleFn: (begin) => {
        waiting.push(begin);
        // What arrived in the same turn goes together.
        setImmediate(beginNext);
      },
    },
  );
  return (item) => loader.load(item);
}
