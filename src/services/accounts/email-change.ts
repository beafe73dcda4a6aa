import type { EntityManager } from '@mikro-orm/postgresql';
import { EmailChange, User } from '../../entities/accounts.js';
import { columnOf } from '../../data/columns.js';
import { given, requireValid } from '../../data/inputs.js';
import { DomainError, errors } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { queueMail } from '../system/mail.js';
import { mailSentRecently, mayMail } from './counters.js';
import { linkMail } from './link-mail.js';
import { hashOf, newSecret } from './sessions.js';

declareRights({ confirmEmail: everybody });

/** Lifetime of a link in hours. */
const linkHours = 24;

/** Refuses an e-mail address that somebody else signs in with, and a second link within a few minutes. */
export async function checkEmailChange(ctx: Context, { id }: Row<User>, email: string): Promise<void> {
  const taken = 'select 1 from sign_in_name where name = lower(btrim($1)) and user_id is distinct from $2';
  if ((await ctx.em.execute<object[]>(taken, [email, id])).length > 0)
    throw errors.duplicate('email', columnOf(User, 'email').label, email);
  if (!(await mayMail(ctx, `${id} changes e-mail`))) throw mailSentRecently();
}

/**
 * Stores a new e-mail address until it is confirmed by a link sent to the old one; otherwise whoever holds a
 * session could take over the account with a reset link. Replaces an earlier unconfirmed change.
 */
export async function requestEmailChange(
  ctx: Context,
  em: EntityManager,
  { id, name, email: oldEmail }: User,
  email: string,
): Promise<void> {
  const { token, hash } = newSecret();
  await em.nativeDelete(EmailChange, { user: id });
  const expiresAt = new Date(Date.now() + linkHours * 3_600_000);
  em.create(EmailChange, { user: id, email, tokenHash: hash, expiresAt } as never);
  await queueMail(ctx.app, em, {
    recipient: oldEmail,
    subject: '确认修改邮箱',
    body: linkMail({
      name,
      line: `您的账号申请将邮箱改为 ${email}。请在 ${linkHours} 小时内打开以下链接确认，链接只能使用一次：`,
      link: `${ctx.app.config.EMAIL_LINK_BASE}${token}`,
      otherwise: '如果不是您本人操作，请忽略本邮件并修改密码。',
    }),
  });
}

class Confirmation {
  @given('text', '令牌', 'Token', { max: 256 })
  token: string;
}

/** Applies the e-mail change whose link was opened. */
export async function confirmEmail(ctx: Context, values: Confirmation): Promise<true> {
  authorize(ctx, 'confirmEmail');
  const { token } = requireValid(Confirmation, values);
  await transaction(ctx, async (em) => {
    const [change] = await em.execute<{ userId: string; email: string }[]>(
      `delete from email_change where lower(btrim(token_hash)) = $1 and expires_at > clock_timestamp()
       returning user_id as "userId", email`,
      [hashOf(token)],
    );
    if (!change) throw noSuchLink();
    await nameCaller(em, ctx, change.userId);
    em.assign(await em.findOneOrFail(User, change.userId), { email: change.email });
  });
  return true;
}

const noSuchLink = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '邮箱确认链接无效或已过期',
    en:
      `This link does not exist, was used or is older than ${linkHours} hours. Maybe change the ` +
      `e-mail again.`,
  });
