import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
import { inBatches } from '../../data/batches.js';
import type { Context } from '../../data/context.js';
import type { KeptView } from '../../data/kept/kept-rows.js';
import { Rows } from '../../data/rows.js';
import { departmentsWithDescendants, viewers } from './accounts.queries.js';

/** Whose call it is, and what it may read of the rows that are kept. */
export interface CallOf {
  readonly viewer: Viewer;
  readonly kept: KeptView | null;
}

/**
 * Who the session of an access token belongs to. Null when it has ended, or its account was disabled, banned
 * or deleted. Asked on every request, so that a right that is taken is gone at once: one statement for all
 * who ask at the same moment, and one more for those to whom departments are granted.
 */
export async function callOfSession(app: App, session: SessionOf): Promise<CallOf | null> {
  let callOf = callsByApp.get(app);
  if (!callOf) {
    callOf = inBatches((sessions) => callsOf(app, sessions), { atOnceMax: 2, itemsMax: 50 });
    callsByApp.set(app, callOf);
  }
  const call = await callOf(session);
  return call && { ...call, viewer: await withDepartments(app.orm.em.fork(), call.viewer) };
}

type SessionOf = Pick<Viewer, 'userId' | 'sessionId'>;

const callsByApp = new WeakMap<App, (session: SessionOf) => Promise<CallOf | null>>();

async function callsOf(app: App, sessions: readonly SessionOf[]): Promise<(CallOf | null)[]> {
  const before = app.keptRows.seen;
  const [ids, users] = [sessions.map((each) => each.sessionId), sessions.map((each) => each.userId)];
  const rows = await viewers(app.orm.em.fork(), ids, users, before, app.keptRows.tables);
  const calls = sessions.map((): CallOf | null => null);
  if (rows.length === 0) return calls;
  const kept = app.keptRows.viewAfter(before, rows[0]);
  for (const { at, seen: _, changed: __, ...viewer } of rows)
    if (viewer.sessionId) calls[at - 1] = { viewer, kept };
  return calls;
}

/** A user for whom a job works after the request; null if the account is disabled. */
export async function viewerOfUser({ em }: Pick<Context, 'em'>, userId: string): Promise<Viewer | null> {
  const [row] = await viewers(em, [null], [userId], null, []);
  if (!row) return null;
  const { at: _, seen: __, changed: ___, ...viewer } = row;
  return withDepartments(em, viewer);
}

async function withDepartments(em: EntityManager, viewer: Viewer): Promise<Viewer> {
  if (viewer.departmentIds.length === 0) return viewer;
  const departments = await departmentsWithDescendants(em, viewer.departmentIds);
  return { ...viewer, departmentIds: departments.map(({ id }) => id) };
}

/**
 * Continues the request as the given user, so that the answer to a sign-in is read with the user's own
 * rights.
 */
export function actAs(ctx: Context, viewer: Viewer): void {
  const request = ctx as { -readonly [K in keyof Context]: Context[K] };
  request.viewer = viewer;
  request.rows = new Rows(ctx);
}
