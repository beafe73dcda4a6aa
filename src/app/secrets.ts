import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { named, workOf } from '../data/transaction.js';
import { hashPassword, passwordMatches } from '../services/accounts/passwords/passwords.js';
import { hashOf } from '../schema/hash.js';
import { secretBytesMin } from '../services/accounts/tokens.js';
import { changeSharedValue, sharedValue } from '../services/system/shared-values.js';
import { ConfigError, type Config } from './config.js';

/**
 * Key of what the database knows of the secret that signs access tokens: the secret itself where it was made
 * here, and only its hash where JWT_SECRET gives it.
 */
const secretKey = 'token_secret';
const made = 'made ';
const given = 'given ';

type SecretSetting = Pick<Config, 'JWT_SECRET'>;

/** A secret that nobody can guess. */
export const randomSecret = (): string => randomBytes(48).toString('base64url');

/**
 * The secret that signs access tokens, the same for all servers on the database. The first one decides: by
 * JWT_SECRET, by the file in which earlier releases kept it, or with a new one.
 * @throws ConfigError when JWT_SECRET is not what the other servers sign with
 */
export async function tokenSecret(
  em: EntityManager,
  { JWT_SECRET }: SecretSetting,
  dataDir: string,
): Promise<string> {
  const offer = (): Promise<string> => storedForm(JWT_SECRET, () => secretInFile(dataDir) ?? randomSecret());
  const stored = await named(em, workOf('secret of access tokens'), (tx) =>
    sharedValue(tx, secretKey, offer),
  );
  if (stored.startsWith(made)) {
    const secret = stored.slice(made.length);
    if (JWT_SECRET !== undefined && JWT_SECRET !== secret) throw otherSecret();
    return secret;
  }
  if (JWT_SECRET === undefined) throw missingSecret();
  if (!(await passwordMatches(stored.slice(given.length), hashOf(JWT_SECRET)))) throw otherSecret();
  return JWT_SECRET;
}

/** Makes JWT_SECRET, or without it a new one, the secret of the database. */
export async function changeTokenSecret(em: EntityManager, { JWT_SECRET }: SecretSetting): Promise<void> {
  const value = await storedForm(JWT_SECRET, randomSecret);
  await named(em, workOf('change of the secret of access tokens'), (tx) =>
    changeSharedValue(tx, secretKey, value),
  );
}

/** By the hash, because every character of a secret counts, as not all do of a password. */
const storedForm = async (setting: string | undefined, make: () => string): Promise<string> =>
  setting === undefined ? made + make() : given + (await hashPassword(hashOf(setting)));

/** What earlier releases kept in the data folder, so that sessions go on after an upgrade. */
function secretInFile(dataDir: string): string | null {
  try {
    const secret = readFileSync(path.join(dataDir, 'token-secret'), 'utf8').trim();
    return Buffer.byteLength(secret) < secretBytesMin ? null : secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const remedy = 'to change it for all, stop every server and run the command change-token-secret';

const otherSecret = (): ConfigError =>
  new ConfigError([
    'JWT_SECRET: the servers on this database sign access tokens with another secret, so each would refuse ' +
      `the tokens of the other. Maybe give all of them the same one; ${remedy} with the new one.`,
  ]);

const missingSecret = (): ConfigError =>
  new ConfigError([
    'JWT_SECRET: is not set, but the servers on this database sign access tokens with one that is. Maybe ' +
      `set it to theirs; ${remedy}, which makes one in the database.`,
  ]);
