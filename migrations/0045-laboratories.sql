-- Whether a room is a laboratory was told by the names of its type and tags. It is a property of the type now;
-- at first of those that are called so, or whose rooms are all marked so.
alter table "classroom_type" add column "is_laboratory" boolean not null default false;
select set_config('class_scheduling.reason', 'migration', true);
update "classroom_type" t set "is_laboratory" = true, "version" = "version" + 1
where t."name" ~* '实验|lab' or (
  select bool_and(exists (
    select from "classroom_tagging" g join "classroom_tag" k on k."id" = g."tag_id"
    where g."classroom_id" = r."id" and k."name" ~* '实验|lab'))
  from "classroom" r where r."type_id" = t."id");
select set_config('class_scheduling.reason', '', true);
