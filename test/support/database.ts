import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Where a test run creates its databases. */
export interface TestDatabases {
  /** Connects as a role that may create databases. */
  readonly adminUrl: string;
  /** Begins the name of every database of this run. */
  readonly prefix: string;
  /** The databases that those of suites are copies of. */
  readonly templates: Readonly<Record<DatabaseState, string>>;
}

/**
 * What a database holds when a suite gets it: nothing; the tables; or what a product has left in it that was
 * started and then initialised by the first administrator.
 */
export type DatabaseState = 'empty' | 'migrated' | 'initialised';

/** Who initialised a database of that state. */
export const firstAdministrator = {
  name: 'first-admin',
  password: 'Secret-123-gate',
  email: 'admin@example.com',
  phone: '13800000000',
};

/** A database that belongs to one suite. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, also while connections to it are open. */
  drop(): Promise<void>;
}

/** Creates a database of the suite's own. */
export async function createTestDatabase(state: DatabaseState = 'migrated'): Promise<TestDatabase> {
  const { adminUrl, prefix, templates } = testDatabases();
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await administer(adminUrl, copyOf(templates[state], name));
  return {
    url: withDatabase(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`).catch(leaveToTheRun),
  };
}

/**
 * Creates a database as a copy of another one; files are copied in a third of the time that their log takes.
 */
export const copyOf = (template: string, name: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

/** The same server and role with another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

function testDatabases(): TestDatabases {
  const value = process.env.TEST_DATABASES;
  if (value === undefined)
    throw new Error('There is no test database server: jest has to run with its globalSetup.');
  return JSON.parse(value) as TestDatabases;
}

/** SQLSTATE of a statement that took too long. */
const cancelled = '57014';

/** Whatever is not dropped in time, because a process of PostgreSQL does not answer, is when the run ends. */
function leaveToTheRun(error: unknown): void {
  if ((error as { code?: unknown }).code !== cancelled) throw error;
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, statement_timeout: 15_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
