import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { emailPattern, ResetToken, User, type PasswordReset, Role } from '../../entities/accounts.js';
import { columnOf } from '../../data/columns.js';
import { given, requireValid } from '../../data/inputs.js';
import { DomainError } from '../../schema/errors.js';
import { hashOf } from '../../schema/hash.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { letter, queueMail } from '../system/mail.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { mailSentRecently, mayRequestReset } from './counters.js';
import { confirmEmailOf, isSameEmail } from './email-change.js';
import { confirmationDiffers } from './errors.js';
import { refuseWeakPassword } from './passwords/password-rules.js';
import { hashPassword, passwordMatches, passwordMax, chosenPassword } from './passwords/passwords.js';
import { endAccess, newSecret } from './sessions.js';
import { accountsByEmail, lockedResetToken, type Mailed } from './accounts.queries.js';

declareRights({ requestPasswordReset: everybody, resetPassword: everybody });

/** Lifetime of a reset link in minutes. */
const linkMinutes = 15;

/**
 * Minimum duration of every answer in milliseconds, so that response times do not reveal which addresses
 * exist.
 */
const answerMs = 150;

const { pattern, patternText } = columnOf(User, 'email');

class ResetRequest {
  @given('text', '邮箱', 'E-mail', { max: 255, pattern: pattern ?? emailPattern, patternText })
  email: string;
}

/** Sends a link for resetting a forgotten password. The answer does not reveal whether the address exists. */
export async function requestPasswordReset(ctx: Context, request: ResetRequest): Promise<PasswordReset> {
  authorize(ctx, 'requestPasswordReset');
  const { email } = requireValid(ResetRequest, request);
  if (!(await mayRequestReset(ctx, email))) throw mailSentRecently();
  const expiresAt = new Date(Date.now() + linkMinutes * 60_000);
  await Promise.all([transaction(ctx, (em) => sendLinks(ctx, em, email, expiresAt)), delay(answerMs)]);
  return { expiresAt };
}

async function sendLinks(ctx: Context, em: EntityManager, email: string, expiresAt: Date): Promise<void> {
  for (const account of await accountsByEmail(em, email)) await sendLinkTo(ctx, em, account, expiresAt);
}

async function sendLinkTo(ctx: Context, em: EntityManager, user: Mailed, expiresAt: Date): Promise<void> {
  const { token, hash } = newSecret();
  await em.nativeDelete(ResetToken, { user: user.id, expiresAt: { $lt: new Date() } });
  const { id, email } = user;
  em.create(ResetToken, { user: id, email, tokenHash: hash, expiresAt, usedAt: null } as never);
  await queueMail(ctx.app, em, {
    recipient: user.email,
    subject: '重置密码',
    body: letter(user.name, [
      `请在 ${linkMinutes} 分钟内打开以下链接重置密码，链接只能使用一次：`,
      { link: `${ctx.app.config.RESET_LINK_BASE}${token}` },
      '如果您没有申请重置密码，请忽略本邮件。',
    ]),
  });
}

class PasswordFromLink {
  @given('text', '令牌', 'Token', { max: 256 })
  token: string;

  @given('text', '密码', 'New password', chosenPassword)
  newPassword: string;

  @given('text', '确认密码', 'Confirmation', { max: passwordMax })
  confirmation: string;
}

/**
 * Replaces a forgotten password with the token of a link, and ends every session and link of the account.
 * Whoever opened the link has the mailbox, which confirms the address.
 */
export async function resetPassword(ctx: Context, values: PasswordFromLink): Promise<true> {
  authorize(ctx, 'resetPassword');
  const { token, newPassword, confirmation } = requireValid(PasswordFromLink, values);
  if (newPassword !== confirmation) throw confirmationDiffers();
  await transaction(ctx, async (em) => {
    const user = await userOfLink(em, token);
    await nameCaller(em, ctx, user.id);
    if (await passwordMatches(user.passwordHash, newPassword)) {
      throw new DomainError('INVALID_BODY', {
        zh: '新密码不能与旧密码相同',
        en: 'The new password must not be the old one.',
      });
    }
    const { key: role } = await em.findOneOrFail(Role, user.role.id);
    refuseWeakPassword(ctx, newPassword, { name: user.name, role });
    user.passwordHash = await hashPassword(newPassword);
    await confirmEmailOf(em, user);
    // Invalidates all other links of the account.
    await em.nativeUpdate(ResetToken, { user: user.id, usedAt: null }, { usedAt: new Date() });
    await endAccess(ctx.app, em, user.id);
  });
  return true;
}

async function userOfLink(em: EntityManager, token: string): Promise<User> {
  const [link] = await lockedResetToken(em, hashOf(token));
  const user = link && !link.isUsed ? await em.findOneOrFail(User, link.userId) : null;
  if (!link || !user || !isSameEmail(user.email, link.email)) {
    throw new DomainError('NOT_FOUND', {
      zh: '邮箱验证令牌无效，请重新申请',
      en: 'This reset link does not exist, was used or went to another address. Maybe ask for a new one.',
    });
  }
  if (link.isExpired) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: '邮箱验证令牌已过期，请重新申请',
      en: `This reset link is older than ${linkMinutes} minutes. Maybe ask for a new one.`,
    });
  }
  return user;
}
