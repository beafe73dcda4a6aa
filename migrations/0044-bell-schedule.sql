-- After which periods a long break follows was written into the code twice. It is one record now, which
-- administrators change; what it says at first is what the code said.
create table "bell_schedule" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "long_breaks" int[] not null default '{4,8}',
  "lesson_minutes" int not null default 45,
  primary key ("id")
);
comment on table "bell_schedule" is 'How the institution divides a day; there is one.';
create trigger "bell_schedule_touch" before update on "bell_schedule" for each row when (new is distinct from
  old) execute function touch_updated_at();
select log_changes('bell_schedule', '', '');
select set_config('class_scheduling.reason', 'migration', true);
insert into "bell_schedule" ("id") values ('00000000-0000-4000-8000-00000000be11');
select set_config('class_scheduling.reason', '', true);
