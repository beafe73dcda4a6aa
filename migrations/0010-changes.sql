-- A timetable changes only by a change. What a timetable holds is one row per meeting, placed or not; what a
-- placed meeting occupies is a row that the database keeps apart from all others.
create extension if not exists btree_gist;

create table "series" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teaching_class_id" uuid not null,
  "credit_hour_type_id" uuid null,
  "teaching_hours" numeric(10,2) not null default 0,
  "scheduled_hours" numeric(10,2) null,
  "total_hours" numeric(10,2) null,
  "priority" int not null default 5,
  "course_ownership" varchar(32) null,
  "teaching_campus_id" uuid null,
  "consecutive_periods" int not null default 2,
  primary key ("id")
);
comment on table "series" is 'Meetings of a teaching class that were created together, with one teacher and one room in a timetable. It has the same identifier in every revision; /api/v1 calls it a class assignment.';
create index "series_teaching_class_index" on "series" ("teaching_class_id");
create index "series_credit_hour_type_index" on "series" ("credit_hour_type_id");
create index "series_teaching_campus_index" on "series" ("teaching_campus_id");
create table "conflict" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "timetable_id" uuid not null,
  "first_series_id" uuid not null,
  "second_series_id" uuid not null,
  "kind" varchar(32) not null,
  "status" varchar(32) not null default 'OPEN',
  "method" varchar(32) null,
  "note" varchar(255) null,
  "resolved_by_id" uuid null,
  "resolved_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "conflict" is 'That two series of a timetable need the same thing at the same time.';
create index "conflict_timetable_index" on "conflict" ("timetable_id");
create index "conflict_first_series_index" on "conflict" ("first_series_id");
create index "conflict_second_series_index" on "conflict" ("second_series_id");
create index "conflict_resolved_by_index" on "conflict" ("resolved_by_id");
create unique index "conflict_timetable_first_series_second_series_kind_unique" on "conflict" ("timetable_id", "first_series_id", "second_series_id", "kind");
create table "change" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "semester_id" uuid not null,
  "timetable_id" uuid not null,
  "number" int not null,
  "kind" varchar(32) not null,
  "state" varchar(32) not null default 'APPLIED',
  "person_id" uuid null,
  "reason" varchar(255) null,
  "subject_id" uuid null,
  "conflicts" jsonb null,
  primary key ("id")
);
comment on table "change" is 'An atomic change of a timetable; nothing else moves a meeting.';
create index "change_semester_index" on "change" ("semester_id");
create index "change_timetable_index" on "change" ("timetable_id");
create index "change_person_index" on "change" ("person_id");
create index "change_subject_index" on "change" ("subject_id");
create index "change_created_at_order" on "change" using btree ("created_at", "id");
create index "change_number_order" on "change" using btree ("number", "id");
create unique index "change_semester_number_unique" on "change" ("semester_id", "number");
create table "change_item" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "change_id" uuid not null,
  "meeting_id" uuid not null,
  "before" jsonb null,
  "after" jsonb null,
  primary key ("id")
);
comment on table "change_item" is 'What a change does to one meeting in a timetable.';
create index "change_item_change_index" on "change_item" ("change_id");
create index "change_item_meeting_index" on "change_item" ("meeting_id");
create unique index "change_item_change_meeting_unique" on "change_item" ("change_id", "meeting_id");
alter table "series" add constraint "series_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "series" add constraint "series_credit_hour_type_id_foreign" foreign key ("credit_hour_type_id") references "credit_hour_type" ("id") on update no action on delete restrict;
alter table "series" add constraint "series_teaching_campus_id_foreign" foreign key ("teaching_campus_id") references "campus" ("id") on update no action on delete restrict;
alter table "conflict" add constraint "conflict_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "conflict" add constraint "conflict_first_series_id_foreign" foreign key ("first_series_id") references "series" ("id") on update no action on delete cascade;
alter table "conflict" add constraint "conflict_second_series_id_foreign" foreign key ("second_series_id") references "series" ("id") on update no action on delete cascade;
alter table "conflict" add constraint "conflict_resolved_by_id_foreign" foreign key ("resolved_by_id") references "user" ("id") on update no action on delete set null;
alter table "change" add constraint "change_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete cascade;
alter table "change" add constraint "change_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "change" add constraint "change_person_id_foreign" foreign key ("person_id") references "user" ("id") on update no action on delete set null;
alter table "change" add constraint "change_subject_id_foreign" foreign key ("subject_id") references "change" ("id") on update no action on delete set null;
alter table "change_item" add constraint "change_item_change_id_foreign" foreign key ("change_id") references "change" ("id") on update no action on delete cascade;
alter table "change_item" add constraint "change_item_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete restrict;
create trigger "series_touch" before update on "series" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "change_touch" before update on "change" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "change_item_touch" before update on "change_item" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "conflict_touch" before update on "conflict" for each row when (new is distinct from
      old) execute function touch_updated_at();

