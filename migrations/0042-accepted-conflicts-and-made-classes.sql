-- A conflict that was accepted may stay open, for somebody to deal with later; it then stops no publish.
alter table "conflict" add column "accepted_by_id" uuid, add column "accepted_at" timestamptz(3);
alter table "conflict" add constraint "conflict_accepted_by_id_foreign" foreign key ("accepted_by_id")
  references "user" ("id") on delete set null;
create index "conflict_accepted_by_index" on "conflict" ("accepted_by_id");

-- A teaching class that was made with the first series of it goes with the last one, and comes back with it.
-- So far those were left: it is told by the hours of its series, which only people state, and its code.
alter table "teaching_class" add column "is_made_with_series" boolean not null default false,
  add column "is_withdrawn" boolean not null default false;
select set_config('class_scheduling.reason', 'migration', true);
update "teaching_class" t set "is_made_with_series" = true, "version" = "version" + 1
where t."planned_kind" is null and t."copied_from_id" is null and t."code" ~ '^[0-9a-f]{32}$'
  and exists (select from "series" s where s."teaching_class_id" = t."id" and s."scheduled_hours" is not null
    and s."created_at" - t."created_at" between interval '0' and interval '1 minute');
select set_config('class_scheduling.reason', '', true);
