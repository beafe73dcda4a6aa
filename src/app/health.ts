import { timingSafeEqual } from 'node:crypto';
import { Router, type Request } from 'express';
import { measure } from './metrics.js';
import { isWell, type Readiness } from './readiness.js';
import type { ServerApp } from './runtime.js';
import { metricsOfAll } from './siblings.js';

/** Endpoints for monitoring: health, readiness and metrics. */
export function operationsRouter(app: ServerApp, readiness: Readiness): Router {
  const router = Router();
  const { registry, durations } = measure(app, readiness);
  router.use((request, response, next) => {
    // Read at once: routers take the beginning of the path away.
    const end = durations.startTimer({ method: request.method, area: areaOf(request) });
    response.on('finish', () => end({ status: response.statusCode }));
    next();
  });
  router.get('/healthz', (_, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_, response) => {
    const checks = await readiness.checks();
    const isReady = Object.values(checks).every(isWell);
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', checks });
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, app.config.METRICS_TOKEN)) {
      response
        .status(403)
        .json({ status: 'Metrics answer callers on this machine, or the bearer token METRICS_TOKEN.' });
      return;
    }
    response.type(registry.contentType).send((await metricsOfAll()) ?? (await registry.metrics()));
  });
  return router;
}

/** The part of the server that handled a request; few distinct values, so that metrics stay small. */
function areaOf(request: Request): string {
  const [, first = '', second] = request.path.split('/');
  if (first === 'api') return second === 'v1' ? 'rest' : 'other';
  return ['graphql', 'graphiql', 'healthz', 'readyz', 'metrics', 'assets'].includes(first) ? first : 'other';
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

function mayReadMetrics(request: Request, token: string | undefined): boolean {
  const actual = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token ?? ''}`);
  if (token && actual.length === expected.length && timingSafeEqual(actual, expected)) return true;
  // A forwarded request comes from another machine, even if the proxy runs on this one.
  return (
    loopback.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
  );
}
