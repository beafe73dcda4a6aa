-- Students enrol themselves: in rounds, whose seats go to whoever comes first or are drawn by lot, with waiting
-- lists.
create table "enrolment_round" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(64) not null,
  "semester_id" uuid not null,
  "mode" varchar(32) not null default 'FIRST_COME',
  "opens_at" timestamptz(3) not null,
  "closes_at" timestamptz(3) not null,
  "drop_until" timestamptz(3) not null,
  "credits_max" numeric(10,2) null,
  "count_max" int null,
  "seed" varchar(64) not null,
  "seed_digest" varchar(64) not null,
  "drawn_at" timestamptz(3) null,
  "keyword" text[] not null default '{}',
  primary key ("id")
);
comment on table "enrolment_round" is 'A time in which students enrol themselves in electives.';
create index "enrolment_round_semester_index" on "enrolment_round" ("semester_id");
create index "enrolment_round_created_at_order" on "enrolment_round" using btree ("created_at", "id");
create index "enrolment_round_name_order" on "enrolment_round" using btree ("name" collate "chinese", "id");
create index "enrolment_round_opens_at_order" on "enrolment_round" using btree ("opens_at", "id");
create index "enrolment_round_closes_at_order" on "enrolment_round" using btree ("closes_at", "id");
create index "enrolment_round_keyword" on "enrolment_round" using gin ("keyword") with (gin_pending_list_limit = 256);
create unique index "enrolment_round_semester_name_unique" on "enrolment_round" ("semester_id", lower(btrim("name")));
create table "round_grade" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "grade_id" uuid not null,
  primary key ("id")
);
comment on table "round_grade" is 'A grade whose students may take part.';
create index "round_grade_round_index" on "round_grade" ("round_id");
create index "round_grade_grade_index" on "round_grade" ("grade_id");
create unique index "round_grade_round_grade_unique" on "round_grade" ("round_id", "grade_id");
create table "round_student_department" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "department_id" uuid not null,
  primary key ("id")
);
comment on table "round_student_department" is 'A department whose students may take part.';
create index "round_student_department_round_index" on "round_student_department" ("round_id");
create index "round_student_department_department_index" on "round_student_department" ("department_id");
create unique index "round_student_department_round_department_unique" on "round_student_department" ("round_id", "department_id");
create table "round_department" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "department_id" uuid not null,
  primary key ("id")
);
comment on table "round_department" is 'A department whose electives are offered.';
create index "round_department_round_index" on "round_department" ("round_id");
create index "round_department_department_index" on "round_department" ("department_id");
create unique index "round_department_round_department_unique" on "round_department" ("round_id", "department_id");
create table "round_major" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "major_id" uuid not null,
  primary key ("id")
);
comment on table "round_major" is 'A major whose students may take part.';
create index "round_major_round_index" on "round_major" ("round_id");
create index "round_major_major_index" on "round_major" ("major_id");
create unique index "round_major_round_major_unique" on "round_major" ("round_id", "major_id");
create table "round_administrative_class" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "administrative_class_id" uuid not null,
  primary key ("id")
);
comment on table "round_administrative_class" is 'An administrative class whose students may take part.';
create index "round_administrative_class_round_index" on "round_administrative_class" ("round_id");
create index "round_administrative_class_administrative_class_index" on "round_administrative_class" ("administrative_class_id");
create unique index "round_administrative_class_round_administrative_class_unique" on "round_administrative_class" ("round_id", "administrative_class_id");
create table "round_teaching_class" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "teaching_class_id" uuid not null,
  primary key ("id")
);
comment on table "round_teaching_class" is 'A teaching class that is offered.';
create index "round_teaching_class_round_index" on "round_teaching_class" ("round_id");
create index "round_teaching_class_teaching_class_index" on "round_teaching_class" ("teaching_class_id");
create unique index "round_teaching_class_round_teaching_class_unique" on "round_teaching_class" ("round_id", "teaching_class_id");
create table "enrolment_wish" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "student_id" uuid not null,
  "teaching_class_id" uuid not null,
  "rank" int not null,
  primary key ("id")
);
comment on table "enrolment_wish" is 'That a student would like to attend a teaching class of a lottery.';
create index "enrolment_wish_round_index" on "enrolment_wish" ("round_id");
create index "enrolment_wish_student_index" on "enrolment_wish" ("student_id");
create index "enrolment_wish_teaching_class_index" on "enrolment_wish" ("teaching_class_id");
create unique index "enrolment_wish_round_student_teaching_class_unique" on "enrolment_wish" ("round_id", "student_id", "teaching_class_id");
create table "round_course" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "course_id" uuid not null,
  primary key ("id")
);
comment on table "round_course" is 'A course whose electives are offered.';
create index "round_course_round_index" on "round_course" ("round_id");
create index "round_course_course_index" on "round_course" ("course_id");
create unique index "round_course_round_course_unique" on "round_course" ("round_id", "course_id");
create table "waiting_place" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "round_id" uuid not null,
  "teaching_class_id" uuid not null,
  "student_id" uuid not null,
  "sequence" int not null,
  "state" varchar(32) not null default 'WAITING',
  "reason_zh" text null,
  "reason_en" text null,
  "settled_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "waiting_place" is 'The place of a student on the waiting list of a teaching class.';
