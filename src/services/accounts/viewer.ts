import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
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
 * or deleted. Asked on every request, so that a right that is taken is gone at once: one statement, and one
 * more for those to whom departments are granted.
 */
export async function callOfSession(
  app: App,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<CallOf | null> {
  const before = app.keptRows.seen;
  const em = app.orm.em.fork();
  const [row] = await viewers(em, sessionId, userId, before, app.keptRows.tables);
  if (!row?.sessionId) return null;
  const { seen, changed, ...viewer } = row;
  const kept = app.keptRows.viewAfter(before, { seen, changed });
  return { viewer: await withDepartments(em, viewer), kept };
}

/** A user for whom a job works after the request; null if the account is disabled. */
export const viewerOfUser = ({ em }: Pick<Context, 'em'>, userId: string): Promise<Viewer | null> =>
  viewerOf(em, userId);

async function viewerOf(em: EntityManager, userId: string): Promise<Viewer | null> {
  const [row] = await viewers(em, null, userId, null, []);
  if (!row) return null;
  const { seen: _, changed: __, ...viewer } = row;
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
