import http from 'node:http';
import express from 'express';
import { operationsRouter } from './health.js';
import { Readiness, type ServerState } from './readiness.js';
import type { ServerApp } from './runtime.js';
import { listen } from './server.js';

/** What machines that watch a worker ask, on a port of its own. */
interface Monitoring {
  /** Makes /readyz report that the process is about to end. */
  readonly state: ServerState;
  stop(): void;
}

/** Answers /healthz, /readyz and /metrics on WORKER_PORT, or nowhere without it. */
export async function startMonitoring(app: ServerApp): Promise<Monitoring> {
  const { WORKER_PORT: port, HOST: host } = app.config;
  const state = { isStopping: false, hasFailed: false };
  if (port === undefined) return { state, stop: () => undefined };
  const readiness = new Readiness(app, state);
  const server = http.createServer(express().disable('x-powered-by').use(operationsRouter(app, readiness)));
  await listen(server, port, host, 'WORKER_PORT');
  return {
    state,
    stop() {
      readiness.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}
