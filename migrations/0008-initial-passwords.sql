-- The codes with which students and teachers prove who they are before they have an account. Codes are derived, never stored:
-- from a secret of the installation, the person, and the export by which the person was given one.
create table "initial_password_export" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "exported_by_id" uuid null,
  "administrative_class_id" uuid null,
  "department_id" uuid null,
  "person_count" int not null,
  primary key ("id")
);
comment on table "initial_password_export" is 'That somebody was given the initial passwords of a class or department.';
create index "initial_password_export_exported_by_index" on "initial_password_export" ("exported_by_id");
create index "initial_password_export_administrative_class_index" on "initial_password_export" ("administrative_class_id");
create index "initial_password_export_department_index" on "initial_password_export" ("department_id");
alter table "initial_password_export" add constraint "initial_password_export_exported_by_id_foreign" foreign key ("exported_by_id") references "user" ("id") on update no action on delete set null;
alter table "initial_password_export" add constraint "initial_password_export_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete set null;
alter table "initial_password_export" add constraint "initial_password_export_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete set null;
create trigger "initial_password_export_touch" before update on "initial_password_export" for each row when (new is distinct from old) execute function touch_updated_at();

create table "initial_password" (
  "person_id" uuid not null,
  "export_id" uuid not null,
  primary key ("person_id"),
  constraint "initial_password_export_id_foreign" foreign key ("export_id") references "initial_password_export" ("id") on delete cascade
);
comment on table "initial_password" is 'The export by which a student or teacher has the initial password that counts, until it is used.';
create index "initial_password_export_id_index" on "initial_password" ("export_id");
