import { createHash, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { passwordPattern } from '../../entities/accounts.js';
import type { Text } from '../../schema/texts.js';

/** argon2id with 19 MiB, two passes, one lane: the least that OWASP advises, about 20 ms of one core. */
const costs = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Greatest length of a password, so that hashing one is never much work. */
export const passwordMax = 256;

/** What a password must look like, and what is said of one that does not. */
export const strongPassword: { pattern: RegExp; patternText: Text; max: number } = {
  max: passwordMax,
  pattern: passwordPattern,
  patternText: {
    zh: '密码格式错误：强密码必须包含大小写字母和数字的组合，可以使用特殊字符，至少6位',
    en: 'A password has at least 6 characters with small letters, capital letters and digits.',
  },
};

// As in every other text outer blanks do not count, nor does the way in which a keyboard composes a
// character.
const normal = (password: string): string => password.normalize('NFKC').trim();

/** The hash under which a password is kept. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), costs);

/** Whether a password belongs to a hash, be it one of ours or one that the old service made. */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  if (!isOfOldService(passwordHash)) return verify(passwordHash, normal(password));
  return bcrypt.compare(createHash('sha256').update(password).digest('hex'), passwordHash);
}

/** Whether a hash is the old service's: bcrypt over the hexadecimal SHA-256 of the password. */
export const isOfOldService = (passwordHash: string): boolean => /^\$2[aby]\$/.test(passwordHash);

// The hash of a random text that nobody knows.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$MJr4bPdpJdG/2UGx9lOiCQ$4MfSPQVg1cqCFKkyE2rpbvVzgMvEsethxUUQQCLb1Pc';

/**
 * Takes the time of a comparison without comparing anything, so that a stranger learns nothing from the
 * clock.
 */
export async function pretendToCompare(password: string): Promise<void> {
  await verify(decoy, normal(password));
}

const easilyRead = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password for an account that somebody else makes: 8 small letters and digits, none easily mistaken. */
export const generatedPassword = (): string =>
  Array.from({ length: 8 }, () => easilyRead[randomInt(easilyRead.length)]).join('');
