import {
  createSourceEventStream,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { tokenOf, type Caller } from '../caller.js';
import type { Documents } from '../graphql/documents.js';
import type { DomainError } from '../../schema/errors.js';
import { AnswerWriter } from '../answer-writer.js';
import type { AccountOf } from '../asked.js';
import type { Execute, Execution } from '../graphql/executor.js';
import { loggable } from '../../schema/loggable.js';
import { failureOf, formatGraphqlError } from '../graphql/format-error.js';
import { refusalBeforeInitialisation } from '../graphql/initialisation-gate.js';
import { limitError } from '../limit-rules/limit-error.js';
import type { RateLimiter } from '../rate-limit.js';
import { idempotencyKeyOf } from '../../schema/idempotency.js';
import { languageOf } from '../../schema/texts.js';
import { closeCodes, type SocketBounds } from './bounds.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import { EventAnswers } from './event-answers.js';
import { EventContexts } from './event-contexts.js';
import { SharedAnswers, type EventAnswer } from './shared-answers.js';
import { ToldOperations } from './told-operations.js';

export interface OperationsOptions {
  schema: GraphQLSchema;
  documents: Documents;
  connections: Connections;
  bounds: SocketBounds;
  tokens: { verify(token: string): { userId: string; expiresAt: Date } | null };
  log: Pick<Logger, 'error' | 'info'>;
  accountOf: AccountOf;
  execute: Execute;
  contextOf: (caller: Caller) => Promise<object>;
  isInitialised: () => Promise<boolean>;
  limiter?: RateLimiter;
}

type Hooks = ServerOptions<Record<string, unknown> | undefined, Connection>;

/** Error codes that end a subscription. */
const finalCodes = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/** The hooks of graphql-ws for each step of the protocol. */
export function operationHooks(options: OperationsOptions): Hooks {
  const { schema, documents, bounds, isInitialised, limiter, log } = options;
  const told = new ToldOperations(log, options.accountOf);
  const contexts = new EventContexts(options.contextOf);
  const answers = new SharedAnswers<ExecutionResult>();
  const readerOf = (payload: object) => {
    const { caller, asked } = told.of(payload);
    return { ...caller, asked, log };
  };

  return {
    connectionInitWaitTimeout: bounds.initialisationMs,

    onConnect: ({ extra: connection, connectionParams, subscriptions }) => {
      connection.operations = () => Object.keys(subscriptions).length;
      return welcome(connection, connectionParams ?? {}, options);
    },

    onSubscribe: async ({ extra: connection }, _id, payload) => {
      const caller = { ...connection.caller, requestId: uuidv7() };
      told.begin(payload, caller);
      const refusal = (error: DomainError | GraphQLError): GraphQLError[] => [asGraphqlError(error)];
      const running = connection.operations();
      if (running > bounds.operationsMax)
        return refusal(limitError('operations', bounds.operationsMax, running));
      const ofUser = options.connections.operationsOfOwner(connection);
      if (ofUser > bounds.operationsOfUserMax)
        return refusal(limitError('operationsOfUser', bounds.operationsOfUserMax, ofUser));
      const rateError = await limiter?.take(connection.caller);
      if (rateError) return refusal(rateError);
      const prepared = documents.prepare(payload);
      if (prepared.errors) return prepared.errors;
      const { document, operation } = prepared;
      told.describe(payload, document, operation);
      const gateError = await refusalBeforeInitialisation(operation, isInitialised);
      if (gateError) return refusal(gateError);
      try {
        const idempotencyKey = idempotencyKeyOf(undefined, payload.extensions);
        const contextValue = await options.contextOf(caller);
        told.identify(payload, contextValue);
        return {
          schema,
          document,
          operationName: payload.operationName,
          variableValues: payload.variables,
          contextValue,
          signal: connection.signal,
          idempotencyKey,
        };
      } catch (error) {
        closeIfTokenEnded(connection, error);
        return refusal(asGraphqlError(error));
      }
    },

    execute: (args) => executeBounded(args, options),

    onOperation: async ({ extra: connection }, _id, payload, args, result) => {
      const source = (await result) as AsyncIterable<unknown> | ExecutionResult;
      if (!(Symbol.asyncIterator in source)) return;
      told.tellBegun(payload);
      const answerTo = answeringEvents(args, connection, { contexts, answers, options });
      return new EventAnswers(source[Symbol.asyncIterator](), answerTo) as never;
    },

    subscribe: (args) => createSourceEventStream(args) as never,

    onNext: (_context, _id, payload, _args, { errors, ...result }) => {
      if (!errors) return;
      const reader = readerOf(payload);
      return { ...result, errors: errors.map((error) => formatGraphqlError(error, reader)) } as never;
    },

    onError: (_context, _id, payload, errors) => {
      const reader = readerOf(payload);
      const formatted = errors.map((error) => formatGraphqlError(error, reader));
      told.end(payload);
      return formatted;
    },

    onComplete: (_context, _id, payload) => told.end(payload),
  };
}

/** Authenticates a connection; false if it is refused. */
async function welcome(
  connection: Connection,
  params: Record<string, unknown>,
  options: OperationsOptions,
): Promise<boolean> {
  const { tokens, connections, contextOf, limiter, log } = options;
  const { caller } = connection;
  const token = tokenOf(params.Authorization ?? params.authorization ?? params.token) ?? caller.token;
  const language = params['Accept-Language'] ?? params.acceptLanguage;
  connection.caller = {
    ...caller,
    token,
    language: typeof language === 'string' ? languageOf(language) : caller.language,
  };
  const claims = token === null ? null : tokens.verify(token);
  if (token !== null && !claims) return refuse(connection, closeCodes.unauthorized, 'Unauthorized');
  // Registered before the account is read, so that the connection is closed if the session ends meanwhile.
  connection.userId = claims?.userId ?? null;
  if (!connections.assign(connection))
    return refuse(connection, closeCodes.tryAgainLater, 'Too many connections');
  if (await limiter?.take(connection.caller))
    return refuse(connection, closeCodes.tryAgainLater, 'Too many requests');
  if (claims) connection.expireAt(claims.expiresAt);
  try {
    await contextOf(connection.caller);
    return true;
  } catch (error) {
    if (failureOf(error).code === 'UNAUTHENTICATED')
      return refuse(connection, closeCodes.unauthorized, 'Unauthorized');
    log.error(loggable(error), 'a WebSocket could not be welcomed');
    return refuse(connection, closeCodes.tryAgainLater, 'Try again later');
  }
}

/** Closes with our own code: graphql-ws also closes after `false`, but the first close counts. */
function refuse(connection: Connection, code: number, reason: string): false {
  connection.close(code, reason);
  return false;
}

interface Answering {
  readonly contexts: EventContexts;
  readonly answers: SharedAnswers<ExecutionResult>;
  readonly options: OperationsOptions;
}

/**
 * Answers the events of a subscription, each in a context of its own, so that rights and data are read again.
 */
function answeringEvents(
  args: ExecutionArgs,
  connection: Connection,
  { contexts, answers, options }: Answering,
): (event: unknown) => Promise<EventAnswer<ExecutionResult>> {
  const { document, operationName, variableValues } = args;
  const question = { document, rest: JSON.stringify([operationName, variableValues]) };
  const { requestId } = args.contextValue as { requestId: string };
  return async (event) => {
    try {
      const contextValue = await contexts.contextFor(event, { ...connection.caller, requestId });
      return await answers.answerFor(contextValue, question, connection.signal, async (signal) => {
        const answer = await executeBounded({ ...args, rootValue: event, contextValue, signal }, options);
        return { answer, isLast: isFinal(answer, event) };
      });
    } catch (error) {
      closeIfTokenEnded(connection, error);
      const answer = { data: null, errors: [asGraphqlError(error)] };
      return { answer, isLast: isFinal(answer, event) };
    }
  };
}

/**
 * Executes an operation, but refuses answers that are too large for one message; HTTP sends them in pieces.
 */
async function executeBounded(
  args: Execution,
  { execute, bounds }: OperationsOptions,
): Promise<ExecutionResult> {
  const result = await execute(args);
  try {
    await new AnswerWriter(bounds.answerBytesMax).write(result);
    return result;
  } catch (error) {
    return { data: null, errors: [asGraphqlError(error)] };
  }
}

/** Whether a result ends the subscription: the subject has ended, or the caller may no longer follow it. */
function isFinal({ data, errors }: ExecutionResult, event: unknown): boolean {
  if ((event as { isLast?: boolean } | null)?.isLast) return true;
  const isEmpty = !data || Object.values(data).every((value) => value === null);
  return isEmpty && !!errors?.some((error) => finalCodes.has(failureOf(error).code));
}

function closeIfTokenEnded(connection: Connection, error: unknown): void {
  if (failureOf(error).code === 'UNAUTHENTICATED')
    connection.close(closeCodes.forbidden, 'The session ended');
}

const asGraphqlError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError((error as Error).message, { originalError: error as Error });
