import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

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

/** What was named does not exist. */
export const noSuch = ({ zh, en }: Text, value: string): DomainError =>
  new DomainError('NOT_FOUND', { zh: `${zh}：${value.slice(0, 64)}`, en: `${en}: "${value.slice(0, 64)}".` });
