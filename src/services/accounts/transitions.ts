import { User } from '../../entities/accounts.js';
import { AccountTransition } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import type { Text } from '../../schema/texts.js';
import { administrators, authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { transaction } from '../../data/transaction.js';
import { refuseOneself, refuseWithoutAdministrator } from './administrators.js';
import { endSessions } from './sessions.js';
import { lockAccount, users } from './users.js';

declareRights({ changeAccount: administrators });

type Flags = Pick<User, 'isEnabled' | 'isBanned'>;

interface Transition {
  readonly name: Text;
  /** Whether it is possible in the current state of the account. */
  readonly isAllowed: (account: Flags) => boolean;
  readonly sets: Partial<Flags>;
}

const { ENABLE, DISABLE, BAN, LIFT_BAN } = AccountTransition;

/** A ban is independent of whether an account is enabled: lifting it restores the previous state. */
const transitions: Readonly<Record<AccountTransition, Transition>> = {
  [ENABLE]: {
    name: { zh: '启用', en: 'ENABLE' },
    isAllowed: ({ isEnabled, isBanned }) => !isEnabled && !isBanned,
    sets: { isEnabled: true },
  },
  [DISABLE]: {
    name: { zh: '禁用', en: 'DISABLE' },
    isAllowed: ({ isEnabled, isBanned }) => isEnabled && !isBanned,
    sets: { isEnabled: false },
  },
  [BAN]: {
    name: { zh: '封禁', en: 'BAN' },
    isAllowed: ({ isBanned }) => !isBanned,
    sets: { isBanned: true },
  },
  [LIFT_BAN]: {
    name: { zh: '解除封禁', en: 'LIFT_BAN' },
    isAllowed: ({ isBanned }) => isBanned,
    sets: { isBanned: false },
  },
};

/** The possible transitions of an account in its current state. */
export const transitionsOf = (account: Flags): AccountTransition[] =>
  Object.values(AccountTransition).filter((name) => transitions[name].isAllowed(account));

/** Changes the state of an account of any role. An account that can no longer sign in loses its sessions. */
export async function changeAccount(
  ctx: Context,
  id: string,
  name: AccountTransition,
  expectedVersion?: number | null,
): Promise<Row<User>> {
  authorize(ctx, 'changeAccount');
  const transition = transitions[name];
  await transaction(ctx, async (em) => {
    const account = await lockAccount(em, id, expectedVersion);
    if (!transition.isAllowed(account)) throw refusedTransition(account, name);
    em.assign(account, transition.sets);
    if (account.isEnabled && !account.isBanned) return;
    refuseOneself(ctx, id, transition.name.zh, transition.name.en.toLowerCase());
    await em.flush();
    await refuseWithoutAdministrator(em);
    await endSessions(ctx.app, em, { userId: id });
  });
  ctx.rows.forget(User);
  return users.load(ctx, id);
}

function refusedTransition(account: Flags, name: AccountTransition): DomainError {
  const allowed = transitionsOf(account);
  const state: Text = account.isBanned
    ? { zh: '已封禁', en: 'banned' }
    : account.isEnabled
      ? { zh: '已启用', en: 'enabled' }
      : { zh: '已禁用', en: 'disabled' };
  const names = (language: 'zh' | 'en', comma: string): string =>
    allowed.map((each) => transitions[each].name[language]).join(comma);
  return new DomainError(
    'OPERATION_ERROR',
    {
      zh: `账号当前${state.zh}，不能${transitions[name].name.zh}；可执行：${names('zh', '、')}`,
      en: `The account is ${state.en}, so ${name} is not possible. Maybe one of these: ${names('en', ', ')}.`,
    },
    { transition: name, allowed },
  );
}
