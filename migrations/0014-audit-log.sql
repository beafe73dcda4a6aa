-- The log of all records. Triggers write it, so that no way of writing passes it by, and in the transaction of
-- the change, so that a line and what it tells exist together or not at all.

create sequence "audit_log_id";
create table "audit_log" (
  "id" bigint not null default nextval('audit_log_id'),
  "at" timestamptz(3) not null default now(),
  "transaction" xid8 not null default pg_current_xact_id(),
  "table_name" text not null,
  "record_id" uuid not null,
  "action" varchar(32) not null,
  "before" jsonb,
  "after" jsonb,
  "department_id" uuid,
  "person_id" uuid,
  "reason" text,
  "change" bigint,
  "task_id" uuid,
  "is_first" boolean not null,
  constraint "audit_log_action" check ("action" in ('CREATED', 'CHANGED', 'DELETED')),
  constraint "audit_log_named" check ("person_id" is not null or "reason" is not null)
) partition by range ("at");
alter sequence "audit_log_id" owned by "audit_log"."id";
comment on table "audit_log" is 'What was done to records, by whom; only ever appended to.';
comment on column "audit_log"."at" is 'When the transaction began.';
comment on column "audit_log"."department_id" is 'The department of the record after the change.';
comment on column "audit_log"."is_first" is
  'Whether it is the first of what the transaction did alike to records of one table and department.';

create index "audit_log_transaction_index" on "audit_log" ("transaction", "id");
create index "audit_log_record_index" on "audit_log" ("record_id");
create index "audit_log_at_index" on "audit_log" ("at", "id") where "is_first";
create index "audit_log_person_index" on "audit_log" ("person_id", "at", "id") where "is_first";
create index "audit_log_task_index" on "audit_log" ("task_id", "at", "id") where "is_first" and "task_id" is not null;

create function refuse_change_of_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only appended to: % of % is refused.', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger "audit_log_kept" before update or delete on "audit_log"
  for each row execute function refuse_change_of_log();
create trigger "audit_log_whole" before truncate on "audit_log"
  for each statement execute function refuse_change_of_log();

-- Makes the partitions of the month of an instant and of as many after it. Each is attached, because a table
-- that is created as a partition would wait for every transaction that writes.
create function make_audit_partitions(instant timestamptz, months_ahead int) returns void language plpgsql as $$
declare
  first_month timestamp := date_trunc('month', instant at time zone 'UTC');
  month timestamp;
  partition text;
begin
  perform pg_advisory_xact_lock(7305417005);
  for month in select generate_series(first_month, first_month + make_interval(months => months_ahead), '1 month')
  loop
    partition := to_char(month, '"audit_log_"YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like audit_log including defaults including constraints)', partition);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_change_of_log()',
      partition || '_whole', partition);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end
$$;

-- Drops the partitions of months that ended longer ago than as many months before an instant.
create function drop_audit_partitions(instant timestamptz, months_kept int) returns void language plpgsql as $$
declare
  first_kept timestamp := date_trunc('month', instant at time zone 'UTC') - make_interval(months => months_kept);
  partition text;
begin
  perform pg_advisory_xact_lock(7305417005);
  for partition in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass and to_timestamp(right(c.relname, 7), 'YYYY_MM')::timestamp < first_kept
  loop
    execute format('drop table %I', partition);
  end loop;
end
$$;

-- Writes the lines of one statement. Its arguments are the path to the department of a record, such as
-- 'teacher_id>teacher.department_id', and its secret columns, whose values are never written. What the
-- transaction has told of already is kept in a setting of the transaction.
create function log_records() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('class_scheduling.person', true), '');
  reason text := nullif(current_setting('class_scheduling.reason', true), '');
  change bigint := nullif(current_setting('class_scheduling.change', true), '');
  task uuid := nullif(current_setting('class_scheduling.task', true), '');
  told text := coalesce(current_setting('class_scheduling.told', true), '');
  kind text := format('%s %s %s ', tg_table_name, tg_op, change);
  secrets text[] := string_to_array(tg_argv[1], ',');
  unlogged text[] := '{id,version,created_at,updated_at,keyword}';
  path text[] := string_to_array(tg_argv[0], '>');
  department text := case when path = '{}' then 'null::uuid' else 'r.' || quote_ident(path[1]) end;
  newly_told text;
