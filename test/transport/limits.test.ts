import { getIntrospectionQuery } from 'graphql';
import { readFileSync } from 'node:fs';
import { limits } from '../../src/transport/limits.js';
import { examples } from '../../src/web/examples.js';
import { processorMsOf } from '../support/processor-time.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { SocketClient } from './socket-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** More than a frame of a WebSocket holds. */
test.each([
  [
    'each of them fine',
    'query ($filter: BuildingFilter) { buildings(filter: $filter) { total } }',
    { filter: { campus: { in: Array(60_000).fill('1') } } },
  ],
  ['that nothing asks for', '{ currentSemester { name } }', { more: Array(60_000).fill({}) }],
])('31: too many values in the variables, %s, are not judged', async (_, query, variables) => {
  const { errors } = await server.graphql(query, variables);
  expect(errors![0].extensions).toMatchObject({ code: 'GRAPHQL_LIMIT', limit: 'values', max: 50_000 });
});

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');
const nested = (levels: number, inner = 'name'): string =>
  `${'campus { buildings { '.repeat(levels)}${inner}${' } }'.repeat(levels)}`;
const bomb = (levels: number): string =>
  `{ ...F0 }
    ${times(
      levels,
      (at) => `fragment F${at} on Query { ...F${at + 1} __typename
      ...F${at + 1} x${at}: currentSemester { name } ...F${at + 1} }`,
    )} fragment F${levels} on Query { currentSemester { name } }`;

interface Hostile {
  name: string;
  limit: string;
  query: string;
  variables?: object;
}

