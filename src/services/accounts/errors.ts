import { DomainError } from '../../schema/errors.js';

/** One answer to an unknown user, a wrong password and a person who did not prove who they are. */
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
