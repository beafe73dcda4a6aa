-- The calls of /api/v1, as administrators see them; written in batches, and deleted after some weeks.
create table "logged_request" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid null,
  "address" varchar(50) not null,
  "user_agent" varchar(500) not null,
  "method" varchar(10) not null,
  "path" varchar(255) not null,
  "parameters" text not null,
  "status" int not null,
  "failure" varchar(32) null,
  "duration_ms" int not null,
  "requested_at" timestamptz(3) not null,
  primary key ("id")
);
comment on table "logged_request" is 'A call of /api/v1 and how it was answered, without what it carried.';
create index "logged_request_user_index" on "logged_request" ("user_id");
create index "logged_request_created_at_order" on "logged_request" using btree ("created_at", "id");
create index "logged_request_requested_at_order" on "logged_request" using btree ("requested_at", "id");
alter table "logged_request" add constraint "logged_request_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete set null;
create trigger "logged_request_touch" before update on "logged_request" for each row when (new is distinct from
      old) execute function touch_updated_at();
