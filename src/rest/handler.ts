import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { DomainError, errors, type ErrorCode } from '../schema/errors.js';
import { outageOf } from '../schema/outages.js';
import { languageOf, type Language } from '../schema/texts.js';
import { tellWhenAnswered, wordsOf, type AnsweredCall } from './answered-call.js';
import type { WireRequest } from './arguments.js';
import { failureAnswer, success, type Answer, type EnvelopeMode } from './envelope.js';
import { located } from './field-paths.js';
import { fragmentsOf, prepare, type PreparedOperation } from './operation.js';
import { readBody } from './request-body.js';
import { fieldOf, mounted, type MountedRoute, type RouteTable } from './route.js';
import { sofaRouter } from './sofa.js';

export const basePath = '/api/v1';

/** The dependencies of REST, supplied by the composition root. */
interface RestOptions<C> {
  schema: GraphQLSchema;
  routes: RouteTable;
  /** Sources of the fragments that define the wire shapes. */
  fragments: readonly string[];
  envelope: EnvelopeMode;
  /** The language of answers; `auto` follows the caller. */
  language: Language | 'auto';
  timeZone: string;
  /** Runs an operation of the core schema, after `authorize` has checked the right to it. */
  execute(call: {
    document: DocumentNode;
    variableValues: Record<string, unknown>;
    contextValue: C;
    operationName: string;
    request: ExpressRequest;
  }): Promise<ExecutionResult>;
  /** Writes answers. */
  writer: Writer;
  /** Identifies the caller, who may be anonymous. */
  contextOf(request: ExpressRequest): Promise<C>;
  /** Counts the request; returns the refusal when the caller has exceeded the rate limit. */
  overRate(request: ExpressRequest): Promise<DomainError | null>;
  /** Resolves when so many bytes of the caller may be read as a text. */
  takeTurn(request: ExpressRequest, bytes: number): Promise<void> | undefined;
  /** What judges the body of the request by how much is announced or has come; throws the refusal. */
  judgeOf(request: ExpressRequest): (bytes: number) => void;
  /** Throws unless the caller has the right to the operation; checked before the request is validated. */
  authorize(context: C, operation: string): void;
  /** Logs an unexpected failure. */
  report(error: unknown, request: ExpressRequest): void;
  /** Notes a call whose answer has ended; `context` is null where it failed before its caller was known. */
  note(call: AnsweredCall, request: ExpressRequest, context: C | null): void;
  /** Whether the system is initialised; before that, only initialisation is served. */
  isInitialised(): Promise<boolean>;
}

/** Writes answers, so that large ones hold up nobody. */
interface Writer {
  /** The answer as JSON. @throws GRAPHQL_LIMIT when it is longer than an answer may be */
  write(answer: unknown): Promise<readonly Buffer[]>;
  send(response: ExpressResponse, pieces: readonly Buffer[]): Promise<void>;
}

interface Download {
  name: string;
  /** In base64. */
  content: string;
}

/** A request, what is found out about it, and its answer. */
interface Call<C> {
  readonly request: ExpressRequest;
  /** Null if there are too many parameters. */
  readonly query: Readonly<Record<string, unknown>> | null;
  route?: MountedRoute;
  context?: C;
  failure?: ErrorCode;
  answer?: Answer | Download;
}

/** Paths that are served before the initialisation. */
const openBeforeInitialisation = /^\/init(\/|$)/;

