/** How much the WebSocket of GraphQL gives to one client. Documented in docs/subscriptions.md. */
export const socketBounds = {
  /** Bytes of a message from a client. */
  messageBytesMax: 64 * 1024,
  /** Operations at the same time on one connection. */
  operationsMax: 20,
  /** Operations at the same time on all connections of one user; also of nobody from one address. */
  operationsOfUserMax: 100,
  /** Messages and pings of one connection in a minute. */
  messagesPerMinuteMax: 600,
  /** Connections of one user; also of nobody from one address. */
  connectionsOfUserMax: 100,
  connectionsOfAddressMax: 2_500,
  connectionsMax: 10_000,
  /** Bytes of one answer. */
  answerBytesMax: 4 * 1024 * 1024,
  /** Bytes that wait until a client reads them. */
  waitingBytesMax: 4 * 1024 * 1024,
  /** How often a client is asked whether it is there, and how long it may take to answer. */
  keepAliveMs: 12_000,
  /** How long a client may take until it says who it is. */
  initialisationMs: 5_000,
  /** How long a client may take to answer a close. */
  closeMs: 2_000,
};
export type SocketBounds = typeof socketBounds;

/** Why the server closes a connection; the codes above 4000 are those of the protocol. */
export const closeCodes = {
  goingAway: 1001,
  tryAgainLater: 1013,
  unauthorized: 4401,
  forbidden: 4403,
  internalError: 4500,
} as const;
