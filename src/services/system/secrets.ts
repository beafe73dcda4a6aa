import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { offerSystemValue, systemValue } from './system.queries.js';

/**
 * A secret of the installation, which all its servers share. Where there is none yet, the offered one of the
 * first of them, however many begin at once. Its table answers nobody, and the log does not hold its values.
 */
export async function sharedSecret(
  em: EntityManager,
  key: string,
  offer: () => string | Promise<string>,
): Promise<string> {
  const read = async (): Promise<string | undefined> => (await systemValue(em, key))[0]?.value;
  const known = await read();
  if (known !== undefined) return known;
  await offerSystemValue(em, uuidv7(), key, await offer());
  return (await read())!;
}
