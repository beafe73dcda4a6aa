-- The clashes with which a new series was answered, by person, semester and digest of the input: existing
-- clients accept them by sending the same again.
create table "shown_clash" (
  "person_id" uuid not null,
  "semester_id" uuid not null,
  "input" varchar(64) not null,
  "series_id" uuid not null,
  "fingerprint" varchar(64) not null,
  "shown_at" timestamptz(3) not null default clock_timestamp(),
  primary key ("person_id", "semester_id", "input"),
  constraint "shown_clash_person_id_foreign" foreign key ("person_id") references "user" ("id") on delete cascade,
  constraint "shown_clash_semester_id_foreign" foreign key ("semester_id") references "semester" ("id") on delete cascade
);
comment on table "shown_clash" is 'Clashes that a person was shown in place of storing a new series; the same again accepts them.';
create index "shown_clash_semester_id_index" on "shown_clash" ("semester_id");
create index "shown_clash_series_id_index" on "shown_clash" ("series_id");
create index "shown_clash_shown_at_index" on "shown_clash" ("shown_at");
