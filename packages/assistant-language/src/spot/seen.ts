import { readFileSync } from 'node:fs';
import { once } from './gazetteer.js';

/**
 * What people say, as bits: two and three characters or words beside each other, and English words. What
 * nobody said is likely mistyped, and what somebody said is likely not.
 */
export const seenFile = new URL('./seen.json', import.meta.url);

/** What the trainer writes. */
export interface Seen {
  readonly hash: string;
  readonly bits: string;
}

/** Of what nobody said about one in a hundred is taken for something that was. */
const size = 2 ** 20;
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

/** Number of answers that are remembered: most are asked for again where the same is read in other ways. */
const answersMax = 20_000;
const answers = new Map<string, boolean>();

/** Whether somebody said some characters, or words. */
export function isSeen(text: string): boolean {
  const found = answers.get(text);
  if (found !== undefined) return found;
  const made = placesOf(text).every((place) => (known()[place >> 3] & (1 << (place & 7))) !== 0);
  if (answers.size >= answersMax) answers.clear();
  answers.set(text, made);
  return made;
}