-- How many changes the timetables of a semester have seen.
create table "change_counter" (
  "semester_id" uuid not null,
  "number" int not null default 0,
  primary key ("semester_id"),
  constraint "change_counter_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on delete cascade
);
comment on table "change_counter" is 'The number of the newest change of a semester.';

alter table "timetable"
  add column "made_by_id" uuid null,
  add column "base_id" uuid null,
  add column "began_at" int not null default 0,
  add column "publish_reason" varchar(255) null,
  add column "kept" jsonb null;
create index "timetable_made_by_index" on "timetable" ("made_by_id");
create index "timetable_base_index" on "timetable" ("base_id");
alter table "timetable" add constraint "timetable_made_by_id_foreign" foreign key ("made_by_id") references "user" ("id") on update no action on delete set null;
alter table "timetable" add constraint "timetable_base_id_foreign" foreign key ("base_id") references "timetable" ("id") on update no action on delete set null;

alter table "class_assignment"
  add column "series_id" uuid null,
  alter column "teacher_id" drop not null,
  alter column "classroom_id" drop not null,
  alter column "day_of_week" drop not null,
  alter column "period_start" drop not null,
  alter column "period_end" drop not null,
  add column "is_locked" boolean not null default false,
  add column "reason_zh" text null,
  add column "reason_en" text null,
  add constraint "class_assignment_place" check (
    num_nulls("day_of_week", "period_start", "period_end", "classroom_id", "teacher_id") in (0, 5)
    and ("day_of_week" is not null or not "is_locked"));
comment on table "class_assignment" is 'The time, room and teacher that a timetable gives to a meeting. A meeting that it could not place has a row too, without a time.';
create index "class_assignment_series_index" on "class_assignment" ("series_id");
alter table "class_assignment" add constraint "class_assignment_series_id_foreign" foreign key ("series_id") references "series" ("id") on update no action on delete restrict;
insert into class_assignment (id, created_at, timetable_id, meeting_id, teaching_class_id, weeks, reason_zh, reason_en)
  select u.id, u.created_at, u.timetable_id, u.meeting_id, m.teaching_class_id, m.weeks, u.reason_zh, u.reason_en
  from unplaced_meeting u join meeting m on m.id = u.meeting_id;
drop table "unplaced_meeting";

-- The series of what stands: by teaching class, hour type, teacher and room.
create temporary table made_series on commit drop as
  select gen_random_uuid() as id, a.teaching_class_id, m.credit_hour_type_id, a.teacher_id, a.classroom_id
  from class_assignment a join meeting m on m.id = a.meeting_id where a.day_of_week is not null
  group by 2, 3, 4, 5;
insert into series (id, teaching_class_id, credit_hour_type_id)
  select id, teaching_class_id, credit_hour_type_id from made_series;
update class_assignment a set series_id = s.id from made_series s, meeting m
  where m.id = a.meeting_id and s.teaching_class_id = a.teaching_class_id and s.teacher_id = a.teacher_id
    and s.classroom_id = a.classroom_id and s.credit_hour_type_id is not distinct from m.credit_hour_type_id;

-- The slots of a meeting: (days since the Monday of week 1) x 32 + period - 1, all seven days of a week.
create function occurrences("weeks" int[], "day" int, "first_period" int, "last_period" int)
  returns int4multirange language sql immutable parallel safe as $$
  select range_agg(int4range(((week - 1) * 7 + "day" - 1) * 32 + "first_period" - 1,
                             ((week - 1) * 7 + "day" - 1) * 32 + "last_period"))
  from unnest("weeks") as week
$$;

