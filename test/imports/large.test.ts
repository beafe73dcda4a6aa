import { Student } from '../../src/entities/people.js';
import { LIMITS } from '../../src/workbook/limits.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { collegeWithClass, studentWorkbook, type Place } from './support/students.js';
import { turnsOf } from '../support/turns.js';
import { uploaded } from './support/upload.js';
import { usageOf } from '../support/usage.js';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  // A transaction that waits for the server for longer, as it does not even on a busy machine, fails.
  server = await startTestServer({ env: { TRANSACTION_IDLE_SECONDS_MAX: '2' } });
  place = await collegeWithClass(server);
});
afterAll(() => server.stop());

const run = (file: Buffer, settings = '') =>
  uploaded(
    server,
    `mutation ($file: Upload!) { importStudents(file: $file${settings}) {
      totalCount successCount failedCount failures { sheet row column code } } }`,
    file,
    { token: server.administrator },
  );
const stored = (): Promise<number> => server.context().em.count(Student, {});

test(
  'requirement 28: one bad row at the end of 20,000 changes nothing, and every bad cell is told with ' +
    'its place',
  async () => {
    const bad = [...place.names.slice(0, 3), '没有班级', 'BAD', '', '男'];
    const file = studentWorkbook(place, { count: LIMITS.rows - 1, more: [bad] });
    const { errors } = await run(file);
    const row = LIMITS.rows + 1;
    expect(errors).toHaveLength(1);
    expect(errors?.[0].extensions).toMatchObject({
      code: 'INVALID_BODY',
      problems: [
        { cell: { sheet: 'sheet1', row, column: 'D', code: 'NOT_FOUND' }, field: `row ${row}, column D` },
        { cell: { sheet: 'sheet1', row, column: 'F', code: 'REQUIRED' }, field: `row ${row}, column F` },
      ],
    });
    expect(await stored()).toBe(0);
  },
);

test(
  'requirement 6: 20,000 students are stored, or refused, in short turns of the event loop and in ' +
    'bounded memory',
  async () => {
    const file = studentWorkbook(place, { count: LIMITS.rows });
    await run(studentWorkbook(place, { count: 100, prefix: 'W' }));
    let outcome: unknown;
    const usage = await usageOf(async () => {
      const { p99, longest } = await turnsOf(async () => (outcome = await run(file)));
      expect(p99).toBeLessThan(25);
      expect(longest).toBeLessThan(50);
    });
    expect(outcome).toMatchObject({ data: { importStudents: { successCount: LIMITS.rows, failures: [] } } });
    expect(usage.bytes).toBeLessThan(400 * 1024 * 1024);

    // Once more: every row exists already, of which as many are described as an answer may hold.
    const { p99 } = await turnsOf(async () => (outcome = await run(file, ', isTolerant: true')));
    expect(p99).toBeLessThan(50);
    const { importStudents } = (outcome as { data: Record<string, { failures: object[] }> }).data;
    expect(importStudents).toMatchObject({ successCount: 0, failedCount: LIMITS.rows });
    expect(importStudents.failures).toHaveLength(LIMITS.errors);
    expect(importStudents.failures[0]).toEqual({ sheet: 'sheet1', row: 2, column: 'E', code: 'EXISTS' });
  },
);

test('what was stored is exported, one after the other, in short turns and bounded memory', async () => {
  const exported = (): Promise<GraphqlAnswer> => server.graphql('{ studentsExport { name } }');
  let answers: readonly GraphqlAnswer[] = [];
  const usage = await usageOf(async () => {
    const { p99, longest } = await turnsOf(
      async () => (answers = await Promise.all([exported(), exported()])),
    );
    expect(p99).toBeLessThan(25);
    expect(longest).toBeLessThan(50);
  });
  expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined]);
  expect(usage.bytes).toBeLessThan(400 * 1024 * 1024);
});
