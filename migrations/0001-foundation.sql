-- Every table of the product. Texts that are unique are so ignoring letter case and outer blanks.

create table "campus" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "code" varchar(32) not null,
  "description" varchar(255) null,
  "address" varchar(255) not null,
  "is_enabled" boolean not null default true,
  "latitude" numeric(10,7) null,
  "longitude" numeric(10,7) null,
  primary key ("id")
);
comment on table "campus" is 'A geographically separate site of the institution; it owns buildings.';
create unique index "campus_name_unique" on "campus" (lower(btrim("name")));
create unique index "campus_code_unique" on "campus" (lower(btrim("code")));

create table "building" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "campus_id" uuid not null,
  "is_enabled" boolean not null default true,
  primary key ("id")
);
comment on table "building" is 'A building on a campus; it owns classrooms.';
create index "building_campus_index" on "building" ("campus_id");
create unique index "building_campus_name_unique" on "building" ("campus_id", lower(btrim("name")));

create table "classroom_tag" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "classroom_tag" is 'A feature that classrooms may have, such as an equipment or a purpose.';
create unique index "classroom_tag_name_unique" on "classroom_tag" (lower(btrim("name")));

create table "classroom_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "classroom_type" is 'A kind of classroom, such as lecture room or computer room.';
create unique index "classroom_type_name_unique" on "classroom_type" (lower(btrim("name")));

create table "course_category" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "course_category" is 'The part of a programme that a course counts for.';
create unique index "course_category_name_unique" on "course_category" (lower(btrim("name")));

create table "course_nature" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "course_nature" is 'Whether a course is compulsory or elective, and for whom.';
create unique index "course_nature_name_unique" on "course_nature" (lower(btrim("name")));

create table "course_property" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "course_property" is 'The place of a course in a programme, such as core or basic.';
create unique index "course_property_name_unique" on "course_property" (lower(btrim("name")));

create table "course_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "course_type" is 'How much of a course is theory and how much practice.';
create unique index "course_type_name_unique" on "course_type" (lower(btrim("name")));

create table "credit_hour_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "credit_hour_type" is 'The kind of instruction of hours, such as theory or laboratory.';
create unique index "credit_hour_type_name_unique" on "credit_hour_type" (lower(btrim("name")));

create table "furniture_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  "picture" varchar(1000000) null,
  primary key ("id")
);
comment on table "furniture_type" is 'A kind of desks and chairs that classrooms are furnished with.';
create unique index "furniture_type_name_unique" on "furniture_type" (lower(btrim("name")));

create table "grade" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "year" int not null,
  "start_date" date not null,
  "end_date" date null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "grade" is 'The students who entered the institution in one year.';
create unique index "grade_name_unique" on "grade" (lower(btrim("name")));
create unique index "grade_year_unique" on "grade" ("year");
create unique index "grade_start_date_unique" on "grade" ("start_date");

create table "outgoing_mail" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "recipient" varchar(255) not null,
  "subject" varchar(255) not null,
  "body" text not null,
  "attempts" int not null default 0,
  "next_attempt_at" timestamptz(3) not null,
  "sent_at" timestamptz(3) null,
  "failure" text null,
  primary key ("id")
);
comment on table "outgoing_mail" is 'A mail that waits to be sent, or was sent.';
create index "outgoing_mail_next_attempt_at_index" on "outgoing_mail" ("next_attempt_at");

create table "permission" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "key" varchar(255) not null,
  "name" varchar(128) not null,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "permission" is 'A named right that roles and users may hold.';
create unique index "permission_key_unique" on "permission" (lower(btrim("key")));

create table "registration_window" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "is_student" boolean not null,
  "code" varchar(64) not null,
  "expires_at" timestamptz(3) not null,
  "used_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "registration_window" is 'That a person proved the initial password and may register once.';
create index "registration_window_code_index" on "registration_window" ("code");

create table "role" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "key" varchar(32) not null,
  "is_enabled" boolean not null default true,
  "permissions" text[] not null default '{}',
  primary key ("id")
);
comment on table "role" is 'What a kind of user may do.';
create unique index "role_name_unique" on "role" (lower(btrim("name")));
create unique index "role_key_unique" on "role" ("key");

