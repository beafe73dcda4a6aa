import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { pino } from 'pino';
import { createEventBus } from '../../src/database/notifications.js';
import type { Caller } from '../../src/transport/caller.js';
import { errors } from '../../src/schema/errors.js';
import { Documents } from '../../src/transport/graphql/documents.js';
import { createExecutor } from '../../src/transport/graphql/executor.js';
import {
  attachGraphqlSocket,
  type GraphqlSocket,
  type GraphqlSocketOptions,
} from '../../src/transport/graphql/graphql-socket.js';
import { Upgrades } from '../../src/transport/upgrades.js';
import type { BusEvent, EventBus } from '../../src/database/event-bus.js';
import { Tokens } from '../../src/services/accounts/tokens.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** What a context of the sample server knows. */
interface SampleContext extends Caller {
  userId: string | null;
}

/**
 * A server with the product's socket and bus over a schema of its own, so that tests can ask for what
 * products avoid.
 */
export interface SampleServer {
  readonly url: string;
  readonly bus: EventBus;
  /** The bus of another process on the same database. */
  readonly elsewhere: EventBus;
  readonly socket: GraphqlSocket;
  readonly tokens: Tokens;
  /** Sessions that ended, by id. */
  readonly ended: Set<string>;
  /** Users who may not read tasks. */
  readonly forbidden: Set<string>;
  /** How many contexts were made. */
  contexts: number;
  /** How often the state of a task was read. */
  reads: number;
  /** The state of every task, by id. */
  readonly state: Map<string, number>;
  /** Followers that did not end yet. */
  readonly following: number;
  isInitialised: boolean;
  /** Changes a task and tells it. */
  move(id: string, state: number): Promise<void>;
  stop(): Promise<void>;
}

const schema = buildSchema(`
  type Task { state: Int! padding(kilobytes: Int!): String! }
  type Query { hello: String! secret: String! padding(kilobytes: Int!): String! broken: Int deep: Query }
  type Mutation { initialise: Boolean change: Boolean }
  type Subscription { task(id: ID!): Task }
`);

/** A task whose state is this has ended. */
export const lastState = 1_000_000;

export async function startSampleServer(options: Partial<GraphqlSocketOptions> = {}): Promise<SampleServer> {
  const database: TestDatabase = await createTestDatabase('empty');
  const log = pino({ level: 'silent' });
  const [bus, elsewhere] = await Promise.all(
    [0, 1].map(() => createEventBus({ databaseUrl: database.url, log })),
  );
  const tokens = new Tokens('a secret of the tests with more than 32 bytes');
  const server = http.createServer((_, response) => response.end());
  let following = 0;

  const contextOf = async (caller: Caller): Promise<SampleContext> => {
    sample.contexts++;
    const claims = caller.token === null ? null : tokens.verify(caller.token);
    if (caller.token !== null && (!claims || sample.ended.has(claims.sessionId)))
      throw errors.unauthenticated();
    return { ...caller, userId: claims?.userId ?? null };
  };
  const requireUser = ({ userId }: SampleContext): void => {
    if (userId === null) throw errors.unauthenticated();
    if (sample.forbidden.has(userId)) throw errors.forbidden('task');
  };
  const padding = ({ kilobytes }: { kilobytes: number }): string => 'x'.repeat(kilobytes * 1024);
  const fields = (type: string) => (schema.getType(type) as any).getFields();
  fields('Query').hello.resolve = () => 'world';
  fields('Query').deep.resolve = () => ({});
  fields('Query').padding.resolve = (_: unknown, args: never) => padding(args);
  fields('Query').broken.resolve = () => {
    throw new Error('select secret from somewhere');
  };
  fields('Query').secret.resolve = (_: unknown, _args: unknown, context: SampleContext) => {
    requireUser(context);
    return `for ${context.userId}`;
  };
  fields('Mutation').initialise.resolve = () => (sample.isInitialised = true);
  fields('Task').padding.resolve = (_: unknown, args: never) => padding(args);
  fields('Subscription').task.subscribe = (_: unknown, { id }: { id: string }, context: SampleContext) => {
    requireUser(context);
    const follower = bus.follow('schedulingTask', id);
    following++;
    const end = follower.return!.bind(follower);
    follower.return = () => {
      following--;
      return end();
    };
    return follower;
  };
  fields('Subscription').task.resolve = (event: BusEvent, { id }: { id: string }, context: SampleContext) => {
    requireUser(context);
    sample.reads++;
    const state = sample.state.get(id) ?? 0;
    event.isLast = state === lastState;
    return { state };
  };

  const socket = attachGraphqlSocket({
    upgrades: new Upgrades(server, log),
    accountOf: () => null,
    schema,
    documents: new Documents(schema, true),
    config: { TRUST_PROXY: false, socketOrigins: null },
    log,
    onSessionsEnded: (listener) => bus.listen('sessionsEnded', ({ id }) => listener(id)),
    tokens,
    execute: createExecutor('plan'),
    contextOf,
    isInitialised: async () => sample.isInitialised,
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sample: SampleServer = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    bus,
    elsewhere,
    socket,
    tokens,
    ended: new Set(),
    forbidden: new Set(),
    contexts: 0,
    reads: 0,
    state: new Map(),
    get following() {
      return following;
    },
    isInitialised: true,
    async move(id, state) {
      sample.state.set(id, state);
      await elsewhere.publish('schedulingTask', { id, sequence: state });
    },
    async stop() {
      await socket.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([bus.close(), elsewhere.close()]);
      await database.drop();
    },
  };
  return sample;
}
