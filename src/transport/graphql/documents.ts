import { createHash } from 'node:crypto';
import {
  getOperationAST,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { costOf } from '../limit-rules/cost.js';
import { limitError } from '../limit-rules/limit-error.js';
import { isNestedDeeper } from '../limit-rules/nesting.js';
import { limitRule, limits, parseOptions } from '../limits.js';
import { RecentMap } from '../../schema/recent-map.js';
import { coerceVariables, forgetUndeclared, hasMoreValues } from './variables.js';

interface OperationRequest {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Record<string, unknown> | null;
}

/** An operation that is valid and within all limits. */
interface PreparedOperation {
  readonly errors?: undefined;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/**
 * Total length of the cached documents, in characters; their parsed form takes about two hundred times the
 * memory.
 */
const cachedCharactersMax = 300_000;

/**
 * Maximum number of errors in one answer. Each proposes what may have been meant, for which the names of a
 * type are compared one by one: with twenty, a short document took longer than its turn.
 */
const errorsMax = 5;

/**
 * Validates documents before a request costs a database statement. Over HTTP, Apollo does so with the rules
 * and the cache of this class; over WebSocket, `prepare` does. Both share one cache.
 */
export class Documents {
  /** Documents known to be valid, by the SHA-256 of their text. */
  readonly valid = new RecentMap<string, DocumentNode>(cachedCharactersMax, ({ loc }) => loc!.end);
  /** Rules in addition to those of graphql-js. */
  readonly rules: readonly ValidationRule[];
  readonly validationOptions: { readonly maxErrors: number; readonly hideSuggestions: boolean };

  constructor(
    private readonly schema: GraphQLSchema,
    /** Whether callers may learn the schema, by introspection or from suggestions in messages. */
    isSchemaOpen: boolean,
  ) {
    this.rules = isSchemaOpen ? [limitRule] : [limitRule, NoSchemaIntrospectionCustomRule];
    this.validationOptions = { maxErrors: errorsMax, hideSuggestions: !isSchemaOpen };
  }

  /** The requested operation, or all errors in its document. */
  prepare(request: OperationRequest): PreparedOperation | { readonly errors: readonly GraphQLError[] } {
    try {
      requireBounded(request.query);
      const hash = createHash('sha256').update(request.query).digest('hex');
      const document = this.valid.get(hash) ?? parse(request.query, parseOptions);
      if (!this.valid.get(hash)) {
        const rules = [...specifiedRules, ...this.rules];
        const errors = validate(this.schema, document, rules, this.validationOptions);
        if (errors.length > 0) return { errors };
        this.valid.set(hash, document);
      }
      return { document, operation: this.operationOf(document, request) };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  }

  /**
   * The requested operation of a valid document; forgets variables that it does not declare, because what
   * waits for its turn would hold them. @throws GraphQLError when it may not be executed
   */
  operationOf(
    document: DocumentNode,
    { operationName, variables: rawVariables }: Omit<OperationRequest, 'query'>,
  ): OperationDefinitionNode {
    const operation = getOperationAST(document, operationName);
    if (!operation) throw operationUnknown(operationName);
    const { schema } = this;
    const variables = rawVariables ?? {};
    if (hasMoreValues(variables, limits.valuesMax)) throw limitError('values', limits.valuesMax, null);
    forgetUndeclared(variables, operation);
    const { hideSuggestions } = this.validationOptions;
    const coerced = coerceVariables({ schema, operation, variables, hideSuggestions });
    if ('error' in coerced) throw coerced.error;
    // What was left out counts by its default.
    const cost = costOf({ schema, document, operation, variables: coerced.values });
    if (cost > limits.costMax) throw limitError('cost', limits.costMax, cost, [operation]);
    return operation;
  }
}

/** Throws when a document is too long, or too deep, to be parsed. */
export function requireBounded(query: string): void {
  const { charactersMax, nestingMax, tokensMax } = limits;
  if (query.length > charactersMax) throw limitError('characters', charactersMax, query.length);
  if (isNestedDeeper(query, nestingMax, tokensMax)) throw limitError('nesting', nestingMax, null);
}

function operationUnknown(name: string | null | undefined): GraphQLError {
  return new GraphQLError(
    name
      ? `The document has no operation with the name that was asked for.`
      : 'The document has no operation, or several: say which one by operationName.',
  );
}
