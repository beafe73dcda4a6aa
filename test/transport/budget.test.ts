import { getIntrospectionQuery } from 'graphql';
import { documentsOfStudents, sendDocument, type Outcome } from '../../bench/fuzz/send-documents.js';
import { studentsSql } from '../../bench/support/students.js';
import { termSql } from '../../bench/support/term.js';
import { buildProductSchema } from '../../src/app/schema.js';
import { allEntities } from '../../src/data/columns.js';
import { addStudent } from '../accounts/people.js';
import { withClient } from '../data/support.js';
import { signedIn } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { turnsOf } from '../support/turns.js';
import { usageOf } from '../support/usage.js';

/** What students can ask of a large institution: each operation ends within its budget. */
const seed = 20_260_901;
const documents = 300;
/** Documents after which garbage is collected, so that only what is held counts as growth. */
const atOnce = 20;
const objectsMax = 10_000;
/** Milliseconds of processor time of a turn of the event loop, and bytes. */
const turnMax = 50;
const growthMax = 300 * 2 ** 20;

let server: TestServer;
let student: string;
/** A record of each kind, by the name of its type. */
let ids: Record<string, string>;
beforeAll(async () => {
  // Server and client share a process: a long turn between them must close no connection that is being used.
  const env = { OPERATION_OBJECTS_MAX: String(objectsMax), KEEP_ALIVE_SECONDS: '60' };
  server = await startTestServer({ env });
  await withClient(server, async (client) => {
    await client.query(studentsSql(20_000));
    await client.query(termSql({ meetings: 5_000, teachers: 2_000 }));
    ids = {};
    for (const { target, table } of allEntities()) {
      const { rows } = await client.query<{ id: string }>(`select id from "${table}" order by id limit 1`);
      for (const { id } of rows) ids[target.name] = id;
    }
  });
  await addStudent(server, '20991234');
  student = await signedIn(server, { isStudent: true, number: '20991234' });
}, 120_000);
afterAll(() => server.stop());

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends a document as the student. Answers are not read into objects, which would cost this process. */
async function send(query: string): Promise<Sent> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${student}` },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() };
}

test('the whole schema is counted like any records, because questions for it held up others', async () => {
  const { status, text } = await send(getIntrospectionQuery());
  const [{ extensions }] = (JSON.parse(text) as { errors: { extensions: object }[] }).errors;
  expect([status, extensions]).toMatchObject([200, { code: 'GRAPHQL_LIMIT', limit: 'objects' }]);
});

test(`31: ${documents} random documents of a student take short turns and little memory`, async () => {
  const random = documentsOfStudents(buildProductSchema(), seed, ids);
  const counts = { answered: 0, refused: 0, ended: 0, broken: 0 };
  const faults: string[] = [];
  for (let begun = 0; begun < documents; begun += atOnce) {
    const { bytes } = await usageOf(async () => {
      for (let at = 0; at < atOnce; at++) {
        const query = random.next();
        let outcome!: Outcome;
        const longestTurn = async (): Promise<number> =>
          (
            await turnsOf(
              async () => (outcome = await sendDocument({ url: server.url, token: student }, query)),
            )
          ).longest;
        let longest = await longestTurn();
        // What the machine or a collection of garbage did to a turn does not come again.
        for (let again = 0; again < 2 && longest > turnMax; again++)
          longest = Math.min(longest, await longestTurn());
        counts[outcome]++;
        if (longest > turnMax || outcome === 'broken')
          faults.push(`${Math.round(longest)} ms, ${outcome}: ${query}`);
      }
    });
    if (bytes > growthMax) faults.push(`${Math.round(bytes / 2 ** 20)} MiB after ${begun} documents`);
  }
  expect(faults).toEqual([]);
  // All ways to end are met, and most documents are such as the limits allow.
  expect(counts.answered).toBeGreaterThan(documents / 2);
  expect(Math.min(counts.refused, counts.ended)).toBeGreaterThan(0);
}, 300_000);

describe('31: what would multiply is refused before any statement', () => {
  test.each([
    [
      'a timetable inside its own assignments',
      'timetable { assignments { timetable { assignments { id } } } }',
    ],
    [
      'and again',
      'timetable { assignments { timetable { assignments { timetable { assignments { id } } } } } }',
    ],
    [
      'lists that lead back',
      'department(id: "01900000-0000-7000-8000-000000000000") { administrativeClasses { students { ' +
        'administrativeClass { students { name } } } } }',
    ],
  ])('%s', async (_, selection) => {
    server.forgetStatements();
    const { status, text } = await send(`{ ${selection} }`);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'GRAPHQL_LIMIT', limit: 'cost' } }] },
    ]);
    expect(server.statements).toEqual([]);
  });
});

test('31: a pick list under many names ends with the budget, and is bounded by itself', async () => {
  const lists = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a${at}: teacherOptions { id name department { name } }`).join(
      ' ',
    );
  const { text } = await send(`{ ${lists(20)} }`);
  expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { limit: 'objects' } }] });
  const one = JSON.parse((await send(`{ ${lists(1)} }`)).text) as { data: { a0: object[] } };
  expect(one.data.a0).toHaveLength(1_000);
});

test('31: an answer of more objects than the budget holds ends with what to do instead', async () => {
  const query = '{ timetable { assignments { id classroom { code building { name } } teacher { name } } } }';
  // Once by graphql-js, then compiled.
  for (let times = 0; times < 3; times++) {
    const { data, errors } = await server.graphql(query, {}, student);
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      { extensions: { code: 'GRAPHQL_LIMIT', limit: 'objects', max: objectsMax } },
    ]);
    expect(errors![0].message).toMatch(/Maybe ask for less: filter by semester, department, teacher/);
  }
});

test('31: a timetable within the budget is one answer', async () => {
  const { data, errors } = await server.graphql('{ timetable { assignments { id } } }', {}, student);
  expect(errors).toBeUndefined();
  expect(data.timetable.assignments).toHaveLength(5_000);
  expect(new Set(data.timetable.assignments.map(({ id }: { id: string }) => id)).size).toBe(5_000);
});

test('31: a caller who asks little is answered while a large answer is made', async () => {
  const heavy = send('{ timetable { assignments { id } } }');
  let isOver = false;
  void heavy.then(() => (isOver = true));
  let answered = 0;
  while (!isOver) {
    await server.graphql('{ me { name } }');
    answered++;
  }
  expect(answered).toBeGreaterThan(1);
});
