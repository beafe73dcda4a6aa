import { committedContracts, committedText } from '../../src/app/contracts.js';
import { mounted } from '../../src/rest/route.js';
import { routeTable } from '../../src/rest/table.js';
import { buildProductSchema } from '../../src/app/schema.js';
import { declaredRights } from '../../src/data/access.js';
import { createTestDatabase } from '../support/database.js';
import { contractOperations } from '../support/contract.js';

test('every committed contract is current: schema, database, rights, coverage, settings', async () => {
  const database = await createTestDatabase();
  try {
    for (const [file, content] of Object.entries(await committedContracts(database.url))) {
      expect({
        file,
        isCurrent: committedText(file) === content,
        remedy: 'npm run schema:emit',
      }).toMatchObject({ isCurrent: true });
    }
  } finally {
    await database.drop();
  }
});

test('every operation of the schema has declared rights, and no others are declared (requirement 39)', () => {
  const schema = buildProductSchema();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const operations = new Set(roots.flatMap((root) => Object.keys(root?.getFields() ?? {})));
  expect([...declaredRights().keys()].sort()).toEqual([...operations].sort());
});

test('every mounted route is one of the contract', () => {
  const known = new Set(contractOperations.map(({ method, path }) => `${method} ${path}`));
  const unknown = mounted(routeTable)
    .map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`)
    .filter((address) => !known.has(address));
  expect(unknown).toEqual([]);
});

test('every route answers the message of the contract', () => {
  const messages = new Map(
    contractOperations.map(({ method, path, message }) => [`${method} ${path}`, message]),
  );
  for (const { method, path, message } of mounted(routeTable)) {
    expect(`${method} ${path}: ${message ?? null}`).toBe(
      `${method} ${path}: ${messages.get(`${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`)}`,
    );
  }
});
