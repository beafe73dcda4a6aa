import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { DomainError, errors } from '../schema/errors.js';
import { languageOf, type Language } from '../schema/texts.js';
import { failureAnswer, success, type Answer, type EnvelopeMode } from './envelope.js';
import { fragmentsOf, prepare, type PreparedOperation } from './operation.js';
import { readBody } from './request-body.js';
import { fieldOf, mounted, type MountedRoute, type RouteTable } from './route.js';
import { sofaRouter } from './sofa.js';

export const basePath = '/api/v1';

/** What the composition root gives to REST. */
export interface RestOptions<C> {
  schema: GraphQLSchema;
  routes: RouteTable;
  /** Sources of the fragments that give the wire its shapes. */
  fragments: readonly string[];
  envelope: EnvelopeMode;
  /** The language of answers, or that it follows the caller. */
  language: Language | 'auto';
  timeZone: string;
  /** Runs an operation of the core schema. */
  execute(call: {
    document: DocumentNode;
    variableValues: Record<string, unknown>;
    contextValue: C;
    operationName: string;
  }): Promise<ExecutionResult>;
  /** Identifies the caller, who may be nobody. */
  contextOf(request: ExpressRequest): Promise<C>;
  /** Throws unless the caller may call the operation: rights come before what is wrong with a request. */
  authorize(context: C, operation: string): void;
  /** Reports an unexpected failure to the log. */
  report(error: unknown, request: ExpressRequest): void;
  /** Whether the system was initialised; before that only initialisation is served. */
  isInitialised(): Promise<boolean>;
}

/** A call on its way through SOFA. */
interface WireCall<C> {
  context: C;
  parameters: Record<string, unknown>;
  body: unknown;
  /** A file to send instead of an envelope. */
  download?: Download;
  /** Why the operation failed; kept here because SOFA would make an answer of its own. */
  failure?: unknown;
}

interface Download {
  name: string;
  /** In base64. */
  content: string;
}

/** Paths that answer while the system awaits its initialisation. */
const openBeforeInitialisation = /^\/init(\/|$)/;

/** The Express handler of /api/v1. */
export function restHandler<C>(options: RestOptions<C>): RequestHandler {
  const routes = mounted(options.routes);
  const fragments = fragmentsOf(options.fragments);
  const operations = new Map(
    routes.map((route) => [route.field, prepare(route, options.schema, fragments, options.timeZone)]),
  );
  for (const { withBody } of routes)
    if (withBody && !operations.has(fieldOf(withBody.address)))
      throw new Error(`There is no route ${withBody.address}.`);
  const languageFor = (request: ExpressRequest): Language =>
    options.language === 'auto' ? languageOf(request.headers['accept-language']) : options.language;

  const route = sofaRouter<WireCall<C>>(routes, basePath, async (field, path, call) => {
    const operation = operations.get(field)!;
    try {
      const wanted = meant(operation, call);
      const data = await run(wanted, { ...call.parameters, ...path }, call);
      if (wanted.route.returns === 'download') call.download = data as Download;
      else return success(options.envelope, messageFor(wanted.route, data), data);
      return null;
    } catch (error) {
      call.failure = error;
      return null;
    }
  });

  /** The operation of another route where a body says that it is meant. */
  function meant(operation: PreparedOperation, { parameters, body }: WireCall<C>): PreparedOperation {
    const { withBody } = operation.route;
    if (withBody === undefined || typeof body !== 'object' || body === null) return operation;
    return withBody.without in parameters ? operation : operations.get(fieldOf(withBody.address))!;
  }

  async function run(
    operation: PreparedOperation,
    parameters: Record<string, unknown>,
    { body, context }: WireCall<C>,
  ): Promise<unknown> {
    options.authorize(context, operation.route.operation);
    const variableValues = operation.read({ parameters, body });
    const { data, errors: faults } = await options.execute({
      document: operation.document,
      variableValues,
      contextValue: context,
      operationName: operation.route.field,
    });
    if (faults?.length) throw faults[0].originalError ?? faults[0];
    return operation.shape((data as Record<string, unknown>)[operation.route.operation]);
  }

  async function answer(request: ExpressRequest): Promise<Answer | Download> {
    const path = pathOf(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = matching(routes, method, path);
    if (
      !(found instanceof DomainError) &&
      !openBeforeInitialisation.test(path) &&
      !(await options.isInitialised())
    )
      throw errors.notInitialised();
    if (found instanceof DomainError) throw found;
    const url = new URL(request.originalUrl, 'http://localhost');
    const { json, form } = await readBody(request, {
      form: found.form ?? false,
      upload: found.upload ?? false,
    });
    const call: WireCall<C> = {
      context: await options.contextOf(request),
      parameters: { ...queryOf(url), ...form },
      body: json,
    };
    const response = await route(new Request(`http://localhost${basePath}${path}`, { method }), call);
    if (!response) throw unknownPath(method, path);
    if (call.failure !== undefined) throw call.failure;
    if (call.download) return call.download;
    return { status: 200, body: (await response.json()) as Answer['body'] };
  }

  return (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        const known = error instanceof DomainError ? error : masked(error, request);
        return failureAnswer(options.envelope, languageFor(request), known);
      })
      .then((ready) => send(request, response, ready))
      .catch((error: unknown) => options.report(error, request));
  };

  function masked(error: unknown, request: ExpressRequest): DomainError {
    options.report(error, request);
    return new DomainError('INTERNAL', {
      zh: `服务器内部错误，请求编号 ${String(request.res?.getHeader('x-request-id') ?? '')}`,
      en:
        `Internal error. Please tell the administrator the request id ` +
        `${String(request.res?.getHeader('x-request-id') ?? '')}.`,
    });
  }
}

