-- What people sign in with belongs to one of them: nobody takes the number, mail or phone of somebody else as a name. A new
-- mail waits for who reads the old one.

-- Every name that signs somebody in. Of several persons with one name that of the least rank is meant.
create view "sign_in_name" as
  select lower(btrim("email")) as "name", 1 as "rank", "id" as "user_id", null::uuid as "student_id", null::uuid as "teacher_id",
    null::varchar as "number" from "user"
  union all select lower(btrim("phone")), 2, "id", null, null, null from "user"
  union all select lower(btrim("name")), 3, "id", null, null, null from "user"
  union all select lower(btrim("code")), 4, "user_id", "id", null, "code" from "student"
  union all select lower(btrim("code")), 5, "user_id", null, "id", "code" from "teacher";
comment on view "sign_in_name" is 'What people sign in with, by kind.';

-- Looks at the end of a transaction, when an account is joined to its person, and one transaction after the other, because two
-- that give one name do not see each other. Numbers of students and teachers may be the same.
create function refuse_foreign_sign_in_name() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  field text;
begin
  perform pg_advisory_xact_lock(7305417002);
  foreach field in array tg_argv loop
    continue when written ->> field is not distinct from before ->> field;
    if exists (
      select from sign_in_name
      where name = lower(btrim(written ->> field))
        and coalesce(user_id, student_id, teacher_id) <> coalesce((written ->> 'user_id')::uuid, new.id)
        and (number is null or tg_table_name = 'user')
    ) then
      raise unique_violation using table = tg_table_name, schema = tg_table_schema,
        message = 'This name signs somebody else in.',
        detail = format('Key (lower(btrim(%s::text)))=(%s) already exists.', field, written ->> field);
    end if;
  end loop;
  return null;
end
$$;
create constraint trigger "user_sign_in_name" after insert or update of "name", "email", "phone" on "user"
  deferrable initially deferred for each row execute function refuse_foreign_sign_in_name('name', 'email', 'phone');
create constraint trigger "student_sign_in_name" after insert or update of "code" on "student"
  deferrable initially deferred for each row execute function refuse_foreign_sign_in_name('code');
create constraint trigger "teacher_sign_in_name" after insert or update of "code" on "teacher"
  deferrable initially deferred for each row execute function refuse_foreign_sign_in_name('code');

create table "email_change" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "email" varchar(255) not null,
  "token_hash" varchar(64) not null,
  "expires_at" timestamptz(3) not null,
  primary key ("id")
);
comment on table "email_change" is 'A link by which a new e-mail of an account takes effect.';
alter table "email_change" add constraint "email_change_user_unique" unique ("user_id");
create unique index "email_change_token_hash_unique" on "email_change" (lower(btrim("token_hash")));
alter table "email_change" add constraint "email_change_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;
create trigger "email_change_touch" before update on "email_change" for each row when (new is distinct from old) execute function touch_updated_at();
