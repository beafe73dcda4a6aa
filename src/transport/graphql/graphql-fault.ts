import { DomainError, type ErrorCode } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

/**
 * The standard GraphQL codes for requests that were not executed, with the matching code of the error
 * catalogue.
 */
const kinds = {
  GRAPHQL_PARSE_FAILED: 'INVALID_BODY',
  GRAPHQL_VALIDATION_FAILED: 'INVALID_INPUT',
  BAD_USER_INPUT: 'INVALID_INPUT',
} as const satisfies Record<string, ErrorCode>;

type GraphqlFaultCode = keyof typeof kinds;

/** A fault in the GraphQL of a request, found before anything was executed. */
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
