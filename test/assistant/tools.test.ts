import { Kind, OperationTypeNode, validate, type OperationDefinitionNode } from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { tools } from '../../src/services/assistant/tools.js';

const schema = buildProductSchema();
const documents = Object.entries(tools).map(([name, { document }]) => ({ name, document }));

test.each(documents)('40: the tool $name reads or is a dry run, and nothing else', ({ document }) => {
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions as OperationDefinitionNode[];
  expect(document.definitions).toHaveLength(1);
  expect(operation.operation).not.toBe(OperationTypeNode.SUBSCRIPTION);
  for (const field of operation.selectionSet.selections) {
    if (field.kind !== Kind.FIELD) throw new Error('A tool names its fields itself.');
    const dryRun = field.arguments?.find(({ name }) => name.value === 'isDryRun')?.value;
    // Literally true, so that no parameter can make it anything else.
    if (operation.operation === OperationTypeNode.MUTATION)
      expect(dryRun).toMatchObject({ kind: Kind.BOOLEAN, value: true });
  }
});
