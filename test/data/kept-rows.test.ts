import fc from 'fast-check';
import { Client } from 'pg';
import { follow } from '../../bench/history/history.js';
import { registersOf } from '../../bench/history/registers.js';
import { KeptRows, type KeptView } from '../../src/data/kept/kept-rows.js';
import { entityInfo } from '../../src/data/columns.js';
import { keptEntities, watchedEntities } from '../../src/entities/kept.js';
import { loggedTables } from '../../src/entities/logged.js';
import { Building, Campus } from '../../src/entities/places.js';
import { makeUniversity, publishLocked } from '../scheduling/university.js';
import { writing } from '../support/records.js';
import { startServerProcess } from '../support/server-process.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** A call of the model: it is told of the log at one moment, and reads and keeps at later ones. */
interface Call {
  readonly before: string | null;
  view?: KeptView | null;
  /** What the tables held when it was told. */
  held?: Readonly<Record<string, number>>;
  /** A row that it has read and not kept yet. */
  read?: { readonly table: string; readonly version: number };
}

/** What is made of both tables: which of their versions it knows. */
type Sum = Readonly<Record<Table, number>> & { readonly bytes: number };

const tables = { campus: Campus, building: Building };
type Table = keyof typeof tables;

const steps = fc.array(
  fc.tuple(
    fc.constantFrom('begin', 'tell', 'read', 'keep', 'commit', 'make', 'end', 'fail'),
    fc.nat(5),
    fc.constantFrom<Table>('campus', 'building'),
  ),
  { minLength: 20, maxLength: 200 },
);

test('no call is given what is older than the call, however calls and commits are interleaved', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      const kept = new KeptRows(Object.values(tables), 100_000);
      const commits: Table[] = [];
      const versions: Record<Table, number> = { campus: 0, building: 0 };
      const calls: Call[] = [];
      const making: ((isMade: boolean) => void)[] = [];
      const made: Promise<void>[] = [];
      for (const [step, at, table] of schedule) {
        const call = calls[at % Math.max(calls.length, 1)];
        if (step === 'begin') calls.push({ before: kept.seen });
        else if (step === 'commit') versions[table] = commits.push(table);
        else if (step === 'tell' && call && call.view === undefined) {
          const changed = call.before === null ? [] : [...new Set(commits.slice(Number(call.before)))];
          call.view = kept.viewAfter(call.before, { seen: String(commits.length), changed });
          call.held = { ...versions };
        } else if (step === 'read' && call?.view) {
          const [known] = call.view.rows(tables[table], 'id', '1') ?? [];
          const { version } = (known ?? { version: versions[table] }) as { version: number };
          expect(version).toBeGreaterThanOrEqual(call.held![table]);
          if (!known) call.read = { table, version };
        } else if (step === 'keep' && call?.view && call.read)
          call.view.keep(tables[call.read.table as Table], 'id', '1', [
            { id: '1', version: call.read.version },
          ]);
        else if (step === 'make' && call?.view) {
          const { held } = call;
          const sum = call.view.made<Sum>('sum', Object.values(tables), async (former) => {
            // What was before is renewed, never taken for what is now.
            const now = { ...former, ...versions, bytes: 1 };
            const isMade = await new Promise<boolean>((resolve) => making.push(resolve));
            if (!isMade) throw new Error('gone');
            return now;
          });
          const isNew = ({ campus, building }: Sum): void => {
            expect(campus).toBeGreaterThanOrEqual(held!.campus);
            expect(building).toBeGreaterThanOrEqual(held!.building);
          };
          if (sum instanceof Promise) made.push(sum.then(isNew, () => undefined));
          else isNew(sum);
        } else if (step === 'end' || step === 'fail') {
          making.shift()?.(step === 'end');
          await new Promise(setImmediate);
        }
      }
      for (const end of making) end(true);
      await Promise.all(made);
    }),
    { numRuns: 500 },
  );
});

test('what is kept is bounded, and nothing is kept where the bound is none', () => {
  const kept = new KeptRows([Campus], 10_000);
  const view = kept.viewAfter(null, { seen: '1', changed: [] })!;
  expect(view.rows(Building, 'id', '1')).toBeUndefined();
  const rowOf = (n: number): object => ({ id: String(n), name: 'x'.repeat(100) });
  for (let n = 0; n < 1_000; n++) view.keep(Campus, 'id', String(n), [rowOf(n)]);
  const there = Array.from({ length: 1_000 }, (_, n) => view.rows(Campus, 'id', String(n)) !== undefined);
  expect(there.at(-1)).toBe(true);
  expect(there.filter(Boolean).length).toBeLessThan(20);
  expect(new KeptRows([Campus], 0).viewAfter(null, { seen: '1', changed: [] })).toBeNull();
});