create table "semester" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "description" varchar(255) null,
  "start_date" date not null,
  "end_date" date not null,
  "is_current" boolean not null default false,
  "is_enabled" boolean not null default true,
  "days_per_week" int not null default 5,
  "periods_per_day" int not null default 12,
  "rule_profile" varchar(32) not null default 'STANDARD',
  "campus_id" uuid null,
  primary key ("id")
);
comment on table "semester" is 'A teaching term with its grid of days and periods.';
create index "semester_campus_index" on "semester" ("campus_id");
create unique index "semester_name_unique" on "semester" (lower(btrim("name")));
create unique index "semester_current_unique" on "semester" ("is_current") where "is_current";

create table "system_value" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "key" varchar(64) not null,
  "value" text not null,
  primary key ("id")
);
comment on table "system_value" is 'A setting of the installation, by key.';
create unique index "system_value_key_unique" on "system_value" (lower(btrim("key")));

create table "teacher_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(64) not null,
  "english_name" varchar(256) not null,
  "description" varchar(256) null,
  primary key ("id")
);
comment on table "teacher_type" is 'A kind of teacher, such as full-time or part-time.';
create unique index "teacher_type_name_unique" on "teacher_type" (lower(btrim("name")));
create unique index "teacher_type_english_name_unique" on "teacher_type" (lower(btrim("english_name")));

create table "timetable" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "semester_id" uuid not null,
  "revision" int not null,
  "status" varchar(32) not null default 'DRAFT',
  "hard_violations" int not null default 0,
  "soft_cost" int not null default 0,
  "unplaced_count" int not null default 0,
  "published_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "timetable" is 'A revision of the timetable of a semester.';
create index "timetable_semester_index" on "timetable" ("semester_id");
create unique index "timetable_semester_revision_unique" on "timetable" ("semester_id", "revision");
create unique index "timetable_published_unique" on "timetable" ("semester_id") where "status" = 'PUBLISHED';

create table "unit_category" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "order" int not null default 100,
  "english_name" varchar(32) null,
  "short_name" varchar(32) null,
  "is_entity" boolean not null default true,
  primary key ("id")
);
comment on table "unit_category" is 'A category of organisational units, such as administrative or college.';
create unique index "unit_category_name_unique" on "unit_category" (lower(btrim("name")));

create table "unit_type" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "english_name" varchar(128) null,
  "short_name" varchar(32) null,
  "order" int not null default 100,
  primary key ("id")
);
comment on table "unit_type" is 'How an organisational unit is run, such as directly or with an enterprise.';
create unique index "unit_type_name_unique" on "unit_type" (lower(btrim("name")));

create table "department" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(64) not null,
  "order" int not null default 100,
  "english_name" varchar(128) null,
  "short_name" varchar(32) null,
  "address" varchar(255) null,
  "is_entity" boolean not null default true,
  "administrative_head" varchar(32) null,
  "party_committee_head" varchar(32) null,
  "established_on" date not null,
  "expired_on" date null,
  "category_id" uuid not null,
  "type_id" uuid not null,
  "parent_id" uuid null,
  "is_teaching_college" boolean not null default true,
  "is_attending_college" boolean not null default true,
  "is_teaching_office" boolean not null default false,
  "landline" varchar(32) null,
  "remark" text null,
  "is_enabled" boolean not null default true,
  primary key ("id")
);
comment on table "department" is 'An organisational unit of the institution; departments form a tree.';
create index "department_category_index" on "department" ("category_id");
create index "department_type_index" on "department" ("type_id");
create index "department_parent_index" on "department" ("parent_id");
create unique index "department_code_unique" on "department" (lower(btrim("code")));
create unique index "department_name_unique" on "department" (lower(btrim("name")));

create table "major" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "code" varchar(32) not null,
  "description" varchar(255) null,
  "is_enabled" boolean not null default true,
  "department_id" uuid not null,
  "education_years" int not null,
  "training_level" varchar(32) not null,
  primary key ("id")
);
comment on table "major" is 'A programme of study that a department offers.';
create index "major_department_index" on "major" ("department_id");
create unique index "major_name_unique" on "major" (lower(btrim("name")));
create unique index "major_code_unique" on "major" (lower(btrim("code")));

