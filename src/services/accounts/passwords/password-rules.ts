import { passwordPattern } from '../../../entities/accounts.js';
import { RoleKey } from '../../../schema/enums.js';
import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { commonPasswords } from './common-passwords.js';

/** Characters of a new password: of those who act for others, and of everybody else. */
const staffMin = 12;
const othersMin = 8;

const personal: readonly RoleKey[] = [RoleKey.STUDENT, RoleKey.TEACHER];

/** Whose password it is, and where it was typed. */
export interface PasswordUse {
  /** The user name, which is no password. */
  readonly name: string;
  readonly role: RoleKey;
  /** Field of the input; `newPassword` by default. */
  readonly field?: string;
  /** Whether it makes the first administrator, for whom clients of /api/v1 have no pattern. */
  readonly isFirst?: boolean;
}

/**
 * Refuses a new password that is easily guessed. Those that are in use already go on to work, because nobody
 * asks this at a sign-in.
 * @throws INVALID_INPUT with the whole rule
 */
export function refuseWeakPassword(ctx: Context, password: string, use: PasswordUse): void {
  const given = password.normalize('NFKC').trim();
  const hasPattern = ctx.speaksContract && !use.isFirst;
  const min = personal.includes(use.role) || ctx.speaksContract ? othersMin : staffMin;
  const same = (other: string): boolean => given.toLowerCase() === other.trim().toLowerCase();
  const fault = (hasPattern ? !passwordPattern.test(given) : [...given].length < min)
    ? hasPattern
      ? weak
      : tooShort(min, [...given].length)
    : same(use.name)
      ? isName
      : commonPasswords.has(given.toLowerCase())
        ? isCommon
        : null;
  if (fault) throw errors.invalidInput([{ field: use.field ?? 'newPassword', text: fault }]);
}

const weak: Text = {
  zh: '密码格式错误：强密码必须包含大小写字母和数字的组合，可以使用特殊字符，至少6位',
  en: 'A password has at least 6 characters with small letters, capital letters and digits.',
};

const tooShort = (min: number, length: number): Text => ({
  zh: `密码至少${min}位（当前 ${length} 位），且不能是常用密码，也不能与用户名相同`,
  en:
    `A password has at least ${min} characters, but this one has ${length}; it is none of the most used ` +
    'ones and not the user name.',
});

const isName: Text = {
  zh: '密码不能与用户名相同，请换一个',
  en: 'A password is not the user name. Maybe choose another.',
};

const isCommon: Text = {
  zh: '该密码是最常用的一万个密码之一，容易被猜到，请换一个',
  en: 'This is one of the 10,000 most used passwords. Maybe choose one that nobody guesses.',
};