const hostile: Hostile[] = [
  { name: 'fields inside one another', limit: 'depth', query: `{ buildings { items { ${nested(6)} } } }` },
  {
    name: 'deep by a fragment',
    limit: 'depth',
    query: `{ buildings { items { ...B } } } fragment B on Building { ${nested(6)} }`,
  },
  {
    name: 'deep by a chain of fragments',
    limit: 'depth',
    query: `{ buildings { items { ...B0 } } }
      ${times(
        6,
        (at) => `fragment B${at} on Building { campus { buildings {
        ...B${at + 1} } } }`,
      )} fragment B6 on Building { name }`,
  },
  {
    name: 'deep by an inline fragment',
    limit: 'depth',
    query: `{ buildings { items { ... on Building { ${nested(6)} } } } }`,
  },
  {
    name: 'deep in a mutation',
    limit: 'depth',
    query: `mutation { setCurrentSemester(id: "1") { ${'campus { '.repeat(13)} name ${'} '.repeat(13)} } }`,
  },
  {
    name: 'deep in an operation that is not asked for',
    limit: 'depth',
    query: `query A { currentSemester { name } } query B { buildings { items { ${nested(7)} } } }`,
  },
  {
    name: '__typename under many names',
    limit: 'aliases',
    query: `{ currentSemester { ${times(300, (at) => `a${at}: __typename`)} } }`,
  },
  {
    name: 'a field under many names',
    limit: 'aliases',
    query: `{ currentSemester { ${times(31, (at) => `a${at}: name`)} } }`,
  },
  {
    name: 'many names in fragments',
    limit: 'aliases',
    query: `{ currentSemester { ...A ...B } } fragment A on Semester {
      ${times(20, (at) => `a${at}: name`)} } fragment B on Semester { ${times(20, (at) => `b${at}: name`)} }`,
  },
  {
    name: 'sign-ins by the dozen',
    limit: 'rootFields',
    query: `mutation { ${times(
      21,
      (at) => `a${at}: signIn(user: "first-admin", password: "guess${at}") { token { token } }`,
    )} }`,
  },
  {
    name: 'many root fields by a fragment',
    limit: 'rootFields',
    query: `{ ...Q } fragment Q on Query { ${times(21, () => '__typename')} }`,
  },
  {
    name: 'many root fields by spreading twice',
    limit: 'rootFields',
    query: `{ ...Q ...Q ...Q } fragment Q on Query { ${times(7, () => '__typename')} }`,
  },
  {
    name: 'many directives',
    limit: 'directives',
    query: `{ currentSemester { ${times(31, () => 'name @include(if: true)')} } }`,
  },
  {
    name: 'unknown directives on one field',
    limit: 'directives',
    query: `{ currentSemester { name ${times(100, () => '@a')} } }`,
  },
  {
    name: 'directives on the operation',
    limit: 'directives',
    query: `query ${times(40, (at) => `@a${at}`)} { currentSemester { name } }`,
  },
  { name: 'too many tokens', limit: 'tokens', query: `{ ${times(2_000, () => '__typename')} }` },
  {
    name: 'too many tokens in arguments',
    limit: 'tokens',
    query: `{ campuses(keyword: [${times(2_000, () => '1')}]) { total } }`,
  },
  {
    name: 'lists inside one another, for which the parser may have no stack',
    limit: 'nesting',
    query: `{ campuses(keyword: ${'['.repeat(990)}${']'.repeat(990)}) { total } }`,
  },
  {
    name: 'types inside one another',
    limit: 'nesting',
    query: `query ($a: ${'['.repeat(990)}ID${']'.repeat(990)}) { currentSemester { name } }`,
  },
  {
    name: 'a long document',
    limit: 'characters',
    query: `{ currentSemester { name } } #${'x'.repeat(limits.charactersMax)}`,
  },
  {
    name: 'a long text',
    limit: 'characters',
    query: `{ campuses(keyword: "${'x'.repeat(limits.charactersMax)}") { total } }`,
  },
  {
    name: 'a fragment inside itself',
    limit: 'fragmentCycle',
    query: '{ ...A } fragment A on Query { ...A }',
  },
  {
    name: 'two fragments inside each other',
    limit: 'fragmentCycle',
    query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  },
  {
    name: 'a circle of records',
    limit: 'fragmentCycle',
    query: '{ buildings { items { ...B } } } fragment B on Building { campus { buildings { ...B } } }',
  },
  {
    name: 'a circle that is not asked for',
    limit: 'fragmentCycle',
    query:
      '{ currentSemester { name } } fragment A on Query { ...B } fragment B on Query { ... on Query { ...A ' +
      '} }',
  },
  { name: 'fragments that multiply each other', limit: 'rootFields', query: bomb(12) },
  {
    name: 'fragments that multiply each other below the root',
    limit: 'fields',
    query: `{ currentSemester { ...F0 } }
      ${times(12, (at) => `fragment F${at} on Semester { ...F${at + 1} name ...F${at + 1} }`)} fragment
      F12 on Semester { name }`,
  },
  {
    name: 'many fields by fragments',
    limit: 'fields',
    query: `{ currentSemester { ${times(12, () => '...F')} } } fragment F on Semester {
      ${times(100, () => 'name')} }`,
  },
  {
    name: 'one field again and again',
    limit: 'comparisons',
    query: `{ currentSemester { ${times(990, () => 'name')} } }`,
  },
  {
    name: 'lists inside lists',
    limit: 'cost',
    query: '{ buildings(size: 200) { items { campus { buildings { campus { buildings { name } } } } } } }',
  },
  {
    name: 'lists inside lists, by a variable',
    limit: 'cost',
    query:
      'query ($size: Int!) { buildings(size: $size) { items { campus { buildings { campus { buildings { ' +
      'name } } } } } } }',
    variables: { size: 200 },
  },
  {
    name: 'lists inside lists, by the default of a variable',
    limit: 'cost',
    query:
      'query ($size: Int = 200) { buildings(size: $size) { items { campus { buildings { campus { buildings ' +
      '{ name } } } } } } }',
  },
  {
    name: 'a size that is no size',
    limit: 'cost',
    query: '{ buildings(size: -1) { items { campus { buildings { campus { buildings { name } } } } } } }',
  },
  {
    name: 'many great pages',
    limit: 'cost',
    query: `{
      ${times(20, (at) => `p${at}: buildings(size: 200) { items { campus { buildings { name } } } }`)} }`,
  },
  {
    name: 'the whole schema again and again',
    limit: 'cost',
    query: `{ ${times(6, (at) => `s${at}: __schema { types { name } }`)} }`,
  },
];