begin
  if person is null and reason is null then
    raise exception 'A write to "%" names neither person nor reason, so the log cannot tell who made it. '
      'Maybe write in transaction(), or in named(), of data/transaction.ts.', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  for hop in 2 .. cardinality(path) loop
    department := format('(select h.%I from %I h where h.id = %s)',
      split_part(path[hop], '.', 2), split_part(path[hop], '.', 1), department);
  end loop;
  execute format($sql$
    with line as (%s),
    placed as (
      select *, row_number() over (partition by department_id) = 1
        and strpos($3, '|' || $4 || coalesce(department_id::text, '') || '|') = 0 as is_first
      from line
    ),
    written as (
      insert into audit_log (table_name, record_id, action, before, after, department_id, person_id, reason,
        change, task_id, is_first)
      select $5, id, $6, before, after, department_id, $7, $8, $9, $10, is_first from placed
      returning department_id, is_first
    )
    select string_agg('|' || $4 || coalesce(department_id::text, '') || '|', '') from written where is_first
    $sql$,
    case tg_op
      when 'INSERT' then format('select r.id, null::jsonb as before, to_jsonb(r) - $1 - $2 as after,
        %s as department_id from new_rows r', department)
      when 'DELETE' then format('select r.id, to_jsonb(r) - $1 - $2 as before, null::jsonb as after,
        %s as department_id from old_rows r', department)
      else format('select r.id, d.before, d.after, %s as department_id
        from old_rows o join new_rows r on r.id = o.id
        cross join lateral (select to_jsonb(o) - $1 as o, to_jsonb(r) - $1 as n offset 0) j
        cross join lateral (
          select jsonb_object_agg(key, case when key = any ($2) then null else value end) as before,
            jsonb_object_agg(key, case when key = any ($2) then null else n -> key end) as after
          from jsonb_each(o) where value is distinct from n -> key
        ) d
        where d.after is not null', department)
    end)
  into newly_told
  using unlogged, secrets, told, kind, tg_table_name,
    case tg_op when 'INSERT' then 'CREATED' when 'DELETE' then 'DELETED' else 'CHANGED' end,
    person, reason, change, task;
  if newly_told is not null then
    perform set_config('class_scheduling.told', told || newly_told, true);
  end if;
  return null;
end
$$;

create function refuse_truncation() returns trigger language plpgsql as $$
begin
  raise exception 'The table "%" holds records, whose deletion is logged: it cannot be truncated.', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Makes a table one whose changes are logged. A migration calls it for each new table of records.
create function log_changes(record_table text, department text default '', secrets text default '') returns void
language plpgsql as $$
begin
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function log_records(%L, %L)',
    record_table || '_log_created', record_table, department, secrets);
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function log_records(%L, %L)',
    record_table || '_log_changed', record_table, department, secrets);
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function log_records(%L, %L)',
    record_table || '_log_deleted', record_table, department, secrets);
  execute format('create trigger %I before truncate on %I
    for each statement execute function refuse_truncation()', record_table || '_log_whole', record_table);
end
$$;

select log_changes('campus', '', '');
select log_changes('building', '', '');
select log_changes('classroom_type', '', '');
select log_changes('classroom_tag', '', '');
select log_changes('furniture_type', '', '');
select log_changes('classroom', '', '');
select log_changes('classroom_tagging', '', '');
select log_changes('unit_category', '', '');
select log_changes('unit_type', '', '');
select log_changes('department', 'id', '');
select log_changes('department_building', 'department_id', '');
select log_changes('grade', '', '');
select log_changes('major', 'department_id', '');
select log_changes('administrative_class', 'department_id', '');
select log_changes('teacher_type', '', '');
select log_changes('teacher', 'department_id', '');
select log_changes('student', 'department_id', '');
select log_changes('role', '', '');
select log_changes('permission', '', '');
select log_changes('user', '', 'password_hash');
select log_changes('initial_password_export', '', '');
select log_changes('department_grant', '', '');
select log_changes('semester', '', '');
select log_changes('unavailability', '', '');
select log_changes('course_nature', '', '');
select log_changes('course_type', '', '');
select log_changes('course_property', '', '');
select log_changes('course_category', '', '');
select log_changes('credit_hour_type', '', '');
select log_changes('course', 'department_id', '');
select log_changes('teacher_preference', 'teacher_id>teacher.department_id', '');
select log_changes('teacher_qualification', 'teacher_id>teacher.department_id', '');
select log_changes('teaching_class', 'department_id', '');
select log_changes('teaching_class_group', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('meeting', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('timetable', '', '');
select log_changes('class_assignment', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('series', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('change', '', '');
select log_changes('conflict', 'first_series_id>series.teaching_class_id>teaching_class.department_id', '');
select log_changes('enrolment', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('system_value', '', 'value');

select make_audit_partitions(now(), 3);
