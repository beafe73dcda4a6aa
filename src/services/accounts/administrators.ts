import type { EntityManager } from '@mikro-orm/postgresql';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Context } from '../../data/context.js';

const fromAdministrators = `from "user" u join "role" r on r.id = u.role_id where r.key =
  '${RoleKey.ADMINISTRATOR}'`;

/**
 * Locks the accounts of all administrators until the transaction ends, so that two of them who remove each
 * other concurrently are serialised.
 */
export async function lockAdministrators(em: EntityManager): Promise<void> {
  await em.execute(`select u.id ${fromAdministrators} order by u.id for update of u`);
}

/** @throws OPERATION_DENIED when no usable administrator would remain */
export async function refuseWithoutAdministrator(em: EntityManager): Promise<void> {
  const [remaining] = await em.execute<object[]>(
    `select 1 ${fromAdministrators} and u.is_enabled and not u.is_banned limit 1`,
  );
  if (!remaining) {
    throw new DomainError('OPERATION_DENIED', {
      zh: '系统至少需要保留一名可用的管理员',
      en: 'At least one administrator who can sign in must be left. Maybe make another one first.',
    });
  }
}

/** @throws OPERATION_DENIED when the caller would lock themselves out */
export function refuseOneself(ctx: Context, id: string, zh: string, en: string): void {
  if (ctx.viewer?.userId !== id) return;
  throw new DomainError('OPERATION_DENIED', {
    zh: `不能${zh}自己的账号，请由其他管理员操作`,
    en: `You cannot ${en} your own account. Maybe let another administrator do it.`,
  });
}
