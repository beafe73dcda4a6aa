import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { schedule } from '../drafts.js';
import { makeUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const publish =
  'mutation ($id: ID!, $version: Int) { publishTimetable(id: $id, expectedVersion: $version) { id status ' +
  'publishedAt version } }';

test('22: a stale version is refused with the current one, and nothing is published', async () => {
  const draft = await schedule(server, await makeUniversity(server.runtime.app, { name: 'stale' }));
  const { data, errors } = await server.graphql(publish, { id: draft.id, version: draft.version + 1 });
  expect(data).toBeNull();
  expect(errors?.[0].extensions).toMatchObject({
    code: 'VERSION_CONFLICT',
    currentVersion: draft.version,
  });
  const stored = await server.context().rows.one(Timetable, draft.id);
  expect(stored).toMatchObject({ status: 'DRAFT', version: draft.version });
});

test('weakness 9: publishing archives the revision before in the same moment', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'publish' });
  const first = await schedule(server, university);
  const second = await schedule(server, university);
  const published = await server.graphql(publish, first);
  expect(published.data.publishTimetable).toMatchObject({
    status: 'PUBLISHED',
    publishedAt: expect.any(String),
  });
  const again = await server.graphql(publish, { id: first.id });
  expect(again.errors?.[0].extensions.code).toBe('OPERATION_INVALID');
  await server.graphql(publish, { id: second.id, version: second.version });

  const { data } = await server.graphql(
    'query ($semester: ID!) { timetables(semester: $semester, isDesc: false) { items { revision status } ' +
      '} }',
    { semester: university.semester.id },
  );
  expect(data.timetables.items).toEqual([
    { revision: 1, status: 'ARCHIVED' },
    { revision: 2, status: 'PUBLISHED' },
  ]);
});

test(
  '24: of 20 who publish at the same moment the readers always see exactly one published ' + 'revision',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'race' });
    const drafts = [
      await schedule(server, university),
      await schedule(server, university),
      await schedule(server, university),
    ];
    await server.graphql(publish, { id: drafts[0].id });
    const seen: number[] = [];
    let isOver = false;
    const reader = (async () => {
      while (!isOver) {
        const [{ count }] = await server
          .context()
          .em.execute<{ count: number }[]>(
            `select count(*)::int as count from timetable where semester_id = $1 and status = 'PUBLISHED'`,
            [university.semester.id],
          );
        seen.push(count);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => server.graphql(publish, { id: drafts[at % drafts.length].id })),
    );
    isOver = true;
    await reader;
    for (const { errors } of answers)
      expect([undefined, 'OPERATION_INVALID']).toContain(errors?.[0].extensions.code);
    expect(new Set(seen)).toEqual(new Set([1]));
  },
);
