import { availableParallelism } from 'node:os';
import { networkOf } from '../../schema/networks.js';
import { codeOf, spellingsOf } from '../../schema/texts.js';
import { type SignIn, User } from '../../entities/accounts.js';
import { given, requireValid } from '../../data/inputs.js';
import { Student, Teacher } from '../../entities/people.js';
import { DomainError } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CallerQueues } from '../../schema/caller-queues.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { guardAttempt, rememberAddress } from './attempts.js';
import { wrongCredentials } from './errors.js';
import { isInitialPassword, type Person } from './initial-password.js';
import { invitation } from './invitation.js';
import {
  hashPassword,
  isLegacyHash,
  passwordMatches,
  passwordMax,
  pretendToCompare,
} from './passwords/passwords.js';
import { keyOfPerson, openRegistration } from './registration.js';
import { openSession } from './sessions.js';
import { needsNewName } from './sign-in-names.js';
import { actAs, callOfSession } from './viewer.js';
import { type Account, identitiesByName, type Identity } from './accounts.queries.js';

declareRights({ signIn: everybody });

class Credentials {
  @given('text', '用户名', 'User', { max: 255 })
  user: string;

  @given('text', '密码', 'Password', { max: passwordMax })
  password: string;
}

/**
 * Signs in by e-mail, phone, student number, staff number or user name. Unknown names and wrong passwords get
 * the same answer in the same time.
 */
export async function signIn(ctx: Context, credentials: Credentials): Promise<SignIn> {
  authorize(ctx, 'signIn');
  const { user } = requireValid(Credentials, credentials);
  const { password } = credentials;
  const authenticated = await authenticate(ctx, user, password);
  if (!authenticated) throw wrongCredentials();
  if (authenticated.account) return startSession(ctx, authenticated.account, password);
  const person = personOf(authenticated);
  await openRegistration(ctx, person);
  return invitation(person);
}

/**
 * Who is meant by a sign-in name and has the password. Each is guarded alone, so that none opens another, and
 * that one is locked keeps nobody else out.
 */
async function authenticate(ctx: Context, user: string, password: string): Promise<Identity | null> {
  const identities = await identitiesOf(ctx, user);
  let locked: DomainError | null = null;
  for (const identity of identities.length ? identities : [null]) {
    const key = identity ? (identity.account?.id ?? keyOfPerson(personOf(identity))) : codeOf(user);
    try {
      const authenticated = await guardAttempt(ctx, key, async () =>
        comparisons.run(networkOf(ctx.address), async () =>
          (await isPasswordCorrect(ctx, identity, password)) ? identity : null,
        ),
      );
      if (authenticated) return authenticated;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS')) throw error;
      locked ??= error;
    }
  }
  if (locked) throw locked;
  return null;
}

/**
 * The first kind of name that matches decides; a wrong password does not fall through to the next kind. Only
 * an account whose user name has become the number or phone of somebody else is meant by it as well.
 */
async function identitiesOf(ctx: Context, name: string): Promise<Identity[]> {
  // Numbers are copied from documents that have marks which nobody sees, and typed in full width.
  for (const spelling of spellingsOf(name)) {
    const [first, ...others] = await identitiesByName(ctx.em, spelling);
    if (!first) continue;
    const named = others.filter((each) => each.isUserName && each.account!.id !== first.account?.id);
    return [first, ...named];
  }
  return [];
}

const personOf = ({ studentId, teacherId, number }: Identity): Person => ({
  isStudent: studentId !== null,
  number: number ?? '',
  id: studentId ?? teacherId,
});

/**
 * Comparisons at once for one network, by a share of the cores: a crowd of sign-ins, or who tries many,
 * delays itself and not what else the server answers.
 */
const comparisons = new CallerQueues(Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))));

async function isPasswordCorrect(
  ctx: Context,
  identity: Identity | null,
  password: string,
): Promise<boolean> {
  if (identity?.account) return passwordMatches(identity.account.passwordHash, password);
  await pretendToCompare(password);
  return identity !== null && isInitialPassword(ctx.em, ctx.app.config, personOf(identity), password);
}

async function startSession(ctx: Context, account: Account, password: string): Promise<SignIn> {
  refuseUnusable(account);
  if (isLegacyHash(account.passwordHash)) await rehash(ctx, account, password);
  const { sessionId, token } = await openSession(ctx, account.id);
  const { viewer } = (await callOfSession(ctx.app, { userId: account.id, sessionId })) ?? {};
  // The account was disabled or deleted while it signed in.
  if (!viewer) throw wrongCredentials();
  await rememberAddress(ctx, account.id);
  actAs(ctx, viewer);
  const user = await ctx.rows.one(User, account.id);
  if (!user) throw wrongCredentials();
  const [[student = null], [teacher = null]] = await Promise.all([
    ctx.rows.many(Student, 'user', account.id),
    ctx.rows.many(Teacher, 'user', account.id),
  ]);
  return {
    user: { ...user, permissions: user.permissions ?? [] },
    student,
    teacher,
    token,
    needsRegistration: false,
    needsNewName: await needsNewName(ctx, account.name),
  };
}

function refuseUnusable({ isEnabled, isBanned }: Account): void {
  if (isBanned)
    throw new DomainError('SIGN_IN_FAILED', {
      zh: '该账号已被封禁，请联系管理员',
      en: 'This account is banned. Maybe ask an administrator.',
    });
  if (!isEnabled)
    throw new DomainError('SIGN_IN_FAILED', {
      zh: '该账号已被禁用，请联系管理员',
      en: 'This account is disabled. Maybe ask an administrator.',
    });
}

/** Replaces a hash of the predecessor, while the password is known. */
async function rehash(ctx: Context, { id, passwordHash }: Account, password: string): Promise<void> {
  const newHash = await hashPassword(password);
  await transaction(ctx, async (em) => {
    await nameCaller(em, ctx, id);
    await em.nativeUpdate(User, { id, passwordHash }, { passwordHash: newHash });
  });
}
