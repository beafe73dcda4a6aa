import type { IncomingMessage } from 'node:http';

/**
 * Whether a page may open a WebSocket: clients other than browsers send no origin; pages need the server's
 * own origin or one of the list, where null allows all. The scheme is ignored, because a proxy may terminate
 * TLS.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[] | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins === null || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
