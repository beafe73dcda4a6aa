import { Client } from 'pg';
import { writing } from '../../support/records.js';

/**
 * Holds a student number in a transaction that does not end, so that an import of it has to wait; there must
 * be a class. The answer lets it go, or with `isKept` stores it.
 */
export async function holding(
  databaseUrl: string,
  code: string,
): Promise<(options?: { isKept: boolean }) => Promise<void>> {
  const client = new Client({ connectionString: writing(databaseUrl) });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into student (id, code, name, is_male, grade_id, department_id, major_id)
       select gen_random_uuid(), $1, 'x', true, grade_id, department_id, major_id
       from administrative_class limit 1`,
    [code],
  );
  return async ({ isKept } = { isKept: false }) => {
    await client.query(isKept ? 'commit' : 'rollback');
    await client.end();
  };
}
