import type { Text } from '../../schema/texts.js';

/** A format required of a text, with the message for texts that do not match. */
interface Pattern {
  readonly pattern: RegExp;
  readonly patternText: Text;
}

/** The legal name of a person, such as 迪丽热巴·迪力木拉提 or Mary O’Brien. */
export const personName: Pattern = {
  pattern: /^(?=.{2,32}$)[\p{L}\p{M}]{1,20}(?:[·•’' -]+[\p{L}\p{M}]{1,20})*$/u,
  patternText: {
    zh: '姓名格式不正确，应为 2 至 20 个中文或英文字母，中间可有间隔号（·）、撇号、连字符和空格',
    en:
      'A student name has 2 to 20 Chinese or Latin letters, which may have dots (·), apostrophes, hyphens ' +
      'and blanks between them.',
  },
};

/** An e-mail address. */
export const emailAddress: Pattern = {
  pattern: /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,6}$/,
  patternText: {
    zh: '邮箱格式不正确，应为 name@example.com 这样的地址',
    en: 'This is not an e-mail address such as name@example.com.',
  },
};

/** What an institution's numbers look like, as a whole and in any letter case. @throws SyntaxError */
export const numberPattern = (expression: string): RegExp => new RegExp(`^(?:${expression})$`, 'iu');

/** A mobile number of mainland China. */
export const mobileNumber: Pattern = {
  pattern: /^1[3456789]\d{9}$/,
  patternText: {
    zh: '电话格式不正确，应为 13 至 19 开头的 11 位数字',
    en: 'A mobile number has 11 digits and begins with 13 to 19.',
  },
};

/** A landline number with its area code. */
export const landline: Pattern = {
  pattern: /^(\d{3}-\d{8}|\d{4}-\d{7})$/,
  patternText: {
    zh: '固定电话格式不正确，应带区号，如 010-12345678 或 0571-1234567',
    en: 'A landline number is written with its area code, such as 010-12345678 or 0571-1234567.',
  },
};
