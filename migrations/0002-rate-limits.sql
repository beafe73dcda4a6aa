-- Failed sign-ins and the like, counted by all processes together. The rate limiter reads and writes it, and clears it.
create table "rate_limit" (
  "key" varchar(255) not null,
  "points" int not null default 0,
  "expire" bigint null,
  primary key ("key")
);
comment on table "rate_limit" is 'How often something was tried, by key, until an instant in epoch milliseconds.';
