import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settings } from '../../data/app.js';
import { initialPasswordOf } from './accounts.queries.js';

/** A student or teacher, identified by student or staff number. */
export interface PersonNumber {
  readonly isStudent: boolean;
  readonly number: string;
}

/** The same with the id of the record; null for an unknown number. */
export interface Person extends PersonNumber {
  readonly id: string | null;
}

/** Key of the secret in the system values, where all servers share it to derive the same codes. */
export const secretKey = 'initial_password_secret';

/** Characters of a code that are hard to confuse: 10 out of 32 make 50 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 10;

/**
 * The code of a person in an export. It is derived and never stored, so that the rows reveal no code without
 * the secret, and an export needs no thousands of password hashes.
 */
export function codeOf(
  secret: string,
  { exportId, personId }: { exportId: string; personId: string },
): string {
  const digest = createHmac('sha256', secret).update(`${exportId} ${personId}`).digest();
  const letters = [...digest.subarray(0, codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
  return `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`;
}

/** The initial passwords that can be guessed from a number. */
export const predictablePasswords = ({ number }: Pick<PersonNumber, 'number'>) => ({
  student: `stu${number}`,
  teacher: `te${number}`,
});

/**
 * Whether a password is the initial one of a person: the code from the last export that included the person
 * or, with INITIAL_PASSWORDS=predictable, `stu` or `te` followed by the number.
 */
export async function isInitialPassword(
  em: EntityManager,
  { INITIAL_PASSWORDS: kind }: Pick<Settings, 'INITIAL_PASSWORDS'>,
  person: Person,
  password: string,
): Promise<boolean> {
  if (kind === 'predictable') {
    return isSame(predictablePasswords(person)[person.isStudent ? 'student' : 'teacher'], password.trim());
  }
  const code = await currentCode(em, person.id);
  return code !== null && isSame(normalise(code), normalise(password));
}

async function currentCode(em: EntityManager, personId: string | null): Promise<string | null> {
  const [row] = await initialPasswordOf(em, personId, secretKey);
  return row && personId ? codeOf(row.secret, { exportId: row.exportId, personId }) : null;
}

const normalise = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
