import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErrorRequestHandler, Request } from 'express';
import { getOperationAST } from 'graphql';
import { corsFor } from '../rest/cors.js';
import { failureAnswer } from '../rest/envelope.js';
import { basePath, restHandler } from '../rest/handler.js';
import { openApiDocument } from '../rest/openapi.js';
import { routeTable, wireSources } from '../rest/table.js';
import { pagesRouter } from '../pages/router.js';
import { projectRoot } from '../database/project-root.js';
import { startWorker } from '../jobs/worker.js';
import type { ServerApp } from './runtime.js';
import { baseExpress } from './base-express.js';
import { operationsRouter } from './health.js';
import { Readiness, type ServerState } from './readiness.js';
import { authorized } from './schema.js';
import { doubtsAbout } from './setting-checks.js';
import { AnswerWriter } from '../transport/answer-writer.js';
import { askedIn, noteFailure, noteOperation, type AccountOf } from '../transport/asked.js';
import { attachAssistantChannel } from '../transport/assistant/channel.js';
import { CallerQueues } from '../schema/caller-queues.js';
import { callerOf, tokenOf, disconnectSignal, type Caller } from '../transport/caller.js';
import { attachGraphqlSocket } from '../transport/graphql/graphql-socket.js';
import { Documents } from '../transport/graphql/documents.js';
import { graphqlHttp } from '../transport/graphql/graphql-http.js';
import { createHttpServer } from '../transport/http-server.js';
import { Upgrades } from '../transport/upgrades.js';
import { loggable } from '../schema/loggable.js';
import { createRateLimiter, ownerOf } from '../transport/rate-limit.js';
import { Shares } from '../transport/shares.js';
import { timetableRouter } from '../transport/timetable-router.js';
import { objectsOfText, turns } from '../transport/turns.js';
import { Uploads } from '../transport/uploads.js';
import { errors } from '../schema/errors.js';
import { idempotencyKeyOf } from '../schema/idempotency.js';
import { outageOf } from '../schema/outages.js';
import { startAnswering } from '../services/assistant/conversation/answering.js';
import { answerQuestion } from '../services/assistant/conversation/channel-chat.js';
import { sessionsEnded } from '../services/accounts/sessions.js';
import { callOfSession, type CallOf } from '../services/accounts/viewer.js';
import { authorize } from '../data/access.js';
import type { App } from '../data/app.js';
import { callerContext, type Context } from '../data/context.js';
import { json } from '../data/statements.js';
import { isInitialised } from '../services/accounts/initialisation.js';
import { calendarFile } from '../services/scheduling/calendar/calendar-files.js';
import { linkedTimetable } from '../services/scheduling/exports/calendar-links.js';
import { timetableExports } from '../services/scheduling/exports/export-tasks.js';
import { timetableFile } from '../services/scheduling/exports/files.js';
import { hasSemesters } from '../services/scheduling/semester/semesters.js';
import { exchangeShares } from '../services/system/system.queries.js';
import { RequestLog } from '../services/system/logged-requests.js';

/** Topic of the newest connections of people to the channel of the assistant; its sequence is the process. */
const channelOpened = 'channelOpened';

/** Files of timetables of one person or link that may wait. */
const printsOfCaller = 50;

/** Time for open requests to finish when the server stops, in milliseconds. */
const drainMs = 10_000;

export interface Server {
  readonly http: http.Server;
  /** Base URL of the server. */
  readonly url: string;
  /** Makes /readyz report that the process is about to end. */
  fail(): void;
  /** Shuts down gracefully: lets open requests finish, closes sockets, returns running tasks to the queue. */
  stop(): Promise<void>;
}

/**
 * Starts the server: GraphQL over HTTP and WebSocket, REST, pages, monitoring, and a worker in this process.
 */
