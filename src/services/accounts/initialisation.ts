import { LockMode } from '@mikro-orm/postgresql';
import { Role, User } from '../../entities/accounts.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { SystemValue, type Initialisation } from '../../entities/system.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import { refuseWeakPassword } from './passwords/password-rules.js';
import { chosenPassword, hashPassword, passwordMax } from './passwords/passwords.js';
import { refuseNumberAsName } from './sign-in-names.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { nameCaller, transaction } from '../../data/transaction.js';
import { administratorKey, ensureSystemValues, initKey } from '../system/values.js';
import { newAccount } from './new-account.js';

declareRights({ initialisation: everybody, initialise: everybody });

@inputType('The first administrator.')
export class InitialisationInput extends inputOf(User, ['name', 'email']) {
  @given('text', '手机号', 'Phone', {
    max: 11,
    pattern: /^(13\d|14[01456879]|15[0-35-9]|16[2567]|17[0-8]|18\d|19[0-35-9])\d{8}$/,
    patternText: {
      zh: '手机号格式不正确，应为 13800000000 这样的手机号',
      en: 'This is not a mobile number of a Chinese carrier, such as 13800000000.',
    },
  })
  phone: string;

  @given('text', '密码', 'Password', { max: passwordMax, about: chosenPassword.about })
  password: string;
}

const initialised = new WeakSet<App>();

/**
 * Whether the first administrator exists; until then nothing else works. Reads the database only until it
 * does.
 */
export async function isInitialised(app: App): Promise<boolean> {
  if (initialised.has(app)) return true;
  const mode = await app.orm.em.fork().findOne(SystemValue, { key: initKey });
  if (mode?.value !== 'false') return false;
  initialised.add(app);
  return true;
}

/** Whether the system awaits its first administrator, for clients. */
export async function initialisation(ctx: Context): Promise<Initialisation> {
  authorize(ctx, 'initialisation');
  return { isAwaited: !(await isInitialised(ctx.app)) };
}

/** Creates the first administrator, once: of two concurrent calls one is refused. */
export async function initialise(
  ctx: Context,
  { name, email, phone, password }: InitialisationInput,
): Promise<true> {
  authorize(ctx, 'initialise');
  if (await isInitialised(ctx.app)) throw notAwaited();
  refuseNumberAsName(ctx.app, name);
  refuseWeakPassword(ctx, password, {
    name,
    role: RoleKey.ADMINISTRATOR,
    field: 'password',
    isFirst: true,
  });
  const passwordHash = await hashPassword(password);
  await transaction(ctx, async (em) => {
    await ensureSystemValues(em, ctx.app.config.TIME_ZONE);
    // A concurrent call waits here, and then reads what the first one wrote.
    const mode = await em.findOneOrFail(
      SystemValue,
      { key: initKey },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (mode.value !== 'true') throw notAwaited();
    const role = await em.findOneOrFail(Role, { key: RoleKey.ADMINISTRATOR });
    const user = newAccount(em, { name, email, phone, passwordHash, role, isConfirmed: true });
    await nameCaller(em, ctx, user.id);
    em.create(SystemValue, { key: administratorKey, value: user.id });
    mode.value = 'false';
  });
  initialised.add(ctx.app);
  return true;
}

const notAwaited = (): DomainError =>
  new DomainError('FORBIDDEN', {
    zh: '当前系统不处于初始化模式：管理员已经存在，请直接登录',
    en: 'The system is initialised already. Maybe sign in.',
  });