describe('31: what is over a limit is refused before any statement', () => {
  test('whose absence means something: what is allowed sends some', async () => {
    server.forgetStatements();
    await server.graphql('{ currentSemester { name } }');
    expect(server.statements).not.toEqual([]);
  });

  test.each(hostile)('over HTTP: $name', async ({ query, variables, limit }) => {
    server.forgetStatements();
    const processorMs = await processorMsOf(async () => {
      const { status, data, errors } = await server.graphql(query, variables);
      expect({ status, data, extensions: errors?.[0].extensions }).toMatchObject({
        status: 400,
        data: undefined,
        extensions: { code: 'GRAPHQL_LIMIT', limit },
      });
    });
    expect(server.statements).toEqual([]);
    expect(processorMs).toBeLessThan(500);
  });

  test('over WebSocket: all of them', async () => {
    const client = await SocketClient.signedIn(
      `${server.url.replace('http', 'ws')}/graphql`,
      server.administrator,
    );
    server.forgetStatements();
    for (const { query, variables, limit } of hostile.filter(({ query }) => query.length < 60_000)) {
      const { type, payload } = await client.ask(query, variables);
      expect([type, payload[0].extensions.code, payload[0].extensions.limit]).toEqual([
        'error',
        'GRAPHQL_LIMIT',
        limit,
      ]);
    }
    expect(server.statements).toEqual([]);
    await client.end();
  });

  test('a list of operations', async () => {
    server.forgetStatements();
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_LIMIT', limit: 'batch', max: 1, found: 2 } }],
    });
    expect(server.statements).toEqual([]);
  });
});

test('of twenty misspelt names five are told, because twenty proposals outlast a turn', async () => {
  const { errors } = await server.graphql(`{ ${times(20, (at) => `teacherQualificationOptionz${at}`)} }`);
  expect(errors!.filter(({ message }) => message.includes('Cannot query field'))).toHaveLength(5);
});

describe('what people ask for is inside the limits', () => {
  test('the schema, as GraphiQL and code generators ask for it', async () => {
    for (const query of [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        descriptions: true,
        inputValueDeprecation: true,
        schemaDescription: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        oneOf: true,
      }),
    ]) {
      const { status, errors, data } = await server.graphql(query);
      expect([status, errors]).toEqual([200, undefined]);
      expect(data.__schema.types.length).toBeGreaterThan(50);
    }
  });

  test('a timetable with everything that a class sees, and every example of GraphiQL', async () => {
    const timetable = /* GraphQL */ `
      query ($week: Int) {
        timetable {
          revision
          assignments(week: $week) {
            time {
              dayOfWeek
              periodStart
              periodEnd
              weeks
            }
            teacher {
              code
              name
              department {
                name
              }
            }
            classroom {
              code
              name
              capacity
              building {
                name
                campus {
                  name
                  code
                }
              }
            }
            meeting {
              assignment {
                time {
                  dayOfWeek
                }
              }
            }
            teachingClass {
              name
              department {
                name
              }
              course {
                code
                name
                credits
                department {
                  name
                }
              }
              groups {
                administrativeClass {
                  name
                  major {
                    name
                    department {
                      name
                    }
                  }
                  grade {
                    name
                  }
                }
              }
              meetings {
                assignment {
                  time {
                    dayOfWeek
                  }
                  classroom {
                    name
                  }
                }
              }
            }
          }
        }
      }
    `;
    // It was executed; there is no semester yet.
    const { status, errors } = await server.graphql(timetable, { week: 3 });
    expect([status, errors?.[0].extensions.code]).toEqual([200, 'NOT_FOUND']);
    for (const { query, variables } of examples) {
      const codes =
        (await server.graphql(query, variables)).errors?.map(({ extensions }) => extensions.code) ?? [];
      expect(codes).not.toContain('GRAPHQL_LIMIT');
    }
  });

  test('a great page with what belongs to its records', async () => {
    const { errors } = await server.graphql(
      '{ buildings(size: 200) { total items { id name isEnabled campus { id name code } } } }',
    );
    expect(errors).toBeUndefined();
  });
});

test('the limits that are documented are the limits', () => {
  const documented = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8').replaceAll(
    ',',
    '',
  );
  for (const [name, number] of Object.entries(limits)) {
    const limit = name.replace('Max', '');
    if (limit.endsWith('Bytes')) expect(documented).toContain(` ${number / 2 ** 20} MiB`);
    else if (limit === 'files')
      expect(documented).toMatch(new RegExp(`\\| files of a request *\\| ${number} `));
    else expect(documented).toMatch(new RegExp(`\\| ${number}[^|]* \\| \`${limit}\` *\\|`));
  }
});
