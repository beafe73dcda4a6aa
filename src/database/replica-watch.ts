import { Client } from 'pg';
import { connectMsMax, replayedSql } from './replica.js';

/** What is told of a replica. */
interface Told {
  info(message: string): void;
  warn(details: object, message: string): void;
}

/** How often is looked whether the replica is well. */
const lookMs = 30_000;

/**
 * Tells at once, and whenever it has changed, whether the replica at `url` answers and follows a primary.
 * Readers do without it where it does not, so that nobody would notice. @returns what ends it
 */
export async function watchReplica(url: string, log: Told, everyMs = lookMs): Promise<() => void> {
  let known: string | null | undefined;
  let isEnded = false;
  const look = async (): Promise<void> => {
    const problem = await problemOf(url);
    if (problem === known || isEnded) return;
    known = problem;
    if (problem === null) log.info('the replica of DATABASE_READ_URL answers reads');
    else log.warn({ reason: problem }, 'DATABASE_READ_URL is of no use now: the primary answers all reads');
  };
  await look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}

/** Why nobody should read there; null where the replica is well. */
async function problemOf(url: string): Promise<string | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMsMax,
    query_timeout: connectMsMax,
  });
  // It may go away in between.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ position: number }>(replayedSql);
    return rows[0].position < 0 ? 'it follows no primary' : null;
  } catch (error) {
    return (error as Error).message || (error as NodeJS.ErrnoException).code || 'it does not answer';
  } finally {
    await client.end().catch(() => undefined);
  }
}
