import { User } from '../../entities/accounts.js';
import { given, inputOf, patchOf, requireValid } from '../../data/inputs.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, signedIn, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { transaction } from '../../data/transaction.js';
import { guardInSession } from './attempts.js';
import { checkEmailChange, requestEmailChange } from './email-change.js';
import { confirmationDiffers } from './errors.js';
import { hashPassword, passwordMatches, passwordMax, strongPassword } from './passwords.js';
import { endSessions } from './sessions.js';

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
export type ProfileValues = { readonly [K in keyof Profile]?: string | null };

/**
 * Changes the caller's own name, e-mail or phone. Without the password, a new e-mail must first be confirmed
 * by a link sent to the old one.
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
  const { email, ...others } = patch;
  const own = await ownRow(ctx);
  const newEmail = email && email.toLowerCase() !== own.email.toLowerCase() ? email : null;
  const unconfirmedEmail = password ? null : newEmail;
  if (newEmail && password) await requirePassword(ctx, password);
  if (unconfirmedEmail) await checkEmailChange(ctx, own, unconfirmedEmail);
  await transaction(ctx, async (em) => {
    const user = await em.findOneOrFail(User, own.id);
    em.assign(user, unconfirmedEmail ? others : patch);
    if (unconfirmedEmail) await requestEmailChange(ctx, em, user, unconfirmedEmail);
  });
  ctx.rows.forget(User);
  return ownRow(ctx);
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

  @given('text', '新密码', 'New password', strongPassword)
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
  await requirePassword(ctx, values.currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const { userId } = viewerOf(ctx);
  await transaction(ctx, async (em) => {
    em.assign(await em.findOneOrFail(User, userId), { passwordHash });
    await endSessions(ctx.app, em, { userId });
  });
  return true;
}
