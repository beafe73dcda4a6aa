import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { examples } from '../../src/web/examples.js';
import { operations } from '../../src/web/operations.js';

const schema = buildSchema(
  readFileSync(join(import.meta.dirname, '../../src/schema/schema.graphql'), 'utf8'),
);
const documents = [...Object.values(operations), ...examples.map(({ query }) => query)];

test.each(documents)('the schema answers %s', (document) => {
  expect(validate(schema, parse(document))).toEqual([]);
});

test('the first example needs no variables, because GraphiQL gives its first tab none', () => {
  expect(examples[0].variables).toBeUndefined();
  expect(examples[0].query).not.toContain('$');
});
