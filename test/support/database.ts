import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Where a test run creates its databases. */
export interface TestDatabases {
  /** Connects as a role that may create databases. */
  readonly adminUrl: string;
  /** Begins the name of every database of this run. */
  readonly prefix: string;
  /** A migrated database without rows. */
  readonly template: string;
}

/** A database that belongs to one suite. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, also while connections to it are open. */
  drop(): Promise<void>;
}

/**
 * Creates a database of the suite's own: migrated and without rows, or with `migrated: false` wholly empty.
 */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const { adminUrl, prefix, template } = testDatabases();
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await administer(adminUrl, `create database ${name} template ${migrated ? template : 'template0'}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

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

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
