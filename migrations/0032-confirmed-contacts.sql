-- A mail counts once its owner has confirmed it, a phone once staff set or confirmed it: only then it signs in,
-- and is nobody else's. Until now anybody could take the mail and phone of others. Mails that accounts have stay
-- in force, because people sign in by them; whoever opens a link in the mailbox takes them over. Phones stay in
-- force where staff set them last.
alter table "user" add column "is_email_confirmed" boolean not null default true;
alter table "user" alter column "is_email_confirmed" set default false;
alter table "user" add column "is_phone_confirmed" boolean not null default false;
update "user" u set is_phone_confirmed = true
  from "role" r
  where r.id = u.role_id and r.key not in ('STUDENT', 'TEACHER') and not exists (
    select from audit_log l
    where l.table_name = 'user' and l.record_id = u.id and l.person_id = u.id and l.action = 'CHANGED'
      and l.after ? 'phone'
  );

drop index "user_email_unique";
drop index "user_phone_unique";
create unique index "user_email_unique" on "user" (lower(btrim("email"))) where "is_email_confirmed";
create unique index "user_phone_unique" on "user" (lower(btrim("phone"))) where "is_phone_confirmed";
create index "user_email_index" on "user" (lower(btrim("email")));

-- A link proves the mailbox that it was sent to, and no other: links to an address that the account no longer
-- has are void. Reset links live 15 minutes, so those that are on their way are given up.
delete from "reset_token";
alter table "reset_token" add column "email" varchar(255) not null;
alter table "email_change" add column "recipient" varchar(255);
update "email_change" c set recipient = u.email from "user" u where u.id = c.user_id;
alter table "email_change" alter column "recipient" set not null;

-- What signs in. A number comes before a name that is the same, which only an account from before can have.
create or replace view "sign_in_name" as
  select lower(btrim("email")) as "name", 1 as "rank", "id" as "user_id", null::uuid as "student_id", null::uuid as "teacher_id",
    null::varchar as "number" from "user" where "is_email_confirmed"
  union all select lower(btrim("phone")), 2, "id", null, null, null from "user" where "is_phone_confirmed"
  union all select lower(btrim("code")), 3, "user_id", "id", null, "code" from "student"
  union all select lower(btrim("code")), 4, "user_id", null, "id", "code" from "teacher"
  union all select lower(btrim("name")), 5, "id", null, null, null from "user";

-- A new name is nobody's number, mail or phone, not even the own number, which may become somebody else's. A
-- mail or phone that begins to count is nobody else's number. The constraint is named for who may know why.
create or replace function refuse_foreign_sign_in_name() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  field text;
  given text;
  is_number boolean;
begin
  perform pg_advisory_xact_lock(7305417002);
  for field, given in
    select v.field, v.given from (values
      ('name', new.name, is_new or new.name is distinct from old.name),
      ('email', new.email, new.is_email_confirmed
        and (is_new or not old.is_email_confirmed or new.email is distinct from old.email)),
      ('phone', new.phone, new.is_phone_confirmed
        and (is_new or not old.is_phone_confirmed or new.phone is distinct from old.phone))
    ) v (field, given, counts_now) where v.counts_now
  loop
    select s.number is not null into is_number from sign_in_name s
    where s.name = lower(btrim(given)) and (
      s.number is not null and (field = 'name' or s.user_id is distinct from new.id)
      or s.rank <= 2 and field = 'name' and s.user_id <> new.id
    )
    limit 1;
    if found then
      raise unique_violation using table = tg_table_name, schema = tg_table_schema,
        constraint = case when is_number then 'sign_in_number' else 'sign_in_contact' end,
        message = 'This name signs somebody else in.',
        detail = format('Key (lower(btrim(%s::text)))=(%s) already exists.', field, given);
    end if;
  end loop;
  return null;
end
$$;
drop trigger "user_sign_in_name" on "user";
create constraint trigger "user_sign_in_name"
  after insert or update of "name", "email", "phone", "is_email_confirmed", "is_phone_confirmed" on "user"
  deferrable initially deferred for each row execute function refuse_foreign_sign_in_name();

-- A number is nobody else's mail or phone. A name that is the same does not stand in its way: its owner is asked
-- for another one.
create or replace function refuse_foreign_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.code is not distinct from old.code then
    return null;
  end if;
  perform pg_advisory_xact_lock(7305417002);
  if exists (
    select from sign_in_name
    where rank <= 2 and name = lower(btrim(new.code)) and user_id is distinct from new.user_id
  ) then
    raise unique_violation using table = tg_table_name, schema = tg_table_schema,
      constraint = 'sign_in_contact',
      message = 'This name signs somebody else in.',
      detail = format('Key (lower(btrim(code::text)))=(%s) already exists.', new.code);
  end if;
  return null;
end
$$;

-- What an import has to say of rows that it stored.
alter table "import_file" add column "notices" jsonb not null default '[]';
comment on table "email_change" is 'A link by which an e-mail of an account is confirmed, or a new one takes effect.';
