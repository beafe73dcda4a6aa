-- Groups of administrative classes. A class is parted in one way or several; each of its groups may attend
-- something by itself, and a student is in one group of each partition at most.
create table "class_partition" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "administrative_class_id" uuid not null,
  "name" varchar(32) not null,
  primary key ("id")
);
comment on table "class_partition" is 'A way in which an administrative class is parted into groups, each of which attends something by itself.';
create index "class_partition_administrative_class_index" on "class_partition" ("administrative_class_id");
create unique index "class_partition_administrative_class_name_unique" on "class_partition" ("administrative_class_id", lower(btrim("name")));
create table "class_group" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "partition_id" uuid not null,
  "name" varchar(32) not null,
  "order" int not null,
  "student_count" int not null default 0,
  "lanes" int[] not null default '{0}',
  primary key ("id")
);
comment on table "class_group" is 'Students of an administrative class in one of its partitions.';
create index "class_group_partition_index" on "class_group" ("partition_id");
create unique index "class_group_partition_name_unique" on "class_group" ("partition_id", lower(btrim("name")));
create table "class_group_member" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "class_group_id" uuid not null,
  "partition_id" uuid not null,
  "student_id" uuid not null,
  primary key ("id")
);
comment on table "class_group_member" is 'That a student is in a group of the administrative class.';
create index "class_group_member_class_group_index" on "class_group_member" ("class_group_id");
create index "class_group_member_partition_index" on "class_group_member" ("partition_id");
create index "class_group_member_student_index" on "class_group_member" ("student_id");
create unique index "class_group_member_partition_student_unique" on "class_group_member" ("partition_id", "student_id");
alter table "class_partition" add constraint "class_partition_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete cascade;
alter table "class_group" add constraint "class_group_partition_id_foreign" foreign key ("partition_id") references "class_partition" ("id") on update no action on delete cascade;
alter table "class_group_member" add constraint "class_group_member_class_group_id_foreign" foreign key ("class_group_id") references "class_group" ("id") on update no action on delete cascade;
alter table "class_group_member" add constraint "class_group_member_partition_id_foreign" foreign key ("partition_id") references "class_partition" ("id") on update no action on delete cascade;
alter table "class_group_member" add constraint "class_group_member_student_id_foreign" foreign key ("student_id") references "student" ("id") on update no action on delete cascade;
create trigger "class_partition_touch" before update on "class_partition" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "class_group_touch" before update on "class_group" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "class_group_member_touch" before update on "class_group_member" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('class_partition', 'administrative_class_id>administrative_class.department_id', '');
select log_changes('class_group', 'partition_id>class_partition.administrative_class_id>administrative_class.department_id', '');
select log_changes('class_group_member', 'student_id>student.department_id', '');

-- A class may attend a teaching class with some of its groups alone.
alter table "teaching_class_group" add column "class_group_id" uuid null;
alter table "teaching_class_group" add constraint "teaching_class_group_class_group_id_foreign" foreign key ("class_group_id") references "class_group" ("id") on update no action on delete restrict;
create index "teaching_class_group_class_group_index" on "teaching_class_group" ("class_group_id");
drop index "teaching_class_group_teaching_class_administrative_class_unique";
create unique index "teaching_class_group_attendance_unique" on "teaching_class_group" ("teaching_class_id", "administrative_class_id", "class_group_id") nulls not distinct;
comment on table "teaching_class_group" is 'That an administrative class, or one of its groups, attends a teaching class.';

-- Lanes: one for each set of groups that some student of a class is in. What the whole class attends occupies
-- all of them, what a group attends those of its students, so that groups that share nobody are apart, and the
-- class stays one thing that is occupied. Lane k is as many weeks later as no semester has.
alter table "administrative_class" add column "lanes" int[] not null default '{0}';

create function in_lanes("slots" int4multirange, "lanes" int[])
  returns int4multirange language sql immutable parallel safe as $$
  select range_agg(int4range(lower(slot) + lane * 8192, upper(slot) + lane * 8192))
  from unnest("slots") as slot, unnest("lanes") as lane
$$;
comment on function in_lanes is 'Slots of a semester, as those who are in these lanes occupy them.';

create function without_lanes("occurrences" int4multirange)
  returns int4multirange language sql immutable parallel safe as $$
  select case when upper("occurrences") <= 8192 then "occurrences" else (
    select range_agg(int4range(lower(slot) % 8192, lower(slot) % 8192 + upper(slot) - lower(slot)))
    from unnest("occurrences") as slot) end
$$;
comment on function without_lanes is 'The slots of a semester that are occupied in any lane.';

create function attended_lanes("teaching_class" uuid)
  returns table ("resource" uuid, "lanes" int[]) language sql stable parallel safe as $$
  select g.administrative_class_id, array_agg(distinct lane)
  from teaching_class_group g join administrative_class c on c.id = g.administrative_class_id
    left join class_group p on p.id = g.class_group_id cross join unnest(coalesce(p.lanes, c.lanes)) as lane
  where g.teaching_class_id = "teaching_class" group by g.administrative_class_id
  union all
  select "teaching_class", '{0}'::int[] where not exists (
    select from teaching_class_group g where g.teaching_class_id = "teaching_class")
$$;
comment on function attended_lanes is 'Who attends a teaching class: administrative classes in their lanes, else whoever chose it.';

-- What each placed meeting occupies in the timetables that still change: rooms and teachers as the view says,
-- classes in their lanes.
create view "occupied_in_lanes" as
  select timetable_id, resource, meeting_id, kind, occurrences from "occupied" where kind <> 'CLASS'
  union all
  select a.timetable_id, l.resource, a.meeting_id, 'CLASS',
    case when l.lanes = '{0}' then w.slots else in_lanes(w.slots, l.lanes) end
  from class_assignment a
    cross join lateral (select occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as slots) w
    cross join lateral attended_lanes(a.teaching_class_id) l
  where a.day_of_week is not null;
