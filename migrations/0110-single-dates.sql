-- Oldest release beside: 0.1.0
-- What stands otherwise on single dates than the week says, and what teachers ask for of the kind.
create table "date_request" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "week" int not null,
  "day_of_week" int not null,
  "to_week" int null,
  "to_day" int null,
  "to_period" int null,
  "teacher_id" uuid not null,
  "meeting_id" uuid not null,
  "is_cancelled" boolean not null default false,
  "classroom_id" uuid null,
  "substitute_id" uuid null,
  "reason" varchar(255) not null,
  "status" varchar(32) not null default 'PENDING',
  "answer" varchar(255) null,
  "reviewed_by_id" uuid null,
  "reviewed_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "date_request" is 'That a teacher asks academic affairs for a change of a single date.';
create index "date_request_teacher_index" on "date_request" ("teacher_id");
create index "date_request_meeting_index" on "date_request" ("meeting_id");
create index "date_request_classroom_index" on "date_request" ("classroom_id");
create index "date_request_substitute_index" on "date_request" ("substitute_id");
create index "date_request_reviewed_by_index" on "date_request" ("reviewed_by_id");
create table "date_change" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "week" int not null,
  "day_of_week" int not null,
  "to_week" int null,
  "to_day" int null,
  "to_period" int null,
  "timetable_id" uuid not null,
  "meeting_id" uuid not null,
  "kind" varchar(32) not null,
  "classroom_id" uuid null,
  "teacher_id" uuid null,
  "public_note" varchar(255) null,
  primary key ("id")
);
comment on table "date_change" is 'What stands otherwise on a single date than the week of a timetable says.';
create index "date_change_timetable_index" on "date_change" ("timetable_id");
create index "date_change_meeting_index" on "date_change" ("meeting_id");
create index "date_change_classroom_index" on "date_change" ("classroom_id");
create index "date_change_teacher_index" on "date_change" ("teacher_id");
create unique index "date_change_timetable_meeting_week_unique" on "date_change" ("timetable_id", "meeting_id", "week");
alter table "date_request" add constraint "date_request_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete cascade;
alter table "date_request" add constraint "date_request_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete cascade;
alter table "date_request" add constraint "date_request_classroom_id_foreign" foreign key ("classroom_id") references "classroom" ("id") on update no action on delete set null;
alter table "date_request" add constraint "date_request_substitute_id_foreign" foreign key ("substitute_id") references "teacher" ("id") on update no action on delete set null;
alter table "date_request" add constraint "date_request_reviewed_by_id_foreign" foreign key ("reviewed_by_id") references "user" ("id") on update no action on delete set null;
alter table "date_change" add constraint "date_change_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "date_change" add constraint "date_change_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete restrict;
alter table "date_change" add constraint "date_change_classroom_id_foreign" foreign key ("classroom_id") references "classroom" ("id") on update no action on delete restrict;
alter table "date_change" add constraint "date_change_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
create trigger "date_change_touch" before update on "date_change" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "date_request_touch" before update on "date_request" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('date_change', 'meeting_id>meeting.teaching_class_id>teaching_class.department_id', '');
select log_changes('date_request', 'meeting_id>meeting.teaching_class_id>teaching_class.department_id', '');

-- Where each meeting stands: as the week says, in the weeks of which nothing was changed, and on every date of
-- which something was. A meeting of which no date was changed has one row.
create view "stand" as
  select a.timetable_id, a.meeting_id, a.teaching_class_id, a.series_id, a.teacher_id, a.classroom_id,
    a.day_of_week, a.period_start, a.period_end,
    case when d.weeks is null then a.weeks
    else array(select week from unnest(a.weeks) as week where week <> all(d.weeks)) end as weeks
  from class_assignment a left join lateral (
    select array_agg(week) as weeks from date_change
    where timetable_id = a.timetable_id and meeting_id = a.meeting_id) d on true
  where a.day_of_week is not null
  union all
  select a.timetable_id, a.meeting_id, a.teaching_class_id, a.series_id, coalesce(d.teacher_id, a.teacher_id),
    coalesce(d.classroom_id, a.classroom_id), coalesce(d.to_day, a.day_of_week),
    coalesce(d.to_period, a.period_start),
    coalesce(d.to_period, a.period_start) + a.period_end - a.period_start,
    array[coalesce(d.to_week, d.week)]
  from date_change d join class_assignment a on a.timetable_id = d.timetable_id and a.meeting_id = d.meeting_id
  where d.kind <> 'CANCELLED' and a.day_of_week is not null;

create or replace view "occupied_in_lanes" as
  select s.timetable_id, r.resource, s.meeting_id, r.kind,
    range_agg(case when r.lanes = '{0}' then w.slots else in_lanes(w.slots, r.lanes) end) as occurrences
  from stand s
    cross join lateral (
      select occurrences(s.weeks, s.day_of_week, s.period_start, s.period_end) as slots offset 0) w
    cross join lateral (
      select s.classroom_id as resource, 'ROOM' as kind, '{0}'::int[] as lanes
      union all select s.teacher_id, 'TEACHER', '{0}'
      union all select f.teacher_id, 'TEACHER', '{0}' from further_teacher f
        where f.meeting_id = s.meeting_id and f.teacher_id <> s.teacher_id
      union all select l.resource, 'CLASS', l.lanes from attended_lanes(s.teaching_class_id) l) r
  where w.slots is not null group by 1, 2, 3, 4;
