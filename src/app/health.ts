import { timingSafeEqual } from 'node:crypto';
import { Router, type Request } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isMigrated } from '../database/migrations.js';
import type { App } from '../data/app.js';
import type { ServerApp } from './runtime.js';
import { isInitialised } from '../services/system/initialisation.js';

/** What a server says of its own end. */
export interface ServerState {
  isStopping: boolean;
  /** Whether something failed outside every request, so that nobody knows what the process still does. */
  hasFailed: boolean;
}

/** Health, readiness and metrics, for machines that watch the server. */
export function operationsRouter(app: ServerApp, state: ServerState): Router {
  const router = Router();
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'class-scheduling' });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'class_scheduling_http_request_seconds',
    help: 'Seconds that requests took, by method, area and status.',
    labelNames: ['method', 'area', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

  router.use((request, response, next) => {
    const end = durations.startTimer();
    response.on('finish', () =>
      end({ method: request.method, area: areaOf(request), status: response.statusCode }),
    );
    next();
  });
  router.get('/healthz', (_, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_, response) => {
    const checks = { process: processState(state), ...(await readiness(app)) };
    const isReady = Object.values(checks).every((state) => state === 'ok' || state === 'awaited');
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', checks });
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, app.config.METRICS_TOKEN)) {
      response
        .status(403)
        .json({ status: 'Metrics answer callers on this machine, or the bearer token METRICS_TOKEN.' });
      return;
    }
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

/** The part of the server that a request went to: few values, so that metrics stay small. */
function areaOf(request: Request): string {
  const [, first = '', second] = request.path.split('/');
  if (first === 'api') return second === 'v1' ? 'rest' : 'other';
  return ['graphql', 'graphiql', 'healthz', 'readyz', 'metrics', 'assets'].includes(first) ? first : 'other';
}

const processState = ({ hasFailed, isStopping }: ServerState): string =>
  hasFailed ? 'failed unexpectedly and ends' : isStopping ? 'stopping' : 'ok';

/** Each part that requests depend on: ok, awaited (the initialisation) or what is wrong. */
async function readiness(app: App): Promise<Record<string, string>> {
  try {
    const query = (sql: string): Promise<{ name: string }[]> =>
      app.orm.em.getConnection().execute(sql) as never;
    const migrated = await isMigrated(query);
    return {
      database: 'ok',
      migrations: migrated ? 'ok' : 'missing',
      initialisation: (await isInitialised(app)) ? 'ok' : 'awaited',
    };
  } catch {
    return { database: 'unreachable' };
  }
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

function mayReadMetrics(request: Request, token: string | undefined): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token ?? ''}`);
  if (token && given.length === wanted.length && timingSafeEqual(given, wanted)) return true;
  // A request that was forwarded comes from elsewhere, whatever the socket says.
  return (
    loopback.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
  );
}
