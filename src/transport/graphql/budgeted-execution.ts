import { getOperationAST, GraphQLError, OperationTypeNode, type ExecutionResult } from 'graphql';
import { Budget, runWithin, type BudgetBounds } from '../../schema/budget.js';
import { DomainError } from '../../schema/errors.js';
import { CallerQueues } from '../../schema/caller-queues.js';
import type { Execute, Execution } from './executor.js';
import { objectsOfOperation, turns } from '../turns.js';

/** Operations of one person that are executed at the same time. */
const operationsAtOnce = 8;

interface BudgetOptions {
  /** The budget of one operation. */
  bounds: BudgetBounds;
  /** The owner of an operation, read from its context. */
  callerOf: (context: never) => string;
  /**
   * Whether the owner is a single person, whose operations are queued; false for an address shared by many.
   */
  isOnePerson?: (context: never) => boolean;
  /** Up to where a replica must be so that a query may read from it; null for none. */
  positionOf?: (context: never) => number | null;
}

/**
 * Executes each operation within its own budget, queued behind earlier operations of the same caller. When
 * the budget is exhausted, the operation is answered with the reason, and its remaining work and SQL
 * statements are cancelled.
 */
export function withinBudgets(
  execute: Execute,
  { bounds, callerOf, isOnePerson = () => true, positionOf = () => null }: BudgetOptions,
): Execute {
  const queues = new CallerQueues(operationsAtOnce);

  async function withinBudget(args: Execution, caller: string): Promise<ExecutionResult> {
    const { document, operationName, signal } = args;
    const kind = getOperationAST(document, operationName)?.operation;
    const isCut = kind !== OperationTypeNode.MUTATION;
    // A subscription reads after its events, of which the position knows nothing.
    const position = kind === OperationTypeNode.QUERY ? positionOf(args.contextValue as never) : null;
    const budget = new Budget(bounds, { caller, callerSignal: signal, isCut, position });
    try {
      return await doWithin(budget, () => execute(args));
    } catch (error) {
      if (!budget.hasEnded) throw error;
      return refusal(error as Error);
    } finally {
      budget.close();
    }
  }

  return async (args) => {
    const context = args.contextValue as never;
    const caller = callerOf(context);
    if (!isOnePerson(context)) return withinBudget(args, caller);
    try {
      return await queues.run(caller, () => withinBudget(args, caller));
    } catch (error) {
      if (error instanceof DomainError) return refusal(error);
      throw error;
    }
  };
}

/** Does the work of an operation in its turn. @throws the reason if its budget ends */
export async function doWithin<R>(budget: Budget, work: () => Promise<R>): Promise<R> {
  await turns.take(budget, objectsOfOperation);
  if (budget.hasEnded) return budget.ended;
  return Promise.race([runWithin(budget, work), budget.ended]);
}

const refusal = (originalError: Error): ExecutionResult => ({
  data: null,
  errors: [new GraphQLError(originalError.message, { originalError })],
});
