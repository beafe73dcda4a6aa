-- What mutations answered that were sent with an idempotency key, for a day. The answer is written by the transaction that has
-- the effect, so there is one exactly when there is the other. No foreign key: it would lock the account of the caller.
create table "idempotency_key" (
  "user_id" uuid not null,
  "key" varchar(255) not null,
  "response_key" varchar(255) not null,
  "fingerprint" varchar(64) not null,
  "answer" text null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  primary key ("user_id", "key", "response_key")
);
comment on table "idempotency_key" is 'The answer to a mutation that a person sent under a key, for whoever sends it again.';
create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");