create table "department_building" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "department_id" uuid not null,
  "building_id" uuid not null,
  primary key ("id")
);
comment on table "department_building" is 'That a teaching building is assigned to a department.';
create index "department_building_department_index" on "department_building" ("department_id");
create index "department_building_building_index" on "department_building" ("building_id");
create unique index "department_building_department_building_unique" on "department_building" ("department_id", "building_id");

create table "classroom" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(32) not null,
  "building_id" uuid not null,
  "floor" varchar(4) not null,
  "type_id" uuid not null,
  "capacity" int not null,
  "is_examination_room" boolean not null default false,
  "examination_capacity" int null,
  "has_multimedia" boolean not null default false,
  "is_air_conditioned" boolean not null default false,
  "is_enabled" boolean not null default true,
  "description" varchar(255) null,
  "managing_department_id" uuid null,
  "area" numeric(10,2) not null,
  "furniture_type_id" uuid null,
  primary key ("id")
);
comment on table "classroom" is 'A room where meetings are held.';
create index "classroom_building_index" on "classroom" ("building_id");
create index "classroom_type_index" on "classroom" ("type_id");
create index "classroom_managing_department_index" on "classroom" ("managing_department_id");
create index "classroom_furniture_type_index" on "classroom" ("furniture_type_id");
create unique index "classroom_code_unique" on "classroom" (lower(btrim("code")));

create table "classroom_tagging" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "classroom_id" uuid not null,
  "tag_id" uuid not null,
  primary key ("id")
);
comment on table "classroom_tagging" is 'That a classroom has a tag.';
create index "classroom_tagging_classroom_index" on "classroom_tagging" ("classroom_id");
create index "classroom_tagging_tag_index" on "classroom_tagging" ("tag_id");
create unique index "classroom_tagging_classroom_tag_unique" on "classroom_tagging" ("classroom_id", "tag_id");

create table "user" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "name" varchar(32) not null,
  "email" varchar(255) not null,
  "phone" varchar(16) not null,
  "password_hash" varchar(255) not null,
  "role_id" uuid not null,
  "permissions" text[] null,
  "is_enabled" boolean not null default true,
  "is_banned" boolean not null default false,
  primary key ("id")
);
comment on table "user" is 'An account that can sign in.';
create index "user_role_index" on "user" ("role_id");
create unique index "user_name_unique" on "user" (lower(btrim("name")));
create unique index "user_email_unique" on "user" (lower(btrim("email")));
create unique index "user_phone_unique" on "user" (lower(btrim("phone")));

create table "teacher" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(64) not null,
  "name" varchar(32) not null,
  "english_name" varchar(256) not null,
  "ethnic" varchar(32) not null,
  "is_male" boolean not null,
  "department_id" uuid not null,
  "type_id" uuid not null,
  "phone" varchar(16) null,
  "email" varchar(255) null,
  "job_title" varchar(32) null,
  "description" varchar(255) null,
  "user_id" uuid null,
  primary key ("id")
);
comment on table "teacher" is 'A person who teaches.';
create index "teacher_name_index" on "teacher" ("name");
create index "teacher_department_index" on "teacher" ("department_id");
create index "teacher_type_index" on "teacher" ("type_id");
create index "teacher_job_title_index" on "teacher" ("job_title");
alter table "teacher" add constraint "teacher_user_unique" unique ("user_id");
create unique index "teacher_code_unique" on "teacher" (lower(btrim("code")));

create table "teacher_preference" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teacher_id" uuid not null,
  "semester_id" uuid not null,
  "day_of_week" int not null,
  "period" int not null,
  "level" int not null,
  "reason" varchar(255) null,
  primary key ("id")
);
comment on table "teacher_preference" is 'How much a teacher likes to teach in one period of the week, in every week of a semester.';
create index "teacher_preference_teacher_index" on "teacher_preference" ("teacher_id");
create index "teacher_preference_semester_index" on "teacher_preference" ("semester_id");