create table "occupancy" (
  "timetable_id" uuid not null,
  "resource" uuid not null,
  "meeting_id" uuid not null,
  "kind" varchar(32) not null,
  "occurrences" int4multirange not null,
  "guarded" int4multirange not null,
  primary key ("timetable_id", "resource", "meeting_id"),
  constraint "occupancy_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on delete cascade,
  constraint "occupancy_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id"),
  constraint "occupancy_apart" exclude using gist ("timetable_id" with =, "resource" with =, "guarded" with &&)
    deferrable initially deferred
);
comment on table "occupancy" is 'What a placed meeting occupies (room, teacher, administrative class or elective group) and when; guarded is what no other may overlap.';
create index "occupancy_meeting_index" on "occupancy" ("timetable_id", "meeting_id");

create table "conflict_pair" (
  "conflict_id" uuid not null,
  "timetable_id" uuid not null,
  "resource" uuid not null,
  "first_meeting_id" uuid not null,
  "second_meeting_id" uuid not null,
  "slots" int4multirange not null,
  primary key ("timetable_id", "resource", "first_meeting_id", "second_meeting_id"),
  constraint "conflict_pair_order" check ("first_meeting_id" < "second_meeting_id"),
  constraint "conflict_pair_conflict_id_foreign" foreign key ("conflict_id") references "conflict" ("id") on delete cascade,
  constraint "conflict_pair_first_meeting_id_foreign" foreign key ("first_meeting_id") references "meeting" ("id"),
  constraint "conflict_pair_second_meeting_id_foreign" foreign key ("second_meeting_id") references "meeting" ("id")
);
comment on table "conflict_pair" is 'Two meetings that overlap in what they occupy, as an open or accepted conflict allows.';
create index "conflict_pair_conflict_index" on "conflict_pair" ("conflict_id");
create index "conflict_pair_second_meeting_index" on "conflict_pair" ("timetable_id", "second_meeting_id");

-- What each placed meeting occupies in the timetables that still change.
create view "occupied" as
  select a.timetable_id, r.resource, a.meeting_id, r.kind,
    occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as occurrences
  from class_assignment a cross join lateral (
    select a.classroom_id as resource, 'ROOM' as kind
    union all select a.teacher_id, 'TEACHER'
    union all select g.administrative_class_id, 'CLASS' from teaching_class_group g
      where g.teaching_class_id = a.teaching_class_id
    union all select a.teaching_class_id, 'CLASS'
      where not exists (select from teaching_class_group g where g.teaching_class_id = a.teaching_class_id)) r
  where a.day_of_week is not null;

-- Meetings that overlap today were accepted by whoever made the timetable: each becomes an ignored conflict.
insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select o.timetable_id, o.resource, o.meeting_id, o.kind, o.occurrences, o.occurrences
  from occupied o join timetable t on t.id = o.timetable_id where t.status in ('DRAFT', 'PUBLISHED');
create temporary table overlapping on commit drop as
  select a.timetable_id, a.resource, a.kind, a.meeting_id as first_meeting_id, b.meeting_id as second_meeting_id,
    a.occurrences * b.occurrences as slots,
    least(x.series_id, y.series_id) as first_series_id, greatest(x.series_id, y.series_id) as second_series_id
  from occupancy a join occupancy b on b.timetable_id = a.timetable_id and b.resource = a.resource
      and a.meeting_id < b.meeting_id and a.occurrences && b.occurrences
    join class_assignment x on x.timetable_id = a.timetable_id and x.meeting_id = a.meeting_id
    join class_assignment y on y.timetable_id = b.timetable_id and y.meeting_id = b.meeting_id;
insert into conflict (id, timetable_id, first_series_id, second_series_id, kind, status, method, resolved_at)
  select gen_random_uuid(), timetable_id, first_series_id, second_series_id, kind, 'IGNORED', 'OTHER', clock_timestamp()
  from overlapping group by 2, 3, 4, 5;
insert into conflict_pair (conflict_id, timetable_id, resource, first_meeting_id, second_meeting_id, slots)
  select c.id, o.timetable_id, o.resource, o.first_meeting_id, o.second_meeting_id, o.slots
  from overlapping o join conflict c using (timetable_id, first_series_id, second_series_id, kind);
update occupancy o set guarded = o.occurrences - p.slots
  from (select timetable_id, resource, second_meeting_id, range_agg(slots) as slots from conflict_pair group by 1, 2, 3) p
  where p.timetable_id = o.timetable_id and p.resource = o.resource and p.second_meeting_id = o.meeting_id;

-- Places are locked where a timetable holds them, so a meeting by itself has no lock.
alter table "meeting" drop column "locked_day", drop column "locked_period", drop column "locked_classroom_id";
