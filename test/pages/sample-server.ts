import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { createPubSub } from '@graphql-yoga/subscription';
import express from 'express';
import { buildSchema, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { buildWeb } from '../../scripts/build-web.mjs';
import { pagesRouter } from '../../src/pages/router.js';

/** A server with just enough of the product's schema to try the pages against HTTP and WebSocket of the real kind. */
export interface SampleServer {
  url: string;
  /** Every document that came over HTTP, in order. */
  documents: string[];
  /** The credential of every socket that was opened, in order. */
  socketCredentials: (string | undefined)[];
  /** Moves the one task on, for everybody who watches it. */
  advance(progress: number): void;
  close(): Promise<void>;
}

export const sampleAccount = {
  user: 'wang',
  password: 'correct horse',
  name: '王老师',
  role: 'ACADEMIC_AFFAIRS',
};

const TOKEN_LIFE_MS = 3_600_000;

const sampleSchema = buildSchema(/* GraphQL */ `
  type Query {
    viewer: User
    campuses(page: Int = 1, size: Int = 20): CampusPage!
  }
  type Mutation {
    signIn(user: String!, password: String!): Session!
    refreshToken(refreshToken: String!): Session!
    signOut: Boolean!
  }
  type Subscription {
    schedulingTask(id: ID!): SchedulingTask!
  }
  type Session {
    token: String!
    refreshToken: String!
    expiresAt: String!
    user: User!
  }
  type User {
    name: String!
    role: String!
  }
  type Campus {
    id: ID!
    name: String!
  }
  type CampusPage {
    total: Int!
    items: [Campus!]!
  }
  type SchedulingTask {
    id: ID!
    progress: Int!
  }
`);

const sampleOpenApi = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1' },
  paths: {
    '/api/v1/campus/list': {
      get: {
        operationId: 'campusList',
        tags: ['Campuses'],
        summary: 'All campuses',
        responses: { 200: { description: 'The campuses' } },
      },
    },
  },
};

/** Starts the server on a free port. */
export async function startSampleServer(): Promise<SampleServer> {
  await buildWeb();
  const documents: string[] = [];
  const tokens = new Set<string>();
  const socketCredentials: (string | undefined)[] = [];
  const pubSub = createPubSub<{ progress: [number] }>();
  let progress = 0;

  const authorise = (authorization: unknown) => ({
    signedIn: tokens.has(String(authorization).replace('Bearer ', '')),
  });
  const requireSignIn = (context: { signedIn: boolean }) => {
    if (!context.signedIn)
      throw new GraphQLError('Sign in first', { extensions: { code: 'UNAUTHENTICATED' } });
  };
  const newSession = () => {
    const token = randomUUID();
    tokens.add(token);
    const expiresAt = new Date(Date.now() + TOKEN_LIFE_MS).toISOString();
    return { token, refreshToken: randomUUID(), expiresAt, user: sampleAccount };
  };
  const rootValue = {
    viewer: (_: unknown, context: { signedIn: boolean }) => (context.signedIn ? sampleAccount : null),
    campuses(_: unknown, context: { signedIn: boolean }) {
      requireSignIn(context);
      return { total: 1, items: [{ id: '1', name: '东校区' }] };
    },
    signIn({ user, password }: { user: string; password: string }) {
      if (user !== sampleAccount.user || password !== sampleAccount.password)
        throw new GraphQLError('Wrong password');
      return newSession();
    },
    refreshToken: newSession,
    signOut: () => true,
    async *schedulingTask({ id }: { id: string }, context: { signedIn: boolean }) {
      requireSignIn(context);
      yield { schedulingTask: { id, progress } };
      for await (const next of pubSub.subscribe('progress')) yield { schedulingTask: { id, progress: next } };
    },
  };

  const app = express();
  const server = createServer(app);
  const sockets = useServer(
    {
      schema: sampleSchema,
      roots: { subscription: rootValue },
      onConnect({ connectionParams }) {
        socketCredentials.push(connectionParams?.Authorization as string | undefined);
      },
      context: ({ connectionParams }) => authorise(connectionParams?.Authorization),
    },
    new WebSocketServer({ server, path: '/graphql' }),
  );
  const apollo = new ApolloServer({ schema: sampleSchema, rootValue });
  await apollo.start();
  const context = async ({ req }: { req: express.Request }) => {
    documents.push(req.body.query);
    return authorise(req.headers.authorization);
  };
  app.use('/graphql', express.json(), expressMiddleware(apollo, { context }));
  app.use(pagesRouter({ enabled: true, status: () => ({ awaitsInitialisation: false }) }));
  app.get('/api/v1/openapi.json', (_request, response) => void response.json(sampleOpenApi));
  app.get('/api/v1/campus/list', (request, response) => {
    const isAllowed = authorise(request.headers.authorization).signedIn;
    response.status(isAllowed ? 200 : 401).json({ code: isAllowed ? 0 : 40101 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    socketCredentials,
    advance(next) {
      progress = next;
      pubSub.publish('progress', next);
    },
    async close() {
      await sockets.dispose();
      await apollo.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
