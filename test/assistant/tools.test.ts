import { randomUUID } from 'node:crypto';
import { Kind, OperationTypeNode, validate, type OperationDefinitionNode } from 'graphql';
import { ZodError } from 'zod';
import { buildProductSchema } from '../../src/app/schema.js';
import { tools, toolsFor } from '../../src/services/assistant/tools.js';

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

test('one answer uses tools 300 times at most, with the parameters that they declare', async () => {
  const run = jest.fn(async () => ({ timetable: null }));
  const use = toolsFor({ app: { operations: { run } } } as never);
  await expect(use('timetable', { revision: 0 })).rejects.toThrow(ZodError);
  await expect(use('conflicts', { timetable: 'all' })).rejects.toThrow(ZodError);
  await expect(use('timetable', { isDryRun: false })).rejects.toThrow(ZodError);
  for (let calls = 3; calls < 300; calls++) await use('timetable', {});
  await expect(use('timetable', {})).rejects.toMatchObject({ code: 'OPERATION_FAILED' });
  expect(run).toHaveBeenCalledTimes(297);
});

test('a change is checked with the items of ten wishes, for each of which three make way', async () => {
  const run = jest.fn(async () => ({}));
  const use = toolsFor({ app: { operations: { run } } } as never);
  const check = (count: number) => {
    const items = Array.from({ length: count }, () => ({ meeting: randomUUID(), isLocked: true }));
    return use('checkChange', { timetable: randomUUID(), items });
  };
  await check(40);
  await expect(check(41)).rejects.toThrow(ZodError);
  expect(run).toHaveBeenCalledTimes(1);
});
