import type { Viewer } from '../../data/callers.js';
import type { Changes } from '../../data/kept/kept-rows.js';
import type { User } from '../../entities/accounts.js';
import { type AccountState, RoleKey } from '../../schema/enums.js';
import { type Json, preparedStatement, command, statement } from '../../data/statements.js';

/** A caller, and what the log of changes tells at that moment. */
export type Asked = Viewer & Changes;

/**
 * Who accounts are, each with the session beside it if that lasts, and in which of the tables anything was
 * committed since what was seen of the log of changes before: one statement, so that both are of one moment.
 */
export const viewers = preparedStatement<Asked, AskedFor>('select * from callers($1, $2, $3, $4)');

type AskedFor = [
  sessions: readonly (string | null)[],
  users: readonly string[],
  before: string | null,
  tables: readonly string[],
];

/** The same, and where the log of the database is: after everything that the statement has seen. */
export const viewersAt = preparedStatement<Asked, AskedFor>(`
  select *, (pg_current_wal_insert_lsn() - '0/0')::float8 as position from callers($1, $2, $3, $4)`);

/** Days after which an ended session is deleted. */
const endedDays = 7;

export const deleteOldSessions = command<[userId: string]>(`
  delete from "session" where user_id = $1 and least(coalesce(ended_at, expires_at), expires_at) <
  clock_timestamp() - make_interval(days => ${endedDays})`);

/** Milliseconds for which a count that has ended is kept, because the clocks of processes may differ. */
const endedCountMs = 3_600_000;

export const deleteOldCounts = command<[nowMs: number]>(`
  delete from rate_limit where expire < $1::bigint - ${endedCountMs}`);

interface SessionRow {
  id: string;
  userId: string;
  isCurrent: boolean;
  isAlive: boolean;
}

export const sessionByRefreshToken = statement<SessionRow, [hash: string]>(`
  select s.id, s.user_id as "userId", lower(btrim(s.refresh_hash)) = $1 as "isCurrent",
    s.ended_at is null and s.expires_at > clock_timestamp() and u.is_enabled and not u.is_banned as "isAlive"
  from "session" s join "user" u on u.id = s.user_id
  where lower(btrim(s.refresh_hash)) = $1 or s.previous_hash = $1
  for update of s`);

export const renewSession = command<[hash: string, previousHash: string, expiresAt: Date, id: string]>(
  'update "session" set refresh_hash = $1, previous_hash = $2, expires_at = $3, version = version + 1 ' +
    'where id = $4',
);

/** Ends one session of an account, or all. */
export const closeSessions = command<[userId: string, sessionId: string | undefined]>(`
  update "session" set ended_at = clock_timestamp(), version = version + 1
  where user_id = $1 and ended_at is null and ($2::uuid is null or id = $2)`);

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isEnabled: boolean;
  readonly isBanned: boolean;
}

/** The owner of a sign-in name: an account, or a person without one. */
export interface Identity {
  readonly account: Account | null;
  readonly studentId: string | null;
  readonly teacherId: string | null;
  /** Number of the student or teacher, if the sign-in name is one. */
  readonly number: string | null;
}

export const identitiesByName = statement<Identity & { isUserName: boolean }, [name: string]>(`
  select n.student_id as "studentId", n.teacher_id as "teacherId", n.number,
    case when u.id is null then null else json_build_object('id', u.id, 'name', u.name,
      'passwordHash', u.password_hash, 'isEnabled', u.is_enabled, 'isBanned', u.is_banned) end as account,
    n.rank = 5 as "isUserName"
  from sign_in_name n left join "user" u on u.id = n.user_id
  where n.name = lower(btrim($1)) order by n.rank`);

export const peopleNumbered = statement<object, [number: string]>(
  'select 1 from sign_in_name where number is not null and name = lower(btrim($1)) limit 1',
);

/** How an account is called or reached by a text that somebody else has for a number. */
export type NumberUse = 'name' | 'contact';

export const signInNames = statement<{ name: string; use: NumberUse }, [numbers: Json<readonly string[]>]>(`
  select name, case when rank = 5 then 'name' else 'contact' end as use from sign_in_name
  where number is null and name in (select lower(btrim(given)) from jsonb_array_elements_text($1) as given)
  order by rank desc`);

export const accountsNamed = statement<{ name: string; id: string }, [names: Json<readonly string[]>]>(`
  select lower(btrim(name)) as name, id from "user"
  where lower(btrim(name)) in (select jsonb_array_elements_text($1))`);

export const withdrawConfirmation = command<[email: string]>(`
  update "user" set is_email_confirmed = false, version = version + 1
  where lower(btrim(email)) = lower(btrim($1)) and is_email_confirmed`);

export const takeEmailChange = statement<
  { userId: string; email: string; recipient: string },
  [tokenHash: string]
