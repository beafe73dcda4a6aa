import { isUtf8 } from 'node:buffer';
import { ApolloServer, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { callerOf, type Caller } from './caller.js';
import { Documents } from './documents.js';
import { DomainError } from '../schema/errors.js';
import type { Execute } from './executor.js';
import { failureOf, formatGraphqlError } from './format-error.js';
import { refusalBeforeInitialisation } from './initialisation-gate.js';
import { limits } from './limits.js';
import { isMultipart, multipart } from './multipart.js';
import { limitError } from './limit-rules/limit-error.js';
import type { RateLimiter } from './rate-limit.js';

export interface GraphqlHttpOptions {
  schema: GraphQLSchema;
  config: { readonly explorer: boolean; readonly TRUST_PROXY: boolean };
  log: Logger;
  execute: Execute;
  /** Makes the context of a request. @throws UNAUTHENTICATED when a token was given that is not valid now. */
  contextOf: (caller: Caller) => Promise<object>;
  isInitialised: () => Promise<boolean>;
  limiter?: RateLimiter;
}

/** What a request gathers on its way to Apollo. */
interface Progress {
  caller: Caller;
  context: object;
}

/**
 * GraphQL over HTTP: POST with a JSON body, or with files and a header of its own, so that no page of another
 * origin can send one unasked. What is over a limit, not valid, or refused before initialisation never
 * reaches the database.
 */
export async function graphqlHttp(
  options: GraphqlHttpOptions,
): Promise<{ router: Router; stop(): Promise<void> }> {
  const { schema, config, log, limiter } = options;
  const documents = new Documents(schema, config.explorer);
  const apollo = await startApollo(options, documents);
  const answer = (response: Response, errors: readonly unknown[]): void =>
    answerErrors(response, errors, log);

  const router = Router();
  router.use((request, response, next) => {
    progressOf(response).caller = callerOf(request, { trustProxy: config.TRUST_PROXY });
    response.set('Cache-Control', 'no-store').vary('Accept-Language');
    next();
  });
  if (limiter) router.use(limiter.middleware((_request, response, error) => answer(response, [error])));
  router.use(requirePost);
  router.use(multipart);
  router.use(
    express.json({
      limit: limits.bodyBytesMax,
      type: (request) => !isMultipart(request),
      strict: false,
      verify: requireUtf8,
    }),
  );
  router.use(requireOperation);
  router.use(prepare(options, documents, answer));
  router.use(
    expressMiddleware(apollo, {
      context: async ({ res }) => progressOf(res as Response).context as BaseContext,
    }) as never,
  );
  // Express knows an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    answer(response, [bodyErrorOf(error)]),
  );
  return { router, stop: () => apollo.stop() };
}

const progressOf = (response: Response): Progress => response.locals as Progress;

/** Judges the operation before its context is made, because that asks the database who is calling. */
function prepare(
  { contextOf, isInitialised }: GraphqlHttpOptions,
  documents: Documents,
  answer: (response: Response, errors: readonly unknown[]) => void,
) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const prepared = documents.prepare(request.body);
    if (prepared.errors) return answer(response, prepared.errors);
    if (prepared.operation.operation === 'subscription') return answer(response, [subscriptionOverHttp()]);
    const refusal = await refusalBeforeInitialisation(prepared.operation, isInitialised);
    if (refusal) return answer(response, [refusal]);
    const progress = progressOf(response);
    progress.context = await contextOf(progress.caller);
    next();
  };
}

function requirePost(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'POST') {
    response.set('Allow', 'POST');
    throw new DomainError('WRONG_METHOD', {
      zh: `GraphQL 只接受 POST 请求，收到 ${request.method}`,
      en: `GraphQL takes POST requests only, not ${request.method}.`,
    });
  }
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type) && !isMultipart(request)) {
    throw new DomainError('WRONG_CONTENT_TYPE', {
      zh: '请求的 Content-Type 必须是 application/json，上传文件时是 multipart/form-data',
      en: 'The Content-Type must be application/json, or multipart/form-data with files.',
    });
  }
  next();
}

/** Broken letters would otherwise be replaced without a word. */
function requireUtf8(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('not UTF-8');
}

