import type { RequestHandler } from 'express';

/**
 * Allows calls from other origins. By the standard `*` does not cover Authorization, so the headers are
 * listed.
 */
export function corsFor(origins: readonly string[] | null): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const allowed = origins === null ? '*' : origin && origins.includes(origin) ? origin : null;
    if (origins !== null) response.vary('Origin');
    if (allowed) {
      response.set({
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
        'access-control-expose-headers': 'X-Request-Id, Retry-After',
        'access-control-max-age': '3600',
      });
    }
    if (request.method === 'OPTIONS') response.status(200).end();
    else next();
  };
}
