import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../schema/errors.js';
import type { Context } from '../../data/context.js';
import { usableAdministrators } from './accounts.queries.js';

/** @throws OPERATION_DENIED when no usable administrator would remain */
export async function refuseWithoutAdministrator(em: EntityManager): Promise<void> {
  const [remaining] = await usableAdministrators(em);
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
