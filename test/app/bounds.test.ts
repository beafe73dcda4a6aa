import { randomUUID } from 'node:crypto';
import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { optionsMax } from '../../src/data/bounds.js';
import type { Class } from '../../src/data/columns.js';
import { Random } from '../../src/demo/random.js';
import { Department } from '../../src/entities/organisation.js';
import { Teacher } from '../../src/entities/people.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { department, signedIn, teacher } from '../organisation/college.js';
import { processorMsOf } from '../support/processor-time.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { leastOf, Places, type Place } from './argument-places.js';

/** Every text and list that a caller can send has a greatest length, judged before the database. */
const schema = buildProductSchema();
const id = '01900000-0000-7000-8000-000000000000';
/** Longer than every text but pictures may be, and than those. */
const longText = 'x'.repeat(12_000);
const longPicture = 'x'.repeat(1_010_000);
const entriesMany = 2_000;

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
      : { ID: id, Int: 1, Float: 1, Date: '2026-01-01', String: 'x', '[Int!]': [1] }[element.toString()];
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
  CalendarDayInput: { date: '2026-01-01', kind: 'HOLIDAY' },
  ChangeItemInput: { meeting: id },
  DateItemInput: { meeting: id, date: '2026-01-01' },
  ClassGroupInput: { name: 'A组' },
  GroupMoveInput: { students: [id] },
  MeetingTeachersInput: { teachingClass: id },
  TeacherInRoleInput: { teacher: id, role: 'ASSISTANT' },
  CourseTypePriorityInput: { courseType: id, priority: 1 },
  PlannedCourseInput: { course: id, weekHours: 2, kind: 'THEORY', startWeek: 1, endWeek: 16 },
  SeriesTimeInput: { dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] },
  SchedulingRuleSettingInput: { rule: 'evening', level: 'SOFT' },
};

/** One record of each kind. */
const known = new Map<Class, string>();
// A connection has the filter of its page.
const isOnce = ({ path, operation }: Place): boolean =>
  path[0] !== 'filter' || !operation.endsWith('Connection');
/** Every text and list. */
const places = new Places(schema, known, leastOf).all().filter((place) => {
  const { type, isEntry } = place;
  const isText = !isEntry && getNamedType(type).name === 'String';
  return isOnce(place) && (isText || isListType(getNullableType(type)));
});
const kinds = ['query', 'mutation'] as const;

let server: TestServer;
/** Of somebody who may do what administrators may not. */
let teacherToken: string;
beforeAll(async () => {
  server = await startTestServer();
  const departmentId = await department(server);
  known.set(Department, departmentId).set(Teacher, await teacher(server, departmentId, 'T100'));
  teacherToken = await signedIn(server, { isStudent: false, number: 'T100' });
});
afterAll(() => server.stop());

