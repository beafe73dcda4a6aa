import { WorkbookError } from './faults.js';
import { LIMITS } from './limits.js';

const MEGABYTE = 1024 * 1024;

/** Bytes of an upload given as base64 or as a data URI. */
export function decodeUpload(text: string): Buffer {
  const base64 = text.slice(text.indexOf(',') + 1).trim();
  if (base64 === '') throw new WorkbookError('FILE_EMPTY');
  // Four characters encode three bytes; line breaks of mail-style base64 add a little.
  if (base64.length > LIMITS.fileBytes * 1.5) throw tooLarge();
  const file = decodeStrictly(base64) ?? decodeStrictly(base64.replaceAll(/\s/g, ''));
  if (!file) throw new WorkbookError('FILE_NOT_BASE64');
  if (file.length > LIMITS.fileBytes) throw tooLarge();
  return file;
}

/** Refuses, by size and first bytes, what cannot be a workbook. */
export function checkUpload(file: Uint8Array): void {
  if (file.length === 0) throw new WorkbookError('FILE_EMPTY');
  if (file.length > LIMITS.fileBytes) throw tooLarge();
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 512));
  if (start.subarray(0, 4).equals(ZIP_MAGIC)) return;
  if (start.subarray(0, 4).equals(OLE_MAGIC)) throw new WorkbookError('FILE_OLD_WORKBOOK');
  throw new WorkbookError(isText(start) ? 'FILE_TEXT' : 'FILE_NOT_WORKBOOK');
}

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');
/** Container of .xls files and of encrypted .xlsx files. */
const OLE_MAGIC = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Node ignores characters that are not base64, so the length shows whether there were any. */
function decodeStrictly(base64: string): Buffer | null {
  const data = base64.replace(/={1,2}$/, '');
  const file = Buffer.from(data, 'base64');
  const complete = data.length % 4 !== 1 && file.length === Math.floor((data.length * 3) / 4);
  return complete ? file : null;
}

function isText(start: Buffer): boolean {
  return (
    !start.some((byte) => byte < 9 || (byte > 13 && byte < 32)) && !start.subarray(0, 2).equals(EXE_MAGIC)
  );
}

const EXE_MAGIC = Buffer.from('MZ', 'latin1');

function tooLarge(): WorkbookError {
  return new WorkbookError('FILE_TOO_LARGE', { max: LIMITS.fileBytes / MEGABYTE });
}
