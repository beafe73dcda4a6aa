import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../schema/texts.js';
import type { Actor, Viewer } from './callers.js';
import type { App } from './app.js';
import type { KeptView } from './kept/kept-rows.js';
import { Rows } from './rows.js';

/** What a service needs to know about the call that it serves. Created for each request and each event. */
export interface Context extends Actor {
  readonly app: App;
  /** A fork for reading; writes use forks of their own. */
  readonly em: EntityManager;
  readonly rows: Rows;
  readonly language: Language;
  readonly requestId: string;
  /** Address of the caller, for rate limits. */
  readonly address: string;
  /** The task of which the work is part, if of one. */
  readonly taskId: string | null;
  /** Up to where a replica must have replayed the log so that the call may read from it; null for none. */
  readonly position: number | null;
  /** Whether the call came over /api/v1, whose contract asks less of a new password. */
  readonly speaksContract: boolean;
}

interface CallerInfo {
  viewer: Viewer | null;
  /** Which of the rows that are kept it may read. */
  kept?: KeptView | null;
  position?: number | null;
  language: Language;
  requestId: string;
  address: string;
  taskId?: string;
  speaksContract?: boolean;
}

function contextOf(app: App, { kept, ...caller }: CallerInfo, systemReason: string | null): Context {
  const { taskId = null, speaksContract = false, position = null } = caller;
  let em: EntityManager | undefined;
  const context = {
    ...caller,
    taskId,
    speaksContract,
    position,
    app,
    systemReason,
    // Many calls read nothing but what is kept.
    get em() {
      return (em ??= app.orm.em.fork());
    },
  } as { -readonly [K in keyof Context]: Context[K] };
  context.rows = new Rows(context, kept);
  return context;
}

/** The same call within a running transaction: whatever it reads and writes is part of that. */
export function contextWithin(ctx: Context, em: EntityManager): Context {
  const context = { ...ctx, em: em.fork({ keepTransactionContext: true }) };
  return Object.assign(context, { rows: new Rows(context) });
}

/** The same work in the name of a person, with the rights that the person has. */
export function contextInName(ctx: Context, viewer: Viewer, taskId: string): Context {
  const context = { ...ctx, viewer, systemReason: null, taskId };
  return Object.assign(context, { rows: new Rows(context) });
}

/** The context of a person's call. */
export const callerContext = (app: App, caller: CallerInfo): Context => contextOf(app, caller, null);

/** The context of work without a user. It has all rights, so the reason is stated. */
export const systemContext = (app: App, reason: string, taskId?: string): Context =>
  contextOf(app, { viewer: null, language: 'zh', requestId: reason, address: 'local', taskId }, reason);
