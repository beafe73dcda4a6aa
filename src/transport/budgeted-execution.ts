import { getOperationAST, GraphQLError, OperationTypeNode, type ExecutionResult } from 'graphql';
import { Budget, runWithin, type BudgetBounds } from '../schema/budget.js';
import { DomainError } from '../schema/errors.js';
import { CallerQueues } from './caller-queues.js';
import type { Execute, Execution } from './executor.js';

export interface BudgetOptions {
  /** How much one operation may cost. */
  bounds: BudgetBounds;
  /** Whose operation it is, from its context. */
  callerOf: (context: never) => string;
  /** Whether that is one person, whose operations may wait for each other; not an address that many share. */
  isOnePerson?: (context: never) => boolean;
}

/**
 * Executes each operation within a budget of its own, after those of the same caller that came before. When
 * the budget ends, its reason is the answer, what still runs is forgotten, and its statements are cancelled.
 */
export function withinBudgets(
  execute: Execute,
  { bounds, callerOf, isOnePerson = () => true }: BudgetOptions,
): Execute {
  const queues = new CallerQueues();

  async function withinBudget(args: Execution, caller: string): Promise<ExecutionResult> {
    const { document, operationName, left } = args;
    const isCut = getOperationAST(document, operationName)?.operation !== OperationTypeNode.MUTATION;
    const budget = new Budget(bounds, { caller, left, isCut });
    try {
      if (budget.hasEnded) return await budget.ended;
      return await Promise.race([runWithin(budget, () => execute(args)), budget.ended]);
    } catch (error) {
      if (!budget.hasEnded) throw error;
      return refused(error as Error);
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
      if (error instanceof DomainError) return refused(error);
      throw error;
    }
  };
}

const refused = (originalError: Error): ExecutionResult => ({
  data: null,
  errors: [new GraphQLError(originalError.message, { originalError })],
});
