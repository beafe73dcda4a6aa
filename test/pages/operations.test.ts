import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type FieldNode, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { declaredRights } from '../../src/data/access.js';
import type { Context } from '../../src/data/context.js';
import { projectRoot } from '../../src/database/project-root.js';
import { namedOperations } from '../../src/pages/start-page.js';
import { recordKinds } from '../../src/services/records/record-kinds.js';
import { examples, FRESH } from '../../src/web/examples.js';
import { operations } from '../../src/web/operations.js';
import {
  choicesOf,
  creationOf,
  listOf,
  oneOf,
  removalOf,
  updateOf,
} from '../../src/web/timetable/administration/records/operations.js';

const documents = [...Object.values(operations), ...examples.map(({ query }) => query)];
const named = documents.map((document) => [/\w+ \w+/.exec(document)?.[0], document] as const);

/** Every operation that the application at /timetable sends; they stand in files named operations.ts. */
async function operationsOfTimetable(): Promise<string[]> {
  const folder = path.join(projectRoot, 'src/web/timetable');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const modules = files
    .filter((file) => path.basename(file) === 'operations.ts')
    .map(
      (file) => import(path.join(folder, file)) as Promise<Record<string, string | Record<string, string>>>,
    );
  return (await Promise.all(modules))
    .flatMap((module) => Object.values(module))
    .flatMap((each) => (typeof each === 'object' ? Object.values(each) : each))
    .filter((text) => typeof text === 'string');
}

let schema: GraphQLSchema;

beforeAll(() => {
  schema = buildProductSchema();
});

test.each(named)('the schema answers %s', (_name, document) => {
  expect(validate(schema, parse(document))).toEqual([]);
});

test('the schema answers every operation of the timetable', async () => {
  const refused = (await operationsOfTimetable()).flatMap((text) =>
    validate(schema, parse(text)).map(({ message }) => `${/\w+ \w+/.exec(text)?.[0]}: ${message}`),
  );
  expect(refused).toEqual([]);
});

test('the schema answers the operations on every kind of records', () => {
  const everything = { systemReason: 'test', viewer: null, language: 'en' } as Context;
  const documents = recordKinds(everything).flatMap((kind) => [
    ...[listOf, oneOf, creationOf, updateOf, removalOf].map((documentOf) => documentOf(kind)),
    ...kind.fields.filter(({ options }) => options).map(choicesOf),
  ]);
  expect(documents.length).toBeGreaterThan(60);
  expect(documents.flatMap((document) => validate(schema, parse(document)))).toEqual([]);
});

test('the first example needs no variables, because GraphiQL gives its first tab none', () => {
  expect(examples[0].variables).toBeUndefined();
  expect(examples[0].query).not.toContain('$');
});

test('everybody who is signed in may run the first example', () => {
  const [operation] = parse(examples[0].query).definitions as OperationDefinitionNode[];
  const fields = operation.selectionSet.selections.map((field) => (field as FieldNode).name.value);
  expect(new Set(fields.map((name) => declaredRights().get(name)))).toEqual(new Set(['signed-in']));
});

test('the examples follow the work of a planner, and a message gets a key of its own', () => {
  const roots = examples.map(({ query }) => {
    const [operation] = parse(query).definitions as OperationDefinitionNode[];
    return (operation.selectionSet.selections.at(-1) as FieldNode).name.value;
  });
  const work = ['timetable', 'startImport', 'planSemester', 'readiness', 'startScheduling', 'schedulingTask'];
  work.push('moveMeeting', 'publishTimetable', 'undoChange', 'sendToAssistant');
  expect(roots.filter((name) => work.includes(name))).toEqual(work);
  expect(examples.find(({ query }) => query.includes('sendToAssistant'))!.variables!.key).toBe(FRESH);
});

test('what the start page names is in the schema', () => {
  const known = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.keys(type.getFields()),
  );
  expect(namedOperations.filter((name) => !known.includes(name))).toEqual([]);
});

test('an example that is not for everybody says whom it is for', () => {
  const limited = examples.filter(({ query }) => {
    const [operation] = parse(query).definitions as OperationDefinitionNode[];
    const [field] = operation.selectionSet.selections as FieldNode[];
    return typeof declaredRights().get(field.name.value) !== 'string';
  });
  expect(limited).toHaveLength(17);
  for (const { title } of limited)
    expect(title).toEqual({
      zh: expect.stringContaining('仅限'),
      en: expect.stringMatching(/for (planners|administrators|teachers|students)/i),
    });
});
