-- Whoever has used up the tokens of the day is told so once.
alter table "assistant_usage" add column "is_told" boolean not null default false;