>(`
  delete from email_change where lower(btrim(token_hash)) = $1 and expires_at > clock_timestamp()
  returning user_id as "userId", email, recipient`);

/** An account to which a link is sent. */
export type Mailed = Pick<User, 'id' | 'name' | 'email'>;

/**
 * Accounts with an address that nobody has confirmed to which links are sent at most: somebody else may have
 * given it, and the owner must get a link all the same.
 */
const unconfirmedMax = 5;

/** The account that has confirmed the address; if there is none, those that gave it. */
export const accountsByEmail = statement<Mailed, [email: string]>(`
  select id, name, email from "user" where lower(btrim(email)) = lower(btrim($1)) and (
    is_email_confirmed
    or not exists (select from "user" where lower(btrim(email)) = lower(btrim($1)) and is_email_confirmed)
  ) order by created_at limit ${unconfirmedMax}`);

interface LinkRow {
  userId: string;
  email: string;
  isUsed: boolean;
  isExpired: boolean;
}

export const lockedResetToken = statement<LinkRow, [tokenHash: string]>(`
  select user_id as "userId", email, used_at is not null as "isUsed", expires_at <= clock_timestamp()
   as "isExpired"
  from reset_token where lower(btrim(token_hash)) = $1 for update`);

export const initialPasswordOf = statement<
  { exportId: string; secret: string },
  [personId: string | null, secret: string]
>(`
  select p.export_id as "exportId", v.value as secret from initial_password p, system_value v
  where p.person_id = $1 and v.key = $2`);

export interface PersonRow {
  readonly id: string;
  readonly isStudent: boolean;
  readonly number: string;
  readonly name: string;
  readonly group: string | null;
}

/** Maximum number of persons per sheet. */
export const personsMax = 5_000;

/** Of a class, or of a department and those below it; the caller must act for it. */
export const personsWithoutAccount = statement<
  PersonRow,
  [administrativeClass: string | null, department: string | null]
>(`
  with recursive wanted(id) as (
    select $2::uuid union select d.id from department d join wanted w on d.parent_id = w.id
  )
  select p.id, p.is_student as "isStudent", p.code as number, p.name, p."group" from (
    select s.id, true as is_student, s.code, s.name, c.name as "group"
      from student s left join administrative_class c on c.id = s.administrative_class_id
      where s.user_id is null and not s.is_graduated
        and (s.administrative_class_id = $1::uuid or s.department_id in (select id from wanted))
    union all
    select t.id, false, t.code, t.name, d.name from teacher t join department d on d.id = t.department_id
      where t.user_id is null and t.department_id in (select id from wanted)
  ) p order by is_student, "group", code limit ${personsMax + 1}`);

export const replaceInitialPasswords = command<[exportId: string, persons: Json<readonly string[]>]>(`
  insert into initial_password (person_id, export_id)
  select id::uuid, $1 from jsonb_array_elements_text($2) as person(id) order by id
  on conflict (person_id) do update set export_id = excluded.export_id`);

const fromAdministrators = `from "user" u join "role" r on r.id = u.role_id where r.key =
  '${RoleKey.ADMINISTRATOR}'`;

/**
 * Locks the accounts of all administrators until the transaction ends, so that two of them who remove each
 * other concurrently are serialised.
 */
export const lockAdministrators = statement(
  `select u.id ${fromAdministrators} order by u.id for update of u`,
);

export const usableAdministrators = statement(
  `select 1 ${fromAdministrators} and u.is_enabled and not u.is_banned limit 1`,
);

const accountIs = (state: string): string =>
  `exists (select from "user" u where u.id = r.user_id and ${state})`;

/** People `r`: who sees a person also knows the state of the account, of which only its owner sees more. */
export const personsByAccount: Readonly<Record<AccountState, string>> = {
  NONE: 'r.user_id is null',
  ENABLED: accountIs('u.is_enabled and not u.is_banned'),
  DISABLED: accountIs('(not u.is_enabled or u.is_banned)'),
};

export interface RegisteringPerson {
  readonly id: string;
  readonly number: string;
  readonly userId: string | null;
}

/** The student or teacher with a number, locked. */
export const lockedPerson = (table: 'student' | 'teacher') =>
  statement<RegisteringPerson, [number: string]>(`
    select id, code as number, user_id as "userId" from ${table}
    where lower(btrim(code)) = lower(btrim($1)) for update`);

/** Gives a student or teacher an account. */
export const linkAccount = (table: 'student' | 'teacher') =>
  command<[user: string, id: string]>(
    `update ${table} set user_id = $1, version = version + 1 where id = $2`,
  );

export const deleteInitialPassword = command<[person: string]>(
  'delete from initial_password where person_id = $1',
);

/** How many of the persons were given an initial password before. */
export const handedOut = statement<{ count: number }, [persons: Json<readonly string[]>]>(`
  select count(*)::int as count from initial_password
  where person_id in (select jsonb_array_elements_text($1)::uuid)`);
