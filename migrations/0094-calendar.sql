-- Real dates: holidays and days that make up for them, and the times of the periods of a day, which were in no
-- record so far; the times are those that clients of /api/v1 have always assumed.
create table "bell_season" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "campus_id" uuid null,
  "starts_on" varchar(5) not null default '01-01',
  "times" text[] not null,
  primary key ("id")
);
comment on table "bell_season" is 'From which day of the year on the periods of a day have which times, until the next one of the campus.';
create index "bell_season_campus_index" on "bell_season" ("campus_id");
create unique index "bell_season_campus_starts_on_unique" on "bell_season" ("campus_id", "starts_on") nulls not distinct;
create table "calendar_day" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "semester_id" uuid not null,
  "date" date not null,
  "kind" varchar(32) not null,
  "follows" date null,
  "name" varchar(32) null,
  primary key ("id")
);
comment on table "calendar_day" is 'A date of a semester on which not what is planned for it is taught: a holiday, or a day that makes up for another.';
create index "calendar_day_semester_index" on "calendar_day" ("semester_id");
create unique index "calendar_day_semester_follows_unique" on "calendar_day" ("semester_id", "follows");
create unique index "calendar_day_semester_date_unique" on "calendar_day" ("semester_id", "date");
alter table "bell_season" add constraint "bell_season_campus_id_foreign" foreign key ("campus_id") references "campus" ("id") on update no action on delete cascade;
alter table "calendar_day" add constraint "calendar_day_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete cascade;
create trigger "calendar_day_touch" before update on "calendar_day" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "bell_season_touch" before update on "bell_season" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('calendar_day', '', '');
select log_changes('bell_season', '', '');
select set_config('class_scheduling.reason', 'migration', true);
insert into "bell_season" ("id", "times") values ('00000000-0000-4000-8000-0000000be112',
  '{08:00-08:45,08:55-09:40,10:00-10:45,10:55-11:40,14:00-14:45,14:55-15:40,16:00-16:45,16:55-17:40,19:00-19:45,19:55-20:40,20:50-21:35,21:45-22:30}');
select set_config('class_scheduling.reason', '', true);
