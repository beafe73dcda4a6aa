import type { GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import { callerOf, tokenOf, type Caller } from '../caller.js';
import type { Documents } from './documents.js';
import type { Execute } from './executor.js';
import { loggable } from '../../schema/loggable.js';
import type { RateLimiter } from '../rate-limit.js';
import type { Shares } from '../shares.js';
import { closeCodes, socketBounds, type SocketBounds } from '../socket/bounds.js';
import { Connection } from '../socket/connection.js';
import { Connections, socketServer } from '../socket/connections.js';
import { operationHooks, type OperationsOptions } from '../socket/operations.js';
import { watchOver, type LifetimeOptions } from '../socket/lifetime.js';
import { isOriginAllowed } from '../socket/origin.js';
import { graphqlPath } from '../socket/told-operations.js';
import { refuseUpgrade, type Upgrade, type Upgrades } from '../upgrades.js';

export interface GraphqlSocketOptions {
  upgrades: Upgrades;
  schema: GraphQLSchema;
  documents: Documents;
  config: {
    readonly TRUST_PROXY: boolean;
    readonly socketOrigins: readonly string[] | null;
  };
  log: Logger;
  onSessionsEnded: LifetimeOptions['onSessionsEnded'];
  tokens: OperationsOptions['tokens'];
  accountOf: OperationsOptions['accountOf'];
  execute: Execute;
  /**
   * Creates the context of each operation and each event. @throws UNAUTHENTICATED when the token is not valid
   * now
   */
  contextOf: (caller: Caller) => Promise<object>;
  isInitialised: () => Promise<boolean>;
  limiter?: RateLimiter;
  shares?: Shares;
  bounds?: Partial<SocketBounds>;
}

export interface GraphqlSocket {
  readonly connections: number;
  /** Rejects new connections and closes the open ones with code 1001. */
  stop(): Promise<void>;
}

/** Serves GraphQL over WebSocket on the port of the HTTP server, as docs/subscriptions.md says. */
export function attachGraphqlSocket(options: GraphqlSocketOptions): GraphqlSocket {
  const { upgrades, config, log } = options;
  const bounds = { ...socketBounds, ...options.bounds };
  const connections = new Connections(bounds, 'sockets', options.shares);
  const protocol = makeServer(operationHooks({ ...options, connections, bounds }));
  const sockets = socketServer(bounds, handleProtocols);
  let isStopping = false;

  const onUpgrade = ({ request, socket, head, parameters }: Upgrade): void => {
    const caller = callerOf(request, { trustProxy: config.TRUST_PROXY });
    if (!isOriginAllowed(request, config.socketOrigins)) return refuseUpgrade(socket, 403);
    if (isStopping || !connections.hasRoomFor(caller)) return refuseUpgrade(socket, 503);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const token = tokenOf(parameters.get('token')) ?? caller.token;
      const connection = new Connection(opened, { ...caller, token }, bounds);
      connections.add(connection);
      serve(connection, protocol, log);
    });
  };
  const unregister = upgrades.serve(graphqlPath, onUpgrade);

  const stop = watchOver(connections, { ...options, bounds });

  return {
    get connections() {
      return connections.size;
    },
    async stop() {
      isStopping = true;
      unregister();
      await stop();
    },
  };
}

/** Connects the WebSocket to the protocol implementation. */
function serve(
  connection: Connection,
  protocol: ReturnType<typeof makeServer<never, Connection>>,
  log: Logger,
): void {
  const { socket } = connection;
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => connection.send(text),
      close: (code = 1000, reason = '') => connection.close(code, reason),
      onMessage: (handle) =>
        connection.onMessage(handle, (error) => {
          // A message type that only servers send; graphql-ws has no error class for it.
          if (/^Unexpected message of type/.test((error as Error).message))
            return connection.close(CloseCode.BadRequest, 'Invalid message received');
          log.warn(loggable(error), 'a message of a WebSocket could not be handled');
          connection.close(closeCodes.internalError, 'Internal error');
        }),
    },
    connection,
  );
  // ws closes the connection itself, with code 1009 for a message that is too large.
  socket.on('error', (error: Error) => log.debug({ reason: error.message }, 'a WebSocket failed'));
  socket.once('close', (code: number, reason: Buffer) => {
    closed(code, String(reason)).catch((error: unknown) =>
      log.warn(loggable(error), 'a WebSocket ended badly'),
    );
  });
}
