import type { EntityManager } from '@mikro-orm/postgresql';
import { RegistrationWindow, Role, User } from '../../entities/accounts.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { transaction } from '../../data/transaction.js';
import { guarded } from './attempts.js';
import { wrongCredentials } from './errors.js';
import { initialPassword, isInitialPassword, type PersonNumber } from './initial-password.js';
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

/** Makes the account of a student or teacher who proved the initial password. */
export async function register(ctx: Context, input: RegistrationInput): Promise<true> {
  authorize(ctx, 'register');
  const isStudent = input.isStudent ?? false;
  if (input.newPassword === initialPassword(ctx.app.config, { isStudent, number: input.number })) {
    throw new DomainError('INVALID_BODY', {
      zh: '新密码不能为初始密码',
      en: 'The new password must not be the initial one.',
    });
  }
  const registered = await guarded(ctx, `${isStudent ? 'student' : 'teacher'} ${input.number}`, () =>
    transaction(ctx, (em) => registerIn(ctx, em, isStudent, input)),
  );
  if (!registered) throw wrongCredentials();
  return true;
}

interface Person {
  id: string;
  number: string;
  userId: string | null;
}

/** @returns null when nobody proved to be that person */
async function registerIn(
  ctx: Context,
  em: EntityManager,
  isStudent: boolean,
  input: RegistrationInput,
): Promise<true | null> {
  const table = isStudent ? 'student' : 'teacher';
  const [person] = await em.execute<Person[]>(
    `select id, code as number, user_id as "userId" from ${table} where lower(btrim(code)) =
      lower(btrim($1)) for update`,
    [input.number],
  );
  if (!person) throw unknownNumber(isStudent, input.number);
  if (person.userId) throw alreadyRegistered(isStudent);
  if (!(await isProven(ctx, em, { isStudent, number: person.number }, input.initialPassword))) return null;
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
  await em.flush();
  await em.execute(`update ${table} set user_id = $1, version = version + 1 where id = $2`, [
    user.id,
    person.id,
  ]);
  return true;
}

/** By the open window, which that closes, or by the initial password itself. */
async function isProven(
  ctx: Context,
  em: EntityManager,
  person: PersonNumber,
  given?: string | null,
): Promise<boolean> {
  const window = {
    isStudent: person.isStudent,
    code: person.number,
    usedAt: null,
    expiresAt: { $gt: new Date() },
  };
  const closed = await em.nativeUpdate(RegistrationWindow, window, { usedAt: new Date() });
  return closed > 0 || (!!given && isInitialPassword(ctx.app.config, person, given));
}

const unknownNumber = (isStudent: boolean, number: string): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `用户不存在：没有${isStudent ? '学号' : '工号'}为 ${number} 的${isStudent ? '学生' : '教师'}`,
    en:
      `There is no ${isStudent ? 'student' : 'teacher'} with the number "${number}". Maybe it is of the ` +
      `other kind.`,
  });

const alreadyRegistered = (isStudent: boolean): DomainError =>
  new DomainError('DUPLICATE', {
    zh: isStudent ? '学生已注册' : '教师已注册',
    en:
      `This ${isStudent ? 'student' : 'teacher'} has an account already. Maybe sign in, or ask for a ` +
      `reset link.`,
  });
