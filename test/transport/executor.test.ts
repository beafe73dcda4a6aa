import {
  buildSchema,
  GraphQLError,
  GraphQLScalarType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { createExecutor } from '../../src/transport/graphql/executor.js';
import { DomainError } from '../../src/schema/errors.js';
import { failureOf } from '../../src/transport/graphql/format-error.js';

const sdl = `
  scalar Moment
  enum Colour { RED GREEN }
  input Place { city: String! zip: Int = 7 tags: [String!] colour: Colour }
  type Person { id: ID! name: String nick: String! friend: Person friends: [Person!]! strict: Person!
  colour: Colour born: Moment }
  type Query {
    person(id: ID!): Person
    people(first: Int = 2): [Person!]!
    place(place: Place): String
    at(moment: Moment): String
    refused: Person
    broken: Int
    strictBroken: Int!
    maybe(flag: Boolean): String
  }
  type Mutation { add(text: String!): [String!]! fail: Int }
`;

const log: string[] = [];
const people = ['1', '2', '3'].map((id) => ({
  id,
  name: `P${id}`,
  nick: id === '2' ? null : `n${id}`,
  colour: 1,
  born: new Date(0),
}));

function sampleSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  Object.assign(schema.getType('Moment') as GraphQLScalarType, {
    parseValue: (value: unknown) => {
      if (Number.isNaN(Date.parse(String(value))))
        throw new GraphQLError('no moment', { extensions: { code: 'INVALID_PARAMETER' } });
      return new Date(String(value));
    },
    serialize: (value: Date) => value.toISOString(),
  });
  (schema.getType('Colour') as any)._values.forEach((value: any, at: number) => (value.value = at + 1));
  (schema.getType('Colour') as any)._valueLookup = new Map(
    (schema.getType('Colour') as any)._values.map((value: any) => [value.value, value]),
  );
  const resolvers: Record<string, Record<string, (...args: any[]) => unknown>> = {
    Query: {
      person: (_, { id }) => people.find((person) => person.id === id) ?? null,
      people: async (_, { first }) => people.slice(0, first),
      place: (_, { place }) => JSON.stringify(place),
      at: (_, { moment }) => (moment instanceof Date ? moment.toISOString() : `not a date: ${typeof moment}`),
      refused: async () => {
        throw new DomainError('FORBIDDEN', { zh: '不行', en: 'No.' });
      },
      broken: () => {
        throw new Error('secret inside');
      },
      strictBroken: () => {
        throw new Error('secret inside');
      },
      maybe: (_, { flag }) => String(flag),
    },
    Person: {
      friend: async ({ id }) => people[Number(id)] ?? null,
      friends: async ({ id }) => people.filter((person) => person.id !== id),
      strict: async ({ id }) => (id === '1' ? people[2] : null),
    },
    Mutation: {
      add: async (_, { text }) => {
        await new Promise((resolve) => setTimeout(resolve, text === 'slow' ? 20 : 1));
        log.push(text);
        return [...log];
      },
      fail: () => {
        throw new DomainError('IN_USE', { zh: '在用', en: 'In use.' });
      },
    },
  };
  for (const [type, fields] of Object.entries(resolvers)) {
    const known = (schema.getType(type) as any).getFields();
    for (const [name, resolve] of Object.entries(fields)) known[name].resolve = resolve;
  }
  return schema;
}

const schema = sampleSchema();

