import { DomainError } from '../../schema/errors.js';
import { WorkbookError } from '../../workbook/faults.js';
import { checkUpload, decodeUpload } from '../../workbook/upload.js';

/** A workbook: its bytes, or those in base64 or as a data URI. */
export type ImportFile = string | Uint8Array;

/** The bytes of an upload, whatever it is. */
export const bytesOf = (file: ImportFile): Uint8Array =>
  typeof file === 'string' ? decodeUpload(file) : file;

/**
 * The bytes of an upload that has the size and the first bytes of a workbook. @throws DomainError otherwise
 */
export function uploadOf(file: ImportFile): Promise<Uint8Array> {
  return withFileErrors(async () => {
    const upload = bytesOf(file);
    checkUpload(upload);
    return upload;
  });
}

/** Seconds after which somebody who found no room may try again. */
const retrySeconds = 5;

/** Runs work on a workbook; an error that concerns the whole file becomes an error for the caller. */
export async function withFileErrors<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const code =
      error.code === 'FILE_TOO_LARGE'
        ? 'TOO_LARGE'
        : error.code === 'BUSY'
          ? 'TOO_MANY_REQUESTS'
          : 'INVALID_BODY';
    const details = { reason: error.code, ...(error.code === 'BUSY' && { retrySeconds }) };
    throw new DomainError(code, { zh: error.zh, en: error.en }, details);
  }
}