create table "student" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(32) not null,
  "is_male" boolean not null,
  "grade_id" uuid not null,
  "department_id" uuid not null,
  "major_id" uuid not null,
  "administrative_class_id" uuid null,
  "is_graduated" boolean not null default false,
  "user_id" uuid null,
  primary key ("id")
);
comment on table "student" is 'A person who studies.';
create index "student_name_index" on "student" ("name");
create index "student_grade_index" on "student" ("grade_id");
create index "student_department_index" on "student" ("department_id");
create index "student_major_index" on "student" ("major_id");
create index "student_administrative_class_index" on "student" ("administrative_class_id");
create index "student_is_graduated_index" on "student" ("is_graduated");
alter table "student" add constraint "student_user_unique" unique ("user_id");
create unique index "student_code_unique" on "student" (lower(btrim("code")));

create table "administrative_class" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(64) not null,
  "department_id" uuid not null,
  "major_id" uuid not null,
  "grade_id" uuid not null,
  "student_count" int not null default 0,
  "counselor_id" uuid null,
  "monitor_id" uuid null,
  "is_enabled" boolean not null default true,
  "description" varchar(255) null,
  primary key ("id")
);
comment on table "administrative_class" is 'Students of one major and grade who are kept together for their whole study.';
create index "administrative_class_department_index" on "administrative_class" ("department_id");
create index "administrative_class_major_index" on "administrative_class" ("major_id");
create index "administrative_class_grade_index" on "administrative_class" ("grade_id");
create index "administrative_class_counselor_index" on "administrative_class" ("counselor_id");
create index "administrative_class_monitor_index" on "administrative_class" ("monitor_id");
create unique index "administrative_class_code_unique" on "administrative_class" (lower(btrim("code")));
create unique index "administrative_class_name_unique" on "administrative_class" (lower(btrim("name")));

create table "session" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "refresh_hash" varchar(64) not null,
  "previous_hash" varchar(64) null,
  "expires_at" timestamptz(3) not null,
  "ended_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "session" is 'A sign-in that lasts while its refresh token is renewed.';
create index "session_user_index" on "session" ("user_id");
create index "session_previous_hash_index" on "session" ("previous_hash");
create unique index "session_refresh_hash_unique" on "session" (lower(btrim("refresh_hash")));

create table "scheduling_task" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "semester_id" uuid not null,
  "strategy" varchar(32) not null default 'BALANCED',
  "time_limit_seconds" int not null default 60,
  "seed" int not null default 1,
  "status" varchar(32) not null default 'QUEUED',
  "stage" varchar(32) not null default 'PREPARATION',
  "progress" numeric(10,4) not null default 0,
  "hard_violations" int null,
  "soft_cost" int null,
  "placed_count" int null,
  "unplaced_count" int null,
  "searched_seconds" numeric(10,2) not null default 0,
  "sequence" int not null default 0,
  "failure_zh" text null,
  "failure_en" text null,
  "started_at" timestamptz(3) null,
  "finished_at" timestamptz(3) null,
  "requested_by_id" uuid null,
  "timetable_id" uuid null,
  "cancel_requested_at" timestamptz(3) null,
  "heartbeat_at" timestamptz(3) null,
  "fence" int not null default 0,
  "crashes" int not null default 0,
  "snapshot" jsonb null,
  "best" jsonb null,
  primary key ("id")
);
comment on table "scheduling_task" is 'A run of the solver over a semester.';
create index "scheduling_task_semester_index" on "scheduling_task" ("semester_id");
create index "scheduling_task_requested_by_index" on "scheduling_task" ("requested_by_id");
create index "scheduling_task_timetable_index" on "scheduling_task" ("timetable_id");
create unique index "scheduling_task_active_unique" on "scheduling_task" ("semester_id") where "status" in ('QUEUED', 'RUNNING');

create table "reset_token" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "token_hash" varchar(64) not null,
  "expires_at" timestamptz(3) not null,
  "used_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "reset_token" is 'A link by which a forgotten password is replaced once.';
create index "reset_token_user_index" on "reset_token" ("user_id");
create unique index "reset_token_token_hash_unique" on "reset_token" (lower(btrim("token_hash")));

create table "department_grant" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "department_id" uuid not null,
  "scope" int not null default 1,
  primary key ("id")
);
comment on table "department_grant" is 'That a member of academic affairs acts for a department.';
create index "department_grant_user_index" on "department_grant" ("user_id");
create index "department_grant_department_index" on "department_grant" ("department_id");
create unique index "department_grant_user_department_unique" on "department_grant" ("user_id", "department_id");

