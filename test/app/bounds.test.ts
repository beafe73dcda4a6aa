import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { optionsMax } from '../../src/data/bounds.js';
import { department, signedIn, teacher } from '../organisation/college.js';
import { processorMsOf } from '../support/processor-time.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Every text and list that a caller can send has a greatest length, judged before the database. */
const schema = buildProductSchema();
const id = '01900000-0000-7000-8000-000000000000';
/** Longer than every text but pictures may be, and than those. */
const longText = 'x'.repeat(12_000);
const longPicture = 'x'.repeat(1_010_000);
const entriesMany = 2_000;

/** A place in the arguments of an operation that takes a text or a list, and the arguments around it. */
interface Place {
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
  /** The arguments as GraphQL text, with the mark in the place. */
  readonly text: (mark: string) => string;
}

/** The least that a type takes, as GraphQL text. */
function least(type: GraphQLInputType): string {
  const inner = getNullableType(type);
  if (isListType(inner)) return '[]';
  if (isEnumType(inner)) return inner.getValues()[0].name;
  if (isInputObjectType(inner)) return `{ ${requiredOf(Object.values(inner.getFields())).join(', ')} }`;
  const scalars: Record<string, string> = {
    ID: `"${id}"`,
    Int: '1',
    Float: '1',
    Boolean: 'true',
    Date: '"2026-01-01"',
    DateTime: '"2026-01-01T00:00:00Z"',
  };
  return scalars[inner.name] ?? '"x"';
}

interface Field {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly defaultValue?: unknown;
}

const requiredOf = (fields: readonly Field[], except = ''): string[] =>
  fields
    .filter(
      ({ name, type, defaultValue }) => name !== except && isNonNullType(type) && defaultValue === undefined,
    )
    .map(({ name, type }) => `${name}: ${least(type)}`);

/** Every text and list within the fields. @throws when an input contains itself, which nothing would bound */
function placesIn(fields: readonly Field[], within: readonly string[] = []): Place[] {
  return fields.flatMap((field): Place[] => {
    const { name, type } = field;
    const around = requiredOf(fields, name);
    const text = (value: string): string => [...around, `${name}: ${value}`].join(', ');
    const inner = getNullableType(type);
    const here = { path: [name], type, text };
    if (isListType(inner)) {
      const element = getNullableType(inner.ofType);
      const inside = isInputObjectType(element) ? placesWithin(element, within) : [];
      return [
        here,
        ...inside.map((place) => ({
          ...place,
          path: [name, ...place.path],
          text: (mark: string) => text(`[{ ${place.text(mark)} }]`),
        })),
      ];
    }
    if (isInputObjectType(inner)) {
      return placesWithin(inner, within).map((place) => ({
        ...place,
        path: [name, ...place.path],
        text: (mark: string) => text(`{ ${place.text(mark)} }`),
      }));
    }
    return String(inner) === 'String' ? [here] : [];
  });
}

function placesWithin(
  type: { name: string; getFields(): Record<string, Field> },
  within: readonly string[],
): Place[] {
  if (within.includes(type.name)) throw new Error(`The input ${type.name} contains itself.`);
  return placesIn(Object.values(type.getFields()), [...within, type.name]);
}

function excess({ type, path }: Place): unknown {
  const inner = getNullableType(type);
  if (!isListType(inner)) return path.at(-1) === 'picture' ? longPicture : longText;
  const element = getNullableType(inner.ofType);
  const entry = isInputObjectType(element)
    ? (element.name.endsWith('Order') && {
        field: (
          getNullableType(element.getFields().field.type) as never as { getValues(): { name: string }[] }
        ).getValues()[0].name,
      }) || { ...entries[element.name] }
    : isEnumType(element)
      ? element.getValues()[0].name
      : { ID: id, Int: 1, Float: 1, Date: '2026-01-01', String: 'x' }[element.toString()];
  return Array.from({ length: entriesMany }, () => entry);
}

/** Arguments whose readers refuse what is none, with this code. */
const opaque: Record<string, string> = {
  after: 'INVALID_PARAMETER',
  before: 'INVALID_PARAMETER',
  refreshToken: 'UNAUTHENTICATED',
};

/** Entries of the lists whose entries are inputs. */
const entries: Record<string, object> = {
  PreferredTimeSlotInput: { dayOfWeek: 1, periodStart: 1, periodEnd: 1 },
  ChangeItemInput: { meeting: id },
  CourseTypePriorityInput: { courseType: id, priority: 1 },
  PlannedCourseInput: { course: id, weekHours: 2, kind: 'THEORY', startWeek: 1, endWeek: 16 },
  SeriesTimeInput: { dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] },
  SchedulingRuleSettingInput: { rule: 'evening', level: 'SOFT' },
};

