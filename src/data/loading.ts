import type DataLoader from 'dataloader';
import { currentBudget } from '../schema/budget.js';

/** When loaders read what an operation asked of them: together, over the turns in which it did. */
export const loading: Pick<DataLoader.Options<string, unknown>, 'batchScheduleFn'> = {
  batchScheduleFn(read) {
    const budget = currentBudget();
    if (budget) budget.whenIdle(read);
    else void Promise.resolve().then(() => process.nextTick(read));
  },
};
