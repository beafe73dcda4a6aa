// PostGraphile, the server that a user could pick instead, on the database of the product: whole tables as
// they are, without accounts or rights. Its users would turn on the same three things: lists beside
// connections, order by any column, and production mode (by the environment).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const server = createServer();
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  schema: { defaultBehavior: '+list' },
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
});
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
server.listen(0, '127.0.0.1', () => {
  console.log(`PostGraphile is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
