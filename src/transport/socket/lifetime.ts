import { failureOf } from '../graphql/format-error.js';
import type { Caller } from '../caller.js';
import { closeCodes, type SocketBounds } from './bounds.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';

/** What the lifetime of connections depends on. */
export interface LifetimeOptions {
  readonly bounds: SocketBounds;
  /**
   * Calls the listener with the id of a user whose sessions ended, or with '' if those of any user may have.
   */
  onSessionsEnded(listener: (userId: string) => void): () => void;
  /** Creates the context of a caller. @throws UNAUTHENTICATED when the token is not valid now */
  contextOf(caller: Caller): Promise<object>;
}

/**
 * Pings connections and closes those whose session ended. The returned function stops this and closes all
 * with code 1001.
 */
export function watchOver(
  connections: Connections,
  { bounds, onSessionsEnded, contextOf }: LifetimeOptions,
): () => Promise<void> {
  const keepAlive = setInterval(() => {
    for (const connection of connections) connection.checkAlive();
  }, bounds.keepAliveMs).unref();
  const unsubscribe = onSessionsEnded((userId) => {
    void closeEnded(userId === '' ? [...connections] : connections.ofUser(userId), contextOf);
  });
  return async () => {
    unsubscribe();
    clearInterval(keepAlive);
    await Promise.all([...connections].map((connection) => closeForShutdown(connection, bounds)));
  };
}

/**
 * Closes the connections whose token is no longer valid; checks one at a time, because it may be all of them.
 */
async function closeEnded(
  connections: readonly Connection[],
  contextOf: LifetimeOptions['contextOf'],
): Promise<void> {
  for (const connection of connections) {
    if (connection.userId === null) continue;
    await contextOf(connection.caller).catch((error: unknown) => {
      if (failureOf(error).code === 'UNAUTHENTICATED')
        connection.close(closeCodes.forbidden, 'The session ended');
    });
  }
}

function closeForShutdown({ socket }: Connection, { closeMs }: SocketBounds): Promise<void> {
  return new Promise((resolve) => {
    const overdue = setTimeout(() => socket.terminate(), closeMs);
    socket.once('close', () => {
      clearTimeout(overdue);
      resolve();
    });
    socket.close(closeCodes.goingAway, 'The server stops');
  });
}
