import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';

/**
 * A secret of the installation, which all its servers share: the offered one, unless there is one already,
 * however many of them begin at once. Its table answers nobody, and the log does not hold its values.
 */
export async function sharedSecret(em: EntityManager, key: string, offered: string): Promise<string> {
  await em.execute('insert into system_value (id, key, value) values ($1, $2, $3) on conflict do nothing', [
    uuidv7(),
    key,
    offered,
  ]);
  const [{ value }] = await em.execute<{ value: string }[]>('select value from system_value where key = $1', [
    key,
  ]);
  return value;
}
