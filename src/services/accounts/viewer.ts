import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { keptPlan } from '../../data/kept-plans.js';
import { Rows } from '../../data/rows.js';

const viewers = keptPlan(`
  select u.id as "userId", s.id as "sessionId", r.key as "role",
    array(select g.department_id::text from department_grant g where g.user_id = u.id order by g.id)
    as "departmentIds",
    t.id as "teacherId", p.id as "studentId"
  from "user" u
    left join "session" s on s.user_id = u.id and s.id = $1 and s.ended_at is null
    join "role" r on r.id = u.role_id
    left join teacher t on t.user_id = u.id
    left join student p on p.user_id = u.id
  where u.id = $2 and u.is_enabled and not u.is_banned`);

/** The departments, followed by all their descendants. */
const departmentsWithDescendants = keptPlan(`
  with recursive covered(id, place) as (
    select * from unnest($1::uuid[]) with ordinality
    union select d.id, null::bigint from department d join covered c on d.parent_id = c.id
  )
  select id from covered group by id order by min(place), id`);

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
  const [viewer] = await em.execute<Viewer[]>(viewers, [sessionId, userId]);
  if (!viewer?.departmentIds.length) return viewer ?? null;
  const departments = await em.execute<{ id: string }[]>(departmentsWithDescendants, [viewer.departmentIds]);
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