describe('31: every text and list of arguments and inputs has a bound', () => {
  test('there are many', () => expect(places.length).toBeGreaterThan(500));

  test.each(kinds)('of a %s: what is longer reaches no statement', async (kind) => {
    const unbounded: string[] = [];
    server.forgetStatements();
    for (const place of places.filter((each) => each.kind === kind)) {
      const { operation, path, type, fieldFor } = place;
      const query = `${kind} ($value: ${String(type)}) { ${fieldFor('$value')} }`;
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

test.each([
  ['combineTeachingClasses(ids: $ids)', 20],
  ['markNoticesRead(ids: $ids)', 50],
  [`rankWishes(round: "${id}", teachingClasses: $ids)`, 30],
  [`copyTeacherPreferences(to: "${id}", teachers: $ids)`, 100],
  [`resolveDraft(id: "${id}", keep: DRAFT, meetings: $ids)`, 200],
])('31: %s takes as many as it tells of: %i', async (field, count) => {
  const ids = Array.from({ length: count }, () => randomUUID());
  const { errors } = await server.graphql(`mutation ($ids: [ID!]!) { ${field} { __typename } }`, { ids });
  expect(JSON.stringify(errors ?? [])).not.toMatch(/项|entries|VALIDATION/);
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
    // It took minutes; on a machine that others use, too, some of what is counted is not of this.
    expect(processorMs).toBeLessThan(3_000);
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

describe('a date before our era, or another value that is hardly one, is never an unexpected failure', () => {
  const uuid = '01900000-0000-7000-8000-000000000001';
  const hostile: Readonly<Record<string, readonly unknown[]>> = {
    String: [
      '',
      ' ',
      'a\u0000b',
      '\ud800',
      '\udc00x',
      '%_\\',
      "';--",
      '𠀀'.repeat(9),
      '1e999',
      '{"a":1}',
      uuid,
      7,
      {},
    ],
    ID: [
      '',
      'x',
      '\u0000',
      uuid.toUpperCase(),
      ` ${uuid.replaceAll('-', '')} `,
      '0'.repeat(32),
      'f'.repeat(32),
      -1,
      {},
    ],
    Int: [0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 1e308, 0.5, '1', 'x', true],
    Float: [0, -0, 1e308, -1e308, 5e-324, 1e15, 99_999_999.999, 'NaN', 'Infinity', '1'],
    Boolean: ['true', 1, 'x', {}],
    Date: [
      '0000-01-01',
      '0001-01-01',
      '9999-12-31',
      '10000-01-01',
      '-0001-01-01',
      '2026-02-30',
      '2026-13-01',
      '',
      5,
    ],
    DateTime: [
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-14:00',
      '-271821-04-20T00:00:00Z',
      '-000044-03-15T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2016-12-31T23:59:60Z',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01',
      '',
      1e15,
    ],
    Upload: ['', 'x', '====', 'data:;base64,AAAA', 'UEsDBAoAAAAAAA==', 5],
  };
  /** What every enum is offered. */
  const noChoice = ['', '__proto__', 'constructor', 5, {}];

  /** Ends the sessions that are asked with. */
  const isSpared = new Set(['signOut', 'updateProfile']);

  beforeAll(async () => {
    const made = async (document: string): Promise<string> => {
      const { data, errors } = await server.graphql(document);
      expect(errors).toBeUndefined();
      return (Object.values(data)[0] as { id: string }).id;
    };
    const semester = await made(`mutation { createSemester(input: {
      name: "2030", startDate: "2030-09-02", endDate: "2031-01-12", isEnabled: true }) { id } }`);
    known.set(Semester, semester);
    known.set(
      Timetable,
      await made(`mutation { createDraft(semester: "${semester}", isEmpty: true) { id } }`),
    );
  });

  test.each(kinds)(
    'in any argument of a %s',
    async (wanted) => {
      const random = new Random(8);
      const allPlaces = new Places(schema, known).all().filter(isOnce);
      const failed: string[] = [];
      let count = 0;
      const processorMs = await processorMsOf(async () => {
        for (const { kind, operation, label, path, type, fieldFor } of allPlaces) {
          if (kind !== wanted || isListType(getNullableType(type)) || isSpared.has(operation)) continue;
          // The conditions of filters and the orders are alike for all columns.
          if (['filter', 'orderBy'].includes(path[0]) && !random.chance(0.1)) continue;
          count++;
          const value = random.pick(hostile[getNamedType(type).name] ?? noChoice);
          const query = `${kind} ($value: ${String(type)}) { ${fieldFor('$value')} }`;
          const ask = (token: string) => server.graphql(query, { value }, token);
          let { errors = [] } = await ask(server.administrator);
          if (errors[0]?.extensions.code === 'FORBIDDEN') ({ errors = [] } = await ask(teacherToken));
          const isExpected = errors.every(({ extensions: { code } }) => code && code !== 'INTERNAL');
          if (!isExpected) failed.push(`${label}: ${JSON.stringify(value)}`);
        }
      });
      expect(count).toBeGreaterThan(300);
      expect(processorMs).toBeLessThan(30_000);
      // Nothing of it has ended the session, which would have spared the rest.
      expect((await server.graphql('{ me { user { id } } }')).errors).toBeUndefined();
      expect(failed).toEqual([]);
    },
    180_000,
  );

  test.each([
    ['2026-02-30T00:00:00Z', false],
    ['-271821-04-20T00:00:00Z', false],
    ['0001-01-01T00:00:00+14:00', false],
    ['9999-12-31T23:59:59-14:00', false],
    ['2016-12-31T23:59:60Z', false],
    ['0001-01-01T00:00:00Z', true],
    ['2024-02-29T23:59:59.999+08:00', true],
    ['9999-12-31T23:59:59Z', true],
  ])('the instant %s', async (from, isInstant) => {
    const { errors } = await server.graphql(`{ auditLog(from: "${from}") { totalCount } }`);
    expect(errors?.[0].extensions.code).toBe(isInstant ? undefined : 'INVALID_PARAMETER');
  });

  test.each<[string | number, boolean]>([
    ['0000-01-01', false],
    ['2031-02-30', false],
    ['2031-02-30T00:00:00Z', false],
    ['2031/2/30', false],
    ['-000044-03-15T00:00:00Z', false],
    [-62_198_755_200_000, false],
    [253_402_300_800_000, false],
    [8.64e15, false],
    [1e300, false],
    ['1929571200000', true],
    [1_929_571_200_000, true],
    ['2031-02-23T00:00:00.000+08:00', true],
  ])('the date %s over /api/v1', async (start_date, isDate) => {
    const name = `${start_date}${typeof start_date === 'number' ? ' ms' : ''}`;
    const response = await fetch(`${server.url}/api/v1/semester`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.administrator}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, start_date, end_date: '2031-07-01', is_enabled: true }),
    });
    const { code, error_message } = (await response.json()) as { code: number; error_message: string };
    expect([code, error_message]).toEqual(isDate ? [0, ''] : [40002, expect.stringContaining('日期')]);
  });
});
