import { currentBudget } from '../../schema/budget.js';
import { Gate } from '../../sheets/gate.js';
import { LIMITS } from '../../workbook/limits.js';
import { withFileErrors } from './uploads.js';

const line = new Gate(LIMITS.exports, LIMITS.exportsWaiting);

/**
 * Makes an export in its turn, for each reads whole tables. Whoever leaves meanwhile waits no longer.
 * @throws TOO_MANY_REQUESTS when too many wait already
 */
export const inExportLine = <R>(make: () => Promise<R>): Promise<R> =>
  withFileErrors(() => line.run(make, currentBudget()?.signal));