/** The Express handler of /api/v1. */
export function restHandler<C>(options: RestOptions<C>): RequestHandler {
  const routes = mounted(options.routes).toSorted(
    (a, b) => a.pathParameters.length - b.pathParameters.length,
  );
  const fragments = fragmentsOf(options.fragments, options.envelope);
  const operations = new Map(
    routes.map((route) => [route.field, prepare(route, options.schema, fragments, options.timeZone)]),
  );
  for (const { withBody } of routes)
    if (withBody && !operations.has(fieldOf(withBody.address)))
      throw new Error(`There is no route ${withBody.address}.`);

  const words = wordsOf(routes);
  const route = sofaRouter<Call<C>>(routes, basePath, async (field, path, call) => {
    const operation = operations.get(field)!;
    call.route = operation.route;
    call.answer = await answer(operation, path, call).catch((error: unknown) => failed(error, call));
  });

  /** Counts the request first, then checks rights, and only then the content of the request. */
  async function answer(
    operation: PreparedOperation,
    path: Readonly<Record<string, unknown>>,
    call: Call<C>,
  ): Promise<Answer | Download> {
    const { request } = call;
    if (!openBeforeInitialisation.test(operation.route.path) && !(await options.isInitialised()))
      throw errors.notInitialised();
    // Counted before the caller is looked up: whoever sends too many asks nothing of the database.
    const overRate = await options.overRate(request);
    if (overRate) throw overRate;
    if (!call.query) throw tooManyParameters();
    const context = await options.contextOf(request);
    call.context = context;
    options.authorize(context, operation.route.operation);
    const { json, form } = await readBody(request, operation.route, {
      judge: options.judgeOf(request),
      takeTurn: (bytes) => options.takeTurn(request, bytes),
    });
    const parameters = { ...call.query, ...form, ...path };
    const target = withBody(operation, parameters, json);
    if (target !== operation) options.authorize(context, target.route.operation);
    const answered = await answeredBy(target, context, { parameters, body: json }, request);
    const data = target.shape(answered);
    if (target.route.returns === 'download') return data as Download;
    const message = messageFor(target.route, data) + noticeIn(target.route, answered);
    const body = success(options.envelope, message, data);
    return { status: 200, body, pieces: await options.writer.write(body) };
  }

  /** What an operation answers; what is wrong with its input is told in the words of the wire. */
  async function answeredBy(
    target: PreparedOperation,
    context: C,
    sent: WireRequest,
    request: ExpressRequest,
  ): Promise<unknown> {
    try {
      return await run(target, context, target.read(sent), request);
    } catch (error) {
      throw located(error, target.locate);
    }
  }

  /** The operation of another route, if the request has a body that selects it. */
  function withBody(
    operation: PreparedOperation,
    parameters: Record<string, unknown>,
    body: unknown,
  ): PreparedOperation {
    const other = operation.route.withBody;
    if (other === undefined || typeof body !== 'object' || other.without in parameters) return operation;
    return operations.get(fieldOf(other.address))!;
  }

  async function run(
    { document, route: { field, operation } }: PreparedOperation,
    contextValue: C,
    variableValues: Record<string, unknown>,
    request: ExpressRequest,
  ): Promise<unknown> {
    const call = { document, variableValues, contextValue, operationName: field, request };
    const { data, errors: faults } = await options.execute(call);
    if (faults?.length) throw faults[0].originalError ?? faults[0];
    return (data as Record<string, unknown>)[operation];
  }

  return async (request, response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const path = request.path.replace(/(?<=.)\/+$/, '');
    const call: Call<C> = { request, query: queryOf(request) };
    tellWhenAnswered(
      response,
      words,
      () => ({ ...call, method: request.method, path, query: call.query ?? {} }),
      (answered) => options.note(answered, request, call.context ?? null),
    );
    if (!(await route(method, path, call))) {
      const error = await options.overRate(request);
      call.answer = failed(error ?? unrouted(routes, method, path), call);
    }
    await send(call.answer!, response);
  };

  async function send(answer: Answer | Download, response: ExpressResponse): Promise<void> {
    if (response.headersSent || response.destroyed) return;
    if ('content' in answer) return sendFile(response, answer);
    const { status, body, headers, pieces = await options.writer.write(body) } = answer;
    response
      .status(status)
      .set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
      .type('application/json');
    await options.writer.send(response, pieces);
  }

  function failed(error: unknown, call: Call<C>): Answer {
    const { request } = call;
    const language =
      options.language === 'auto' ? languageOf(request.headers['accept-language']) : options.language;
    const found = error instanceof DomainError ? error : (outageOf(error) ?? masked(error, request));
    const told = inWordsOfRest(found, call.route);
    call.failure = told.code;
    return failureAnswer(options.envelope, language, told);
  }

  function masked(error: unknown, request: ExpressRequest): DomainError {
    options.report(error, request);
    const id = String(request.res?.getHeader('x-request-id') ?? '');
    return new DomainError('INTERNAL', {
      zh: `服务器内部错误，请求编号 ${id}`,
      en: `Internal error. Please tell the administrator the request id ${id}.`,
    });
  }
}

