import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import settings from '../../mikro-orm.config.js';
import type { App } from '../../src/data/app.js';
import { connect, type StatementListener } from '../../src/database/orm.js';

/**
 * Tests prepare records past the product. They do so on connections of their own that name the test as who
 * writes, so that what the product writes without a name is refused as ever.
 */
const setting = 'class_scheduling.reason';

/** The address of a database for connections that may write records. */
export function writing(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c ${setting}=test`);
  return address.href;
}

const ormByApp = new WeakMap<App, MikroORM>();

/** Opens the connections of a test beside those of an app. The answer closes them. */
export function openRecords(app: App, onStatement?: StatementListener): () => Promise<void> {
  const orm = connect(writing(app.databaseUrl), { settings, onStatement, poolMax: 5 });
  ormByApp.set(app, orm);
  return () => orm.close(true);
}

/** The app as the test itself uses it, on its own connections. */
export const appOfTest = (app: App): App => ({ ...app, orm: ormOf(app) });

/** Records for a test to read and write past the product. */
export const recordsOf = (app: App): EntityManager => ormOf(app).em.fork() as EntityManager;

function ormOf(app: App): MikroORM {
  const orm = ormByApp.get(app);
  if (!orm)
    throw new Error('No connections of the test were opened for this app: openRecords was not called.');
  return orm;
}
