import { errorKinds } from '../schema/errors.js';
import { basePath } from './handler.js';
import { mounted } from './route.js';
import { routeTable } from './table.js';

type Json = Record<string, any>;

/**
 * The OpenAPI 3.1 description of /api/v1 as served: the operations of the existing clients' contract that are
 * mounted, with their payloads in the envelope and their failures by kind.
 */
export function openApiDocument(contract: Json): Json {
  const served = new Set(
    mounted(routeTable).map(({ method, path }) => `${method} ${basePath}${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  const paths: Json = {};
  for (const [path, methods] of Object.entries(contract.paths as Json)) {
    for (const [method, operation] of Object.entries(methods as Json)) {
      if (served.has(`${method.toUpperCase()} ${path}`))
        (paths[path] ??= {})[method] = operationObject(operation as Json);
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
      schemas: { ...(contract.components as Json).schemas, Failure: failureSchema },
    },
  };
}

function operationObject(operation: Json): Json {
  const { operationId, tags, summary, parameters, requestBody } = operation;
  const roles = operation['x-roles'] as string[];
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
    ...(parameters && { parameters }),
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
