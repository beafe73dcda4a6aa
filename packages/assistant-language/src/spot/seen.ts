import { readFileSync } from 'node:fs';
import { once } from './gazetteer.js';

/**
 * What people say, as bits: pairs of Chinese characters, and English words. A pair that nobody said is likely
 * mistyped, and one that somebody said is likely not.
 */
export const seenFile = new URL('./seen.json', import.meta.url);

/** What the trainer writes. */
export interface Seen {
  /** Of the corpora that it was made of. */
  readonly hash: string;
  /** As base64. */
  readonly bits: string;
}

/** Of a pair that nobody said about one in a hundred is taken for one that was. */
const size = 2 ** 17;
const hashes = 4;

/** The bits of what was said. */
export function bitsOf(all: Iterable<string>): Uint8Array {
  const bits = new Uint8Array(size / 8);
  for (const one of all) for (const place of placesOf(one)) bits[place >> 3] |= 1 << (place & 7);
  return bits;
}

function placesOf(text: string): number[] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const step = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 1;
  return Array.from({ length: hashes }, (_, at) => (hash + Math.imul(at, step)) >>> (32 - Math.log2(size)));
}

const known = once(() => Buffer.from((JSON.parse(readFileSync(seenFile, 'utf8')) as Seen).bits, 'base64'));

/** Whether somebody said a pair of characters, or a word. */
export const isSeen = (text: string): boolean =>
  placesOf(text).every((place) => (known()[place >> 3] & (1 << (place & 7))) !== 0);
