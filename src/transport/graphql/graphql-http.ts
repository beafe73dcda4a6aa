import { isUtf8 } from 'node:buffer';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { currentRequest, startApollo, type ApolloOptions, type RequestContext } from './apollo.js';
import { askedIn } from '../asked.js';
import { callerOf, disconnectSignal, type Caller } from '../caller.js';
import type { AnswerWriter } from '../answer-writer.js';
import { readBytes } from '../body-reading.js';
import { requireBounded } from './documents.js';
import { DomainError, errors } from '../../schema/errors.js';
import { failureOf, formatGraphqlError, type ErrorReader } from './format-error.js';
import { idempotencyKeyOf } from '../../schema/idempotency.js';
import { limits } from '../limits.js';
import { isMultipart, readForm, requirePreflight } from '../multipart.js';
import { limitError } from '../limit-rules/limit-error.js';
import { ownerOf, type RateLimiter, type TokenReader } from '../rate-limit.js';
import { objectsOfText, turns } from '../turns.js';
import type { Uploads } from '../uploads.js';

interface GraphqlHttpOptions extends ApolloOptions {
  config: { readonly TRUST_PROXY: boolean };
  tokens: TokenReader;
  limiter: RateLimiter;
  uploads: Uploads;
  /** @throws UNAUTHENTICATED unless the caller is currently signed in */
  requireSession: (caller: Caller) => Promise<void>;
}

/**
 * GraphQL over HTTP: POST with a JSON body, or a multipart body with a header that forces a CORS preflight.
 * Rate limit and token are checked before the body is read. Requests that exceed a limit, are invalid, or
 * come before the initialisation never reach the database.
 */
export async function graphqlHttp(
  options: GraphqlHttpOptions,
): Promise<{ router: Router; stop(): Promise<void> }> {
  const { config, log, tokens, limiter, uploads } = options;
  const apollo = await startApollo(options);
  const readerOf = (response: Response): ErrorReader => ({
    ...callerIn(response),
    asked: askedIn(response),
    log,
  });

  const router = Router();
  router.use((request, response, next) => {
    response.locals.caller = callerOf(request, { trustProxy: config.TRUST_PROXY });
    response.set('Cache-Control', 'no-store').vary('Accept-Language');
    next();
  });
  router.use(limiter.middleware((_, response, error) => answerError(response, error, readerOf(response))));
  router.use(requirePost);
  router.use(async (request, response, next) => {
    const caller = callerIn(response);
    if (caller.token !== null && !tokens.verify(caller.token)) throw errors.unauthenticated();
    if (isMultipart(request)) await options.requireSession(caller);
    const bytesMax = isMultipart(request) ? limits.uploadBytesMax : limits.bodyBytesMax;
    const body = await readBytes(request, bytesMax, uploads.judgeOf(request, response));
    if (!body) throw notJson();
    request.body = body;
    // Bodies wait as they came, because parsed they take many times the memory.
    await turns.take({ caller: ownerOf(caller, tokens) }, objectsOfText(body.length));
    if (!response.destroyed) next();
  });
  router.use(readBody);
  router.use(requireOperation);
  router.use((request, response) =>
    currentRequest.run({ reader: readerOf(response) }, () =>
      serve(apollo, request, response, options.writer),
    ),
  );
  // Express recognises an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    answerError(response, error, readerOf(response)),
  );
  return { router, stop: () => apollo.stop() };
}

/** The headers that Apollo reads. */
const readByApollo = ['content-type', 'accept', 'apollo-require-preflight', 'x-apollo-operation-name'];

/**
 * Lets Apollo answer a request, and sends the answer in pieces, which Apollo's Express integration does not.
 */
async function serve(
  apollo: ApolloServer<RequestContext>,
  { method, headers, body: requestBody }: Request,
  response: Response,
  writer: AnswerWriter,
): Promise<void> {
  const signal = disconnectSignal(response);
  const {
    status,
    headers: responseHeaders,
    body,
  } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method,
      headers: new HeaderMap(
        readByApollo.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
      ),
      search: '',
      body: requestBody as unknown,
    },
    context: async () => ({
      caller: callerIn(response),
      signal,
      idempotencyKey: response.locals.idempotencyKey as string | null,
    }),
  });
  // Only incremental delivery (@defer, @stream) is chunked, which the schema does not offer.
  if (body.kind !== 'complete') throw new Error('Apollo answered in chunks.');
  response.status(status ?? 200).setHeaders(responseHeaders);
  await writer.send(response, currentRequest.getStore()!.answer ?? [Buffer.from(body.string)]);
}

const callerIn = ({ locals }: { locals: Record<string, unknown> }): Caller => locals.caller as Caller;

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
  if (isMultipart(request)) requirePreflight(request);
  next();
}

async function readBody(request: Request, _response: Response, next: NextFunction): Promise<void> {
  request.body = isMultipart(request) ? await readForm(request) : readJson(request.body as Buffer);
  next();
}

function readJson(body: Buffer): unknown {
  // Invalid bytes would otherwise be silently replaced.
  if (!isUtf8(body)) throw notJson();
  try {
    return JSON.parse(String(body));
  } catch {
    throw notJson();
  }
}

function requireOperation(request: Request, response: Response, next: NextFunction): void {
  const body = request.body as unknown;
  if (Array.isArray(body)) throw limitError('batch', 1, body.length);
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(body)) throw invalidBody('必须是 JSON 对象', 'the body must be a JSON object');
  const { query, operationName = null, variables = null, extensions } = body as Record<string, unknown>;
  if (typeof query !== 'string' || query.trim() === '')
    throw invalidBody('“query”必须是包含操作的文本', '"query" must be a text with an operation');
  requireBounded(query);
  if (operationName !== null && typeof operationName !== 'string')
    throw invalidBody('“operationName”必须是文本', '"operationName" must be a text');
  if (variables !== null && !isObject(variables))
    throw invalidBody('“variables”必须是对象', '"variables" must be an object');
  response.locals.idempotencyKey = idempotencyKeyOf(request.headers['idempotency-key'], extensions);
  // All other extensions are dropped: the only common one, persisted queries, is a cache that anybody could
  // fill. Apollo rejects keys that are null.
  request.body = {
    query,
    ...(operationName !== null && { operationName }),
    ...(variables !== null && { variables }),
  };
  next();
}

const notJson = (): DomainError => invalidBody('不是有效的 UTF-8 JSON', 'it is not valid JSON in UTF-8');

const invalidBody = (zh: string, en: string): DomainError =>
  new DomainError('INVALID_BODY', { zh: `请求体不合法：${zh}`, en: `The body is not valid: ${en}.` });

/** Answers a request that never reached Apollo, with the status of the error. */
function answerError(response: Response, error: unknown, reader: ErrorReader): void {
  const { status, details } = failureOf(error);
  if (details.retrySeconds !== undefined) response.set('Retry-After', String(details.retrySeconds));
  response.status(status).json({ errors: [formatGraphqlError(error, reader)] });
}
