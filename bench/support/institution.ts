import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { readConfig } from '../../src/app/config.js';
import { createLog } from '../../src/app/log.js';
import { openRuntime } from '../../src/app/runtime.js';
import { allEntities } from '../../src/data/columns.js';
import { systemContext } from '../../src/data/context.js';
import { transaction } from '../../src/data/transaction.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { Role, User } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { hashPassword } from '../../src/services/accounts/passwords/passwords.js';
import { initialise } from '../../src/services/accounts/initialisation.js';
import { studentsSql } from './students.js';
import { termSql, type TermSize } from './term.js';
import { asBench } from './university.js';

const password = 'Measured-Term1';
const logged = { LOG_LEVEL: 'warn' };

/** A large institution with a published timetable, on an embedded PostgreSQL in a temporary folder. */
export interface Institution {
  /** Environment with which the product's commands work on it. */
  readonly env: Readonly<Record<string, string>>;
  readonly administrator: { readonly user: string; readonly password: string };
  readonly student: { readonly user: string; readonly password: string };
  /** A record of each kind, by the name of its type. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Makes the institution and takes it away again at the end. */
export async function makeInstitution(
  undo: AsyncDisposableStack,
  { students, ...term }: TermSize & { readonly students: number },
): Promise<Institution> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'class-scheduling-bench-'));
  const log = createLog(readConfig(logged));
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir: DATA_DIR, log });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log });
  undo.defer(() => postgres.stop());
  const env = { ...logged, DATA_DIR, DATABASE_URL: postgres.url };
  const runtime = await openRuntime(readConfig(env), log);
  const database = new Client({ connectionString: postgres.url, options: asBench });
  await database.connect();
  try {
    const ctx = systemContext(runtime.app, 'bench');
    const administrator = { name: 'bench-admin', email: 'admin@example.com', phone: '13900000000' };
    await initialise(ctx, { ...administrator, password });
    await database.query(studentsSql(students));
    await database.query(termSql(term));
    const student = await transaction(ctx, addStudentAccount);
    await database.query('update student set user_id = $1 where id = (select id from student limit 1)', [
      student.id,
    ]);
    return {
      env,
      administrator: { user: administrator.name, password },
      student: { user: student.name, password },
      ids: await idsOf(database),
    };
  } finally {
    await database.end();
    await runtime.close();
  }
}

async function addStudentAccount(em: EntityManager): Promise<User> {
  const role = await em.findOneOrFail(Role, { key: RoleKey.STUDENT });
  const account = { name: 'bench-student', email: 'student@example.com', phone: '13900000001' };
  const passwordHash = await hashPassword(password);
  return em.create(User, { ...account, passwordHash, role, isEnabled: true, isBanned: false } as never);
}

async function idsOf(database: Client): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { target, table } of allEntities()) {
    const { rows } = await database.query<{ id: string }>(`select id from "${table}" order by id limit 1`);
    if (rows.length > 0) ids[target.name] = rows[0].id;
  }
  return ids;
}