export async function startServer(app: ServerApp): Promise<Server> {
  const { config, log, bus, tokens } = app;
  for (const doubt of doubtsAbout(config)) log.warn(doubt);
  const { schema, execute } = app.operations;
  const documents = new Documents(schema, config.explorer);
  const shares = new Shares(
    (own) => exchangeShares(app.orm.em.fork() as EntityManager, bus.process, json(own)),
    app,
  );
  const limiter = createRateLimiter({
    perMinute: config.RATE_LIMIT_PER_MINUTE,
    tokens,
    trustProxy: config.TRUST_PROXY,
    shares,
  });
  const ownerIn = (request: http.IncomingMessage): string =>
    ownerOf(callerOf(request, { trustProxy: config.TRUST_PROXY }), tokens);
  const { strict: contextOf, lenient } = contextsOf(app);
  const requireSession = async (caller: Caller): Promise<void> => {
    if (!(await contextOf(caller)).viewer) throw errors.unauthenticated();
  };
  const uploads = new Uploads({
    perCaller: config.UPLOADS_PER_CALLER_MAX,
    inAll: config.UPLOADS_MAX,
    ownerOf: ownerIn,
    hasToken: (request) => {
      const { token } = callerOf(request, { trustProxy: config.TRUST_PROXY });
      return token !== null && tokens.verify(token) !== null;
    },
  });
  const writer = new AnswerWriter(config.OPERATION_MEGABYTES_MAX * 2 ** 20);
  const requestLog = new RequestLog(app);
  const initialisation = { isInitialised: () => isInitialised(app) };

  const state: ServerState = { isStopping: false, hasFailed: false };
  const express = baseExpress(app, state);
  const readiness = new Readiness(app, state);
  express.use(operationsRouter(app, readiness));
  const graphql = await graphqlHttp({
    schema,
    documents,
    config,
    log,
    tokens,
    execute,
    contextOf,
    accountOf,
    limiter,
    uploads,
    writer,
    requireSession,
    ...initialisation,
  });
  express.use('/graphql', graphql.router);
  express.use(
    pagesRouter({
      explorer: config.explorer,
      status: async () => ({
        awaitsInitialisation: !(await isInitialised(app)),
        isEmpty: !(await hasSemesters(app)),
      }),
      directory: join(projectRoot, 'dist/web'),
    }),
  );
  // To make one takes the processor for longer than most answers.
  // One after the other for a person or a link, not for an address, which a whole campus may share.
  const calendars = new CallerQueues(1);
  const inTurn = <R>(owner: string, signal: AbortSignal, work: () => Promise<R>): Promise<R> =>
    calendars.run(owner, () => app.operations.within(owner, signal, work));
  const prints = new CallerQueues(1, printsOfCaller);
  express.use(
    '/timetables',
    timetableRouter({
      limiter,
      trustProxy: config.TRUST_PROXY,
      calendarOf: (owner, restricted, had, caller, signal) =>
        inTurn(ownerOf(caller, app.tokens), signal, async () =>
          calendarFile(await contextOf(caller), owner, had, restricted),
        ),
      fileOf: (format, input, caller, signal) =>
        prints.run(ownerOf(caller, app.tokens), async () =>
          timetableFile(await contextOf(caller), format, input, { signal }),
        ),
      exportedFile: async (id, caller) => timetableExports.file(await contextOf(caller), id),
      linkedFile(link, caller, signal) {
        const [name, read] = [
          `link ${link.id} ${link.secret}`,
          () => linkedTimetable(app, link, caller, signal),
        ];
        return link.isCalendar ? inTurn(name, signal, read) : prints.run(name, read);
      },
    }),
  );
  express.use(basePath, corsFor(config.corsOrigins));
  if (config.explorer) {
    const contract = readFileSync(join(projectRoot, 'contract/openapi.json'), 'utf8');
    // Written once: as it is large, a thousand strangers who ask for it would hold everybody up.
    const document = Buffer.from(JSON.stringify(openApiDocument(JSON.parse(contract), schema)));
    const tag = `"${createHash('sha256').update(document).digest('base64url')}"`;
    express.get(
      `${basePath}/openapi.json`,
      (_, response) => void response.type('json').set('ETag', tag).send(document),
    );
  }
  express.use(
    basePath,
    restHandler<Context>({
      schema,
      routes: routeTable,
      fragments: wireSources(),
      envelope: config.REST_ENVELOPE,
      language: config.REST_LANGUAGE,
      timeZone: config.TIME_ZONE,
      execute: ({ request, ...call }) => {
        noteOperation(askedIn(request.res!), call.document, getOperationAST(call.document)!);
        return execute({
          schema,
          rootValue: authorized,
          signal: disconnectSignal(request.res!),
          idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
          ...call,
        });
      },
      writer,
      contextOf: (request) => lenient(callerOf(request, { trustProxy: config.TRUST_PROXY })),
      judgeOf: (request) => uploads.judgeOf(request, request.res!),
      takeTurn: (request, bytes) => turns.take({ caller: ownerIn(request) }, objectsOfText(bytes)),
      overRate: (request) => limiter.take(callerOf(request, { trustProxy: config.TRUST_PROXY })),
      authorize,
      report: (error, request) =>
        log.error(
          { err: loggable(error), requestId: request.res?.getHeader('x-request-id') },
          'a call failed unexpectedly',
        ),
      note: ({ path, parameters, ...call }, request, context) => {
        const asked = Object.assign(askedIn(request.res!), context && accountOf(context));
        if (call.failure) noteFailure(asked, call.failure);
        requestLog.note({
          ...call,
          path: basePath + path,
          parameters: JSON.stringify(parameters),
          userId: context?.viewer?.userId ?? null,
          address: callerOf(request, { trustProxy: config.TRUST_PROXY }).address,
          userAgent: request.headers['user-agent'] ?? '',
        });
      },
      ...initialisation,
    }),
  );

  express.use(
    (_, response) => void response.status(404).type('text').send('Not found. The start page is at /\n'),
  );
  express.use(maskedFailure(app));

  const server = createHttpServer(config, express, (request) => {
    const token = tokenOf(request.headers.authorization);
    return token === null ? null : (tokens.verify(token)?.userId ?? null);
  });
  const shared = {
    upgrades: new Upgrades(server, log),
    config,
    log,
    tokens,
    contextOf,
    accountOf,
    limiter,
    shares,
    onSessionsEnded: (listener: (userId: string) => void) =>
      bus.listen(sessionsEnded, ({ id }) => listener(id)),
    ...initialisation,
  };
  const sockets = attachGraphqlSocket({
    ...shared,
    schema,
    documents,
    execute,
    bounds: { operationsOfUserMax: config.SUBSCRIPTIONS_PER_USER },
  });
  const assistant = attachAssistantChannel({
    ...shared,
    answer: answerQuestion,
    takeovers: {
      tell: (userId) => bus.publish(channelOpened, { id: userId, sequence: bus.process }),
      listen: (listener) =>
        bus.listen(channelOpened, ({ id, sequence }) => sequence !== bus.process && listener(id)),
    },
    envelopeOf: (error, language) => failureAnswer(config.REST_ENVELOPE, language, error).body,
  });
  // For example when the process runs out of file descriptors.
  server.on('error', (error) => log.error({ err: loggable(error) }, 'the port met an error'));
  // The port comes first: a server that cannot be reached must not take jobs.
  await listen(server, config.PORT, config.HOST, 'PORT').catch(async (error: unknown) => {
    readiness.stop();
    shares.stop();
    await Promise.all([sockets.stop(), assistant.stop(), graphql.stop(), requestLog.stop()]);
    throw error;
  });
  const answering = startAnswering(app);
  const worker = config.WORKER ? await startWorker(app) : null;
  const { port } = server.address() as AddressInfo;
  return {
    http: server,
    url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
    fail: () => void (state.hasFailed = true),
    async stop() {
      state.isStopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
      server.closeIdleConnections();
      await Promise.all([worker?.stop(), answering.stop(), sockets.stop(), assistant.stop()]);
      await closed;
      clearTimeout(overdue);
      readiness.stop();
      shares.stop();
      await Promise.all([graphql.stop(), requestLog.stop()]);
    },
  };
}

