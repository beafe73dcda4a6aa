import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';

/**
 * A secret of the installation, which all its servers share. Where there is none yet, the offered one of the
 * first of them, however many begin at once. Its table answers nobody, and the log does not hold its values.
 */
export async function sharedSecret(
  em: EntityManager,
  key: string,
  offer: () => string | Promise<string>,
): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const sql = 'select value from system_value where key = $1';
    const [row] = await em.execute<{ value: string }[]>(sql, [key]);
    return row?.value;
  };
  const known = await read();
  if (known !== undefined) return known;
  await em.execute('insert into system_value (id, key, value) values ($1, $2, $3) on conflict do nothing', [
    uuidv7(),
    key,
    await offer(),
  ]);
  return (await read())!;
}
