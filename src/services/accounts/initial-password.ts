import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../data/app.js';

/** Somebody who may have an account of their own: a student by student number, a teacher by staff number. */
export interface PersonNumber {
  readonly isStudent: boolean;
  readonly number: string;
}

/** Letters of a code: 10 of 32, none easily mistaken, make 50 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 10;

/**
 * The password with which a person without an account proves who they are: `stu` or `te` and the number, or,
 * when INITIAL_PASSWORD_SECRET is set, a code derived from it, which is handed out on paper. It is computed,
 * never stored.
 */
export function initialPassword(
  config: Pick<Settings, 'INITIAL_PASSWORD_SECRET'>,
  { isStudent, number }: PersonNumber,
): string {
  const rule = `${isStudent ? 'stu' : 'te'}${number}`;
  if (!config.INITIAL_PASSWORD_SECRET) return rule;
  const digest = createHmac('sha256', config.INITIAL_PASSWORD_SECRET).update(rule.toLowerCase()).digest();
  return [...digest.subarray(0, codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** Whether somebody gave the initial password of a person. */
export function isInitialPassword(
  config: Pick<Settings, 'INITIAL_PASSWORD_SECRET'>,
  person: PersonNumber,
  given: string,
): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(initialPassword(config, person)), digest(given.trim()));
}