create table "course" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(32) not null,
  "english_name" varchar(128) null,
  "category_id" uuid null,
  "property_id" uuid null,
  "type_id" uuid not null,
  "nature_id" uuid null,
  "department_id" uuid not null,
  "is_enabled" boolean not null default true,
  "total_hours" numeric(10,2) not null default 0,
  "week_hours" numeric(10,2) not null default 0,
  "theory_hours" numeric(10,2) not null default 0,
  "lab_hours" numeric(10,2) not null default 0,
  "practice_hours" numeric(10,2) not null default 0,
  "computer_hours" numeric(10,2) not null default 0,
  "other_hours" numeric(10,2) not null default 0,
  "credits" numeric(10,2) not null default 0,
  "theory_classroom_type_id" uuid null,
  "lab_classroom_type_id" uuid null,
  "practice_classroom_type_id" uuid null,
  "computer_classroom_type_id" uuid null,
  "description" text null,
  "editor_id" uuid null,
  primary key ("id")
);
comment on table "course" is 'A course of the catalogue, taught anew in every semester that needs it.';
create index "course_name_index" on "course" ("name");
create index "course_category_index" on "course" ("category_id");
create index "course_property_index" on "course" ("property_id");
create index "course_type_index" on "course" ("type_id");
create index "course_nature_index" on "course" ("nature_id");
create index "course_department_index" on "course" ("department_id");
create index "course_theory_classroom_type_index" on "course" ("theory_classroom_type_id");
create index "course_lab_classroom_type_index" on "course" ("lab_classroom_type_id");
create index "course_practice_classroom_type_index" on "course" ("practice_classroom_type_id");
create index "course_computer_classroom_type_index" on "course" ("computer_classroom_type_id");
create index "course_editor_index" on "course" ("editor_id");
create unique index "course_code_unique" on "course" (lower(btrim("code")));

create table "unavailability" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "semester_id" uuid not null,
  "course_id" uuid null,
  "teacher_id" uuid null,
  "classroom_id" uuid null,
  "day_of_week" int not null,
  "period" int not null,
  primary key ("id")
);
comment on table "unavailability" is 'A period of the week at which a course, teacher or classroom is not available.';
create index "unavailability_semester_index" on "unavailability" ("semester_id");
create index "unavailability_course_index" on "unavailability" ("course_id");
create index "unavailability_teacher_index" on "unavailability" ("teacher_id");
create index "unavailability_classroom_index" on "unavailability" ("classroom_id");
create unique index "unavailability_subject_unique" on "unavailability" ("semester_id", coalesce("course_id", "teacher_id", "classroom_id"), "day_of_week", "period");

create table "teaching_class" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "code" varchar(32) not null,
  "name" varchar(64) not null,
  "semester_id" uuid not null,
  "course_id" uuid not null,
  "department_id" uuid not null,
  "is_compulsory" boolean not null default true,
  "student_count" int not null default 0,
  "min_working_days" int not null default 1,
  "description" varchar(255) null,
  "is_enabled" boolean not null default true,
  primary key ("id")
);
comment on table "teaching_class" is 'The students who attend one course together in one semester.';
create index "teaching_class_semester_index" on "teaching_class" ("semester_id");
create index "teaching_class_course_index" on "teaching_class" ("course_id");
create index "teaching_class_department_index" on "teaching_class" ("department_id");
create unique index "teaching_class_code_unique" on "teaching_class" (lower(btrim("code")));

create table "teaching_class_group" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teaching_class_id" uuid not null,
  "administrative_class_id" uuid not null,
  primary key ("id")
);
comment on table "teaching_class_group" is 'That an administrative class attends a teaching class.';
create index "teaching_class_group_teaching_class_index" on "teaching_class_group" ("teaching_class_id");
create index "teaching_class_group_administrative_class_index" on "teaching_class_group" ("administrative_class_id");
create unique index "teaching_class_group_teaching_class_administrative_class_unique" on "teaching_class_group" ("teaching_class_id", "administrative_class_id");

