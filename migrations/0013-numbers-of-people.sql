-- An import compared each of thousands of numbers with the names, mails and phones of accounts by a plan for both kinds of tables,
-- which looked through the numbers as well. Numbers have a check of their own now, one look into three indexes.

create function refuse_foreign_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.code is not distinct from old.code then
    return null;
  end if;
  perform pg_advisory_xact_lock(7305417002);
  if exists (
    select from sign_in_name
    where number is null and name = lower(btrim(new.code)) and user_id is distinct from new.user_id
  ) then
    raise unique_violation using table = tg_table_name, schema = tg_table_schema,
      message = 'This name signs somebody else in.',
      detail = format('Key (lower(btrim(code::text)))=(%s) already exists.', new.code);
  end if;
  return null;
end
$$;
drop trigger "student_sign_in_name" on "student";
drop trigger "teacher_sign_in_name" on "teacher";
create constraint trigger "student_sign_in_name" after insert or update of "code" on "student"
  deferrable initially deferred for each row execute function refuse_foreign_number();
create constraint trigger "teacher_sign_in_name" after insert or update of "code" on "teacher"
  deferrable initially deferred for each row execute function refuse_foreign_number();

-- Names, mails and phones, as before.
create or replace function refuse_foreign_sign_in_name() returns trigger language plpgsql as $$
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
      where name = lower(btrim(written ->> field)) and coalesce(user_id, student_id, teacher_id) <> new.id
    ) then
      raise unique_violation using table = tg_table_name, schema = tg_table_schema,
        message = 'This name signs somebody else in.',
        detail = format('Key (lower(btrim(%s::text)))=(%s) already exists.', field, written ->> field);
    end if;
  end loop;
  return null;
end
$$;
