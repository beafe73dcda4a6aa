-- What processes tell each other of the bounds that hold for all of them together. Each row is a lease: what a process
-- that ended has told counts until it expires. Unlogged, because nothing of it is worth more than that.
create unlogged table "process_share" (
  "key" varchar(255) not null,
  "process" int not null,
  "count" int not null,
  "expires_at" timestamptz not null,
  primary key ("key", "process")
);
comment on table "process_share" is 'What processes count of bounds that they share, such as requests and sockets, by key.';
create index "process_share_expires_at" on "process_share" ("expires_at");