create table "meeting" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teaching_class_id" uuid not null,
  "sequence" int not null,
  "periods" int not null default 2,
  "weeks" int[] not null,
  "credit_hour_type_id" uuid null,
  "classroom_type_id" uuid null,
  "teacher_id" uuid null,
  "locked_day" int null,
  "locked_period" int null,
  "locked_classroom_id" uuid null,
  primary key ("id")
);
comment on table "meeting" is 'A weekly meeting of a teaching class, which has to be given a time, a room and a teacher.';
create index "meeting_teaching_class_index" on "meeting" ("teaching_class_id");
create index "meeting_credit_hour_type_index" on "meeting" ("credit_hour_type_id");
create index "meeting_classroom_type_index" on "meeting" ("classroom_type_id");
create index "meeting_teacher_index" on "meeting" ("teacher_id");
create index "meeting_locked_classroom_index" on "meeting" ("locked_classroom_id");
create unique index "meeting_teaching_class_sequence_unique" on "meeting" ("teaching_class_id", "sequence");

create table "unplaced_meeting" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "timetable_id" uuid not null,
  "meeting_id" uuid not null,
  "reason_zh" text not null,
  "reason_en" text not null,
  primary key ("id")
);
comment on table "unplaced_meeting" is 'That a timetable has no place for a meeting, and why.';
create index "unplaced_meeting_timetable_index" on "unplaced_meeting" ("timetable_id");
create index "unplaced_meeting_meeting_index" on "unplaced_meeting" ("meeting_id");
create unique index "unplaced_meeting_timetable_meeting_unique" on "unplaced_meeting" ("timetable_id", "meeting_id");

create table "class_assignment" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "timetable_id" uuid not null,
  "meeting_id" uuid not null,
  "teaching_class_id" uuid not null,
  "teacher_id" uuid not null,
  "classroom_id" uuid not null,
  "day_of_week" int not null,
  "period_start" int not null,
  "period_end" int not null,
  "weeks" int[] not null,
  primary key ("id")
);
comment on table "class_assignment" is 'The time, room and teacher that a timetable gives to a meeting.';
create index "class_assignment_timetable_index" on "class_assignment" ("timetable_id");
create index "class_assignment_meeting_index" on "class_assignment" ("meeting_id");
create index "class_assignment_teaching_class_index" on "class_assignment" ("teaching_class_id");
create index "class_assignment_teacher_index" on "class_assignment" ("teacher_id");
create index "class_assignment_classroom_index" on "class_assignment" ("classroom_id");
create unique index "class_assignment_timetable_meeting_unique" on "class_assignment" ("timetable_id", "meeting_id");

create table "teacher_qualification" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "teacher_id" uuid not null,
  "course_id" uuid not null,
  "level" int not null default 1,
  "is_primary" boolean not null default false,
  "teach_years" int not null default 0,
  "status" varchar(32) not null default 'APPROVED',
  "remarks" varchar(255) null,
  "approved_by_id" uuid null,
  "approved_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "teacher_qualification" is 'That a teacher may teach a course, once approved.';
create index "teacher_qualification_teacher_index" on "teacher_qualification" ("teacher_id");
create index "teacher_qualification_course_index" on "teacher_qualification" ("course_id");
create index "teacher_qualification_status_index" on "teacher_qualification" ("status");
create index "teacher_qualification_approved_by_index" on "teacher_qualification" ("approved_by_id");

alter table "building" add constraint "building_campus_id_foreign" foreign key ("campus_id") references "campus" ("id") on update no action on delete restrict;

alter table "semester" add constraint "semester_campus_id_foreign" foreign key ("campus_id") references "campus" ("id") on update no action on delete restrict;

alter table "timetable" add constraint "timetable_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete restrict;

alter table "department" add constraint "department_category_id_foreign" foreign key ("category_id") references "unit_category" ("id") on update no action on delete restrict;
alter table "department" add constraint "department_type_id_foreign" foreign key ("type_id") references "unit_type" ("id") on update no action on delete restrict;
alter table "department" add constraint "department_parent_id_foreign" foreign key ("parent_id") references "department" ("id") on update no action on delete restrict;

alter table "major" add constraint "major_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;

alter table "department_building" add constraint "department_building_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete cascade;
alter table "department_building" add constraint "department_building_building_id_foreign" foreign key ("building_id") references "building" ("id") on update no action on delete restrict;

