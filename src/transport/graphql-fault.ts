import { DomainError, type ErrorCode } from '../schema/errors.js';
import type { Text } from '../schema/texts.js';

/**
 * The codes that GraphQL clients know for requests that were never executed, and the kind of the catalogue
 * behind each.
 */
const kinds = {
  GRAPHQL_PARSE_FAILED: 'INVALID_BODY',
  GRAPHQL_VALIDATION_FAILED: 'INVALID_INPUT',
  BAD_USER_INPUT: 'INVALID_INPUT',
} as const satisfies Record<string, ErrorCode>;

export type GraphqlFaultCode = keyof typeof kinds;

/** Something wrong with the GraphQL of a request, found before anything was executed. */
export class GraphqlFault extends DomainError {
  constructor(
    readonly graphqlCode: GraphqlFaultCode,
    text: Text,
    details: DomainError['details'] = {},
  ) {
    super(kinds[graphqlCode], text, details);
    this.name = 'GraphqlFault';
  }
}
