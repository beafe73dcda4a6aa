-- Who the callers of requests are, and in which tables anything was committed since a snapshot of the log of
-- changes. It is asked with every request: as a function it is planned once for each connection, where PostgreSQL
-- would plan the statement anew each time, which takes ten times as long as carrying it out.
create function "callers"("sessions" uuid[], "users" uuid[], "since" pg_snapshot, "watched" text[])
returns table (
  "seen" text, "changed" text[], "userId" uuid, "sessionId" uuid, "role" text, "departmentIds" text[],
  "teacherId" uuid, "studentId" uuid
) language plpgsql stable
set plan_cache_mode to force_generic_plan set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
as $$
#variable_conflict use_column
declare
  told text[];
begin
  if since is not null then
    -- Lines of the last day are enough, because no transaction lasts as long.
    select array_agg(distinct l.table_name) into told from audit_log l
    where l.transaction >= pg_snapshot_xmin(since) and not pg_visible_in_snapshot(l.transaction, since)
      and l.at > now() - interval '1 day' and l.table_name = any(watched);
  end if;
  return query
    select pg_current_snapshot()::text, coalesce(told, '{}'), u.id, s.id, r.key::text,
      case when exists (select from department_grant g where g.user_id = u.id) then array(
        with recursive covered (id, place) as (
          select g.department_id, row_number() over (order by g.id) from department_grant g where g.user_id = u.id
          union select d.id, null from covered c join department d on d.parent_id = c.id
        )
        select c.id::text from covered c group by c.id order by min(c.place), c.id
      ) else '{}' end,
      t.id, p.id
    from unnest(sessions, users) as asked (session_id, user_id)
      join "user" u on u.id = asked.user_id and u.is_enabled and not u.is_banned
      left join "session" s on s.id = asked.session_id and s.user_id = u.id and s.ended_at is null
      left join "role" r on r.id = u.role_id
      left join teacher t on t.user_id = u.id
      left join student p on p.user_id = u.id;
end
$$;
