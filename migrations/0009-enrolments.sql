-- Which students attend which electives, and how many may.
alter table "teaching_class" add column "seats" int null;
create table "enrolment" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teaching_class_id" uuid not null,
  "student_id" uuid not null,
  primary key ("id")
);
comment on table "enrolment" is 'That a student attends an elective teaching class.';
create index "enrolment_teaching_class_index" on "enrolment" ("teaching_class_id");
create index "enrolment_student_index" on "enrolment" ("student_id");
create unique index "enrolment_teaching_class_student_unique" on "enrolment" ("teaching_class_id", "student_id");
alter table "enrolment" add constraint "enrolment_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete restrict;
alter table "enrolment" add constraint "enrolment_student_id_foreign" foreign key ("student_id") references "student" ("id") on update no action on delete restrict;
create trigger "enrolment_touch" before update on "enrolment" for each row when (new is distinct from
      old) execute function touch_updated_at();
