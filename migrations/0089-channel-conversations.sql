alter table "conversation" add column "channel_at" timestamptz null;
comment on column "conversation"."channel_at" is 'When a person last went on in it over the channel of the web client; null where never.';
