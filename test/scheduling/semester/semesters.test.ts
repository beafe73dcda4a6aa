import { Semester } from '../../../src/entities/scheduling/semesters.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { makeUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const create =
  'mutation ($input: SemesterInput!) { createSemester(input: $input) { id version weekCount isCurrent ' +
  'daysPerWeek schedulingDays periodsPerDay } }';
const setCurrent =
  'mutation ($id: ID!, $version: Int) { setCurrentSemester(id: $id, expectedVersion: $version) { ' +
  'isCurrent version } }';

async function semester(name: string, dates: object = {}): Promise<any> {
  const input = { name, startDate: '2026-09-07', endDate: '2027-01-17', isEnabled: true, ...dates };
  const { data, errors } = await server.graphql(create, { input });
  expect(errors).toBeUndefined();
  return data.createSemester;
}

test('weeks are counted from the Monday of the week in which a semester starts', async () => {
  expect(await semester('from Monday')).toMatchObject({
    weekCount: 19,
    isCurrent: true,
    daysPerWeek: 7,
    schedulingDays: [1, 2, 3, 4, 5],
    periodsPerDay: 12,
  });
  // Thursday to Wednesday touches two weeks.
  expect(await semester('from Thursday', { startDate: '2026-09-03', endDate: '2026-09-09' })).toMatchObject({
    weekCount: 2,
  });
  expect(await semester('one day', { endDate: '2026-09-07' })).toMatchObject({ weekCount: 1 });
});

test('a semester that ends before it starts, or lasts too long, is refused', async () => {
  const refusal = async (endDate: string): Promise<unknown> => {
    const input = { name: 'wrong', startDate: '2026-09-07', endDate, isEnabled: true };
    return (await server.graphql(create, { input })).errors?.[0];
  };
  expect(await refusal('2026-09-06')).toMatchObject({
    message: 'End date 2026-09-06 is before the start date 2026-09-07.',
    extensions: { code: 'INVALID_INPUT', problems: [{ field: 'endDate' }] },
  });
  expect(await refusal('2027-04-19')).toMatchObject({
    message: 'A semester has at most 32 weeks, but this one has 33.',
    extensions: { code: 'INVALID_INPUT' },
  });
});

test('runs place on the days of a semester that its grid has, of which there is at least one', async () => {
  const refusal = async (days: object): Promise<unknown> => {
    const input = { name: 'days', startDate: '2026-09-07', endDate: '2027-01-17', isEnabled: true, ...days };
    return (await server.graphql(create, { input })).errors?.[0];
  };
  const given = await semester('six days', { schedulingDays: [6, 1, 1, 2, 3, 4, 5] });
  expect(given).toMatchObject({ daysPerWeek: 7, schedulingDays: [1, 2, 3, 4, 5, 6] });
  expect(await semester('few days', { daysPerWeek: 3 })).toMatchObject({ daysPerWeek: 3 });
  expect(await refusal({ schedulingDays: [8] })).toMatchObject({
    message: 'Scheduling days are 1 Monday to 7 Sunday, not 8.',
    extensions: { code: 'INVALID_INPUT', problems: [{ field: 'schedulingDays' }] },
  });
  expect(await refusal({ schedulingDays: [] })).toMatchObject({
    message: expect.stringMatching(/^No scheduling day \(none is given\) is among the 7 days of the grid/),
  });
  expect(await refusal({ daysPerWeek: 5, schedulingDays: [6, 7] })).toMatchObject({
    message: expect.stringMatching(/^No scheduling day \(6, 7\) is among the 5 days/),
  });
});

test('of many semesters that become the current one at the same moment exactly one is', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, (_, at) => semester(`current ${at}`)));
  const answers = await Promise.all(made.map(({ id }) => server.graphql(setCurrent, { id })));
  for (const { data, errors } of answers) {
    expect(errors).toBeUndefined();
    expect(data.setCurrentSemester.version).toBe(2);
  }
  expect(await server.context().rows.count(Semester, { isCurrent: true })).toBe(1);
  const { data } = await server.graphql('{ currentSemester { id name } }');
  expect(made.map(({ id }) => id)).toContain(data.currentSemester.id);
  const again = await server.graphql(setCurrent, { id: data.currentSemester.id });
  expect(again.data.setCurrentSemester.isCurrent).toBe(true);
});

test('a disabled semester does not become the current one, nor one that was changed meanwhile', async () => {
  const disabled = await semester('disabled', { isEnabled: false });
  const refused = await server.graphql(setCurrent, { id: disabled.id });
  expect(refused.errors?.[0]).toMatchObject({
    message: 'The semester "disabled" is disabled. Maybe enable it before it becomes the current one.',
    extensions: { code: 'OPERATION_INVALID' },
  });
  const changed = await semester('changed');
  const stale = await server.graphql(setCurrent, { id: changed.id, version: 7 });
  expect(stale.errors?.[0].extensions).toMatchObject({ code: 'VERSION_CONFLICT', currentVersion: 1 });
});

test('the pick list offers enabled semesters, the current one first and then the newest', async () => {
  const current = await semester('current');
  await server.graphql(setCurrent, { id: current.id });
  await semester('older');
  await semester('hidden', { isEnabled: false });
  await semester('newer');
  const { data } = await server.graphql('{ semesterOptions { name } }');
  const names = data.semesterOptions.map(({ name }: { name: string }) => name);
  expect(names.slice(0, 3)).toEqual(['current', 'newer', 'older']);
  expect(names).not.toContain('hidden');
  const list = await server.rest('semesterList', { token: server.administrator });
  expect(list.data.map((one: { name: string }) => one.name)).toEqual(names);
});

test('a semester with teaching classes is not deleted, and the refusal says what holds it', async () => {
  const { semester: held } = await makeUniversity(server.runtime.app);
  const { errors } = await server.graphql('mutation ($id: ID!) { deleteSemester(id: $id) }', {
    id: held.id,
  });
  expect(errors?.[0].extensions).toMatchObject({
    code: 'IN_USE',
    holders: [{ what: 'teaching class', count: 3 }],
  });
  const free = await semester('free');
  const { data } = await server.graphql('mutation ($id: ID!) { deleteSemester(id: $id) }', { id: free.id });
  expect(data.deleteSemester).toBe(free.id);
});

test('where the current semester is deleted, another one becomes current', async () => {
  const { id } = await semester('deleted soon');
  await server.graphql(setCurrent, { id });
  const { errors } = await server.graphql('mutation ($id: ID!) { deleteSemester(id: $id) }', { id });
  expect(errors).toBeUndefined();
  expect(await server.context().rows.count(Semester, { isCurrent: true })).toBe(1);
});
