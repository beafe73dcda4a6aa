import { DomainError } from '../../schema/errors.js';

/** The same answer for an unknown user, a wrong password and a registration without proof of identity. */
export const wrongCredentials = (): DomainError =>
  new DomainError('SIGN_IN_FAILED', {
    zh: '用户名或密码错误',
    en: 'The user name or the password is wrong.',
  });

/** The two entries of a new password are not the same. */
export const confirmationDiffers = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: '两次密码不一致',
    en: 'The two entries of the new password differ.',
  });
