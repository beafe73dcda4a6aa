import type { DocumentNode, GraphQLSchema } from 'graphql';
import { Budget, currentBudget, type BudgetBounds } from '../schema/budget.js';
import { authorize } from '../data/access.js';
import type { Context } from '../data/context.js';
import { once } from '../data/idempotency.js';
import type { Operations } from '../data/operations.js';
import { doWithin, withinBudgets } from '../transport/graphql/budgeted-execution.js';
import { createExecutor, type Execute } from '../transport/graphql/executor.js';
import { withKeys, type KeyOptions } from '../transport/graphql/keyed-execution.js';
import type { Config } from './config.js';
import { buildProductSchema } from './schema.js';

/** The schema of the process and how its operations are executed, made when they are first needed. */
export class ProductOperations implements Operations {
  #schema?: GraphQLSchema;
  readonly #executor: Execute;
  /** Executes what callers send: each operation within a budget, in the turn of its caller. */
  readonly execute: Execute;

  readonly #bounds: BudgetBounds;

  constructor(config: Config) {
    this.#bounds = {
      objectsMax: config.OPERATION_OBJECTS_MAX,
      bytesMax: config.OPERATION_MEGABYTES_MAX * 2 ** 20,
      secondsMax: config.OPERATION_SECONDS_MAX,
    };
    this.#executor = createExecutor(config.GRAPHQL_EXECUTOR);
    this.execute = withinBudgets(withKeys(this.#executor, keys), {
      bounds: this.#bounds,
      callerOf: ({ viewer, address }: Context) => viewer?.userId ?? address,
      isOnePerson: ({ viewer }: Context) => viewer !== null,
      positionOf: ({ position }: Context) => position,
    });
  }

  get schema(): GraphQLSchema {
    return (this.#schema ??= buildProductSchema());
  }

  /** Does what else a caller asks for, with the budget of an operation; aborting the signal ends it. */
  async within<R>(caller: string, callerSignal: AbortSignal, work: () => Promise<R>): Promise<R> {
    const budget = new Budget(this.#bounds, { caller, callerSignal, isCut: true });
    try {
      return await doWithin(budget, work);
    } finally {
      budget.close();
    }
  }

  async run<D>(
    contextValue: object,
    document: DocumentNode,
    variableValues: Readonly<Record<string, unknown>> = {},
  ): Promise<D> {
    // A part of a call that has its turn must not wait for another turn of the same caller.
    const execute = currentBudget() ? this.#executor : this.execute;
    const { data, errors } = await execute({ schema: this.schema, document, contextValue, variableValues });
    if (errors?.length) throw errors[0].originalError ?? errors[0];
    return data as D;
  }
}

/** How mutations are done once; whoever lost the right since is not told what was answered before. */
const keys: KeyOptions<Context> = {
  isKept: ({ viewer }) => viewer !== null,
  async once(context, field, run) {
    authorize(context, field.operation);
    return once(context, field, run);
  },
};