alter table "classroom" add constraint "classroom_building_id_foreign" foreign key ("building_id") references "building" ("id") on update no action on delete restrict;
alter table "classroom" add constraint "classroom_type_id_foreign" foreign key ("type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "classroom" add constraint "classroom_managing_department_id_foreign" foreign key ("managing_department_id") references "department" ("id") on update no action on delete restrict;
alter table "classroom" add constraint "classroom_furniture_type_id_foreign" foreign key ("furniture_type_id") references "furniture_type" ("id") on update no action on delete restrict;

alter table "classroom_tagging" add constraint "classroom_tagging_classroom_id_foreign" foreign key ("classroom_id") references "classroom" ("id") on update no action on delete cascade;
alter table "classroom_tagging" add constraint "classroom_tagging_tag_id_foreign" foreign key ("tag_id") references "classroom_tag" ("id") on update no action on delete restrict;

alter table "user" add constraint "user_role_id_foreign" foreign key ("role_id") references "role" ("id") on update no action on delete restrict;

alter table "teacher" add constraint "teacher_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "teacher" add constraint "teacher_type_id_foreign" foreign key ("type_id") references "teacher_type" ("id") on update no action on delete restrict;
alter table "teacher" add constraint "teacher_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete set null;

alter table "teacher_preference" add constraint "teacher_preference_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
alter table "teacher_preference" add constraint "teacher_preference_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete restrict;

alter table "student" add constraint "student_grade_id_foreign" foreign key ("grade_id") references "grade" ("id") on update no action on delete restrict;
alter table "student" add constraint "student_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "student" add constraint "student_major_id_foreign" foreign key ("major_id") references "major" ("id") on update no action on delete restrict;
alter table "student" add constraint "student_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete restrict;
alter table "student" add constraint "student_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete set null;

alter table "administrative_class" add constraint "administrative_class_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "administrative_class" add constraint "administrative_class_major_id_foreign" foreign key ("major_id") references "major" ("id") on update no action on delete restrict;
alter table "administrative_class" add constraint "administrative_class_grade_id_foreign" foreign key ("grade_id") references "grade" ("id") on update no action on delete restrict;
alter table "administrative_class" add constraint "administrative_class_counselor_id_foreign" foreign key ("counselor_id") references "teacher" ("id") on update no action on delete restrict;
alter table "administrative_class" add constraint "administrative_class_monitor_id_foreign" foreign key ("monitor_id") references "student" ("id") on update no action on delete restrict;

alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;

alter table "scheduling_task" add constraint "scheduling_task_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete cascade;
alter table "scheduling_task" add constraint "scheduling_task_requested_by_id_foreign" foreign key ("requested_by_id") references "user" ("id") on update no action on delete set null;
alter table "scheduling_task" add constraint "scheduling_task_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete set null;

alter table "reset_token" add constraint "reset_token_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;

alter table "department_grant" add constraint "department_grant_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;
alter table "department_grant" add constraint "department_grant_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete cascade;

alter table "course" add constraint "course_category_id_foreign" foreign key ("category_id") references "course_category" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_property_id_foreign" foreign key ("property_id") references "course_property" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_type_id_foreign" foreign key ("type_id") references "course_type" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_nature_id_foreign" foreign key ("nature_id") references "course_nature" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_theory_classroom_type_id_foreign" foreign key ("theory_classroom_type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_lab_classroom_type_id_foreign" foreign key ("lab_classroom_type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_practice_classroom_type_id_foreign" foreign key ("practice_classroom_type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_computer_classroom_type_id_foreign" foreign key ("computer_classroom_type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "course" add constraint "course_editor_id_foreign" foreign key ("editor_id") references "user" ("id") on update no action on delete set null;

alter table "unavailability" add constraint "unavailability_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete cascade;
alter table "unavailability" add constraint "unavailability_course_id_foreign" foreign key ("course_id") references "course" ("id") on update no action on delete cascade;
alter table "unavailability" add constraint "unavailability_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete cascade;
alter table "unavailability" add constraint "unavailability_classroom_id_foreign" foreign key ("classroom_id") references "classroom" ("id") on update no action on delete cascade;

alter table "teaching_class" add constraint "teaching_class_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on update no action on delete restrict;
alter table "teaching_class" add constraint "teaching_class_course_id_foreign" foreign key ("course_id") references "course" ("id") on update no action on delete restrict;
alter table "teaching_class" add constraint "teaching_class_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete restrict;

alter table "teaching_class_group" add constraint "teaching_class_group_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "teaching_class_group" add constraint "teaching_class_group_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete restrict;

alter table "meeting" add constraint "meeting_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "meeting" add constraint "meeting_credit_hour_type_id_foreign" foreign key ("credit_hour_type_id") references "credit_hour_type" ("id") on update no action on delete restrict;
alter table "meeting" add constraint "meeting_classroom_type_id_foreign" foreign key ("classroom_type_id") references "classroom_type" ("id") on update no action on delete restrict;
alter table "meeting" add constraint "meeting_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
alter table "meeting" add constraint "meeting_locked_classroom_id_foreign" foreign key ("locked_classroom_id") references "classroom" ("id") on update no action on delete restrict;

alter table "unplaced_meeting" add constraint "unplaced_meeting_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "unplaced_meeting" add constraint "unplaced_meeting_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete cascade;

alter table "class_assignment" add constraint "class_assignment_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "class_assignment" add constraint "class_assignment_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete restrict;
alter table "class_assignment" add constraint "class_assignment_teaching_class_id_foreign" foreign key ("teaching_class_id") references "teaching_class" ("id") on update no action on delete restrict;
alter table "class_assignment" add constraint "class_assignment_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete restrict;
alter table "class_assignment" add constraint "class_assignment_classroom_id_foreign" foreign key ("classroom_id") references "classroom" ("id") on update no action on delete restrict;

alter table "teacher_qualification" add constraint "teacher_qualification_teacher_id_foreign" foreign key ("teacher_id") references "teacher" ("id") on update no action on delete cascade;
alter table "teacher_qualification" add constraint "teacher_qualification_course_id_foreign" foreign key ("course_id") references "course" ("id") on update no action on delete cascade;
alter table "teacher_qualification" add constraint "teacher_qualification_approved_by_id_foreign" foreign key ("approved_by_id") references "user" ("id") on update no action on delete set null;

-- updated_at moves with every change, whoever makes it.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger "teacher_type_touch" before update on "teacher_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "teacher_touch" before update on "teacher" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "student_touch" before update on "student" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "campus_touch" before update on "campus" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "building_touch" before update on "building" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "classroom_type_touch" before update on "classroom_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "classroom_tag_touch" before update on "classroom_tag" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "furniture_type_touch" before update on "furniture_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "classroom_touch" before update on "classroom" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "classroom_tagging_touch" before update on "classroom_tagging" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "unit_category_touch" before update on "unit_category" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "unit_type_touch" before update on "unit_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "department_touch" before update on "department" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "department_building_touch" before update on "department_building" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "grade_touch" before update on "grade" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "major_touch" before update on "major" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "administrative_class_touch" before update on "administrative_class" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "role_touch" before update on "role" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "permission_touch" before update on "permission" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "user_touch" before update on "user" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "session_touch" before update on "session" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "reset_token_touch" before update on "reset_token" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "registration_window_touch" before update on "registration_window" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "department_grant_touch" before update on "department_grant" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "semester_touch" before update on "semester" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "unavailability_touch" before update on "unavailability" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "teaching_class_touch" before update on "teaching_class" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "teaching_class_group_touch" before update on "teaching_class_group" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "meeting_touch" before update on "meeting" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "timetable_touch" before update on "timetable" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "unplaced_meeting_touch" before update on "unplaced_meeting" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "class_assignment_touch" before update on "class_assignment" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "scheduling_task_touch" before update on "scheduling_task" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "course_nature_touch" before update on "course_nature" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "course_type_touch" before update on "course_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "course_property_touch" before update on "course_property" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "course_category_touch" before update on "course_category" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "credit_hour_type_touch" before update on "credit_hour_type" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "course_touch" before update on "course" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "teacher_preference_touch" before update on "teacher_preference" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "teacher_qualification_touch" before update on "teacher_qualification" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "system_value_touch" before update on "system_value" for each row when (new is distinct from old) execute function touch_updated_at();
create trigger "outgoing_mail_touch" before update on "outgoing_mail" for each row when (new is distinct from old) execute function touch_updated_at();
