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
import { RecentMap } from './recent-map.js';
import { coerceVariables } from './variables.js';

/** Executes a document that was validated. Failures are in the result, as graphql-js puts them. */
export type Execute = (args: Execution) => Promise<ExecutionResult>;

export interface Execution extends ExecutionArgs {
  /** Aborted when nobody waits for the answer any more. */
  readonly left?: AbortSignal;
}

export interface ExecutorOptions {
  /** `jit` compiles documents that come again; `js` is the reference implementation. Both answer the same. */
  kind: 'jit' | 'js';
  log: Pick<Logger, 'debug'>;
}

/** Greatest number of compiled operations that are kept. */
const compiledMax = 300;

/** A document must come this often before it is compiled: compiling costs more than executing once. */
const sightsBeforeCompiling = 2;

/** How often an operation of a document came. */
interface Sighting {
  count: number;
  /** Whether graphql-js has to execute it. */
  isRefused: boolean;
}

/**
 * The one way in which operations are executed, for GraphQL over HTTP, WebSocket and REST. Variables are
 * coerced by graphql-js in both kinds, and what the compiler does not do exactly alike is left to graphql-js.
 * Documents are known by their object, so callers keep the parsed ones.
 */
export function createExecutor({ kind, log }: ExecutorOptions): Execute {
  const sightings = new WeakMap<DocumentNode, Map<string, Sighting>>();
  const compiledOperations = new RecentMap<Sighting, CompiledQuery>(compiledMax);

  const compiledFor = (args: ExecutionArgs): CompiledQuery | null => {
    const sighting = sightingOf(sightings, args.document, args.operationName ?? '');
    sighting.count++;
    if (sighting.count < sightsBeforeCompiling || sighting.isRefused) return null;
    const known = compiledOperations.get(sighting);
    if (known) return known;
    const compiled = compile(args, log);
    if (compiled) compiledOperations.set(sighting, compiled);
    else sighting.isRefused = true;
    return compiled;
  };

  return async (args) => {
    const operation = getOperationAST(args.document, args.operationName);
    // graphql-js says best what is wrong with the name of the operation.
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

function sightingOf(
  sightings: WeakMap<DocumentNode, Map<string, Sighting>>,
  document: DocumentNode,
  operationName: string,
): Sighting {
  const byOperation = sightings.get(document) ?? new Map<string, Sighting>();
  sightings.set(document, byOperation);
  const sighting = byOperation.get(operationName) ?? { count: 0, isRefused: false };
  byOperation.set(operationName, sighting);
  return sighting;
}
