import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settings } from '../../data/app.js';

/** Somebody who may have an account of their own: a student by student number, a teacher by staff number. */
export interface PersonNumber {
  readonly isStudent: boolean;
  readonly number: string;
}

/** The same with the record; null for a number of nobody. */
export interface Person extends PersonNumber {
  readonly id: string | null;
}

/** Key of the secret among the values of the system, so that all servers derive the same codes. */
export const secretKey = 'initial_password_secret';

/** Letters of a code: 10 of 32, none easily mistaken, make 50 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 10;

/**
 * The code that an export gave a person. It is computed, never stored, so that even the rows of a database
 * give no code without its secret, and nobody waits for thousands of hashes.
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

/** The password that anybody can guess from a number. */
export const predictablePasswords = ({ number }: Pick<PersonNumber, 'number'>) => ({
  student: `stu${number}`,
  teacher: `te${number}`,
});

/**
 * Whether somebody gave the initial password of a person: the code of the last export that the person was
 * in or, where INITIAL_PASSWORDS says so, `stu` or `te` and the number.
 */
export async function isInitialPassword(
  em: EntityManager,
  { INITIAL_PASSWORDS: kind }: Pick<Settings, 'INITIAL_PASSWORDS'>,
  person: Person,
  given: string,
): Promise<boolean> {
  if (kind === 'predictable') {
    return isSame(predictablePasswords(person)[person.isStudent ? 'student' : 'teacher'], given.trim());
  }
  const code = await currentCode(em, person.id);
  return code !== null && isSame(plain(code), plain(given));
}

async function currentCode(em: EntityManager, personId: string | null): Promise<string | null> {
  const [row] = await em.execute<{ exportId: string; secret: string }[]>(
    `select p.export_id as "exportId", v.value as secret from initial_password p, system_value v
     where p.person_id = $1 and v.key = $2`,
    [personId, secretKey],
  );
  return row && personId ? codeOf(row.secret, { exportId: row.exportId, personId }) : null;
}

const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
