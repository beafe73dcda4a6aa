-- What holds between the meetings of two teaching classes, required or wished.
create table "teaching_link" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "kind" varchar(32) not null,
  "first_id" uuid not null,
  "first_hours_id" uuid null,
  "second_id" uuid not null,
  "second_hours_id" uuid null,
  "level" varchar(32) not null default 'HARD',
  "weight" int not null default 10,
  primary key ("id")
);
comment on table "teaching_link" is 'What must hold, or should, between meetings of two teaching classes, or of two kinds of hours of one.';
create index "teaching_link_first_index" on "teaching_link" ("first_id");
create index "teaching_link_first_hours_index" on "teaching_link" ("first_hours_id");
create index "teaching_link_second_index" on "teaching_link" ("second_id");
create index "teaching_link_second_hours_index" on "teaching_link" ("second_hours_id");
alter table "teaching_link" add constraint "teaching_link_first_id_foreign" foreign key ("first_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "teaching_link" add constraint "teaching_link_first_hours_id_foreign" foreign key ("first_hours_id") references "credit_hour_type" ("id") on update no action on delete restrict;
alter table "teaching_link" add constraint "teaching_link_second_id_foreign" foreign key ("second_id") references "teaching_class" ("id") on update no action on delete cascade;
alter table "teaching_link" add constraint "teaching_link_second_hours_id_foreign" foreign key ("second_hours_id") references "credit_hour_type" ("id") on update no action on delete restrict;
create trigger "teaching_link_touch" before update on "teaching_link" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('teaching_link', 'first_id>teaching_class.department_id', '');
