import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../src/app/log.js';
import { readConfig } from '../../src/app/config.js';
import { openRuntime } from '../../src/app/runtime.js';
import type { App } from '../../src/data/app.js';
import { systemContext } from '../../src/data/context.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { hashPassword } from '../../src/services/accounts/passwords/passwords.js';
import { initialise } from '../../src/services/accounts/initialisation.js';
import { semesterSize, semesterSql } from './semester.js';
import { studentsSql } from './students.js';
import { asBench } from './university.js';

/** The password of all accounts of the semester. */
export const password = 'Measured-Term1';
/** Number of planners; each has a department of its own. */
export const planners = 20;

export type Query = (sql: string) => Promise<any[]>;

/** A semester with its planners, `planner0` and so on, and the administrator `bench-admin`. */
export interface PlannedSemester {
  /** Environment with which the product's commands work on it. */
  readonly env: Record<string, string>;
  readonly query: Query;
  /** The product in this process, for what no caller asks of it, such as to store the result of a run. */
  readonly app: App;
}

/** A semester of so many meetings and its planners, on an embedded PostgreSQL in a temporary folder. */
export function makeSemester(undo: AsyncDisposableStack, meetings: number): Promise<PlannedSemester> {
  const size = semesterSize(meetings);
  return makePlanned(undo, size.students, semesterSql(size));
}

/** The same of an institution with so many students, the rest of which such statements make. */
export async function makePlanned(
  undo: AsyncDisposableStack,
  students: number,
  sql: string,
): Promise<PlannedSemester> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'class-scheduling-bench-'));
  const log = createLog(readConfig({ LOG_LEVEL: 'warn' }));
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir: DATA_DIR, log });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log });
  undo.defer(() => postgres.stop());
  const env = { LOG_LEVEL: 'warn', DATA_DIR, DATABASE_URL: postgres.url, DRAFTS_PER_PERSON_MAX: '20' };
  const runtime = await openRuntime(readConfig(env), log);
  undo.defer(() => runtime.close());
  const database = new Client({ connectionString: postgres.url, options: asBench });
  await database.connect();
  undo.defer(() => database.end());
  const administrator = { name: 'bench-admin', email: 'admin@example.com', phone: '13900000000' };
  await initialise(systemContext(runtime.app, 'bench'), { ...administrator, password });
  await database.query(studentsSql(students));
  await database.query(sql);
  await database.query(plannersSql(await hashPassword(password)));
  return { env, query: async (sql) => (await database.query(sql)).rows, app: runtime.app };
}

const plannersSql = (hash: string): string => `
  insert into "user" (id, name, email, phone, password_hash, role_id)
    select gen_random_uuid(), 'planner' || i, 'planner' || i || '@example.com',
      '138' || lpad(i::text, 8, '0'), '${hash}', (select id from role where key = 'ACADEMIC_AFFAIRS')
    from generate_series(0, ${planners - 1}) i;
  insert into department_grant (id, user_id, department_id)
    select gen_random_uuid(), u.id, d.id from "user" u
    join (select id, row_number() over (order by code) - 1 as n from department where code like 'SEED%') d
      on u.name = 'planner' || d.n;
  analyze;
`;
