import { AsyncLocalStorage } from 'node:async_hooks';
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { AnswerWriter, WrittenAnswer } from '../answer-writer.js';
import { noteOperation, type AccountOf } from '../asked.js';
import type { Caller } from '../caller.js';
import type { Documents } from './documents.js';
import { DomainError } from '../../schema/errors.js';
import type { Execute } from './executor.js';
import { failureOf, formatGraphqlError, type ErrorReader } from './format-error.js';
import { refusalBeforeInitialisation } from './initialisation-gate.js';
import { parseOptions } from '../limits.js';

export interface ApolloOptions {
  schema: GraphQLSchema;
  documents: Documents;
  log: Logger;
  execute: Execute;
  /** Creates the context of a request. @throws UNAUTHENTICATED when its token is not valid now */
  contextOf: (caller: Caller) => Promise<object>;
  isInitialised: () => Promise<boolean>;
  accountOf: AccountOf;
  writer: AnswerWriter;
}

/** What is known about a request before its operation is validated; none of it comes from the database. */
export interface RequestContext {
  readonly caller: Caller;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  readonly idempotencyKey: string | null;
}

/** What Apollo's hooks find out about a request and cannot pass on. */
interface CurrentRequest {
  readonly reader: ErrorReader;
  /** Its answer; Apollo knows answers only as one text. */
  answer?: WrittenAnswer;
}

/** The request that Apollo answers; `formatError` and `stringifyResult` are not given it. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** Starts Apollo, which parses, validates and answers; the document cache and the executor are our own. */
export async function startApollo(options: ApolloOptions): Promise<ApolloServer<RequestContext>> {
  const { documents } = options;
  const apollo = new ApolloServer<RequestContext>({
    schema: options.schema,
    parseOptions,
    validationRules: [...documents.rules],
    validationOptions: documents.validationOptions,
    documentStore: {
      get: async (key) => documents.valid.get(hashIn(key)),
      set: async (key, document) => void documents.valid.set(hashIn(key), document),
      delete: async () => undefined,
    },
    formatError: (_, error) => formatGraphqlError(error, currentRequest.getStore()!.reader),
    stringifyResult: async (answer) => {
      const request = currentRequest.getStore()!;
      request.answer = await options.writer.write(answer).catch((error: unknown) => {
        const errors = [formatGraphqlError(error, request.reader)];
        return options.writer.write({ errors, data: null });
      });
      return '';
    },
    introspection: true,
    csrfPrevention: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: options.log,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      operations(options),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo puts the hash of the schema before that of a document, which sockets do not. */
const hashIn = (key: string): string => key.slice(key.lastIndexOf(':') + 1);

/** Checks an operation before its context is created, because identifying the caller reads the database. */
function operations({
  schema,
  documents,
  execute,
  contextOf,
  isInitialised,
  accountOf,
}: ApolloOptions): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ contextValue: { caller, signal, idempotencyKey } }) => {
      let context: object;
      return {
        async didResolveOperation({ document, request, operation: resolved }) {
          const { asked } = currentRequest.getStore()!.reader;
          if (resolved) noteOperation(asked, document, resolved);
          const operation = documents.operationOf(document, request);
          if (operation.operation === 'subscription') throw subscriptionOverHttp();
          const refusal = await refusalBeforeInitialisation(operation, isInitialised);
          if (refusal) throw refusal;
          context = await contextOf(caller);
          Object.assign(asked, accountOf(context));
        },
        async responseForOperation({ document, request: { operationName, variables } }) {
          const { data, errors } = await execute({
            schema,
            document,
            operationName,
            variableValues: variables,
            contextValue: context,
            signal,
            idempotencyKey,
          });
          const { reader } = currentRequest.getStore()!;
          return {
            http: errors ? headOf(data, errors) : { status: undefined, headers: new HeaderMap() },
            body: {
              kind: 'single',
              singleResult: {
                ...(errors && { errors: errors.map((error) => formatGraphqlError(error, reader)) }),
                ...(data !== undefined && { data }),
              },
            },
          };
        },
        /** Errors are set here only if nothing was executed; the first one determines the status. */
        async willSendResponse({ errors, response }) {
          if (!errors) return;
          const { status, details } = failureOf(errors[0]);
          response.http.status = status;
          if (details.retrySeconds !== undefined)
            response.http.headers.set('retry-after', String(details.retrySeconds));
        },
      };
    },
  };
}

const subscriptionOverHttp = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: '订阅请使用 WebSocket 连接',
    en: 'Subscriptions are served over WebSocket, at the same address.',
  });

/**
 * Status and headers of an executed operation: 200, even with errors, unless the operation has no data at all
 * or every field failed because the caller is not signed in or the server is not ready.
 */
function headOf(
  data: Record<string, unknown> | null | undefined,
  errors: readonly unknown[],
): { status: number; headers: HeaderMap } {
  const [{ code, status, details }] = errors.map(failureOf);
  const isEmpty = data === undefined || data === null || Object.values(data).every((value) => value === null);
  const hasOneCode = errors.every((error) => failureOf(error).code === code);
  const isFailure =
    data === undefined || (isEmpty && hasOneCode && (code === 'UNAUTHENTICATED' || code === 'NOT_READY'));
  const headers = new HeaderMap();
  if (isFailure && details.retrySeconds !== undefined)
    headers.set('retry-after', String(details.retrySeconds));
  return { status: isFailure ? status : 200, headers };
}
