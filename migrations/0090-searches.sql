alter table "scheduling_task" add column "searches" int not null default 1;
comment on column "scheduling_task"."searches" is 'How many workers may search at the same time, each on its own, exchanging their best.';

-- One of the searches of a running task, in the present of its rounds; any worker takes it. It goes with its round.
create table "scheduling_search" (
  "id" uuid not null,
  "task_id" uuid not null references "scheduling_task" ("id") on update cascade on delete cascade,
  "number" int not null,
  "wanted" jsonb not null,
  "status" text not null default 'QUEUED' check ("status" in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  "created_at" timestamptz not null default clock_timestamp(),
  "worker" int null,
  "heartbeat_at" timestamptz null,
  "fence" int not null default 0,
  "crashes" int not null default 0,
  "progress" jsonb null,
  "best" jsonb null,
  "solution" jsonb null,
  primary key ("id")
);
comment on table "scheduling_search" is 'One of several searches of a running scheduling task, which any worker carries out.';
create unique index "scheduling_search_task_id_number_unique" on "scheduling_search" ("task_id", "number");
