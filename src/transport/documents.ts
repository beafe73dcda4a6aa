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
} from 'graphql';
import { costOf } from './limit-rules/cost.js';
import { limitError } from './limit-rules/limit-error.js';
import { limitRules, limits, parseOptions } from './limits.js';
import { RecentMap } from './recent-map.js';
import { coerceVariables } from './variables.js';

export type Prepared<T> =
  ({ readonly errors?: undefined } & T) | { readonly errors: readonly GraphQLError[] };

export interface OperationRequest {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/**
 * Characters of all documents that are remembered; their parsed form takes about two hundred times the
 * memory.
 */
const rememberedCharactersMax = 300_000;

/** Greatest number of errors that one answer lists. */
const errorsMax = 20;

/** Reads and judges the documents of callers, before anything of theirs costs a database statement. */
export class Documents {
  readonly #valid = new RecentMap<string, { document: DocumentNode; characters: number }>(
    rememberedCharactersMax,
    ({ characters }) => characters,
  );

  constructor(
    private readonly schema: GraphQLSchema,
    /** Whether callers may read the schema, by introspection or by proposals in messages. */
    private readonly isSchemaOpen: boolean,
  ) {}

  /** The operation that a request asks for, when it is valid and inside every limit. */
  prepare({
    query,
    operationName,
    variables: given,
  }: OperationRequest): Prepared<{ document: DocumentNode; operation: OperationDefinitionNode }> {
    const prepared = this.#documentOf(query);
    if (prepared.errors) return prepared;
    const { document } = prepared;
    const operation = getOperationAST(document, operationName);
    if (!operation) return { errors: [operationUnknown(operationName)] };
    const { schema, isSchemaOpen } = this;
    const variables = given ?? {};
    const cost = costOf({ schema, document, operation, variables });
    if (cost > limits.costMax) return { errors: [limitError('cost', limits.costMax, cost, [operation])] };
    const coerced = coerceVariables({ schema, operation, variables, hideSuggestions: !isSchemaOpen });
    if ('error' in coerced) return { errors: [coerced.error] };
    return { document, operation };
  }

  /** A document that was found valid, by the SHA-256 of its text. */
  known(hash: string): DocumentNode | undefined {
    return this.#valid.get(hash)?.document;
  }

  #documentOf(query: string): Prepared<{ document: DocumentNode }> {
    if (query.length > limits.charactersMax)
      return { errors: [limitError('characters', limits.charactersMax, query.length)] };
    const hash = createHash('sha256').update(query).digest('hex');
    const known = this.#valid.get(hash);
    if (known) return known;
    const prepared = this.#judge(query);
    if (!prepared.errors) this.#valid.set(hash, { document: prepared.document, characters: query.length });
    return prepared;
  }

  #judge(query: string): Prepared<{ document: DocumentNode }> {
    let document: DocumentNode;
    try {
      document = parse(query, parseOptions);
    } catch (error) {
      return {
        errors: [
          isTokenLimit(error) ? limitError('tokens', limits.tokensMax, null) : (error as GraphQLError),
        ],
      };
    }
    const overLimit = validate(this.schema, document, limitRules, { maxErrors: errorsMax });
    if (overLimit.length > 0) return { errors: overLimit };
    const rules = this.isSchemaOpen ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(this.schema, document, rules, {
      maxErrors: errorsMax,
      hideSuggestions: !this.isSchemaOpen,
    });
    if (errors.some(isAbortion)) return { errors: [limitError('comparisons', limits.comparisonsMax, null)] };
    return errors.length > 0 ? { errors } : { document };
  }
}

const isTokenLimit = (error: unknown): boolean =>
  error instanceof GraphQLError && error.message.startsWith('Syntax Error: Document contains more');

/** graphql-js stops when comparing costs too much, and tells no more than that. */
const isAbortion = ({ message }: GraphQLError): boolean => message === 'Validation aborted.';

function operationUnknown(name: string | null | undefined): GraphQLError {
  return new GraphQLError(
    name
      ? `The document has no operation with the name that was asked for.`
      : 'The document has no operation, or several: say which one by operationName.',
  );
}
