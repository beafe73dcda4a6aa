import { studentsSql } from '../../bench/support/students.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { readingOf, readingsOf, withClient } from './support.js';

/**
 * What a list reads must depend on what it answers, not on how long it is: plans and blocks show it, not
 * clocks.
 */
const students = 20_000;
const pageSize = 20;

let server: TestServer;
let heapBlocks: number;
beforeAll(async () => {
  server = await startTestServer();
  heapBlocks = await withClient(server, async (client) => {
    // Vacuum takes rows for visible to all only when their commit has reached the disk.
    await client.query('set synchronous_commit to on');
    await client.query(studentsSql(students));
    await client.query('vacuum analyze student');
    const { rows } = await client.query<{ blocks: number }>(
      `select pg_relation_size('student') / 8192 as blocks`,
    );
    return Number(rows[0].blocks);
  });
}, 120_000);
afterAll(() => server.stop());

/** The cursor after so many records. */
async function cursorAfter(count: number, order: string): Promise<string> {
  let after: string | null = null;
  for (let read = 0; read < count; read += 200) {
    const query = `query ($after: String, $first: Int) { studentsConnection(${order} first: $first, after:
      $after) { pageInfo { endCursor } } }`;
    const { data }: GraphqlAnswer = await server.graphql(query, {
      after,
      first: Math.min(200, count - read),
    });
    after = data.studentsConnection.pageInfo.endCursor;
  }
  return after!;
}

const orders = {
  'the time of creation': '',
  'names, in ascending order': 'orderBy: [{ field: NAME }]',
  'names, in descending order': 'orderBy: [{ field: NAME, direction: DESC }]',
  'student numbers': 'orderBy: [{ field: CODE }]',
};

test.each(Object.entries(orders))(
  'requirement 3: the 500th page by cursor reads no more than twice the first, ordered by %s',
  async (_, order) => {
    const page = (after: string | null): Promise<{ blocks: number; nodes: readonly string[] }> =>
      readingOf(
        server,
        'student',
        `{ studentsConnection(${order} first: ${pageSize}${after ? `, after: "${after}"` : ''}) { nodes {
          code name } } }`,
      );
    const first = await page(null);
    const later = await page(await cursorAfter(499 * pageSize, order));
    expect(later.blocks).toBeLessThanOrEqual(2 * first.blocks);
    for (const { nodes } of [first, later]) {
      expect(nodes).not.toContain('Seq Scan');
      expect(nodes).not.toContain('Sort');
    }
  },
);

test(
  'requirement 3: reading backwards from the end costs what reading from the beginning ' + 'costs',
  async () => {
    const first = await readingOf(
      server,
      'student',
      `{ studentsConnection(first: ${pageSize}) { nodes { code } } }`,
    );
    const last = await readingOf(
      server,
      'student',
      `{ studentsConnection(last: ${pageSize}) { nodes { code } } }`,
    );
    expect(last.blocks).toBeLessThanOrEqual(2 * first.blocks);
  },
);

test(
  'requirement 3: a numbered page far in the list passes over index entries, not over ' + 'records',
  async () => {
    const far = students / pageSize - 1;
    const reading = await readingOf(
      server,
      'student',
      `{ students(page: ${far}, size: ${pageSize}) { items { code name } } }`,
    );
    expect(reading.nodes).toContain('Index Only Scan');
    expect(reading.indexes).toContain('student_created_at_order');
    expect(reading.blocks).toBeLessThan(heapBlocks / 2);
  },
);

test.each(['伟华', '王伟华'])(
  'a rare keyword such as %s is found and counted by its index',
  async (keyword) => {
    const query = `{ students(keyword: "${keyword}") { total items { code } } }`;
    for (const { nodes, indexes, blocks } of await readingsOf(server, 'student', query)) {
      expect(indexes).toEqual(['student_keyword']);
      expect(nodes).not.toContain('Seq Scan');
      expect(blocks).toBeLessThan(heapBlocks);
    }
  },
);

test('a keyword that many records contain fills its first page without looking at all of them', async () => {
  const query = '{ studentsConnection(keyword: "2026", first: 20) { nodes { code } } }';
  const { blocks } = await readingOf(server, 'student', query);
  expect(blocks).toBeLessThan(heapBlocks / 10);
});

test('a keyword and a part of a name that nobody has are found missing at once', async () => {
  for (const query of [
    '{ studentsConnection(keyword: "龘龘") { nodes { id } } }',
    '{ studentsConnection(name: "龘龘") { nodes { id } } }',
    '{ studentsConnection(filter: { name: { contains: "龘龘" } }) { nodes { id } } }',
  ]) {
    const { blocks, indexes } = await readingOf(server, 'student', query);
    expect(indexes).toEqual(['student_keyword']);
    expect(blocks).toBeLessThan(20);
  }
});

test('a filter by a department, with those below it, reads what an exact condition reads', async () => {
  const { data } = await server.graphql('{ departmentOptions(keyword: "测试学院7") { id } }');
  const id = data.departmentOptions[0].id as string;
  for (const [list, rows] of [
    ['students(size: 20', 'items'],
    ['studentsConnection(first: 20', 'nodes'],
    ['studentsConnection(orderBy: [{ field: NAME }], first: 20', 'nodes'],
  ] as const) {
    const exact = `{ ${list}, filter: { department: { equals: "${id}" } }) { ${rows} { code } } }`;
    const below = `{ ${list}, department: "${id}") { ${rows} { code } } }`;
    const [wanted, asked] = [
      await readingOf(server, 'student', exact),
      await readingOf(server, 'student', below),
    ];
    // The tree itself is a few blocks.
    expect(asked.blocks).toBeLessThanOrEqual(wanted.blocks + 20);
    expect(asked.indexes).toEqual(expect.arrayContaining([...wanted.indexes]));
  }
  const readings = await readingsOf(server, 'student', `{ students(department: "${id}") { total } }`);
  expect(readings.flatMap(({ indexes }) => indexes)).toContain('student_department_index');
});
