-- Oldest release beside: 0.1.0
-- What a timetable is stored with refers to what is stored with it: for each of 100,000 rows a check of one
-- row, a quarter of the time. Statements check what their rows refer to at once, and take with a row what
-- refers to it; nobody changes what they refer to.
create function refuse_orphans() returns trigger language plpgsql as $$
declare
  orphan uuid;
begin
  -- Locked as a foreign key locks it: who deletes it waits, and takes these rows with it.
  execute format('select n.id from (select distinct %1$I as id from new_rows) n
    left join lateral (select id from %2$I where id = n.id for key share) p on true
    where p.id is null limit 1', tg_argv[0], tg_argv[1]) into orphan;
  if orphan is not null then
    raise foreign_key_violation using table = tg_table_name, constraint = tg_name,
      message = format('%s of %s refers to %s in %s, which is not there.',
        tg_argv[0], tg_table_name, orphan, tg_argv[1]);
  end if;
  return null;
end
$$;

create function take_along() returns trigger language plpgsql as $$
begin
  execute format('delete from %I where %I in (select id from old_rows)', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

create function refer_at_once("child" text, "column" text, "parent" text) returns void
language plpgsql as $$
begin
  execute format('alter table %I drop constraint %I', child, child || '_' || "column" || '_foreign');
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function refuse_orphans(%L, %L)',
    child || '_' || "column" || '_held', child, "column", parent);
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function take_along(%L, %L)',
    parent || '_takes_' || child, parent, child, "column");
end
$$;
select refer_at_once('class_assignment', 'timetable_id', 'timetable');
select refer_at_once('occupancy', 'timetable_id', 'timetable');
select refer_at_once('conflict', 'timetable_id', 'timetable');
select refer_at_once('conflict_pair', 'conflict_id', 'conflict');
select refer_at_once('change_item', 'change_id', 'change');
drop function refer_at_once(text, text, text);
-- That of the meeting, which nobody changes.
alter table "class_assignment" drop constraint "class_assignment_teaching_class_id_foreign";
