-- Who taught the meetings of archived timetables beside their first teachers, as it was then.
create table "archived_teacher" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "assignment_id" uuid not null,
  "teacher_id" uuid not null,
  "role" varchar(32) not null,
  primary key ("id")
);
comment on table "archived_teacher" is 'That somebody taught a meeting beside its first teacher when its timetable was archived.';
create index "archived_teacher_assignment_index" on "archived_teacher" ("assignment_id");
create index "archived_teacher_teacher_index" on "archived_teacher" ("teacher_id");
create unique index "archived_teacher_assignment_teacher_unique" on "archived_teacher" ("assignment_id", "teacher_id");
alter table "archived_teacher" add constraint "archived_teacher_assignment_id_foreign" foreign key ("assignment_id") references "class_assignment" ("id") on update no action on delete cascade;
alter table "archived_teacher" add constraint "archived_teacher_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
create trigger "archived_teacher_touch" before update on "archived_teacher" for each row when (new is distinct from
      old) execute function touch_updated_at();

-- Of what is archived already, nobody knows better than by whom it is taught now.
insert into "archived_teacher" ("id", "assignment_id", "teacher_id", "role")
select gen_random_uuid(), a.id, f.teacher_id, f.role
from class_assignment a join timetable t on t.id = a.timetable_id and t.status = 'ARCHIVED'
  join further_teacher f on f.meeting_id = a.meeting_id;

-- Whoever teaches the meetings of a timetable beside their first teachers, or did when it was archived.
create view "taught_beside" as
  select a.timetable_id, a.meeting_id, f.teacher_id, f.role
  from class_assignment a join timetable t on t.id = a.timetable_id and t.status <> 'ARCHIVED'
    join further_teacher f on f.meeting_id = a.meeting_id
  union all
  select a.timetable_id, a.meeting_id, f.teacher_id, f.role
  from archived_teacher f join class_assignment a on a.id = f.assignment_id;