interface Case {
  name: string;
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

const cases: Case[] = [
  {
    name: 'nested lists, enums and scalars',
    query: '{ people(first: 1) { id name colour born friends { id colour } } }',
  },
  { name: 'default of an argument', query: '{ people { id } }' },
  { name: 'an expected failure in a nullable field', query: '{ refused { id } person(id: 1) { name } }' },
  { name: 'an unexpected failure', query: '{ broken person(id: 1) { name } }' },
  {
    name: 'a failure in a required root field empties everything',
    query: '{ strictBroken person(id: 1) { name } }',
  },
  {
    name: 'null in a required field empties the nearest nullable parent',
    query: '{ person(id: 2) { id nick } other: person(id: 1) { id } }',
  },
  { name: 'null in a required field inside a list', query: '{ people(first: 2) { id nick } }' },
  {
    name: 'null for a required record two levels down',
    query: '{ person(id: 3) { friends { id strict { id } } } }',
  },
  { name: 'a variable', query: 'query ($id: ID!) { person(id: $id) { name } }', variables: { id: '3' } },
  {
    name: 'a variable given as a number',
    query: 'query ($id: ID!) { person(id: $id) { name } }',
    variables: { id: 3 },
  },
  { name: 'a variable that is missing', query: 'query ($id: ID!) { person(id: $id) { name } }' },
  {
    name: 'a variable of a wrong type',
    query: 'query ($first: Int) { people(first: $first) { id } }',
    variables: { first: 'two' },
  },
  { name: 'a default of a variable', query: 'query ($first: Int = 1) { people(first: $first) { id } }' },
  {
    name: 'null instead of the default of a variable',
    query: 'query ($flag: Boolean = true) { maybe(flag: $flag) }',
    variables: { flag: null },
  },
  {
    name: 'a variable that is left out for an optional argument',
    query: 'query ($flag: Boolean) { maybe(flag: $flag) }',
  },
  {
    name: 'null through a variable into a required argument',
    query: 'query ($text: ID = 1) { person(id: $text) { id } }',
    variables: { text: null },
  },
  {
    name: 'an input object',
    query: 'query ($place: Place) { place(place: $place) }',
    variables: { place: { city: 'X', colour: 'GREEN' } },
  },
  {
    name: 'an input object with a nested fault',
    query: 'query ($place: Place) { place(place: $place) }',
    variables: { place: { city: 'X', tags: ['a', null] } },
  },
  {
    name: 'an input object with an unknown field',
    query: 'query ($place: Place) { place(place: $place) }',
    variables: { place: { city: 'X', town: 'Y' } },
  },
  {
    name: 'one value for a list',
    query: 'query ($place: Place) { place(place: $place) }',
    variables: { place: { city: 'X', tags: 'one' } },
  },
  {
    name: 'variables inside a literal object',
    query: 'query ($city: String!, $zip: Int) { place(place: { city: $city, zip: $zip }) }',
    variables: { city: 'X' },
  },
  { name: 'a literal object', query: '{ place(place: { city: "X", tags: ["a"], colour: RED }) }' },
  { name: 'a literal without texts', query: '{ people(first: 3) { id } maybe(flag: true) }' },
  {
    name: 'a scalar of its own',
    query: 'query ($moment: Moment) { at(moment: $moment) }',
    variables: { moment: '2026-01-01T00:00:00Z' },
  },
  {
    name: 'a scalar of its own as default',
    query: 'query ($moment: Moment = "2026-01-01T00:00:00Z") { at(moment: $moment) }',
  },
  {
    name: 'a scalar of its own that is refused',
    query: 'query ($moment: Moment) { at(moment: $moment) }',
    variables: { moment: 'soon' },
  },
  {
    name: '@skip',
    query: 'query ($no: Boolean!) { people(first: 1) { id name @skip(if: $no) } }',
    variables: { no: true },
  },
  {
    name: '@skip that does not',
    query: 'query ($no: Boolean!) { people(first: 1) { id name @skip(if: $no) } }',
    variables: { no: false },
  },
  {
    name: '@include on fragments',
    query:
      'query ($yes: Boolean!) { people(first: 1) { id ...N @include(if: $yes) ... @include(if: $yes) { ' +
      'nick } } } fragment N on Person { name }',
    variables: { yes: false },
  },
  {
    name: '@include with a default',
    query: 'query ($yes: Boolean! = true) { people(first: 1) { id name @include(if: $yes) } }',
  },
  {
    name: 'fragments and __typename',
    query:
      '{ people(first: 1) { __typename ...F } } fragment F on Person { friend { ...G } } fragment G on ' +
      'Person { name __typename }',
  },
  { name: 'aliases', query: '{ a: person(id: 1) { b: name } c: person(id: 3) { b: nick } }' },
  {
    name: 'aliases that look like machinery',
    query: '{ __proto__: person(id: 1) { constructor: name } toString: person(id: 3) { __context: nick } }',
  },
  {
    name: 'fields of the same name are merged',
    query: '{ person(id: 1) { friend { id } friend { name } } }',
  },
  { name: 'mutations one after the other', query: 'mutation { a: add(text: "slow") b: add(text: "fast") }' },
  {
    name: 'mutations one after the other, by variables',
    query: 'mutation ($a: String!, $b: String!) { a: add(text: $a) fail b: add(text: $b) }',
    variables: { a: 'slow', b: 'fast' },
  },
  {
    name: 'one of several operations',
    query: 'query A { people(first: 1) { id } } query B { person(id: 3) { id } }',
    operationName: 'B',
  },
  {
    name: 'null for what decides whether a field is skipped',
    query: 'query ($x: Boolean = true) { person(id: 1) { id @skip(if: $x) name } }',
    variables: { x: null },
  },
  {
    name: 'a variable that is called as what every object has',
    query: 'query ($__proto__: Boolean = true) { person(id: 1) { id @skip(if: $__proto__) name } }',
  },
  {
    name: 'more fields than are planned',
    query: `{ ${Array.from({ length: 1_000 }, (_, at) => `p${at}: person(id: 1) { id name }`).join(' ')} }`,
  },
  { name: 'introspection', query: '{ __schema { queryType { name } } __type(name: "Person") { name } }' },
];

/** The whole answer as a client would read it, with what the log would know. */
const readable = ({ data, errors }: ExecutionResult): unknown => ({
  data: data === undefined ? 'none' : JSON.parse(JSON.stringify(data)),
  errors: errors?.map((error) => ({
    message: error.message,
    path: error.path,
    locations: error.locations?.map(({ line, column }) => ({ line, column })),
    code: failureOf(error).code,
    text: failureOf(error).text,
    problems: failureOf(error).details.problems,
  })),
});

describe('both executors answer the same', () => {
  test.each(cases)('$name', async ({ query, variables, operationName }) => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    const run = async (kind: 'plan' | 'js'): Promise<unknown[]> => {
      const execute = createExecutor(kind);
      const answers: unknown[] = [];
      // The plan is made at the first time, and kept for the others.
      for (let time = 0; time < 3; time++) {
        log.length = 0;
        answers.push(
          readable(
            await execute({ schema, document, variableValues: variables, operationName, contextValue: {} }),
          ),
        );
      }
      return answers;
    };
    const expected = await run('js');
    expect(expected[1]).toEqual(expected[0]);
    expect(await run('plan')).toEqual(expected);
  });
});

