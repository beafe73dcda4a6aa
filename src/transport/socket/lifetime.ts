import { failureOf } from '../format-error.js';
import type { Caller } from '../caller.js';
import { closeCodes, type SocketBounds } from './bounds.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';

/** What connections live by beside their protocol. */
export interface LifetimeOptions {
  readonly bounds: SocketBounds;
  /** Calls back when sessions of a user ended, with the user's id, or with '' when any may have. */
  onSessionsEnded(listener: (userId: string) => void): () => void;
  /** Makes a context of a caller. @throws UNAUTHENTICATED when the token is not valid now. */
  contextOf(caller: Caller): Promise<object>;
}

/**
 * Asks connections whether they are there, and closes those whose session ended, until the answer is called,
 * which closes all with 1001.
 */
export function watchOver(
  connections: Connections,
  { bounds, onSessionsEnded, contextOf }: LifetimeOptions,
): () => Promise<void> {
  const keepAlive = setInterval(() => {
    for (const connection of connections) connection.checkAlive();
  }, bounds.keepAliveMs).unref();
  const forget = onSessionsEnded((userId) => {
    void closeEnded(userId === '' ? [...connections] : connections.ofUser(userId), contextOf);
  });
  return async () => {
    forget();
    clearInterval(keepAlive);
    await Promise.all([...connections].map((connection) => goodbye(connection, bounds)));
  };
}

/**
 * Closes the connections whose token is not valid any more. One after the other, because all may be meant.
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

function goodbye({ socket }: Connection, { closeMs }: SocketBounds): Promise<void> {
  return new Promise((resolve) => {
    const overdue = setTimeout(() => socket.terminate(), closeMs);
    socket.once('close', () => {
      clearTimeout(overdue);
      resolve();
    });
    socket.close(closeCodes.goingAway, 'The server stops');
  });
}
