-- Oldest release beside: 0.1.0
-- What a timetable is stored with refers to what is stored with it: for each of 100,000 rows a check of one
-- row, a quarter of the time. Statements check what their rows refer to at once, and take with a row what
-- refers to it; nobody changes what they refer to. Their functions are their own, so that a connection plans
-- each once.
create function refer_at_once("child" text, "column" text, "parent" text) returns void
language plpgsql as $maker$
declare
  held text := child || '_' || "column" || '_held';
  takes text := parent || '_takes_' || child;
begin
  execute format('alter table %I drop constraint %I', child, child || '_' || "column" || '_foreign');
  -- Locked as a foreign key locks it: who deletes it waits, and takes these rows with it.
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    declare
      orphan uuid := (select n.id from (select distinct %2$I as id from new_rows) n
        left join lateral (select id from %3$I where id = n.id for key share) p on true
        where p.id is null limit 1);
    begin
      if orphan is not null then
        raise foreign_key_violation using table = tg_table_name, constraint = tg_name,
          message = format('A row of %%s refers to %%s in %3$s, which is not there.', tg_table_name, orphan);
      end if;
      return null;
    end
    $body$
    $function$, held, "column", parent);
  execute format('create trigger %1$I after insert on %2$I referencing new table as new_rows
    for each statement execute function %1$I()', held, child);
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      delete from %2$I where %3$I in (select id from old_rows);
      return null;
    end
    $body$
    $function$, takes, child, "column");
  execute format('create trigger %1$I after delete on %2$I referencing old table as old_rows
    for each statement execute function %1$I()', takes, parent);
end
$maker$;
select refer_at_once('class_assignment', 'timetable_id', 'timetable');
select refer_at_once('occupancy', 'timetable_id', 'timetable');
select refer_at_once('conflict', 'timetable_id', 'timetable');
select refer_at_once('conflict_pair', 'conflict_id', 'conflict');
select refer_at_once('change_item', 'change_id', 'change');
drop function refer_at_once(text, text, text);
-- That of the meeting, which nobody changes.
alter table "class_assignment" drop constraint "class_assignment_teaching_class_id_foreign";