test('rows are kept only of tables whose changes are logged', () => {
  const logged = loggedTables().map(({ table }) => table);
  expect(
    [...keptEntities, ...watchedEntities]
      .map((entity) => entityInfo(entity).table)
      .filter((each) => !logged.includes(each)),
  ).toEqual([]);
});

describe('two servers on one database', () => {
  let server: TestServer;
  let other: Awaited<ReturnType<typeof startServerProcess>>;
  let client: Client;
  let building: string;
  let campus: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { DATABASE_URL, DATA_DIR } = server.runtime.app.config;
    other = await startServerProcess({ DATABASE_URL, DATA_DIR, WORKER: 'false' } as Record<string, string>);
    client = new Client({ connectionString: writing(DATABASE_URL!) });
    await client.connect();
    const input = { name: 'A', code: 'A', address: 'A', description: 'A', isEnabled: true };
    const creation = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }';
    campus = (await server.graphql(creation, { input })).data.createCampus.id;
    const { data } = await server.graphql(
      'mutation ($input: BuildingInput!) { createBuilding(input: $input) { id } }',
      { input: { name: 'B', campus, isEnabled: true } },
    );
    building = data.createBuilding.id;
  });
  afterAll(async () => {
    await client.end();
    other.server.kill('SIGTERM');
    await server.stop();
  });

  /** The name and version of the campus, as each server tells it to whoever asks for the building. */
  async function told(): Promise<[name: string, version: number][]> {
    const query = '{ building(id: "' + building + '") { campus { name version } } }';
    const here = await server.graphql(query);
    const response = await fetch(`${other.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.administrator}` },
      body: JSON.stringify({ query }),
    });
    const there = (await response.json()) as { data: typeof here.data };
    return [here, there].map(({ data }) => [data.building.campus.name, data.building.campus.version]);
  }

  test('each tells what the other has just changed, and asks the database for it once', async () => {
    await told();
    server.forgetStatements();
    await told();
    const asked = server.statements.filter((text) => text.includes('from "campus"'));
    expect(asked).toEqual([]);
    for (let n = 1; n <= 20; n++) {
      const name = `A${n}`;
      const rename =
        'mutation ($id: ID!, $name: String!) { updateCampus(id: $id, input: { name: $name }) { name } }';
      const url = n % 2 ? server.url : other.url;
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.administrator}` },
        body: JSON.stringify({ query: rename, variables: { id: campus, name } }),
      });
      expect(await response.json()).toEqual({ data: { updateCampus: { name } } });
      expect(await told()).toEqual([
        [name, n + 1],
        [name, n + 1],
      ]);
    }
  });

  test('an open transaction is told once it is committed, and never if it is undone', async () => {
    const [[before]] = await told();
    await client.query('begin');
    await client.query(`update campus set name = 'open', version = version + 1 where id = $1`, [campus]);
    expect((await told()).map(([name]) => name)).toEqual([before, before]);
    // What others commit meanwhile moves on what is known of the log.
    await server.graphql(`mutation { updateBuilding(id: "${building}", input: { name: "C" }) { id } }`);
    expect((await told()).map(([name]) => name)).toEqual([before, before]);
    await client.query('commit');
    expect((await told()).map(([name]) => name)).toEqual(['open', 'open']);
    await client.query('begin');
    await client.query(`update campus set name = 'undone' where id = $1`, [campus]);
    await told();
    await client.query('rollback');
    expect((await told()).map(([name]) => name)).toEqual(['open', 'open']);
  });

  test('no answer is older than what was stored when it was asked for, nor was undone', async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'history' });
    const { meetings, rooms } = university;
    await publishLocked(
      server.runtime.app,
      university,
      [0, 1].map((at) => ({ meeting: meetings[2 * at], day: at + 1, period: 1, room: rooms[at] })),
    );
    const administrator = { authorization: `Bearer ${server.administrator}` };
    const database = writing(server.runtime.app.databaseUrl);
    await using undo = new AsyncDisposableStack();
    const urls = [server.url, other.url];
    const registers = await registersOf({ urls, database, administrator }, undo);
    const { writes, lost, faults } = await follow(registers, 5_000, 4);
    expect(faults).toEqual([]);
    expect(lost).toBe(0);
    expect(writes).toBeGreaterThan(500);
  }, 180_000);

  test('whoever writes reads what was written', async () => {
    const query = `mutation ($id: ID!) {
      first: updateCampus(id: $id, input: { name: "D" }) { name }
      updateBuilding(id: "${building}", input: { name: "E" }) { campus { name } } }`;
    await told();
    const { data } = await server.graphql(query, { id: campus });
    expect(data).toEqual({ first: { name: 'D' }, updateBuilding: { campus: { name: 'D' } } });
  });
});
