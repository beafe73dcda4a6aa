import {
  execute as executeByReference,
  getOperationAST,
  visit,
  Kind,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import { currentBudget } from '../../schema/budget.js';
import { RecentMap } from '../../schema/recent-map.js';
import { planOf, type Plan } from './plan.js';
import { coerceVariables } from './variables.js';

/** Executes a validated document. Failures are part of the result, as in graphql-js. */
export type Execute = (args: Execution) => Promise<ExecutionResult>;

export interface Execution extends ExecutionArgs {
  /** Aborted when the client has disconnected. */
  readonly signal?: AbortSignal;
  /** Under which a mutation is done once, however often it is sent. */
  readonly idempotencyKey?: string | null;
}

/** `plan` plans the queries of a document once; `js` is graphql-js alone. Both give the same answers. */
type ExecutorKind = 'plan' | 'js';

/** Fields of all plans that are kept, about 5 KB each: anybody may send documents. */
const plannedFieldsMax = 12_000;
/** After so many answers in a row that were left to graphql-js, so many more are left to it at once. */
const [failuresMax, restMax] = [3, 100];

/** How an operation of a document is answered. */
interface Planned {
  readonly number: number;
  /** Names of the variables that decide what is skipped. */
  readonly switches: readonly string[];
  failures: number;
}

/**
 * Creates the executor of all operations, from HTTP, WebSocket and REST alike. With either kind, graphql-js
 * executes what writes, and what no plan answers. Documents are recognised by object identity, so callers
 * have to reuse the parsed ones.
 */
export function createExecutor(kind: ExecutorKind): Execute {
  const known = new WeakMap<OperationDefinitionNode, Planned>();
  const plans = new RecentMap<string, Plan | null>(plannedFieldsMax, (plan) => plan?.fieldCount ?? 1);
  let count = 0;

  /** There is a plan for each choice of what is skipped. */
  const planFor = (args: ExecutionArgs, operation: OperationDefinitionNode, variables: Variables) => {
    const planned = known.get(operation) ?? {
      number: count++,
      switches: switchesIn(args.document),
      failures: 0,
    };
    known.set(operation, planned);
    const key = [planned.number, ...planned.switches.map((name) => String(variables[name]))].join();
    const plan = plans.get(key);
    return { plan: plan === undefined ? plans.set(key, planOf(args, operation, variables)) : plan, planned };
  };

  return async (args) => {
    const operation = getOperationAST(args.document, args.operationName);
    // graphql-js has the best message for an unknown operation name.
    if (!operation) return executeByReference(args);
    const coerced = coerceVariables({
      schema: args.schema,
      operation,
      variables: args.variableValues ?? {},
      hideSuggestions: true,
    });
    if ('error' in coerced) return { errors: [coerced.error] };
    if (kind === 'js' || operation.operation !== 'query') return executeByReference(args);
    const { plan, planned } = planFor(args, operation, coerced.values);
    if (!plan || isAtRest(planned)) return executeByReference(args);
    const answer = await plan.answer(args, coerced.values, currentBudget());
    planned.failures = answer ? 0 : planned.failures + 1;
    return answer ?? executeByReference(args);
  };
}

type Variables = Readonly<Record<string, unknown>>;

/** Whether a document is left to graphql-js for a while, because its answers are never as planned. */
function isAtRest(planned: Planned): boolean {
  if (planned.failures < failuresMax) return false;
  planned.failures = planned.failures < failuresMax + restMax ? planned.failures + 1 : 0;
  return true;
}

function switchesIn(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    [Kind.DIRECTIVE]: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
