-- Imports that go on after the request.
create table "import_task" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "status" varchar(32) not null default 'QUEUED',
  "progress" numeric(10,4) not null default 0,
  "sequence" int not null default 0,
  "failure_zh" text null,
  "failure_en" text null,
  "started_at" timestamptz(3) null,
  "finished_at" timestamptz(3) null,
  "cancel_requested_at" timestamptz(3) null,
  "heartbeat_at" timestamptz(3) null,
  "fence" int not null default 0,
  "crashes" int not null default 0,
  "subject" varchar(32) not null,
  "is_tolerant" boolean not null default false,
  "is_dry_run" boolean not null default false,
  "stage" varchar(32) not null default 'READING',
  "rows_read" int not null default 0,
  "rows_stored" int not null default 0,
  "total_count" int null,
  "success_count" int null,
  "failed_count" int null,
  "requested_by_id" uuid null,
  primary key ("id")
);
comment on table "import_task" is 'An import of a workbook that goes on after the request.';
create index "import_task_created_at_order" on "import_task" ("created_at", "id");
create index "import_task_finished_at_order" on "import_task" ("finished_at", "id");
create index "import_task_requested_by_index" on "import_task" ("requested_by_id");
alter table "import_task" add constraint "import_task_requested_by_id_foreign" foreign key ("requested_by_id") references "user" ("id") on delete set null;
create trigger "import_task_touch" before update on "import_task" for each row when (new is distinct from old) execute function touch_updated_at();

-- Large, and of use for a day: beside the tasks, so that they can be listed and forgotten apart.
create table "import_file" (
  "import_task_id" uuid not null,
  "upload" bytea not null,
  "failures" jsonb not null default '[]',
  primary key ("import_task_id"),
  constraint "import_file_import_task_id_foreign" foreign key ("import_task_id") references "import_task" ("id") on delete cascade
);
comment on table "import_file" is 'The workbook of an import task, and what is wrong with its cells.';
