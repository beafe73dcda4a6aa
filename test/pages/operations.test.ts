import { type GraphQLSchema, parse, validate } from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { examples } from '../../src/web/examples.js';
import { operations } from '../../src/web/operations.js';

const documents = [...Object.values(operations), ...examples.map(({ query }) => query)];
const named = documents.map((document) => [/\w+ \w+/.exec(document)?.[0], document] as const);

let schema: GraphQLSchema;

beforeAll(() => {
  schema = buildProductSchema();
});

test.each(named)('the schema answers %s', (_name, document) => {
  expect(validate(schema, parse(document))).toEqual([]);
});

test('the first example needs no variables, because GraphiQL gives its first tab none', () => {
  expect(examples[0].variables).toBeUndefined();
  expect(examples[0].query).not.toContain('$');
});
