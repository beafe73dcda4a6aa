import type { EntityManager } from '@mikro-orm/postgresql';
import { EmailChange, User } from '../../entities/accounts.js';
import { given, inputOf, patchOf, requireValid } from '../../data/inputs.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, signedIn, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { transaction } from '../../data/transaction.js';
import { guardInSession } from './attempts.js';
import { countNewEmail, mailSentRecently, mayMail } from './counters.js';
import { isSameEmail, requestConfirmation, requestEmailChange } from './email-change.js';
import { confirmationDiffers } from './errors.js';
import { refuseWeakPassword } from './passwords/password-rules.js';
import { hashPassword, passwordMatches, passwordMax, chosenPassword } from './passwords/passwords.js';
import { endSessions } from './sessions.js';
import { refuseNumberAsName } from './sign-in-names.js';

declareRights({ me: signedIn, updateProfile: signedIn, changePassword: signedIn });

/** The account of the caller. */
export async function me(ctx: Context): Promise<Row<User>> {
  authorize(ctx, 'me');
  return ownRow(ctx);
}

async function ownRow(ctx: Context): Promise<Row<User>> {
  const row = await ctx.rows.one(User, viewerOf(ctx).userId);
  if (!row) throw new Error('The account of the caller is gone.');
  return row;
}

class Profile extends inputOf(User, ['name', 'email', 'phone']) {
  @given('text', '密码', 'Password', { max: passwordMax, optional: true })
  password?: string | null;
}
const ProfilePatch = patchOf(Profile);

/**
 * Name, e-mail and phone, and the password, which makes a new e-mail take effect at once; null is ignored.
 */
type ProfileValues = { readonly [K in keyof Profile]?: string | null };

/**
 * Changes the caller's own name, e-mail or phone. Without the password, a new e-mail must first be confirmed
 * by a link sent to the old one. A new e-mail or phone is for contact until it is confirmed, so that it is
 * refused to nobody, and the answer does not tell who else has it.
 */
export async function updateProfile(ctx: Context, values: ProfileValues): Promise<Row<User>> {
  authorize(ctx, 'updateProfile');
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const { password, ...patch } = requireValid(ProfilePatch, Object.fromEntries(present));
  if (Object.keys(patch).length === 0) {
    throw new DomainError('MISSING_PARAMETER', {
      zh: '请提供要修改的用户名、邮箱或手机号',
      en: 'Nothing was given to change: name, email or phone.',
    });
  }
  const own = await ownRow(ctx);
  const { name, email, phone } = patch;
  if (name && name.toLowerCase() !== own.name.toLowerCase()) refuseNumberAsName(ctx.app, name);
  const emailPlan = email ? await planEmail(ctx, own, { email, password }) : null;
  await transaction(ctx, async (em) => {
    // What is compared here is of this transaction: the account may have changed since it was read.
    const user = await em.findOneOrFail(User, own.id);
    if (name) em.assign(user, { name });
    if (phone && phone !== user.phone) em.assign(user, { phone, isPhoneConfirmed: false });
    if (email && emailPlan) await setEmail(ctx, em, user, { email, plan: emailPlan });
  });
  ctx.rows.forget(User);
  return ownRow(ctx);
}

/** What happens with an e-mail that the caller gave. */
interface EmailPlan {
  /** Whether the password was given, so that a new one takes effect at once. */
  readonly isVerified: boolean;
  /** Whether a link is sent although it is the present one, which is not confirmed. */
  readonly sendsAgain: boolean;
}

/** Whether a change of the e-mail waits for its link, which another one would make void. */
const isChanging = async (ctx: Context, { id, email }: Row<User>): Promise<boolean> =>
  (await ctx.em.count(EmailChange, { user: id, email: { $ne: email }, expiresAt: { $gt: new Date() } })) > 0;

/** Checks the password, and counts the mail that will be sent. @throws DomainError when it may not be */
async function planEmail(
  ctx: Context,
  own: Row<User>,
  { email, password }: { email: string; password?: string | null },
): Promise<EmailPlan> {
  const mayAsk = (): Promise<boolean> => mayMail(ctx, `${own.id} changes e-mail`);
  if (isSameEmail(email, own.email))
    return {
      isVerified: false,
      sendsAgain: !own.isEmailConfirmed && !(await isChanging(ctx, own)) && (await mayAsk()),
    };
  if (password) {
    await requirePassword(ctx, password);
    await countNewEmail(ctx, own.id);
  } else if (!(await mayAsk())) throw mailSentRecently();
  return { isVerified: !!password, sendsAgain: false };
}

async function setEmail(
  ctx: Context,
  em: EntityManager,
  user: User,
  { email, plan: { isVerified, sendsAgain } }: { email: string; plan: EmailPlan },
): Promise<void> {
  const isNew = !isSameEmail(email, user.email);
  if (isNew && !isVerified) return requestEmailChange(ctx, em, user, email);
  em.assign(user, { email, isEmailConfirmed: user.isEmailConfirmed && !isNew });
  if (isNew || sendsAgain) await requestConfirmation(ctx, em, user);
}

/** Verifies the caller's password again. @throws INVALID_BODY when it is wrong */
async function requirePassword(ctx: Context, password: string): Promise<void> {
  const { userId } = viewerOf(ctx);
  const isCorrect = await guardInSession(ctx, userId, async () => {
    const { passwordHash } = await ctx.em.fork().findOneOrFail(User, userId);
    return (await passwordMatches(passwordHash, password)) || null;
  });
  if (isCorrect) return;
  throw new DomainError('INVALID_BODY', { zh: '当前密码错误', en: 'The current password is wrong.' });
}

class PasswordChange {
  @given('text', '当前密码', 'Current password', { max: passwordMax })
  currentPassword: string;

  @given('text', '新密码', 'New password', chosenPassword)
  newPassword: string;

  @given('text', '确认密码', 'Confirmation', { max: passwordMax })
  confirmation: string;
}

/** Changes the caller's password and ends all sessions, including the current one. */
export async function changePassword(ctx: Context, values: PasswordChange): Promise<true> {
  authorize(ctx, 'changePassword');
  const { newPassword, confirmation } = requireValid(PasswordChange, values);
  if (newPassword !== confirmation) throw confirmationDiffers();
  if (newPassword === values.currentPassword.trim()) {
    throw new DomainError('INVALID_BODY', {
      zh: '新密码不能与当前密码相同',
      en: 'The new password must differ from the current one.',
    });
  }
  const { userId, role } = viewerOf(ctx);
  const { name } = await ctx.em.fork().findOneOrFail(User, userId);
  await requirePassword(ctx, values.currentPassword);
  refuseWeakPassword(ctx, newPassword, { name, role });
  const passwordHash = await hashPassword(newPassword);
  await transaction(ctx, async (em) => {
    em.assign(await em.findOneOrFail(User, userId), { passwordHash });
    await endSessions(ctx.app, em, { userId });
  });
  return true;
}
