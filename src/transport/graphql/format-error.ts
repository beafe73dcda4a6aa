import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { DomainError, errorKinds, type ErrorCode } from '../../schema/errors.js';
import { innermost, loggable } from '../../schema/loggable.js';
import { noteFailure, type Asked } from '../asked.js';
import { withoutValues } from './error-texts.js';
import { GraphqlFault } from './graphql-fault.js';
import { limitFailure } from '../limit-rules/limit-error.js';
import { limits } from '../limits.js';
import { outageOf } from '../../schema/outages.js';
import type { Language } from '../../schema/texts.js';

export interface ErrorReader {
  readonly language: Language;
  readonly requestId: string;
  /** Where the failure is noted for the line of the request. */
  readonly asked: Asked;
  readonly log: Pick<Logger, 'error'>;
}

/** An error as callers of GraphQL may see it, in their language. Unexpected errors are masked and logged. */
export function formatGraphqlError(
  error: unknown,
  { language, requestId, asked, log }: ErrorReader,
): GraphQLFormattedError {
  const failure = failureOf(error);
  const code = failure instanceof GraphqlFault ? failure.graphqlCode : failure.code;
  noteFailure(asked, code);
  const { locations, path } = error instanceof GraphQLError ? error : {};
  if (failure.code === 'INTERNAL')
    log.error({ requestId, path, ...loggable(error) }, 'a GraphQL operation failed unexpectedly');
  const { problems, ...details } = failure.details;
  return {
    message: failure.messageIn(language),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: {
      ...details,
      code,
      requestId,
      ...(problems && {
        problems: problems.map(({ text, ...place }) => ({ ...place, message: text[language] })),
      }),
    },
  };
}

/**
 * The error reported to the caller: an expected one as thrown, a fault of the request as such, and any other
 * as INTERNAL, which reveals nothing.
 */
export function failureOf(error: unknown): DomainError {
  const cause = innermost(error);
  if (cause instanceof DomainError) return cause;
  if (!(cause instanceof GraphQLError)) return outageOf(cause) ?? internalError();
  const code = cause.extensions?.code;
  if (typeof code === 'string' && code in errorKinds) {
    const message = withoutValues(cause);
    return new DomainError(code as ErrorCode, { zh: message, en: message });
  }
  return faultOfRequest(error as GraphQLError, cause) ?? internalError();
}

/**
 * An error of graphql-js about the request; those about arguments are raised during execution, with a path.
 */
function faultOfRequest(error: GraphQLError, cause: GraphQLError): DomainError | null {
  // graphql-js gives no detail when a document is too long or comparing its fields takes too many steps.
  if (cause.message.startsWith('Syntax Error: Document contains more'))
    return limitFailure('tokens', limits.tokensMax);
  if (cause.message === 'Validation aborted.') return limitFailure('comparisons', limits.comparisonsMax);
  const message = withoutValues(cause);
  if (message.startsWith('Syntax Error')) {
    return new GraphqlFault('GRAPHQL_PARSE_FAILED', { zh: `GraphQL 语法错误：${message}`, en: message });
  }
  if (error.path === undefined) {
    return new GraphqlFault('GRAPHQL_VALIDATION_FAILED', {
      zh: `GraphQL 查询不合法：${message}`,
      en: message,
    });
  }
  if (/^Argument "\w+" (of|has) /.test(message)) {
    return new GraphqlFault('BAD_USER_INPUT', { zh: `参数不合法：${message}`, en: message });
  }
  return null;
}

const internalError = (): DomainError =>
  new DomainError('INTERNAL', {
    zh: '服务器内部错误，请稍后重试；如仍出现，请将请求编号告知管理员',
    en:
      'Something went wrong inside the server. Maybe try again, or give the request id to its ' +
      'administrator.',
  });
