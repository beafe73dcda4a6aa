import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { User } from '../../entities/accounts.js';
import { AccountState } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';
import type { Context } from '../../data/context.js';
import type { Filter } from '../../data/crud.js';
import { loaderOf } from '../../data/loaders.js';
import { endSessions } from './sessions.js';
import { personsByAccount } from './accounts.queries.js';

/** The state of a person's account, read in batches. */
export function accountStateOf(ctx: Context, userId: string | null): Promise<AccountState> {
  if (userId === null) return Promise.resolve(AccountState.NONE);
  return loaderOf(ctx, 'account states', (ids) => readStates(ctx, ids), AccountState.NONE).load(userId);
}

async function readStates(ctx: Context, ids: readonly string[]): Promise<Map<string, AccountState>> {
  const query = ctx.em.createQueryBuilder(User).select(['id', 'isEnabled', 'isBanned']);
  const rows = await query
    .where({ id: { $in: [...ids] } })
    .execute<Pick<User, 'id' | 'isEnabled' | 'isBanned'>[]>('all');
  return new Map(
    rows.map((user) => [user.id, isUsable(user) ? AccountState.ENABLED : AccountState.DISABLED]),
  );
}

const isUsable = ({ isEnabled, isBanned }: Pick<User, 'isEnabled' | 'isBanned'>): boolean =>
  isEnabled && !isBanned;

/** A filter for people by the state of their accounts, for pages only. */
export const accountStateFilter: Filter = {
  name: 'accountState',
  type: () => AccountState,
  about: 'Only people whose account is in this state.',
  isForPagesOnly: true,
  where: (state: AccountState) => ({
    $sql: personsByAccount[state],
  }),
};

/** Disables or enables the account of a person. Tokens of a disabled account become invalid at once. */
export async function switchAccount(
  ctx: Context,
  em: EntityManager,
  person: { user: { id: string } | null },
  { isDisabled, none }: { isDisabled: boolean; none: Text },
): Promise<void> {
  if (!person.user) throw new DomainError('NOT_FOUND', none);
  const user = await em.findOneOrFail(User, person.user.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  user.isEnabled = !isDisabled;
  await em.flush();
  if (isDisabled) await endSessions(ctx.app, em, { userId: user.id });
}

/** The error for deleting somebody who has an account. */
export const hasAccount = (text: Text): DomainError => new DomainError('IN_USE', text);
