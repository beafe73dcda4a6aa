import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { Rows } from '../../data/rows.js';

const viewers = `
  select u.id as "userId", s.id as "sessionId", r.key as "role",
    array(select g.department_id::text from department_grant g where g.user_id = u.id order by g.id)
    as "departmentIds",
    t.id as "teacherId", p.id as "studentId", p.administrative_class_id as "administrativeClassId"
  from "user" u
    left join "session" s on s.user_id = u.id and s.id = $1 and s.ended_at is null
    join "role" r on r.id = u.role_id
    left join teacher t on t.user_id = u.id
    left join student p on p.user_id = u.id
  where u.id = $2 and u.is_enabled and not u.is_banned`;

/**
 * Who holds an access token. Null when it is not valid now: forged, expired, its session ended, or its
 * account disabled, banned or deleted. One statement, asked on every request, so that a right that is taken
 * is gone at once.
 */
export async function viewerOfToken(app: App, token: string): Promise<Viewer | null> {
  const claims = app.tokens.verify(token);
  return claims && viewerOfSession(app, claims);
}

/** Who a session belongs to; null when it has ended or its account may not be used. */
export async function viewerOfSession(
  app: App,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<Viewer | null> {
  const [viewer] = await app.orm.em.fork().execute<Viewer[]>(viewers, [sessionId, userId]);
  return viewer?.sessionId ? viewer : null;
}

/** Somebody for whom work is done after the request; null when the account may not be used any more. */
export async function viewerOfUser(app: App, userId: string): Promise<Viewer | null> {
  const [viewer] = await app.orm.em.fork().execute<Viewer[]>(viewers, [null, userId]);
  return viewer ?? null;
}

/**
 * From here on the request is that person's: what the answer to a sign-in tells of them is read with their
 * own rights.
 */
export function actAs(ctx: Context, viewer: Viewer): void {
  const request = ctx as { -readonly [K in keyof Context]: Context[K] };
  request.viewer = viewer;
  request.rows = new Rows(ctx);
}
