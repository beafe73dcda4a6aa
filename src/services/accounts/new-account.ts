import type { EntityManager } from '@mikro-orm/postgresql';
import { User, type Role } from '../../entities/accounts.js';

interface NewAccount extends Pick<User, 'name' | 'email' | 'phone' | 'passwordHash'> {
  readonly role: Role;
  readonly permissions?: User['permissions'];
  /** Whether somebody vouches for e-mail and phone, so that they count without a link that is opened. */
  readonly isConfirmed: boolean;
}

/** Creates an account that can be used at once. */
export const newAccount = (
  em: EntityManager,
  { isConfirmed, permissions = null, ...given }: NewAccount,
): User =>
  em.create(User, {
    ...given,
    permissions,
    isEmailConfirmed: isConfirmed,
    isPhoneConfirmed: isConfirmed,
    isEnabled: true,
    isBanned: false,
  });