/**
 * Callers here know no query and no operation: what was too much for one is told as too much asked for, and
 * what their role may not do by its route.
 */
function inWordsOfRest(error: DomainError, route: MountedRoute | undefined): DomainError {
  const { code, text, details } = error;
  if (code === 'GRAPHQL_LIMIT') return new DomainError('TOO_MANY_REQUESTS', text, details);
  if (!route || code !== 'FORBIDDEN' || typeof details.operation !== 'string') return error;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  return errors.forbidden(details.operation, `${route.method} ${basePath}${path}`);
}

function sendFile(response: ExpressResponse, { name, content }: Download): void {
  const encoded = encodeURIComponent(name);
  response
    .status(200)
    .set({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${encoded}"; filename*=UTF-8''${encoded}`,
    })
    .type('application/octet-stream')
    .send(Buffer.from(content, 'base64'));
}

function messageFor({ message = '', partial, unless, ifAny }: MountedRoute, data: unknown): string {
  const answer = (data ?? {}) as Record<string, unknown>;
  if (ifAny !== undefined && Array.isArray(data) && data.length > 0) return ifAny;
  if (partial !== undefined && answer.failed_count) return partial;
  return unless && answer[unless.key] === false ? unless.message : message.replace('{n}', String(data));
}

/** What is to be said of what was done, behind the message. */
function noticeIn({ notice }: MountedRoute, answer: unknown): string {
  const texts = notice ? [(answer as { notice: string | readonly string[] | null }).notice ?? []].flat() : [];
  return texts.map((text) => `；${text}`).join('');
}

/** Query parameters of a call, those of lists too. */
const parametersMax = 1_000;

/**
 * Query parameters by name; `name[]=a&name[]=b` and repeated names form a list. Null if there are too many.
 */
function queryOf({ originalUrl }: ExpressRequest): Record<string, unknown> | null {
  const text = /\?([^#]*)/.exec(originalUrl)?.[1] ?? '';
  if (text.split('&', parametersMax + 1).length > parametersMax) return null;
  const valuesByKey = new Map<string, string[]>();
  // Each value is looked at once: to ask for those of every key takes the square of the time.
  for (const [key, value] of new URLSearchParams(text)) {
    const values = valuesByKey.get(key);
    if (values) values.push(value);
    else valuesByKey.set(key, [value]);
  }
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, values] of valuesByKey) {
    const name = key.replace(/\[\d*\]$/, '');
    query[name] = values.length > 1 || name !== key ? values : values[0];
  }
  return query;
}

/** Why no route matches: there are routes for other methods, or none. */
function unrouted(routes: readonly MountedRoute[], method: string, path: string): DomainError {
  const segments = path.split('/');
  const fits = (route: MountedRoute): boolean => {
    const parts = route.path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
    );
  };
  const supported = [...new Set(routes.filter(fits).map((route) => route.method))];
  if (supported.length === 0 || supported.includes(method)) return unknownPath(method, path);
  return new DomainError(
    'WRONG_METHOD',
    {
      zh: `请求方法不支持：${method}，可用：${supported.join('、')}`,
      en: `${method} is not possible here. Maybe use ${supported.join(' or ')}.`,
    },
    { method, supported },
  );
}

const tooManyParameters = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `查询参数过多，最多 ${parametersMax} 个`,
    en: `There are too many query parameters: at most ${parametersMax}.`,
  });

const unknownPath = (method: string, path: string): DomainError =>
  new DomainError('UNKNOWN_URL', {
    zh: `资源未找到：${method} ${basePath}${path.slice(0, 128)}`,
    en:
      `There is nothing at ${method} ${basePath}${path.slice(0, 128)}. The routes are described at ` +
      `${basePath}/docs.`,
  });
