import { type WorkbookError } from '../../src/workbook/faults.js';
import { LIMITS } from '../../src/workbook/limits.js';
import { checkUpload, decodeUpload } from '../../src/workbook/upload.js';

const bytes = Buffer.from('PK\x03\x04 and so on');
const base64 = bytes.toString('base64');

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'no error';
  } catch (error) {
    return (error as WorkbookError).code;
  }
}

test.each([
  ['bare base64', base64],
  ['a data URI', `data:application/vnd.ms-excel;base64,${base64}`],
  ['base64 with line breaks', base64.replaceAll(/.{8}/g, '$&\r\n')],
  ['base64 without padding', base64.replaceAll('=', '')],
  ['URL-safe base64', bytes.toString('base64url')],
])('decodes %s', (_what, text) => {
  expect(decodeUpload(text)).toEqual(bytes);
});

test.each([
  ['', 'FILE_EMPTY'],
  ['   ', 'FILE_EMPTY'],
  ['data:application/octet-stream;base64,', 'FILE_EMPTY'],
  ['这不是Base64', 'FILE_NOT_BASE64'],
  ['QUJD!QUJD', 'FILE_NOT_BASE64'],
  ['QUJDQ', 'FILE_NOT_BASE64'],
  ['QUI=QUJD', 'FILE_NOT_BASE64'],
])('refuses to decode %j with %s', (text, code) => {
  expect(codeOf(() => decodeUpload(text))).toBe(code);
});

test('accepts a file of exactly the limit and refuses one byte more', () => {
  const largest = Buffer.alloc(LIMITS.fileBytes);
  expect(decodeUpload(largest.toString('base64'))).toHaveLength(LIMITS.fileBytes);
  expect(codeOf(() => decodeUpload(Buffer.alloc(LIMITS.fileBytes + 1).toString('base64')))).toBe(
    'FILE_TOO_LARGE',
  );
  expect(codeOf(() => checkUpload(Buffer.alloc(LIMITS.fileBytes + 1)))).toBe('FILE_TOO_LARGE');
});

test('refuses an immense text without decoding it', () => {
  expect(codeOf(() => decodeUpload('QUJD'.repeat(5_000_000)))).toBe('FILE_TOO_LARGE');
});

test('says in both languages what is wrong and what to do', () => {
  expect(() => checkUpload(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toThrow(
    expect.objectContaining({
      code: 'FILE_OLD_WORKBOOK',
      zh: '不支持旧版 .xls 或带密码的工作簿，请另存为不带密码的 .xlsx 后上传',
      en: 'This is an old .xls workbook or one with a password: save it as .xlsx without a password',
    }),
  );
});
