import { type FieldNode, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { declaredRights } from '../../src/data/access.js';
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

test('everybody who is signed in may run the first example', () => {
  const [operation] = parse(examples[0].query).definitions as OperationDefinitionNode[];
  const fields = operation.selectionSet.selections.map((field) => (field as FieldNode).name.value);
  expect(fields.map((name) => declaredRights().get(name))).toEqual(['signed-in']);
});

test('an example that is not for everybody says whom it is for', () => {
  const limited = examples.filter(({ query }) => {
    const [operation] = parse(query).definitions as OperationDefinitionNode[];
    const [field] = operation.selectionSet.selections as FieldNode[];
    return typeof declaredRights().get(field.name.value) !== 'string';
  });
  expect(limited).toHaveLength(5);
  for (const { title } of limited)
    expect(title).toEqual({
      zh: expect.stringContaining('仅限'),
      en: expect.stringMatching(/for (planners|administrators)/i),
    });
});
