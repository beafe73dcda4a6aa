import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { Rows } from '../../data/rows.js';
import { departmentsWithDescendants, viewers } from './accounts.queries.js';

/**
 * Who the session of an access token belongs to. Null when it has ended, or its account was disabled, banned
 * or deleted. Asked on every request, so that a right that is taken is gone at once: one statement, and one
 * more for those to whom departments are granted.
 */
export async function viewerOfSession(
  app: App,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<Viewer | null> {
  const viewer = await viewerOf(app.orm.em.fork(), userId, sessionId);
  return viewer?.sessionId ? viewer : null;
}

/** A user for whom a job works after the request; null if the account is disabled. */
export const viewerOfUser = ({ em }: Pick<Context, 'em'>, userId: string): Promise<Viewer | null> =>
  viewerOf(em, userId, null);

async function viewerOf(em: EntityManager, userId: string, sessionId: string | null): Promise<Viewer | null> {
  const [viewer] = await viewers(em, sessionId, userId);
  if (!viewer?.departmentIds.length) return viewer ?? null;
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
