import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { projectRoot } from '../../src/database/project-root.js';
import { failure, success, type Envelope, type EnvelopeMode } from '../../src/rest/envelope.js';
import { errorKinds, type ErrorCode } from '../../src/schema/errors.js';

/** One operation of the /api/v1 contract. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  readonly group: string;
  readonly roles: readonly string[];
  readonly message: string | null;
  readonly data: object | null;
  /** The properties of the body and the parameters of the query, by name. */
  readonly inputs: Readonly<Record<string, Bounds>>;
  /** Which of them must be given. */
  readonly required: readonly string[];
}

/** What the contract says of the values of a property. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface OpenApi {
  paths: Record<string, Record<string, Record<string, any>>>;
  components: { schemas: Record<string, object> };
}

const document = JSON.parse(readFileSync(path.join(projectRoot, 'contract/openapi.json'), 'utf8')) as OpenApi;

/** Every operation of the contract, in its order. */
export const contractOperations: readonly ContractOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId as string,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0] as string,
      roles: operation['x-roles'] as string[],
      message: operation['x-message'] as string | null,
      data: (operation['x-data'] ?? null) as object | null,
      ...inputsOf(operation),
    })),
);

function inputsOf({
  requestBody,
  parameters = [],
}: Record<string, any>): Pick<ContractOperation, 'inputs' | 'required'> {
  const given = requestBody?.content['application/json']?.schema as Record<string, any> | undefined;
  const schema = given?.$ref ? document.components.schemas[given.$ref.split('/').at(-1)] : given;
  const { properties = {}, required = [] } = (schema ?? {}) as Record<string, any>;
  const query = (parameters as Record<string, any>[]).filter((parameter) => parameter.in === 'query');
  return {
    inputs: { ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])), ...properties },
    required: [...query.filter((parameter) => parameter.required).map(({ name }) => name), ...required],
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats.default as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addFormat('int64', true);
ajv.addSchema({ $id: 'contract', components: document.components });
const validators = new Map<string, ValidateFunction>();

/** What is wrong with a value, by a schema of the contract that is named. */
export function problemsBySchema(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`contract#/components/schemas/${name}`)!;
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

/** Judges the `data` of a success by the contract. Null is right where the contract knows no data. */
function problemsOfData(operation: ContractOperation, data: unknown): string[] {
  if (operation.data === null) return data === null || data === undefined ? [] : ['data should be null'];
  let validate = validators.get(operation.id);
  if (!validate) {
    const schema = JSON.parse(JSON.stringify(operation.data).replaceAll('"#/', '"contract#/')) as object;
    validators.set(operation.id, (validate = ajv.compile(schema)));
  }
  if (validate(data ?? null)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `data${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

export interface RestAnswer extends Envelope {
  data?: any;
  status: number;
  headers: Headers;
}

export interface RestCall {
  token?: string | null;
  /** Sends the token without `Bearer`. */
  bare?: boolean;
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  headers?: Record<string, string>;
}

export type ContractClient = (operationId: string, call?: RestCall) => Promise<RestAnswer>;

/**
 * A client that speaks the contract: it knows each address, and no answer passes that breaks the contract,
 * nor the same answer in the other mode of the envelope.
 */
export function contractClient(url: string, mode: EnvelopeMode): ContractClient {
  return async (operationId, { token, bare = false, path = {}, query = {}, body, headers = {} } = {}) => {
    const operation = contractOperations.find(({ id }) => id === operationId);
    if (!operation) throw new Error(`The contract has no operation "${operationId}".`);
    const address = new URL(
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(path[name] ?? `{${name}}`),
      ),
      url,
    );
    for (const [name, value] of Object.entries(query)) address.searchParams.append(name, String(value));
    const response = await fetch(address, {
      method: operation.method,
      headers: {
        ...(token && { authorization: bare ? token : `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const envelope = (await response.json()) as Envelope;
    const problems = [
      ...problemsOfEnvelope(operation, response.status, envelope, mode),
      ...problemsOfEnvelope(operation, response.status, ...inOtherMode(envelope, mode)),
    ];
    if (problems.length > 0) {
      throw new Error(
        `${operationId} breaks the contract:\n  ` +
          `${problems.join('\n  ')}\n${JSON.stringify(envelope).slice(0, 2000)}`,
      );
    }
    return { ...envelope, status: response.status, headers: response.headers };
  };
}

/**
 * What the server would answer in the other mode: the code that makes envelopes is given the same message and
 * data.
 */
function inOtherMode(envelope: Envelope, mode: EnvelopeMode): [Envelope, EnvelopeMode] {
  const other = mode === 'specified' ? 'legacy' : 'specified';
  const { output, message, error_message: reason, data } = envelope;
  if (!reason) return [success(other, message, data), other];
  const code = (Object.keys(errorKinds) as ErrorCode[]).find((key) => errorKinds[key].output === output)!;
  const language = errorKinds[code].text.zh === message ? 'zh' : 'en';
  return [failure(other, language, code, reason, data), other];
}

function problemsOfEnvelope(
  operation: ContractOperation,
  status: number,
  envelope: Envelope,
  mode: EnvelopeMode,
): string[] {
  const wanted = (condition: boolean, problem: string): string[] => (condition ? [] : [problem]);
  const texts = [
    ...wanted(typeof envelope.output === 'string', 'output is not a text'),
    ...wanted(Number.isInteger(envelope.code), 'code is not a whole number'),
    ...wanted(typeof envelope.message === 'string', 'message is not a text'),
  ];
  if (status !== 200) {
    return [
      ...texts,
      ...wanted(/^[A-Z][A-Za-z]+$/.test(envelope.output), `output "${envelope.output}" is no kind`),
      ...wanted(
        Math.floor(envelope.code / 100) === status,
        `code ${envelope.code} does not fit the status ${status}`,
      ),
      ...wanted((envelope.error_message ?? '') !== '', 'error_message is empty'),
      ...wanted(mode === 'legacy' || 'data' in envelope, 'data is absent'),
    ];
  }
  const form =
    mode === 'specified'
      ? [
          ...wanted(envelope.output === '' && envelope.code === 0, 'output is not "" or code not 0'),
          ...wanted(
            envelope.error_message === '' && 'data' in envelope,
            'error_message is not "" or data absent',
          ),
        ]
      : [
          ...wanted(
            envelope.output === 'Success' && envelope.code === 200,
            'output is not "Success" or code not 200',
          ),
          ...wanted(
            !('error_message' in envelope) && envelope.data !== null,
            'error_message or a null data is present',
          ),
        ];
  return [...texts, ...form, ...problemsOfData(operation, envelope.data)];
}
