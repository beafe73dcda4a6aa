import { createHash, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';

/** argon2id with 19 MiB, two passes, one lane: the minimum recommended by OWASP, about 20 ms of one core. */
const costs = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum length of a password, which bounds the cost of hashing. */
export const passwordMax = 256;

/** A new password of somebody; `refuseWeakPassword` judges it once it is known whose it is. */
export const chosenPassword = {
  isSecret: true,
  max: passwordMax,
  // What every rule refuses is refused here, so that it is told together with the faults of other fields.
  pattern: /^(.{6,})?$/s,
  patternText: {
    zh: '密码格式错误：强密码必须包含大小写字母和数字的组合，可以使用特殊字符，至少6位',
    en: 'A password has at least 8 characters, 12 of those who act for others.',
  },
  about:
    'At least 12 characters of those who act for others, 8 of students and teachers; none of the 10,000 ' +
    'most used passwords, and not the user name.',
};

// As in all texts, surrounding blanks are ignored; so are differences in Unicode composition.
const normalise = (password: string): string => password.normalize('NFKC').trim();

/** The hash of a password, as stored. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), costs);

/** Whether a password matches a hash of this server or of its predecessor. */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  if (!isLegacyHash(passwordHash)) return verify(passwordHash, normalise(password));
  return bcrypt.compare(createHash('sha256').update(password).digest('hex'), passwordHash);
}

/** Whether a hash comes from the predecessor: bcrypt over the hexadecimal SHA-256 of the password. */
export const isLegacyHash = (passwordHash: string): boolean => /^\$2[aby]\$/.test(passwordHash);

// The hash of an unknown random text.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$MJr4bPdpJdG/2UGx9lOiCQ$4MfSPQVg1cqCFKkyE2rpbvVzgMvEsethxUUQQCLb1Pc';

/** Takes as long as a comparison, so that response times do not reveal whether an account exists. */
export async function pretendToCompare(password: string): Promise<void> {
  await verify(decoy, normalise(password));
}

const unambiguousCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Generates an initial password of 8 lower-case letters and digits that are hard to confuse. */
export const generatedPassword = (): string =>
  Array.from({ length: 8 }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join('');
