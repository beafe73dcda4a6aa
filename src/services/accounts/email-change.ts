import type { EntityManager } from '@mikro-orm/postgresql';
import { EmailChange, User } from '../../entities/accounts.js';
import { given, requireValid } from '../../data/inputs.js';
import { DomainError } from '../../schema/errors.js';
import { hashOf } from '../../schema/hash.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { letter, queueMail } from '../system/mail.js';
import { newSecret } from './sessions.js';
import { takeEmailChange, withdrawConfirmation } from './accounts.queries.js';

declareRights({ confirmEmail: everybody });

/** Lifetime of a link in hours. */
const linkHours = 24;

/** Addresses are compared like all texts that are unique. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Stores a new e-mail address until it is confirmed by a link sent to the old one; otherwise whoever holds a
 * session could take over the account with a reset link.
 */
export const requestEmailChange = (
  ctx: Context,
  em: EntityManager,
  user: Addressee,
  email: string,
): Promise<void> =>
  sendLink(ctx, em, user, {
    email,
    subject: '确认修改邮箱',
    request: `您的账号申请将邮箱改为 ${email}。`,
    otherwise: '如果不是您本人操作，请忽略本邮件并修改密码。',
  });

/** Sends a link to the address of an account, which counts once the link has been opened. */
export const requestConfirmation = (ctx: Context, em: EntityManager, user: Addressee): Promise<void> =>
  sendLink(ctx, em, user, {
    email: user.email,
    subject: '确认邮箱',
    request: `账号 ${user.name} 将此邮箱设为其邮箱。`,
    otherwise: '如果这不是您的账号，请勿打开链接，忽略本邮件即可。',
  });

type Addressee = Pick<User, 'id' | 'name' | 'email'>;

/** Sends a link to the present address of an account, in place of an earlier one that was not opened. */
async function sendLink(
  ctx: Context,
  em: EntityManager,
  { id, name, email: recipient }: Addressee,
  {
    email,
    subject,
    request,
    otherwise,
  }: { email: string; subject: string; request: string; otherwise: string },
): Promise<void> {
  const { token, hash } = newSecret();
  await em.nativeDelete(EmailChange, { user: id });
  const expiresAt = new Date(Date.now() + linkHours * 3_600_000);
  em.create(EmailChange, { user: id, email, recipient, tokenHash: hash, expiresAt } as never);
  await queueMail(ctx.app, em, {
    recipient,
    subject,
    body: letter(name, [
      `${request}请在 ${linkHours} 小时内打开以下链接确认，链接只能使用一次：`,
      { link: `${ctx.app.config.EMAIL_LINK_BASE}${token}` },
      otherwise,
    ]),
  });
}

/**
 * The owner of an account has proved to read its mailbox: the address counts from now on. An account that had
 * it until now keeps it for contact, so that nobody can withhold the address of somebody else.
 */
export async function confirmEmailOf(em: EntityManager, user: User): Promise<void> {
  if (user.isEmailConfirmed) return;
  await withdrawConfirmation(em, user.email);
  user.isEmailConfirmed = true;
}

class Confirmation {
  @given('text', '令牌', 'Token', { max: 256 })
  token: string;
}

/**
 * Confirms the e-mail to which a link was sent or, if the account asked for another one there, puts that into
 * effect and sends a link to it.
 */
export async function confirmEmail(ctx: Context, values: Confirmation): Promise<true> {
  authorize(ctx, 'confirmEmail');
  const { token } = requireValid(Confirmation, values);
  await transaction(ctx, async (em) => {
    const [change] = await takeEmailChange(em, hashOf(token));
    if (!change) throw noSuchLink();
    await nameCaller(em, ctx, change.userId);
    const user = await em.findOneOrFail(User, change.userId);
    if (!isSameEmail(user.email, change.recipient)) throw noSuchLink();
    if (isSameEmail(user.email, change.email)) return confirmEmailOf(em, user);
    em.assign(user, { email: change.email, isEmailConfirmed: false });
    await requestConfirmation(ctx, em, user);
  });
  return true;
}

const noSuchLink = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '邮箱确认链接无效或已过期，请重新修改邮箱',
    en:
      `This link does not exist, was used or is older than ${linkHours} hours. Maybe change the ` +
      `e-mail again.`,
  });
