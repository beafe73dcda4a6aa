-- Who teaches a meeting beside its first teacher, and that nobody of them is anywhere twice.
create table "further_teacher" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "meeting_id" uuid not null,
  "teacher_id" uuid not null,
  "role" varchar(32) not null,
  primary key ("id")
);
comment on table "further_teacher" is 'That somebody teaches a meeting beside its first teacher, whoever that is and wherever it is placed.';
create index "further_teacher_meeting_index" on "further_teacher" ("meeting_id");
create index "further_teacher_teacher_index" on "further_teacher" ("teacher_id");
create unique index "further_teacher_meeting_teacher_unique" on "further_teacher" ("meeting_id", "teacher_id");
alter table "further_teacher" add constraint "further_teacher_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete cascade;
alter table "further_teacher" add constraint "further_teacher_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
create trigger "further_teacher_touch" before update on "further_teacher" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('further_teacher', 'meeting_id>meeting.teaching_class_id>teaching_class.department_id', '');

create or replace view "occupied" as
  select a.timetable_id, r.resource, a.meeting_id, r.kind,
    occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as occurrences
  from class_assignment a cross join lateral (
    select a.classroom_id as resource, 'ROOM' as kind
    union all select a.teacher_id, 'TEACHER'
    union all select f.teacher_id, 'TEACHER' from further_teacher f
      where f.meeting_id = a.meeting_id and f.teacher_id <> a.teacher_id
    union all select g.administrative_class_id, 'CLASS' from teaching_class_group g
      where g.teaching_class_id = a.teaching_class_id
    union all select a.teaching_class_id, 'CLASS'
      where not exists (select from teaching_class_group g where g.teaching_class_id = a.teaching_class_id)) r
  where a.day_of_week is not null;
