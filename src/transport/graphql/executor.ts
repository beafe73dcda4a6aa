import {
  execute as executeByReference,
  getOperationAST,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import type { Logger } from 'pino';
import { compile } from './compile.js';
import { RecentMap } from '../../schema/recent-map.js';
import { coerceVariables } from './variables.js';

/** Executes a validated document. Failures are part of the result, as in graphql-js. */
export type Execute = (args: Execution) => Promise<ExecutionResult>;

export interface Execution extends ExecutionArgs {
  /** Aborted when the client has disconnected. */
  readonly signal?: AbortSignal;
  /** Under which a mutation is done once, however often it is sent. */
  readonly idempotencyKey?: string | null;
}

interface ExecutorOptions {
  /** `jit` compiles repeated documents; `js` is the reference implementation. Both give the same answers. */
  kind: 'jit' | 'js';
  log: Pick<Logger, 'debug'>;
}

/** Maximum number of compiled operations in the cache. */
const compiledMax = 300;

/** The request for a document at which it is compiled: compiling costs more than executing it once. */
const requestsBeforeCompiling = 2;

/** How an operation of a document has been used so far. */
interface Usage {
  count: number;
  /** Whether it cannot be compiled, so that graphql-js has to execute it. */
  isUncompilable: boolean;
}

/**
 * Creates the executor of all operations, from HTTP, WebSocket and REST alike. With either kind, graphql-js
 * coerces the variables, and executes what the compiler would not execute identically. Documents are
 * recognised by object identity, so callers have to reuse the parsed ones.
 */
export function createExecutor({ kind, log }: ExecutorOptions): Execute {
  const usages = new WeakMap<DocumentNode, Map<string, Usage>>();
  const compiledOperations = new RecentMap<Usage, CompiledQuery>(compiledMax);

  const compiledFor = (args: ExecutionArgs): CompiledQuery | null => {
    const usage = usageOf(usages, args.document, args.operationName ?? '');
    usage.count++;
    if (usage.count < requestsBeforeCompiling || usage.isUncompilable) return null;
    const cached = compiledOperations.get(usage);
    if (cached) return cached;
    const compiled = compile(args, log);
    if (compiled) compiledOperations.set(usage, compiled);
    else usage.isUncompilable = true;
    return compiled;
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
    const compiled = kind === 'jit' ? compiledFor(args) : null;
    if (!compiled) return executeByReference(args);
    return compiled.query(args.rootValue, args.contextValue, coerced.values);
  };
}

function usageOf(
  usages: WeakMap<DocumentNode, Map<string, Usage>>,
  document: DocumentNode,
  operationName: string,
): Usage {
  const byOperation = usages.get(document) ?? new Map<string, Usage>();
  usages.set(document, byOperation);
  const usage = byOperation.get(operationName) ?? { count: 0, isUncompilable: false };
  byOperation.set(operationName, usage);
  return usage;
}
