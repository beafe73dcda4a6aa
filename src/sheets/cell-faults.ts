import { fill, type FaultParams, type Sentence } from '../workbook/faults.js';

/** The errors of a single cell; `label` is the name of its column. */
const FAULTS = {
  REQUIRED: { zh: '{label}不能为空', en: '{label} is required' },
  TOO_LONG: {
    zh: '{label}长度超出限制，最大{max}个字符（当前{length}个）',
    en: '{label} is longer than {max} characters: {length}',
  },
  NOT_A_FLAG: {
    zh: '{label}只能填写1（是）或0（否）: {value}',
    en: '{label} must be 1 (yes) or 0 (no): {value}',
  },
  NOT_AN_INTEGER: { zh: '{label}必须是整数: {value}', en: '{label} must be a whole number: {value}' },
  NOT_A_NUMBER: { zh: '{label}必须是数字: {value}', en: '{label} must be a number: {value}' },
  TOO_SMALL: { zh: '{label}不能小于{min}: {value}', en: '{label} must not be less than {min}: {value}' },
  TOO_GREAT: { zh: '{label}不能大于{max}: {value}', en: '{label} must not be greater than {max}: {value}' },
  NOT_ALLOWED: {
    zh: '{label}填写错误: {value}，只能填写：{allowed}',
    en: '{label} is {value}, but must be one of: {allowed}',
  },
  NOT_A_DATE: {
    zh: '{label}应为日历上有的日期，如 2024-09-01: {value}',
    en: '{label} must be a day of the calendar, such as 2024-09-01: {value}',
  },
  NOT_FOUND: { zh: '{label}不存在: {value}', en: '{label} does not exist: {value}' },
  EXISTS: { zh: '{label}已存在: {value}', en: '{label} already exists: {value}' },
  SIGNS_IN: {
    zh: '{label}是某个账号登录用的手机号或邮箱: {value}',
    en: '{label} is the phone or e-mail with which an account signs in: {value}',
  },
  REPEATED: { zh: '{label}相同的记录已存在', en: 'There is a record with the same {label} already' },
  DUPLICATE: {
    zh: '{label}已存在: {value}（与第{first}行重复）',
    en: '{label} is repeated: {value} (first in row {first})',
  },
  CELL_FAULT: {
    zh: '{label}的公式没有结果或出错: {value}',
    en: 'The formula in {label} has no result or failed: {value}',
  },
  NUMBER_ROUNDED: {
    zh: '{label}的数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写',
    en:
      '{label} has more than 15 digits, which the spreadsheet has rounded: format the cell as text and ' +
      'type it again',
  },
} as const;

/** What is to be known of a cell of a row that is stored. */
const NOTICES = {
  UNCHANGED: { zh: '{count}行与已有记录相同，未作改动', en: '{count} rows say no more than what is stored' },
  LEFT_OUT: {
    zh: '{label}有{count}行未填写，已填为：{told}',
    en: '{label} is left out in {count} rows, which got: {told}',
  },
  REPLACED: {
    zh: '{label}有{count}行的内容无法识别，已按“{told}”保存：{texts}',
    en: '{label} says what is not known in {count} rows, which got: {told}. It said: {texts}',
  },
  IS_USER_NAME: {
    zh: '已有账号以{label}{value}为用户名，其用户下次登录时会被要求更换用户名',
    en:
      '{label} {value} is the user name of an account, whose owner is asked for another at the next ' +
      'sign-in',
  },
} as const;

const SENTENCES = { ...FAULTS, ...NOTICES };

/** Code of what a cell is told of: why it is bad, or a notice. */
export type CellFault = keyof typeof SENTENCES;

/** What is told of a cell; its label differs by language. */
export function cellSentence(code: CellFault, label: Sentence, params: FaultParams): Sentence {
  const { zh, en } = SENTENCES[code];
  return { zh: fill(zh, { ...params, label: label.zh }), en: fill(en, { ...params, label: label.en }) };
}
