import DataLoader from 'dataloader';
import { currentBudget } from '../schema/budget.js';

/**
 * A data loader: what an operation asks it for is read together, over all the turns in which it asks, and the
 * operation's next window waits for it.
 * @param read values in the order of their keys
 */
export const batchLoader = <V>(
  read: (keys: readonly string[]) => Promise<readonly V[]>,
): DataLoader<string, V> =>
  new DataLoader<string, V>((keys) => currentBudget()?.read(() => read(keys)) ?? read(keys), {
    batchScheduleFn(begin) {
      const budget = currentBudget();
      if (budget) budget.whenIdle(begin);
      else void Promise.resolve().then(() => process.nextTick(begin));
    },
  });