function send(request: ExpressRequest, response: ExpressResponse, answer: Answer | Download): void {
  if (response.headersSent || response.destroyed) return;
  if ('content' in answer) return sendFile(response, answer);
  const { status, body, headers } = answer;
  // What is left of a refused body is not read: the connection ends with the answer.
  if (!request.complete) response.setHeader('connection', 'close');
  response
    .status(status)
    .set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    .type('application/json')
    .send(JSON.stringify(body));
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

function messageFor({ message = '', partial, unless }: MountedRoute, data: unknown): string {
  const answer = (data ?? {}) as Record<string, unknown>;
  if (partial !== undefined && answer.failed_count) return partial;
  return unless && answer[unless.key] === false ? unless.message : message;
}

/** The path below /api/v1 without a trailing slash. */
function pathOf(request: ExpressRequest): string {
  const path = new URL(request.originalUrl, 'http://localhost').pathname.slice(basePath.length);
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** Query parameters by name; `name[]=a&name[]=b` and repeated names give a list. */
function queryOf(url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    const name = key.replace(/\[\d*\]$/, '');
    query[name] = values.length > 1 || name !== key ? values : values[0];
  }
  return query;
}

/**
 * The route of a method and path: fixed segments win over parameters. Else the failure that there is none.
 */
function matching(routes: readonly MountedRoute[], method: string, path: string): MountedRoute | DomainError {
  const segments = path.split('/');
  const fits = (route: MountedRoute): boolean => {
    const parts = route.path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
    );
  };
  const candidates = routes.filter(fits).sort((a, b) => a.pathParameters.length - b.pathParameters.length);
  const found = candidates.find((route) => route.method === method);
  if (found) return found;
  if (candidates.length === 0) return unknownPath(method, path);
  const supported = [...new Set(candidates.map((route) => route.method))];
  return new DomainError(
    'WRONG_METHOD',
    {
      zh: `请求方法不支持：${method}，可用：${supported.join('、')}`,
      en: `${method} is not possible here. Maybe use ${supported.join(' or ')}.`,
    },
    { method, supported },
  );
}

const unknownPath = (method: string, path: string): DomainError =>
  new DomainError('UNKNOWN_URL', {
    zh: `资源未找到：${method} ${basePath}${path.slice(0, 128)}`,
    en:
      `There is nothing at ${method} ${basePath}${path.slice(0, 128)}. The routes are described at ` +
      `${basePath}/docs.`,
  });
