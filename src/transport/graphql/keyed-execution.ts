import { createHash } from 'node:crypto';
import {
  getArgumentValues,
  getOperationAST,
  GraphQLError,
  isNonNullType,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLField,
} from 'graphql';
import { currentBudget } from '../../schema/budget.js';
import { DomainError } from '../../schema/errors.js';
import { AnswerWriter } from '../answer-writer.js';
import type { Execute, Execution } from './executor.js';
import { rootFieldsOf, type RootField } from './root-fields.js';
import { coerceVariables } from './variables.js';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Whether a mutation takes no idempotency key, because its answer holds a secret. */
    ignoresIdempotencyKey?: boolean;
  }
}

/** Bytes of an answer that can be kept. */
const answerBytesMax = 2 ** 20;
/** Characters of the name that a field has in an answer that can be kept. */
const responseKeyMax = 255;

/** A root field of a mutation that was sent under a key. */
interface KeyedField {
  readonly key: string;
  readonly responseKey: string;
  /** The name of the mutation. */
  readonly operation: string;
  /** What is given and asked for, as a text that is the same for the same. */
  readonly input: string;
}

export interface KeyOptions<C> {
  /** Whether there is somebody for whom answers can be kept. */
  isKept(context: C): boolean;
  /**
   * Runs a field once, in one transaction with its answer, or gives the answer of before. The field is run in
   * the context of the transaction, and again when that was given up.
   */
  once(context: C, field: KeyedField, run: (context: C) => Promise<string>): Promise<string>;
}

/**
 * Executes mutations under the idempotency key of their request, field by field. What is kept is the answer
 * as it was given, with all that was selected: read anew it could be another, because the record may have
 * been changed or deleted since. So the selection counts as input, and a field that fails anywhere below, or
 * whose answer is too large to be kept, is undone as a whole.
 */
export function withKeys<C>(execute: Execute, options: KeyOptions<C>): Execute {
  return async (args) => {
    const { document, operationName, schema, idempotencyKey } = args;
    const operation = getOperationAST(document, operationName);
    const isMutation = operation?.operation === OperationTypeNode.MUTATION;
    if (!idempotencyKey || !isMutation || !options.isKept(args.contextValue as C)) return execute(args);
    const variables = args.variableValues ?? {};
    const coerced = coerceVariables({ schema, operation, variables, hideSuggestions: true });
    if ('error' in coerced) return execute(args);
    const data = Object.create(null) as Record<string, unknown>;
    const faults: GraphQLError[] = [];
    for (const field of rootFieldsOf(document, operation)) {
      const call = { ...args, document: field.document };
      const definition: Definition | undefined = schema.getMutationType()!.getFields()[field.node.name.value];
      const { data: part, errors = [] } =
        !definition || definition.extensions.ignoresIdempotencyKey
          ? await execute(call)
          : await executeOnce(execute, options, call, {
              ...field,
              definition,
              key: idempotencyKey,
              variables: coerced.values,
            });
      faults.push(...errors);
      // As without a key, nothing is done after a field that must not be null.
      if (!part) return { data: null, errors: faults };
      Object.assign(data, part);
    }
    return faults.length > 0 ? { errors: faults, data } : { data };
  };
}

type Definition = GraphQLField<unknown, unknown>;

interface Field extends RootField {
  readonly definition: Definition;
  readonly key: string;
  /** As resolvers see them. */
  readonly variables: Readonly<Record<string, unknown>>;
}

async function executeOnce<C>(
  execute: Execute,
  { once }: KeyOptions<C>,
  call: Execution,
  field: Field,
): Promise<ExecutionResult> {
  const { key, responseKey, definition } = field;
  const failures = new Map<unknown, ExecutionResult>();
  /** Runs the field; what must not be kept is thrown, so that it is undone. */
  const run = async (contextValue: C): Promise<string> => {
    const execution = execute({ ...call, contextValue });
    // After the end of its budget nothing more comes of it.
    const result = await Promise.race([execution, currentBudget()?.ended ?? execution]);
    if (result.errors || !(responseKey in result.data!)) {
      const cause = result.errors?.[0] ?? new Error('The field was skipped.');
      failures.set(cause, result);
      throw cause;
    }
    const pieces = await new AnswerWriter(answerBytesMax).write(result.data![responseKey]).catch(() => {
      throw answerTooLarge();
    });
    return Buffer.concat(pieces).toString();
  };
  try {
    if (responseKey.length > responseKeyMax) throw aliasTooLong();
    const input = inputOf(field);
    const answer = await once(
      call.contextValue as C,
      { key, responseKey, operation: definition.name, input },
      run,
    );
    return { data: { [responseKey]: JSON.parse(answer) as unknown } };
  } catch (error) {
    // What failed in the field itself is told as it is told without a key.
    return failures.get(error) ?? refused(field, error as Error);
  }
}

/** The name of a field with all that is given and asked for. */
function inputOf({ definition, node, variables, selection, selectionVariables }: Field): string {
  const used = Object.fromEntries(selectionVariables.map((name) => [name, variables[name]]));
  const values = getArgumentValues(definition, node, variables);
  return JSON.stringify(canonical({ operation: definition.name, values, selection, used }));
}

/** The same value in the one form that equal values have as JSON. */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, canonical(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refused({ node, responseKey, definition }: Field, error: Error): ExecutionResult {
  const options = { nodes: node, path: [responseKey], originalError: error };
  return {
    errors: [new GraphQLError(error.message, options)],
    data: isNonNullType(definition.type) ? null : { [responseKey]: null },
  };
}

const answerTooLarge = (): DomainError =>
  new DomainError(
    'GRAPHQL_LIMIT',
    {
      zh: `带幂等键的请求，结果最多 ${answerBytesMax} 字节；操作未执行，请减少查询的字段，或不使用幂等键`,
      en:
        `The answer to a request with an idempotency key may have at most ${answerBytesMax} bytes. Nothing ` +
        `was done. Maybe select less, or leave the key out.`,
    },
    { limit: 'keptBytes', max: answerBytesMax },
  );

const aliasTooLong = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `带幂等键的请求，字段别名最多 ${responseKeyMax} 个字符`,
    en: `With an idempotency key an alias may have at most ${responseKeyMax} characters.`,
  });
