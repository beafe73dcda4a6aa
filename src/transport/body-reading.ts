import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { DomainError } from '../schema/errors.js';
import type { BodyJudge } from './uploads.js';

/** Memory that a body may ask its unpacker for, as a power of two: 8 MiB, as all but the last levels need. */
const windowLogMax = 23;

/** What unpacks a body, by its Content-Encoding. */
const unpackers = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLogMax } })],
]);

/**
 * Reads a body as it comes, unpacked.
 * @param judge asked with what is announced, and before more is read than has come
 * @returns null for a body that breaks off or cannot be unpacked
 * @throws TOO_LARGE, WRONG_CONTENT_TYPE, and what the judge throws
 */
export async function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  judge: BodyJudge,
): Promise<Buffer | null> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bytesMax) throw tooLarge(bytesMax);
  judge(announced);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(request)) {
      size += chunk.length;
      if (size > bytesMax) throw tooLarge(bytesMax);
      judge(size);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return null;
  }
  return Buffer.concat(chunks);
}

function unpacked(request: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  // Not destroyed, because that would close the connection before the answer is sent.
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const unpack = unpackers.get(encoding);
  if (!unpack) {
    throw new DomainError('WRONG_CONTENT_TYPE', {
      zh: '请求体的编码不受支持',
      en: 'The encoding of the body is not supported. Maybe send UTF-8.',
    });
  }
  const unpacking = request.pipe(unpack());
  // A pipe says nothing of a body that breaks off.
  request.once('close', () => {
    if (!request.complete) unpacking.destroy();
  });
  return unpacking;
}

/** The refusal of a body that is longer than any may be there. */
export const tooLarge = (bytesMax: number): DomainError =>
  new DomainError('TOO_LARGE', {
    zh: `请求体过大，最多 ${bytesMax} 字节`,
    en: `The body is too large: at most ${bytesMax} bytes.`,
  });