const roots = [
  { kind: 'query', type: schema.getQueryType()! },
  { kind: 'mutation', type: schema.getMutationType()! },
];
const places = roots.flatMap(({ kind, type }) =>
  Object.values(type.getFields()).flatMap((operation) =>
    placesIn(operation.args)
      // A connection has the filter of its page.
      .filter(({ path }) => path[0] !== 'filter' || !operation.name.endsWith('Connection'))
      .map((place) => ({ ...place, kind, operation: operation.name })),
  ),
);

let server: TestServer;
/** Of somebody who may do what administrators may not. */
let teacherToken: string;
beforeAll(async () => {
  server = await startTestServer();
  await teacher(server, await department(server), 'T100');
  teacherToken = await signedIn(server, { isStudent: false, number: 'T100' });
});
afterAll(() => server.stop());

const leaf = (operation: string, kind: string): string => {
  const root = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  const type = getNullableType(root.getFields()[operation].type);
  const named = isListType(type) ? getNullableType(type.ofType) : type;
  return 'getFields' in named ? '{ __typename }' : '';
};

describe('31: every text and list of arguments and inputs has a bound', () => {
  test('there are many', () => expect(places.length).toBeGreaterThan(500));

  test.each(roots)('of a $kind: what is longer reaches no statement', async ({ kind }) => {
    const unbounded: string[] = [];
    server.forgetStatements();
    for (const place of places.filter((each) => each.kind === kind)) {
      const { operation, path, type, text } = place;
      const query = `${kind} ($value: ${String(type)}) {
        ${operation}(${text('$value')}) ${leaf(operation, kind)} }`;
      const ask = (token: string) => server.graphql(query, { value: excess(place) }, token);
      let { errors = [] } = await ask(server.administrator);
      if (errors[0]?.extensions.code === 'FORBIDDEN') ({ errors = [] } = await ask(teacherToken));
      if (opaque[path[0]] && errors[0]?.extensions.code === opaque[path[0]]) continue;
      const problems = (errors[0]?.extensions.problems ?? []) as { field: string; message: string }[];
      const isRefused = problems.some(
        ({ field, message }) =>
          path.some((name) => field.split('.').includes(name)) && /at most/.test(message),
      );
      if (!isRefused) unbounded.push(`${operation}(${path.join('.')}): ${errors[0]?.message.slice(0, 80)}`);
    }
    expect(unbounded).toEqual([]);
    const isHuge = (value: unknown): boolean =>
      (typeof value === 'string' && value.length >= longText.length) ||
      (Array.isArray(value) && value.length >= entriesMany);
    expect(server.questions.filter(({ values }) => values.some(isHuge))).toEqual([]);
  });
});

describe('31: a text that no column could hold costs nothing', () => {
  const letters = '课'.repeat(60_000);

  test.each([
    ['a keyword of a pick list', `{ administrativeClassOptions(keyword: "${letters}") { id } }`],
    ['a keyword of a page', `{ students(keyword: "${letters}") { total } }`],
    ['a part of a name', `{ studentOptions(name: "${letters}") { id } }`],
    ['a condition', `{ students(filter: { name: { contains: "${letters}" } }) { total } }`],
  ])('%s', async (_, query) => {
    const processorMs = await processorMsOf(async () => {
      const { errors } = await server.graphql(query);
      expect(errors?.[0].extensions.code).toBe('INVALID_INPUT');
    });
    expect(processorMs).toBeLessThan(500);
  });

  test('/api/v1', async () => {
    const response = await fetch(
      `${server.url}/api/v1/students/list?page=1&size=10&keyword=${'x'.repeat(10_000)}`,
      { headers: { authorization: `Bearer ${server.administrator}` } },
    );
    expect([response.status, await response.json()]).toMatchObject([400, { code: 40002 }]);
  });
});

test('a pick list is bounded, and its keyword finds what lies beyond', async () => {
  const count = optionsMax + 200;
  await server.context().em.execute(
    `insert into campus (id, name, code, address)
       select gen_random_uuid(), 'Campus ' || i, 'C' || i, '-' from generate_series(1, ${count}) i`,
  );
  const { data } = await server.graphql(
    `{ all: campusOptions { id } last: campusOptions(keyword: "Campus ${count}") { name } }`,
  );
  expect(data.all).toHaveLength(optionsMax);
  expect(data.last).toEqual([{ name: `Campus ${count}` }]);
});
