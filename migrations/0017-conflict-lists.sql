-- A resolved conflict still says what overlapped, and can be taken off the lists.
alter table "conflict" add column "ended_pairs" jsonb null, add column "dismissed_at" timestamptz(3) null;
