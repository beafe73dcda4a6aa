import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readConfig } from '../../src/app/config.js';
import { openRuntime, type Runtime } from '../../src/app/runtime.js';
import type { StatementListener } from '../../src/database/orm.js';
import { startServer } from '../../src/app/server.js';
import { systemContext, type Context } from '../../src/data/context.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, firstAdministrator } from './database.js';
import { contractClient, contractOperations, type ContractClient } from './contract.js';
import { Marks } from './marks.js';
import { appOfTest, openRecords } from './records.js';
import { startServerProcess } from './server-process.js';

/** What a GraphQL server answered. */
export interface GraphqlAnswer<D = Record<string, any>> {
  status: number;
  data: D;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, any> }[];
}

/** A product server of a suite's own, on a database of its own. */
export interface TestServer {
  readonly url: string;
  readonly runtime: Runtime;
  /** Token of the first administrator. */
  readonly administrator: string;
  /** Name and password of the first administrator. */
  readonly credentials: { user: string; password: string };
  /** SQL statements sent by requests since the last call of `forgetStatements`. */
  readonly statements: string[];
  /** The same with their values, to be sent once more. */
  readonly questions: { readonly text: string; readonly values: readonly unknown[] }[];
  forgetStatements(): void;
  /** Lines of the log so far. */
  readonly logLines: string[];
  graphql<D = Record<string, any>>(
    query: string,
    variables?: object,
    token?: string | null,
  ): Promise<GraphqlAnswer<D>>;
  /** The one field that an operation asks for, else `{ error }` with the first error. */
  call(query: string, variables?: object, token?: string): Promise<any>;
  /** Calls an operation of the /api/v1 contract by its id and judges the answer by the contract. */
  readonly rest: ContractClient;
  /** A context that may do everything, to prepare data. */
  context(): Context;
  signIn(user: string, password: string): Promise<string>;
  /** @throws when a value that was sent to the server or the database was part of a statement's text */
  stop(): Promise<void>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  /** false leaves the system in its initialisation mode. */
  initialised?: boolean;
}

/** How servers keep rows between calls. */
export interface Keeping {
  readonly env: Record<string, string>;
  /** Whether all that is written by calls is written by another process. */
  readonly isWrittenBeside: boolean;
}

let keeping: Keeping | null = null;

/** How servers of the suites keep rows that are started from now on; null: as they usually do. */
export function keepRows(how: Keeping | null): void {
  keeping = how;
}

/** Parts of statements that are sent when their time has come: request log, shares, answers of nobody. */
const ofNoRequest = ['insert into logged_request', 'process_share', 'answer_state'];

const credentials = { user: firstAdministrator.name, password: firstAdministrator.password };

/** Starts the server in this process. Every suite that uses it stops it in `afterAll`. */
export async function startTestServer({
  env = {},
  initialised = true,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase(initialised ? 'initialised' : 'migrated');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'class-scheduling-data-'));
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
  const settings = {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WORKER: 'false',
    SOLVER_PROCESS: 'false',
    SOLVER_THREADS: '1',
    INITIAL_PASSWORDS: 'predictable',
    ...(process.env.GRAPHQL_EXECUTOR && { GRAPHQL_EXECUTOR: process.env.GRAPHQL_EXECUTOR }),
    ...keeping?.env,
    ...env,
  };
  const config = readConfig(settings);
  const marks = new Marks();
  const statements: string[] = [];
  const questions: { text: string; values: readonly unknown[] }[] = [];
  const onStatement: StatementListener = (text, values) => {
    marks.hear(text, values);
    if (ofNoRequest.some((part) => text.includes(part))) return;
    statements.push(text);
    questions.push({ text, values });
  };
  const runtime = await openRuntime(config, log, { servesCallers: true, onStatement });
  const closeRecords = openRecords(runtime.app, onStatement);
  const server = await startServer(runtime.app);
  const { port } = server.http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const beside = keeping?.isWrittenBeside ? await startServerProcess(settings) : null;
  const writing = beside?.url ?? url;
  const context = (): Context => systemContext(appOfTest(runtime.app), 'test');
  const graphql: TestServer['graphql'] = async (
    query,
    variables = {},
    token = initialised ? test.administrator : null,
  ) => {
    marks.plant(variables);
    const response = await fetch(`${/^\s*mutation\b/.test(query) ? writing : url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) } as never;
  };
  const [reader, writer] = [url, writing].map((each) => contractClient(each, config.REST_ENVELOPE));
  const isRead = (id: string): boolean =>
    contractOperations.some((operation) => operation.id === id && operation.method === 'GET');
  const signIn = async (user: string, password: string): Promise<string> => {
    const { data, errors } = await graphql(
      'mutation ($user: String!, $password: String!) { signIn(user: $user, password: $password) { token { ' +
        'token } } }',
      { user, password },
      null,
    );
    if (!data?.signIn?.token) throw new Error(`${user} could not sign in: ${JSON.stringify(errors)}`);
    return data.signIn.token.token as string;
  };
  const test: Omit<TestServer, 'administrator'> & { administrator: string } = {
    url,
    runtime,
    credentials,
    statements,
    questions,
    logLines,
    graphql,
    async call(...asked) {
      const { data, errors } = await graphql(...asked);
      return errors ? { error: errors[0] } : Object.values(data)[0];
    },
    signIn,
    context,
    rest(operationId, call = {}) {
      marks.plant(call);
      return (isRead(operationId) ? reader : writer)(operationId, call);
    },
    administrator: '',
    forgetStatements: () => void (statements.length = questions.length = 0),
    async stop() {
      beside?.server.kill('SIGTERM');
      await server.stop();
      await closeRecords();
      await runtime.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      const leaks = marks.leaks.slice(0, 10);
      release(test, runtime.app);
      if (leaks.length) throw new Error(`Values in the text of a statement: ${leaks.join('\n')}`);
    },
  };
  if (initialised) test.administrator = await signIn(credentials.user, credentials.password);
  return test;
}

/** The modules of suites stay loaded, and what their variables name would too. */
function release(...owners: object[]): void {
  for (const owner of owners) for (const name of Object.keys(owner)) Reflect.deleteProperty(owner, name);
}
