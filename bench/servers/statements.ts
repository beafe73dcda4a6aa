// Loaded before a server starts: counts every statement that its process sends to PostgreSQL and tells the
// parent when asked. It counts in the driver, below everything that differs between servers, so that all are
// judged by one rule.
import { createRequire } from 'node:module';
import type * as pg from 'pg';

let count = 0;
const places = [import.meta.url, import.meta.resolve('@mikro-orm/postgresql')];
const drivers = new Set(places.map((place) => createRequire(place)('pg') as typeof pg));
for (const { Client } of drivers) {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    count++;
    return query.apply(this, args);
  } as never;
}

process.on('message', (wish) => wish === 'statements' && process.send?.(count));
// A server outlives neither its parent nor its own stop.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