function requireOperation(request: Request, _response: Response, next: NextFunction): void {
  const body = request.body as unknown;
  if (Array.isArray(body)) throw limitError('batch', 1, body.length);
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(body)) throw invalidBody('the body must be a JSON object');
  const { query, operationName = null, variables = null } = body as Record<string, unknown>;
  if (typeof query !== 'string' || query.trim() === '')
    throw invalidBody('"query" must be a text with an operation');
  if (operationName !== null && typeof operationName !== 'string')
    throw invalidBody('"operationName" must be a text');
  if (variables !== null && !isObject(variables)) throw invalidBody('"variables" must be an object');
  // Extensions are left out: the one that servers know, queries stored by hash, is a memory that anybody
  // could fill. Apollo refuses keys that are null.
  request.body = {
    query,
    ...(operationName !== null && { operationName }),
    ...(variables !== null && { variables }),
  };
  next();
}

/** Express's failures to read a body, as errors of the catalogue; everything else as it is. */
function bodyErrorOf(error: unknown): unknown {
  const type = (error as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large') {
    const { limit = limits.bodyBytesMax } = error as { limit?: number };
    return new DomainError('TOO_LARGE', {
      zh: `请求体过大，最多 ${limit} 字节`,
      en: `The body is too large: at most ${limit} bytes.`,
    });
  }
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new DomainError('WRONG_CONTENT_TYPE', {
      zh: '请求体的编码不受支持',
      en: 'The encoding of the body is not supported. Maybe send UTF-8.',
    });
  }
  return typeof type === 'string' && /^(entity|request|stream)\./.test(type)
    ? invalidBody('it is not valid JSON in UTF-8')
    : error;
}

const invalidBody = (problem: string): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: `请求体不合法：${problem}`,
    en: `The body is not valid: ${problem}.`,
  });

const subscriptionOverHttp = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: '订阅请使用 WebSocket 连接',
    en: 'Subscriptions are served over WebSocket, at the same address.',
  });

/** Answers a request that was never executed; its status is that of the first error's kind. */
function answerErrors(response: Response, errors: readonly unknown[], log: Logger): void {
  const { language, requestId } = progressOf(response).caller;
  const formatted = errors.map((error) => formatGraphqlError(error, { language, requestId, log }));
  response.status(failureOf(errors[0]).status).json({ errors: formatted });
}

async function startApollo(
  { schema, log, execute }: GraphqlHttpOptions,
  documents: Documents,
): Promise<ApolloServer> {
  const apollo = new ApolloServer({
    // Apollo takes another executor from a gateway only.
    gateway: {
      load: async () => ({
        executor: ({ document, request, context }) =>
          execute({
            schema,
            document,
            operationName: request.operationName,
            variableValues: request.variables,
            contextValue: context,
          }) as never,
      }),
      onSchemaLoadOrUpdate: (tell) => {
        tell({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      stop: async () => undefined,
    },
    // Documents were judged before; Apollo asks for them by the hash of their text.
    documentStore: {
      get: async (key) => documents.known(key.slice(-64)),
      set: async () => undefined,
      delete: async () => undefined,
    },
    introspection: true,
    csrfPrevention: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      answersInOurWords(log),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo formats errors without knowing the reader, so the answer gets ours when it is complete. */
function answersInOurWords(log: Logger): ApolloServerPlugin {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ errors, response, contextValue }) => {
        if (!errors?.length || response.body.kind !== 'single') return;
        const { language, requestId } = contextValue as Pick<Caller, 'language' | 'requestId'>;
        const result = response.body.singleResult;
        result.errors = errors.map((error) => formatGraphqlError(error, { language, requestId, log }));
        response.http.status = statusOf(result.data, errors);
      },
    }),
  };
}

/**
 * An executed operation is 200, whatever its fields answered; unless there is nothing but that one must sign
 * in.
 */
function statusOf(data: Record<string, unknown> | null | undefined, errors: readonly unknown[]): number {
  if (data === undefined) return failureOf(errors[0]).status;
  const isEmpty = data === null || Object.values(data).every((value) => value === null);
  return isEmpty && errors.every((error) => failureOf(error).code === 'UNAUTHENTICATED') ? 401 : 200;
}
