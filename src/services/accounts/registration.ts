import type { EntityManager } from '@mikro-orm/postgresql';
import { RegistrationWindow, Role, User } from '../../entities/accounts.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { guarded } from './attempts.js';
import { wrongCredentials } from './errors.js';
import {
  isInitialPassword,
  predictablePasswords,
  type Person,
  type PersonNumber,
} from './initial-password.js';
import { hashPassword, passwordMax, strongPassword } from './passwords.js';

declareRights({ register: everybody });

/** Minutes in which somebody who proved the initial password may register. */
const windowMinutes = 10;

@inputType('The account that a student or teacher makes at the first sign-in.')
export class RegistrationInput extends inputOf(User, ['name', 'email', 'phone']) {
  @given('flag', '类型', 'Kind of person', {
    optional: true,
    about: 'Whether the number is of a student; else of a teacher.',
  })
  isStudent?: boolean | null;

  @given('text', '学号/工号', 'Student or staff number', { max: 64 })
  number: string;

  @given('text', '新密码', 'New password', strongPassword)
  newPassword: string;

  @given('text', '初始密码', 'Initial password', {
    max: passwordMax,
    optional: true,
    about: 'Proves who registers when no sign-in did in the last 10 minutes.',
  })
  initialPassword?: string | null;
}

/** Lets a person register in the next minutes, once; the proof of the initial password came before. */
export async function openRegistration(ctx: Context, { isStudent, number }: PersonNumber): Promise<void> {
  await transaction(ctx, async (em) => {
    await em.nativeDelete(RegistrationWindow, { isStudent, code: number });
    const expiresAt = new Date(Date.now() + windowMinutes * 60_000);
    em.create(RegistrationWindow, { isStudent, code: number, expiresAt, usedAt: null } as never);
  });
}

/** Under what failures to prove to be a person are counted. */
export const keyOfPerson = ({ isStudent, number }: PersonNumber): string =>
  `${isStudent ? 'student' : 'teacher'} ${number}`;

/**
 * Makes the account of a student or teacher who proved the initial password. Whoever did not is answered
 * alike, whatever stands behind the number.
 */
export async function register(ctx: Context, input: RegistrationInput): Promise<true> {
  authorize(ctx, 'register');
  const person = { isStudent: input.isStudent ?? false, number: input.number };
  if (Object.values(predictablePasswords(person)).includes(input.newPassword)) {
    throw new DomainError('INVALID_BODY', {
      zh: '新密码不能为初始密码',
      en: 'The new password must not be the initial one.',
    });
  }
  const registered = await guarded(ctx, keyOfPerson(person), () =>
    transaction(ctx, (em) => registerIn(ctx, em, person, input)),
  );
  if (!registered) throw wrongCredentials();
  return true;
}

interface PersonRow {
  id: string;
  number: string;
  userId: string | null;
}

/** @returns null when nobody proved to be that person, or the person has an account */
async function registerIn(
  ctx: Context,
  em: EntityManager,
  { isStudent, number }: PersonNumber,
  input: RegistrationInput,
): Promise<true | null> {
  const table = isStudent ? 'student' : 'teacher';
  const [person] = await em.execute<PersonRow[]>(
    `select id, code as number, user_id as "userId" from ${table} where lower(btrim(code)) =
      lower(btrim($1)) for update`,
    [number],
  );
  // Asked for a number of nobody too, so that the clock tells nothing.
  const known = { isStudent, number: person?.number ?? number, id: person?.id ?? null };
  const proven = await isProven(ctx, em, known, input.initialPassword);
  if (!person || person.userId || !proven) return null;
  const role = await em.findOneOrFail(Role, { key: isStudent ? RoleKey.STUDENT : RoleKey.TEACHER });
  const { name, email, phone } = input;
  const passwordHash = await hashPassword(input.newPassword);
  const user = em.create(User, {
    name,
    email,
    phone,
    passwordHash,
    role,
    permissions: null,
    isEnabled: true,
    isBanned: false,
  });
  await nameCaller(em, ctx, user.id);
  await em.flush();
  await em.execute(`update ${table} set user_id = $1, version = version + 1 where id = $2`, [
    user.id,
    person.id,
  ]);
  await em.execute('delete from initial_password where person_id = $1', [person.id]);
  return true;
}

/** By the open window, which that closes, or by the initial password itself. */
async function isProven(
  ctx: Context,
  em: EntityManager,
  person: Person,
  given?: string | null,
): Promise<boolean> {
  const window = {
    isStudent: person.isStudent,
    code: person.number,
    usedAt: null,
    expiresAt: { $gt: new Date() },
  };
  const closed = await em.nativeUpdate(RegistrationWindow, window, { usedAt: new Date() });
  return closed > 0 || (!!given && isInitialPassword(em, ctx.app.config, person, given));
}
