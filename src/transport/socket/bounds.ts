/** Limits of the GraphQL WebSocket, documented in docs/subscriptions.md. */
export const socketBounds = {
  /** Bytes of a message from a client. */
  messageBytesMax: 64 * 1024,
  /** Concurrent operations on one connection. */
  operationsMax: 20,
  /** Concurrent operations of one user on all connections; anonymous ones count per address. */
  operationsOfUserMax: 100,
  /** Messages and pings per minute on one connection. */
  messagesPerMinuteMax: 600,
  /** Connections of one user; anonymous ones count per address. */
  connectionsOfUserMax: 100,
  connectionsOfAddressMax: 2_500,
  connectionsMax: 10_000,
  /** Bytes of one answer. */
  answerBytesMax: 4 * 1024 * 1024,
  /** Bytes buffered for a client that has not read them yet. */
  waitingBytesMax: 4 * 1024 * 1024,
  /** Interval of pings; a client has to answer one before the next. */
  keepAliveMs: 12_000,
  /** Time for a client to send `connection_init`. */
  initialisationMs: 5_000,
  /** Time for a client to answer a close frame. */
  closeMs: 2_000,
};
export type SocketBounds = typeof socketBounds;

/** Close codes of the server; those above 4000 are defined by the protocol. */
export const closeCodes = {
  goingAway: 1001,
  tryAgainLater: 1013,
  unauthorized: 4401,
  forbidden: 4403,
  internalError: 4500,
} as const;
