import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from '../app/config.js';
import type { EventBus } from '../database/event-bus.js';
import type { Tokens } from '../services/accounts/tokens.js';
import type { JobQueue } from './job-queue.js';

/** What lives as long as the process and every service may use. */
export interface App {
  readonly config: Config;
  /** Connection string of the database in use, the embedded one's too. */
  readonly databaseUrl: string;
  /** Folder of secrets, files and, without DATABASE_URL, the database. */
  readonly dataDir: string;
  readonly orm: MikroORM;
  readonly log: Logger;
  readonly tokens: Tokens;
  readonly bus: EventBus;
  readonly jobs: JobQueue;
}