test('where several siblings empty one parent, the planning executor may name more of them', async () => {
  const document = parse('query ($id: ID!) { person(id: $id) { friends { strict { id } } } }');
  const answers = await Promise.all(
    (['js', 'plan'] as const).map(async (kind) => {
      const execute = createExecutor(kind);
      const ask = () => execute({ schema, document, variableValues: { id: '1' }, contextValue: {} });
      await ask();
      return readable(await ask()) as { data: unknown; errors: unknown[] };
    }),
  );
  expect(answers[1].data).toEqual({ person: null });
  expect(answers[1].data).toEqual(answers[0].data);
  expect(answers[1].errors).toEqual(expect.arrayContaining(answers[0].errors));
});

describe('the planning executor', () => {
  const planningExecutor = () => createExecutor('plan');

  test('31: a text literal never becomes program text', async () => {
    const magic = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.intruded = true)';
    const document = parse(`{ place(place: { city: ${JSON.stringify(magic)} }) at }`);
    const execute = planningExecutor();
    for (let time = 0; time < 3; time++) {
      const { data } = await execute({ schema, document, contextValue: {} });
      expect(JSON.parse(String(data?.place))).toEqual({ city: magic, zip: 7 });
    }
    expect((globalThis as { intruded?: boolean }).intruded).toBeUndefined();
  });

  test('calls that overlap keep their own variables', async () => {
    const document = parse('query ($place: Place) { place(place: $place) people { id friends { id } } }');
    const execute = planningExecutor();
    const cities = Array.from({ length: 50 }, (_, at) => `city ${at}`);
    const answers = await Promise.all(
      cities.map((city) =>
        execute({ schema, document, variableValues: { place: { city } }, contextValue: {} }),
      ),
    );
    expect(answers.map(({ data }) => JSON.parse(String(data?.place)).city)).toEqual(cities);
  });

  test('messages about variables never repeat their values', async () => {
    const document = parse('query ($place: Place) { place(place: $place) }');
    const { errors } = await planningExecutor()({
      schema,
      document,
      variableValues: { place: { city: ['Hunter2!'], zip: 'Hunter2!', colour: 'Hunter2!' } },
      contextValue: {},
    });
    const { details } = errors![0].originalError as DomainError;
    expect(details.problems?.map(({ field }) => field)).toEqual(['place.city', 'place.zip', 'place.colour']);
    expect(JSON.stringify([errors, details])).not.toContain('Hunter2!');
  });
});
