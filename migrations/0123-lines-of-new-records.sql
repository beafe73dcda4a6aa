-- Oldest release beside: 0.1.0
-- Records are created one by one all day, so what triggers do for a new one takes fewer steps. Lines of new
-- records have a function of their own: one insert that tells itself what it told first, without the setting that
-- keeps the plans of changes from loops.
create function log_of_new_function_of("record_table" text, "department" text, "secrets" text) returns void
language plpgsql as $maker$
declare
  path text[] := string_to_array("department", '>');
  column_of text := case when path = '{}' then 'null::uuid' else 'r.' || quote_ident(path[1]) end;
begin
  for hop in 2 .. cardinality(path) loop
    column_of := format('(select h.%I from %I h where h.id = %s)',
      split_part(path[hop], '.', 2), split_part(path[hop], '.', 1), column_of);
  end loop;
  execute format($function$
    create or replace function %1$I() returns trigger language plpgsql as $body$
    declare
      person uuid := nullif(current_setting('class_scheduling.person', true), '');
      reason text := nullif(current_setting('class_scheduling.reason', true), '');
      change bigint := nullif(current_setting('class_scheduling.change', true), '');
      task uuid := nullif(current_setting('class_scheduling.task', true), '');
      people jsonb := nullif(current_setting('class_scheduling.people', true), '');
      told text := coalesce(current_setting('class_scheduling.told', true), '');
      kind text := concat_ws(' ', tg_table_name, tg_op, coalesce(change::text, ''), '');
      untold constant text[] := %3$L;
      newly_told text;
    begin
      if person is null and reason is null then
        raise exception 'A write to "%%" names neither person nor reason, so the log cannot tell who made it. '
          'Maybe write in transaction(), or in named(), of data/transaction.ts.', tg_table_name
          using errcode = 'insufficient_privilege';
      end if;
      with written as (
        insert into audit_log (table_name, record_id, action, after, department_id, person_id, reason, change,
          task_id, is_first)
        select tg_table_name, id, 'CREATED', after, department_id, who,
          case when people ? id::text then null else reason end, change, task,
          row_number() over (partition by department_id, who) = 1
            and strpos(told, concat('|', kind, department_id, ' ', who, '|')) = 0
        from (
          select r.id, to_jsonb(r) - untold as after, %2$s as department_id,
            coalesce((people ->> r.id::text)::uuid, person) as who
          from new_rows r
        ) line
        returning department_id, person_id, is_first
      )
      select string_agg(concat('|', kind, department_id, ' ', person_id, '|'), '')
      from written where is_first into newly_told;
      if newly_told is not null then
        perform set_config('class_scheduling.told', told || newly_told, true);
      end if;
      return null;
    end
    $body$
    $function$,
    record_table || '_log_new', column_of,
    '{id,version,created_at,updated_at,keyword}'::text[] || string_to_array(secrets, ','));
  execute format('create or replace trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function %I(%L, %L)',
    record_table || '_log_created', record_table, record_table || '_log_new', department, secrets);
end
$maker$;

-- Makes a table one whose changes are logged. A migration calls it for each new table of records. The
-- triggers tell the path to the department of a record, such as 'teacher_id>teacher.department_id', and the
-- columns whose values are never written.
create or replace function log_changes(record_table text, department text default '', secrets text default '')
returns void language plpgsql as $$
begin
  perform log_function_of(record_table, department, secrets);
  perform log_of_new_function_of(record_table, department, secrets);
  execute format('create or replace trigger %I after update on %I referencing old table as old_rows
    new table as new_rows for each statement execute function %I(%L, %L)',
    record_table || '_log_changed', record_table, record_table || '_log', department, secrets);
  execute format('create or replace trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function %I(%L, %L)',
    record_table || '_log_deleted', record_table, record_table || '_log', department, secrets);
  execute format('create or replace trigger %I before truncate on %I
    for each statement execute function refuse_truncation()', record_table || '_log_whole', record_table);
end
$$;

do $$
declare
  logged record;
begin
  for logged in
    select c.relname as record_table, string_to_array(encode(t.tgargs, 'escape'), '\000') as told
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = c.relname || '_log_created' and t.tgqual is null
  loop
    perform log_of_new_function_of(logged.record_table, logged.told[1], logged.told[2]);
  end loop;
end
$$;

-- The pieces by which keywords find a record may hold one twice: the index keeps each once.
create or replace function keep_keyword() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  field text;
  word text;
  pieces text[] := '{}';
begin
  foreach field in array tg_argv loop
    word := keyword_text(written ->> field);
    continue when word is null;
    pieces := pieces || string_to_array(word, null);
    for at in 1 .. char_length(word) - 1 loop
      pieces := pieces || substr(word, at, 2);
    end loop;
  end loop;
  new.keyword := pieces;
  return new;
end
$$;
