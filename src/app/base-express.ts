import express, { type Express } from 'express';
import { askedIn, msSince } from '../transport/asked.js';
import { callerOf } from '../transport/caller.js';
import type { ServerState } from './readiness.js';
import type { ServerApp } from './runtime.js';

/** Paths that are polled, or requested with every page. */
const frequentPaths = /^\/(healthz|readyz|metrics|assets\/)/;

/** Pages that links in mails open: who has the rest of the address acts for somebody. */
const tokenPaths = /^(\/timetable\/(?:reset|confirm))\/.*/s;

/** Express with what every request needs: a request id, and one log line when it is answered. */
export function baseExpress(
  { config: { TRUST_PROXY: trustProxy }, log }: ServerApp,
  state: ServerState,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('etag', false);
  app.use((request, response, next) => {
    const { requestId, address } = callerOf(request, { trustProxy });
    request.headers['x-request-id'] = requestId;
    response.setHeader('x-request-id', requestId);
    // Keep-alive connections would delay the shutdown, so the next answer closes them.
    if (state.isStopping) response.setHeader('connection', 'close');
    const { method, path } = request;
    const startMs = performance.now();
    response.on('close', () => {
      // Without the query string: those of /api/v1/auth contain passwords; and without tokens of mails.
      const line = {
        requestId,
        method,
        path: path.replace(tokenPaths, '$1/…'),
        status: response.statusCode,
        ms: msSince(startMs),
        address,
        ...askedIn(response),
      };
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      log[frequentPaths.test(path) ? 'debug' : level](line, 'answered');
    });
    next();
  });
  return app;
}