/** Logs unexpected failures, whose stack Express would otherwise send to the client. */
const maskedFailure =
  ({ log }: App): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (isConnectionError(error, request)) return void response.destroy();
    if (isBadAddress(error)) return void response.status(400).type('text').send('Bad address.\n');
    const requestId = request.headers['x-request-id'];
    const outage = outageOf(error);
    if (!outage) log.error({ err: loggable(error), requestId }, 'a request failed unexpectedly');
    if (response.headersSent) return next(error);
    if (outage) {
      const retry = String(outage.details.retrySeconds);
      return void response.status(outage.status).set('Retry-After', retry).type('text').send(outage.message);
    }
    response
      .status(500)
      .type('text')
      .send(`Internal error. Request id: ${String(requestId)}\n`);
  };

/**
 * Whether the client closed the connection or sent an invalid request, which is not a fault of the server.
 */
const isConnectionError = (error: unknown, request: Request): boolean =>
  error === request.errored || error === request.socket.errored;

/** Whether the address of a request has an escape that is none, such as %E0%A4%A. */
const isBadAddress = (error: unknown): boolean =>
  error instanceof URIError && (error as { status?: unknown }).status === 400;

/** Whose a context is, for the log. */
const accountOf: AccountOf = (context) => {
  const { viewer } = context as Context;
  return viewer && { user: viewer.userId, role: viewer.role };
};

const anonymous = { viewer: null, kept: null, position: null };

/** Makes the contexts of calls. */
function contextsOf(app: App) {
  const callOf = async (token: string | null): Promise<CallOf | null> => {
    const claims = token === null ? null : app.tokens.verify(token);
    return claims && callOfSession(app, claims);
  };
  return {
    /** The context of a GraphQL request. @throws UNAUTHENTICATED when its token is not valid now */
    async strict({ token, ...caller }: Caller): Promise<Context> {
      const call = await callOf(token);
      if (token && !call) throw errors.unauthenticated();
      return callerContext(app, { ...caller, ...(call ?? anonymous) });
    },
    /**
     * The context of a REST request. An expired token is ignored, because clients send it when signing in
     * again.
     */
    async lenient({ token, ...caller }: Caller): Promise<Context> {
      const call = (await callOf(token)) ?? anonymous;
      return callerContext(app, { ...caller, ...call, speaksContract: true });
    },
  };
}

/** Listens on the port that the setting `variable` names. @throws Error that says so when it is in use */
export function listen(server: http.Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL')
        return reject(
          new Error(`HOST "${host}": is no address of this machine. Maybe HOST=0.0.0.0 for all.`),
        );
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new Error(
          `Port ${port} of ${host} is in use by another program. Choose another with the variable ` +
            `${variable}, such as ${variable}=${port + 1}.`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}
