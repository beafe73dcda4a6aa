import { replicaReads } from '../database/replica.js';
import type { Pool } from 'pg';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { modelMetrics } from '../services/assistant/model/metrics.js';
import { countMails } from '../services/system/mail.js';
import { isWell, type Readiness } from './readiness.js';
import type { ServerApp } from './runtime.js';

/** What is measured of this process, for /metrics; `durations` is filled by whoever answers requests. */
export function measure(app: ServerApp, readiness: Readiness) {
  const { orm, jobs, release } = app;
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'class-scheduling' });
  collectDefaultMetrics({ register: registry });
  for (const metric of [...modelMetrics, replicaReads]) registry.registerMetric(metric);
  AggregatorRegistry.setRegistries([registry]);
  // Where there are siblings, it tells the figures of this process when those of all are asked for.
  new AggregatorRegistry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'class_scheduling_http_request_seconds',
    help: 'Duration of requests in seconds, by method, area and status.',
    labelNames: ['method', 'area', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  tellRelease(release, registers);
  new Gauge({
    name: 'class_scheduling_ready',
    help: 'Whether each part that requests depend on is well (1) or not (0), as /readyz tells in words.',
    labelNames: ['check'],
    aggregator: 'min',
    registers,
    async collect() {
      // A check that failed early leaves out those after it.
      this.reset();
      for (const [check, state] of Object.entries(await readiness.checks()))
        this.set({ check }, Number(isWell(state)));
    },
  });
  new Gauge({
    name: 'class_scheduling_database_connections',
    help: 'Connections to the database by state; waiting are statements that have none.',
    labelNames: ['state'],
    registers,
    async collect() {
      const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'class_scheduling_jobs',
    help: 'Jobs of each queue by state, of all servers and workers, as counted within the last minute.',
    labelNames: ['queue', 'state'],
    aggregator: 'max',
    registers,
    async collect() {
      // While the database is away, the figures of the last time say nothing.
      this.reset();
      for (const { queue, ...states } of await jobs.counts().catch(() => []))
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
    },
  });
  registry.registerMetric(mailsOf(app));
  return { registry, durations };
}

function tellRelease(version: string, registers: Registry[]): void {
  new Gauge({
    name: 'class_scheduling_build_info',
    help: 'Always 1: which release runs here.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  }).set({ version }, 1);
}

const mailsOf = (app: ServerApp): Gauge =>
  new Gauge({
    name: 'class_scheduling_mails',
    help: 'Mails that wait for their first attempt, that failed and are tried again, and given up in a day.',
    labelNames: ['state'],
    aggregator: 'max',
    registers: [],
    async collect() {
      this.reset();
      const counts = await countMails(app).catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
