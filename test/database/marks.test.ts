import { randomBytes } from 'node:crypto';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const mark = (): string => `"${randomBytes(6).toString('hex')}" '?' $1`;

// Every suite ends like this; here it is shown that the end tells what it should.
test('a value that was written into the text of a statement fails the suite of its server', async () => {
  const [written, beside] = [mark(), mark()].map((value) => value.slice(0, 14));
  const { data } = await server.graphql(
    'query ($keyword: String) { campuses(keyword: $keyword) { total } }',
    {
      keyword: written,
    },
  );
  expect(data.campuses.total).toBe(0);
  await server.context().em.execute(`select '${written}' as written, $1::text as beside`, [beside]);
  await expect(server.stop()).rejects.toThrow(
    `Values in the text of a statement: ${written} in select '${written}' as written, $1::text as beside`,
  );
});

test('marks stay beside the statements that create, change, find, order, page and delete', async () => {
  const campus = { code: mark(), name: mark(), address: mark(), description: mark() };
  const places = { latitude: 31.2345678, longitude: 121.4567891 };
  const created = await server.graphql(
    'mutation ($input: CampusInput!) { createCampus(input: $input) { id code updatedAt } }',
    { input: { ...campus, ...places, isEnabled: true } },
  );
  expect(created.errors).toBeUndefined();
  const { id, updatedAt } = created.data.createCampus;
  const name = mark();
  const changed = await server.graphql(
    'mutation ($id: ID!, $input: CampusPatch!) { updateCampus(id: $id, input: $input) { name } }',
    { id, input: { name } },
  );
  expect(changed.data).toEqual({ updateCampus: { name } });
  const list = `query ($filter: CampusFilter, $keyword: String, $orderBy: [CampusOrder!], $after: String) {
    campusesConnection(filter: $filter, keyword: $keyword, orderBy: $orderBy, first: 1, after: $after) {
      totalCount edges { cursor node { id } } } }`;
  const found = await server.graphql(list, {
    filter: {
      code: { in: [campus.code, mark()] },
      name: { equals: name },
      address: { contains: campus.address },
      updatedAt: { from: updatedAt },
      latitude: { to: 31.2345679 },
    },
    keyword: campus.code,
    orderBy: [{ field: 'NAME' }, { field: 'CREATED_AT', direction: 'DESC' }],
  });
  expect(found.errors).toBeUndefined();
  const { totalCount, edges } = found.data.campusesConnection;
  expect([totalCount, edges[0].node.id]).toEqual([1, id]);
  for (const orderBy of [
    [{ field: 'NAME' }],
    [{ field: 'NAME' }, { field: 'CREATED_AT', direction: 'DESC' }],
  ]) {
    const first = await server.graphql(list, { orderBy });
    const after = first.data.campusesConnection.edges[0].cursor as string;
    const next = await server.graphql(list, { orderBy, after });
    expect(next.data.campusesConnection.edges).toEqual([]);
  }
  const token = server.administrator;
  const page = await server.rest('campusPage', { token, query: { keyword: name, page: 1, size: 20 } });
  expect(JSON.stringify(page.data)).toContain(id);
  const deleted = await server.rest('campusDelete', { token, path: { campus_uuid: id } });
  expect(deleted.status).toBe(200);
  await server.stop();
});
