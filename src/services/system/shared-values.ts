import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { SystemValue } from '../../entities/system.js';
import { offerSystemValue, systemValue } from './system.queries.js';

/**
 * A value of the installation, which all its servers share, such as a secret. Where there is none yet, the
 * offered one of the first of them, however many begin at once. Its table answers nobody, and the log does
 * not hold its values.
 */
export async function sharedValue(
  em: EntityManager,
  key: string,
  offer: () => string | Promise<string>,
): Promise<string> {
  const known = await keptValue(em, key);
  if (known !== undefined) return known;
  await offerSystemValue(em, uuidv7(), key, await offer());
  return (await keptValue(em, key))!;
}

/** The same, where there is one. */
export async function keptValue(em: EntityManager, key: string): Promise<string | undefined> {
  return (await systemValue(em, key))[0]?.value;
}

/** Makes another one the value of the installation, for servers that start from now on. */
export async function changeSharedValue(em: EntityManager, key: string, value: string): Promise<void> {
  await em.nativeDelete(SystemValue, { key });
  await sharedValue(em, key, () => value);
}
