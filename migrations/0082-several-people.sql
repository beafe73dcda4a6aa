-- One transaction may write for several people, each of whom has lines of the log of their own: the setting
-- class_scheduling.people tells who wrote which record, by its id.
create or replace function log_function_of("record_table" text, "department" text, "secrets" text) returns void
language plpgsql as $maker$
declare
  path text[] := string_to_array("department", '>');
  column_of text := case when path = '{}' then 'null::uuid' else 'r.' || quote_ident(path[1]) end;
begin
  for hop in 2 .. cardinality(path) loop
    column_of := format('(select h.%I from %I h where h.id = %s)',
      split_part(path[hop], '.', 2), split_part(path[hop], '.', 1), column_of);
  end loop;
  -- A plan that is kept must not loop over all rows for each, because the next statement may have many.
  execute format($function$
    create or replace function %1$I() returns trigger language plpgsql set enable_nestloop to off as $body$
    declare
      person uuid := nullif(current_setting('class_scheduling.person', true), '');
      reason text := nullif(current_setting('class_scheduling.reason', true), '');
      change bigint := nullif(current_setting('class_scheduling.change', true), '');
      task uuid := nullif(current_setting('class_scheduling.task', true), '');
      people jsonb := nullif(current_setting('class_scheduling.people', true), '');
      told text := coalesce(current_setting('class_scheduling.told', true), '');
      kind text := concat_ws(' ', tg_table_name, tg_op, coalesce(change::text, ''), '');
      unlogged constant text[] := '{id,version,created_at,updated_at,keyword}';
      secrets constant text[] := %3$L;
      newly_told text;
    begin
      if person is null and reason is null then
        raise exception 'A write to "%%" names neither person nor reason, so the log cannot tell who made it. '
          'Maybe write in transaction(), or in named(), of data/transaction.ts.', tg_table_name
          using errcode = 'insufficient_privilege';
      end if;
      if tg_op = 'INSERT' then
        with line as (
          select r.id, null::jsonb as before, to_jsonb(r) - unlogged - secrets as after,
            %2$s as department_id from new_rows r
        ), %4$s;
      elsif tg_op = 'DELETE' then
        with line as (
          select r.id, to_jsonb(r) - unlogged - secrets as before, null::jsonb as after,
            %2$s as department_id from old_rows r
        ), %4$s;
      else
        with line as (
          select r.id, d.before, d.after, %2$s as department_id
          from old_rows o join new_rows r on r.id = o.id
          cross join lateral (select to_jsonb(o) - unlogged as o, to_jsonb(r) - unlogged as n offset 0) j
          cross join lateral (
            select jsonb_object_agg(key, case when key = any (secrets) then null else value end) as before,
              jsonb_object_agg(key, case when key = any (secrets) then null else n -> key end) as after
            from jsonb_each(o) where value is distinct from n -> key
          ) d
          where d.after is not null
        ), %4$s;
      end if;
      if newly_told is not null then
        perform set_config('class_scheduling.told', told || newly_told, true);
      end if;
      return null;
    end
    $body$
    $function$,
    record_table || '_log', column_of, string_to_array(secrets, ','),
    $written$named as (
          select line.*, coalesce((people ->> id::text)::uuid, person) as who,
            case when people ? id::text then null else reason end as why
          from line
        ),
        placed as (
          select *, concat('|', kind, department_id, ' ', who, '|') as mark,
            row_number() over (partition by department_id, who) = 1
              and strpos(told, concat('|', kind, department_id, ' ', who, '|')) = 0 as is_first
          from named
        ),
        written as (
          insert into audit_log (table_name, record_id, action, before, after, department_id, person_id,
            reason, change, task_id, is_first)
          select tg_table_name, id,
            case tg_op when 'INSERT' then 'CREATED' when 'DELETE' then 'DELETED' else 'CHANGED' end,
            before, after, department_id, who, why, change, task, is_first from placed
        )
        select string_agg(mark, '') from placed where is_first into newly_told$written$);
end
$maker$;

do $$
declare
  logged record;
begin
  for logged in
    select c.relname as record_table, string_to_array(encode(t.tgargs, 'escape'), '\000') as told
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = c.relname || '_log_created'
  loop
    perform log_function_of(logged.record_table, logged.told[1], logged.told[2]);
  end loop;
end
$$;
