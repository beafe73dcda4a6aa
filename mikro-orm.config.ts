import 'reflect-metadata';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { defineConfig } from '@mikro-orm/postgresql';
import { ParameterDriver } from './src/database/connection.js';
import { entities } from './src/entities/all.js';

/** Settings of the object-relational mapper; the connection is named by DATABASE_URL or by the server. */
export default defineConfig({
  clientUrl: process.env.DATABASE_URL ?? 'postgresql://127.0.0.1/class_scheduling',
  driver: ParameterDriver,
  entities,
  metadataProvider: ReflectMetadataProvider,
  metadataCache: { enabled: false },
  allowGlobalContext: false,
  validateRequired: false,
  ignoreUndefinedInQuery: true,
});
