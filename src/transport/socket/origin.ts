import type { IncomingMessage } from 'node:http';

/**
 * Whether a page may open a WebSocket: programs send no origin; pages need the server's own or one of the
 * list, where null allows all. The scheme does not count, because a proxy may take the encryption off.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[] | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins === null || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
