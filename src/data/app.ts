import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { EventBus } from '../database/event-bus.js';
import type { JobQueue } from './job-queue.js';
import type { KeptRows } from './kept/kept-rows.js';
import type { Operations } from './operations.js';

/** The settings used by services and jobs; app/config.ts describes them. */
export interface Settings {
  readonly TIME_ZONE: string;
  readonly INITIAL_PASSWORDS: 'codes' | 'predictable';
  readonly PERSON_NUMBER_PATTERN?: string;
  readonly RESET_LINK_BASE: string;
  readonly EMAIL_LINK_BASE: string;
  readonly SIGN_IN_FAILURES_MAX: number;
  readonly SIGN_IN_FAILURES_PER_ADDRESS_MAX: number;
  readonly SIGN_IN_DELAY_SECONDS_MAX: number;
  readonly SMTP_URL?: string;
  readonly MAIL_FROM: string;
  readonly NOTICE_MAILS_PER_MINUTE: number;
  readonly NOTICE_MAILS_FROM_HOUR: number;
  readonly SOLVER_PROCESS: boolean;
  readonly SOLVER_THREADS: number;
  readonly DRAFTS_PER_SEMESTER_MAX: number;
  readonly DRAFTS_PER_PERSON_MAX: number;
  readonly DRAFT_UNTOUCHED_DAYS: number;
  readonly CHANGE_REASONS: boolean;
  readonly WAITING_RUNS_PER_SEMESTER_MAX: number;
  readonly WAITING_RUNS_PER_PERSON_MAX: number;
  readonly LOCK_SECONDS_MAX: number;
  readonly REQUEST_LOG_DAYS: number;
  readonly AUDIT_MONTHS_KEPT: number;
  readonly AI_BASE_URL?: string;
  readonly AI_API_KEY?: string;
  readonly AI_MODEL?: string;
  readonly AI_TIMEOUT_SECONDS: number;
  readonly AI_TOKENS_PER_PERSON_PER_DAY: number;
  readonly AI_PSEUDONYMS: boolean;
  readonly ASSISTANT_DAYS: number;
}

/** The claims of an access token. */
export interface Claims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Signs and verifies access tokens. */
export interface AccessTokens {
  sign(userId: string, sessionId: string): { token: string; expiresAt: Date };
  /** The claims of a token, or null if it is not valid now. */
  verify(token: string): Claims | null;
  /** What tells equal texts; whoever lacks the secret of the server cannot try texts against it. */
  fingerprintOf(text: string): string;
}

/** What every service may use, for the lifetime of the process. */
export interface App {
  readonly config: Settings;
  /** The release that this is, such as `0.1.0`. */
  readonly release: string;
  /** Connection string of the database, embedded or not. */
  readonly databaseUrl: string;
  /** Folder of files and, without DATABASE_URL, the database. */
  readonly dataDir: string;
  readonly orm: MikroORM;
  readonly log: Logger;
  readonly tokens: AccessTokens;
  readonly bus: EventBus;
  readonly jobs: JobQueue;
  /** Rows that calls share. */
  readonly keptRows: KeptRows;
  readonly operations: Operations;
  /** Answers reads beside the database; null where there is none. */
  readonly replica: { readonly tables: readonly string[] } | null;
}
