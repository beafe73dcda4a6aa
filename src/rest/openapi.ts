import type { GraphQLSchema } from 'graphql';
import { errorKinds } from '../schema/errors.js';
import { basePath } from './handler.js';
import { mounted } from './route.js';
import { routeTable } from './table.js';

type Json = Record<string, any>;

/**
 * The OpenAPI 3.1 description of /api/v1 as served: the operations of the existing clients' contract that are
 * mounted, with their payloads in the envelope and their failures by kind.
 */
export function openApiDocument(contract: Json, schema: GraphQLSchema): Json {
  const mutations = schema.getMutationType()!.getFields();
  /** Whether each operation that is mounted takes an idempotency key. */
  const served = new Map(
    mounted(routeTable).map(({ method, path, operation }) => [
      `${method} ${basePath}${path.replace(/:(\w+)/g, '{$1}')}`,
      operation in mutations && !mutations[operation].extensions.ignoresIdempotencyKey,
    ]),
  );
  const paths: Json = {};
  for (const [path, methods] of Object.entries(contract.paths as Json)) {
    for (const [method, operation] of Object.entries(methods as Json)) {
      const isKeyed = served.get(`${method.toUpperCase()} ${path}`);
      if (isKeyed !== undefined) (paths[path] ??= {})[method] = operationObject(operation as Json, isKeyed);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'class-scheduling /api/v1',
      version: '1.0.0',
      description: 'Every answer is an envelope; instants are epoch milliseconds; identifiers are UUIDs.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { ...(contract.components as Json).schemas, Failure: failureSchema },
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Of a signed-in caller: the same request with the same key is carried out once, and answered alike for ' +
    '24 hours; another request with it is refused with 40903.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operationObject(operation: Json, isKeyed: boolean): Json {
  const { operationId, tags, summary, requestBody } = operation;
  const roles = operation['x-roles'] as string[];
  const parameters = [
    ...((operation.parameters as Json[] | undefined) ?? []),
    ...(isKeyed && roles.length > 0 ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const data = (operation['x-data'] as Json | null) ?? { type: 'null' };
  const raw = operation['x-raw-response'] as string | undefined;
  return {
    operationId,
    tags,
    summary,
    description:
      roles.length === 0
        ? 'Open to everyone.'
        : roles.includes('*')
          ? 'For everyone who is signed in.'
          : `For ${roles.join(', ')}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(roles.length === 0 && { security: [] }),
    responses: {
      200: {
        description: operation['x-message'] ?? 'Success.',
        content: raw ? { [raw]: { schema: data } } : { 'application/json': { schema: envelopeOf(data) } },
      },
      default: {
        description: 'A failure; its kind is in `output` and `code`.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['output', 'code', 'message', 'error_message', 'data'],
  properties: {
    output: { const: '' },
    code: { const: 0 },
    message: { type: 'string' },
    error_message: { const: '' },
    data,
  },
});

const failureSchema: Json = {
  type: 'object',
  required: ['output', 'code', 'message', 'error_message'],
  properties: {
    output: { type: 'string', enum: [...new Set(Object.values(errorKinds).map(({ output }) => output))] },
    code: {
      type: 'integer',
      enum: [...new Set(Object.values(errorKinds).map(({ rest }) => rest))],
      description: 'Its first three digits are the HTTP status.',
    },
    message: { type: 'string', description: 'Text of the kind.' },
    error_message: { type: 'string', description: 'The problem with this request.' },
    data: { description: 'Details, such as the messages about all invalid fields; or null.' },
  },
};
