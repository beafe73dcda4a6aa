import { codeOf, spellingsOf } from '../../schema/texts.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RegistrationWindow, Role, User } from '../../entities/accounts.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { networkOf } from '../../schema/networks.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { guardAttempt } from './attempts.js';
import { keyOf } from './counters.js';
import { requestConfirmation } from './email-change.js';
import { wrongCredentials } from './errors.js';
import {
  isInitialPassword,
  predictablePasswords,
  type Person,
  type PersonNumber,
} from './initial-password.js';
import { refuseWeakPassword } from './passwords/password-rules.js';
import { hashPassword, passwordMax, chosenPassword } from './passwords/passwords.js';
import { refuseNumberAsName } from './sign-in-names.js';
import {
  deleteInitialPassword,
  linkAccount,
  lockedPerson,
  type RegisteringPerson,
} from './accounts.queries.js';
import { newAccount } from './new-account.js';

declareRights({ register: everybody });

/** Minutes in which somebody may register after a sign-in with the initial password. */
const windowMinutes = 10;

@inputType('The account that a student or teacher creates at the first sign-in.')
export class RegistrationInput extends inputOf(User, ['name', 'email', 'phone']) {
  @given('flag', '类型', 'Kind of person', {
    optional: true,
    about: 'true: the number is that of a student; false or null: of a teacher.',
  })
  isStudent?: boolean | null;

  @given('text', '学号/工号', 'Student or staff number', { max: 64 })
  number: string;

  @given('text', '新密码', 'New password', chosenPassword)
  newPassword: string;

  @given('text', '初始密码', 'Initial password', {
    max: passwordMax,
    optional: true,
    about: 'Required unless the person signed in with it from the same network in the last 10 minutes.',
  })
  initialPassword?: string | null;
}

/**
 * Allows a person to register, once, within the next minutes, and from the caller's network alone, because
 * numbers are known to many. The initial password is already verified.
 */
export async function openRegistration(ctx: Context, { isStudent, number }: PersonNumber): Promise<void> {
  await transaction(ctx, async (em) => {
    await em.nativeDelete(RegistrationWindow, { isStudent, code: number });
    const expiresAt = new Date(Date.now() + windowMinutes * 60_000);
    const network = networkKeyOf(ctx);
    em.create(RegistrationWindow, { isStudent, code: number, network, expiresAt, usedAt: null } as never);
  });
}

const networkKeyOf = ({ address }: Context): string => keyOf(networkOf(address));

/** The key under which failed attempts to sign in as a person are counted. */
export const keyOfPerson = ({ isStudent, number }: PersonNumber): string =>
  `${isStudent ? 'student' : 'teacher'} ${number}`;

/**
 * Creates the account of a student or teacher who has the initial password. All others get the same answer,
 * whether or not the number exists. Phone and e-mail are for contact, so that those of others are neither
 * taken from them nor told of; the e-mail counts when the link that it is sent has been opened.
 */
export async function register(ctx: Context, input: RegistrationInput): Promise<true> {
  authorize(ctx, 'register');
  const person = { isStudent: input.isStudent ?? false, number: codeOf(input.number) };
  if (Object.values(predictablePasswords(person)).includes(input.newPassword)) throw keptInitialPassword();
  refuseNumberAsName(ctx.app, input.name);
  const isRegistered = await guardAttempt(ctx, keyOfPerson(person), () =>
    transaction(ctx, (em) => registerIn(ctx, em, person, input)),
  );
  if (!isRegistered) throw wrongCredentials();
  return true;
}

async function personNumbered(
  em: EntityManager,
  table: 'student' | 'teacher',
  spellings: readonly string[],
): Promise<RegisteringPerson | null> {
  for (const spelling of spellings) {
    const [person] = await lockedPerson(table)(em, spelling);
    if (person) return person;
  }
  return null;
}

const keptInitialPassword = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: '新密码不能为初始密码',
    en: 'The new password must not be the initial one.',
  });

/** @returns null if the proof is missing, or the person already has an account */
async function registerIn(
  ctx: Context,
  em: EntityManager,
  { isStudent, number }: PersonNumber,
  input: RegistrationInput,
): Promise<true | null> {
  const table = isStudent ? 'student' : 'teacher';
  const person = await personNumbered(em, table, spellingsOf(input.number));
  // Checked for unknown numbers as well, so that response times reveal nothing.
  const candidate = { isStudent, number: person?.number ?? number, id: person?.id ?? null };
  const hasProof = await isAuthenticated(ctx, em, candidate, input.initialPassword);
  if (!person || person.userId || !hasProof) return null;
  if (await isInitialPassword(em, ctx.app.config, candidate, input.newPassword)) throw keptInitialPassword();
  const role = await em.findOneOrFail(Role, { key: isStudent ? RoleKey.STUDENT : RoleKey.TEACHER });
  const { name, email, phone } = input;
  refuseWeakPassword(ctx, input.newPassword, { name, role: role.key });
  const passwordHash = await hashPassword(input.newPassword);
  const user = newAccount(em, { name, email, phone, passwordHash, role, isConfirmed: false });
  await nameCaller(em, ctx, user.id);
  await em.flush();
  await linkAccount(table)(em, user.id, person.id);
  await deleteInitialPassword(em, person.id);
  await requestConfirmation(ctx, em, user);
  return true;
}

/**
 * Whether there is an open registration window for the caller's network, which is closed by this, or the
 * initial password is correct.
 */
async function isAuthenticated(
  ctx: Context,
  em: EntityManager,
  person: Person,
  password?: string | null,
): Promise<boolean> {
  const window = {
    isStudent: person.isStudent,
    code: person.number,
    network: networkKeyOf(ctx),
    usedAt: null,
    expiresAt: { $gt: new Date() },
  };
  const closed = await em.nativeUpdate(RegistrationWindow, window, { usedAt: new Date() });
  return closed > 0 || (!!password && isInitialPassword(em, ctx.app.config, person, password));
}