create index "waiting_place_round_index" on "waiting_place" ("round_id");
create index "waiting_place_teaching_class_index" on "waiting_place" ("teaching_class_id");
create index "waiting_place_student_index" on "waiting_place" ("student_id");
create unique index "waiting_place_waiting_unique" on "waiting_place" ("teaching_class_id", "student_id") where "state" = 'WAITING';
alter table "enrolment_round" add constraint "enrolment_round_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete restrict;
alter table "round_grade" add constraint "round_grade_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_grade" add constraint "round_grade_grade_id_foreign" foreign key ("grade_id") references "grade" ("id") on update no action on delete restrict;
alter table "round_student_department" add constraint "round_student_department_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_student_department" add constraint "round_student_department_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "round_department" add constraint "round_department_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_department" add constraint "round_department_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "round_major" add constraint "round_major_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_major" add constraint "round_major_major_id_foreign" foreign key ("major_id") references "major" ("id") on update no action on delete restrict;
alter table "round_administrative_class" add constraint "round_administrative_class_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_administrative_class" add constraint "round_administrative_class_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete restrict;
alter table "round_teaching_class" add constraint "round_teaching_class_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_teaching_class" add constraint "round_teaching_class_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "enrolment_wish" add constraint "enrolment_wish_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete restrict;
alter table "enrolment_wish" add constraint "enrolment_wish_student_id_foreign" foreign key ("student_id") references "student" ("id") on update no action on delete restrict;
alter table "enrolment_wish" add constraint "enrolment_wish_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "round_course" add constraint "round_course_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete cascade;
alter table "round_course" add constraint "round_course_course_id_foreign" foreign key ("course_id") references "course" ("id") on update no action on delete restrict;
alter table "waiting_place" add constraint "waiting_place_round_id_foreign" foreign key ("round_id") references "enrolment_round" ("id") on update no action on delete restrict;
alter table "waiting_place" add constraint "waiting_place_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "waiting_place" add constraint "waiting_place_student_id_foreign" foreign key ("student_id") references "student" ("id") on update no action on delete restrict;
create trigger "enrolment_round_touch" before update on "enrolment_round" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_grade_touch" before update on "round_grade" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_major_touch" before update on "round_major" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_student_department_touch" before update on "round_student_department" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_administrative_class_touch" before update on "round_administrative_class" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_department_touch" before update on "round_department" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_course_touch" before update on "round_course" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "round_teaching_class_touch" before update on "round_teaching_class" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "waiting_place_touch" before update on "waiting_place" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "enrolment_wish_touch" before update on "enrolment_wish" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('enrolment_round', '', 'seed');
select log_changes('round_grade', '', '');
select log_changes('round_major', '', '');
select log_changes('round_student_department', '', '');
select log_changes('round_administrative_class', '', '');
select log_changes('round_department', '', '');
select log_changes('round_course', '', '');
select log_changes('round_teaching_class', '', '');
select log_changes('waiting_place', 'teaching_class_id>teaching_class.department_id', '');
select log_changes('enrolment_wish', 'teaching_class_id>teaching_class.department_id', '');
create trigger "enrolment_round_keyword" before insert or update of "name" on "enrolment_round"
  for each row execute function keep_keyword('name');
-- Who waits for a seat of a class, in order.
create index "waiting_place_queue" on "waiting_place" ("teaching_class_id", "sequence") where "state" = 'WAITING';

alter table "enrolment" add column "round_id" uuid null;
create index "enrolment_round_index" on "enrolment" ("round_id");
alter table "enrolment" add constraint "enrolment_round_id_foreign" foreign key ("round_id")
  references "enrolment_round" ("id") on update no action on delete restrict;

-- All that a draw followed from, and its result, as text that anybody can repeat it by.
create table "lottery_draw" (
  "round_id" uuid primary key references "enrolment_round" ("id") on delete cascade,
  "record" text not null
);
comment on table "lottery_draw" is 'All that the draw of a lottery followed from, and its result.';

-- Students come and go by the hundred; what that means for drafts is worked out soon after, class by class.
create table "unsettled_attendance" (
  "teaching_class_id" uuid primary key references "teaching_class" ("id") on delete cascade
);
comment on table "unsettled_attendance" is
  'Teaching classes whose single students changed, and whose conflicts are soon brought in line.';

-- How often a student took back what could be done again without end.
create table "enrolment_withdrawal" (
  "round_id" uuid not null references "enrolment_round" ("id") on delete cascade,
  "student_id" uuid not null references "student" ("id") on delete cascade,
  "count" int not null default 1,
  primary key ("round_id", "student_id")
);
comment on table "enrolment_withdrawal" is
  'How often a student took something back in an enrolment round, or ranked wishes anew.';
