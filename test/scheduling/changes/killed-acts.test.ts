// Processes are killed while they publish, take back, roll back and apply a plan, at points that are armed
// from outside, by triggers in the database of the test; the product knows nothing of them.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import type { GraphqlAnswer } from '../../support/server.js';
import { startServerProcess } from '../../support/server-process.js';
import { sendKeyed } from '../../data/keyed-client.js';
import { startTalked, talk, type Talked } from '../../assistant/talk.js';
import { recordsOf } from '../../support/records.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { makeUniversity } from '../university.js';

/** What somebody asks for, in a semester of its own. */
interface Act {
  readonly semester: string;
  readonly document: string;
  readonly answer: object;
}

const names = ['publish', 'undo', 'roll back', 'apply a plan'] as const;
type Name = (typeof names)[number];
const each = <R>(of: (name: Name) => Promise<R>): Promise<Record<Name, R>> =>
  Promise.all(names.map(async (name) => [name, await of(name)] as const)).then(
    (entries) => Object.fromEntries(entries) as Record<Name, R>,
  );

/** What every act writes early, and whoever waits there waits for this lock. */
const written = { publish: 'timetable', undo: 'change', 'roll back': 'timetable', 'apply a plan': 'change' };
const tables = [...new Set(Object.values(written))];
const lock = 4_711;

let talked: Talked;
let client: Client;
let acts: Record<Name, Act>;
/** What the semester of each act held: before, after each of two processes was killed, and at last. */
let before: Record<Name, string>;
let killedInside: Record<Name, string>;
let killedAtEnd: Record<Name, string>;
let atLast: Record<Name, string>;
let answers: Record<Name, GraphqlAnswer>;

beforeAll(async () => {
  talked = await startTalked();
  client = new Client({ connectionString: talked.server.runtime.app.databaseUrl });
  await client.connect();
  await client.query(`create function wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${lock}); return null; end $$`);
  acts = { ...(await actsOnDrafts()), 'apply a plan': await planToApply() };
  before = await each(stateOf);
  await killWhileActing('create trigger wait_here after insert or update on');
  killedInside = await each(stateOf);
  await killWhileActing(
    'create constraint trigger wait_here after insert or update on',
    'initially deferred',
  );
  killedAtEnd = await each(stateOf);
  answers = await each((name) => send(talked.server.url, name));
  atLast = await each(stateOf);
}, 120_000);
afterAll(async () => {
  await client.end();
  await talked.server.stop();
});

async function call(document: string): Promise<any> {
  const { data, errors } = await talked.server.graphql(`mutation { it: ${document} }`);
  if (errors) throw new Error(errors[0].message);
  return data.it;
}

/** A semester with a published timetable, and a draft in which a meeting was moved. */
async function withDraft(name: string): Promise<{ semester: string; published: string; draft: string }> {
  const university = await makeUniversity(talked.server.runtime.app, { name });
  const { meetings, rooms, teachers, semester } = university;
  const place = (timetable: string, day: number): Promise<unknown> =>
    call(`moveMeeting(timetable: "${timetable}" meeting: "${meetings[0].id}" place: { dayOfWeek: ${day}
      periodStart: 1 classroom: "${rooms[0].id}" teacher: "${teachers[0].id}" }) { number }`);
  const { id: published } = await call(`createDraft(semester: "${semester.id}" isEmpty: true) { id }`);
  await place(published, 1);
  await call(publish(published));
  const { id: draft } = await call(`createDraft(semester: "${semester.id}") { id }`);
  await place(draft, 3);
  return { semester: semester.id, published, draft };
}

const accepted = 'reason: "drill" acceptsUnfinished: true';
const publish = (draft: string): string => `publishTimetable(id: "${draft}" ${accepted}) { status }`;

async function actsOnDrafts(): Promise<Omit<Record<Name, Act>, 'apply a plan'>> {
  const [one, two, three] = [await withDraft('one'), await withDraft('two'), await withDraft('three')];
  await call(publish(three.draft));
  return {
    publish: { ...one, document: publish(one.draft), answer: { status: 'PUBLISHED' } },
    undo: {
      ...two,
      document: `undoChange(timetable: "${two.draft}") { change { kind } }`,
      answer: { change: { kind: 'UNDO' } },
    },
    'roll back': {
      ...three,
      document: `rollBackTimetable(id: "${three.published}" ${accepted}) { revision status }`,
      answer: { revision: 3, status: 'PUBLISHED' },
    },
  };
}

async function planToApply(): Promise<Act> {
  const { server, university } = talked;
  const teachingClass = university.teachingClasses[0].id;
  const [{ dayOfWeek, periodStart }] = await server.context().rows.find(ClassAssignment, {
    timetable: university.timetable,
    teachingClass,
  });
  const days = ['一', '二', '三', '四', '五'];
  const { plan } = await talk(
    server,
    `把张伟周${days[dayOfWeek! - 1]}第${periodStart}节的高等数学调到周${days[dayOfWeek! % 5]}下午`,
  );
  return {
    semester: university.semester.id,
    document: `applyChangePlan(id: "${plan.id}" hash: "${plan.hash}") { isApplied }`,
    answer: { isApplied: true },
  };
}

const send = (url: string, name: Name): Promise<GraphqlAnswer> =>
  sendKeyed(
    url,
    `mutation { it: ${acts[name].document} }`,
    {},
    {
      token: talked.server.administrator,
      key: `killed while about to ${name}`,
    },
  );

/** All that an act may have written: revisions, changes, places with their occupancy, plans, the log. */
async function stateOf(name: Name): Promise<string> {
  const { semester } = acts[name];
  const { app } = talked.server.runtime;
  const read = (sql: string): Promise<any[]> => recordsOf(app).execute(sql, [semester]);
  const timetables = await read(
    'select id, revision, status, version from timetable where semester_id = $1 order by revision',
  );
  const ids = timetables.map(({ id }) => id as string);
  const held = timetables.filter(({ status }) => status !== 'ARCHIVED');
  for (const { id } of held) expect(await faultsOf(app, id)).toEqual([]);
  return JSON.stringify({
    timetables,
    places: await Promise.all(ids.map((id) => canonicalExport(app, id))),
    changes: await read('select id, number, kind, state from change where semester_id = $1 order by number'),
    plans: await read(`select p.id, applied_at, change_id from change_plan p
      join timetable t on t.id = p.timetable_id where semester_id = $1`),
    logged: await read(`select table_name, action, count(*) from audit_log where record_id in (
        select id from timetable where semester_id = $1 union all select id from change where semester_id = $1
        union all select a.id from class_assignment a join timetable t on t.id = a.timetable_id
          where semester_id = $1) group by 1, 2 order by 1, 2`),
  });
}

/** Sends all acts to a process of their own, and kills it when each waits at the trigger. */
async function killWhileActing(trigger: string, when = ''): Promise<void> {
  const { databaseUrl, dataDir } = talked.server.runtime.app;
  const { server, url } = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WORKER: 'false',
  });
  await client.query(`select pg_advisory_lock(${lock})`);
  for (const table of tables)
    await client.query(`${trigger} ${table} ${when} for each row execute function wait_here()`);
  const sent = each((name) => send(url, name).catch(() => null));
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`;
  while ((await client.query(waiting)).rowCount !== names.length) await sleep(20);
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(Object.values(await sent)).toEqual(names.map(() => null));
  await client.query(`select pg_advisory_unlock(${lock})`);
  // What waited goes on, and learns only then that nobody hears its answer.
  const others = `select from pg_stat_activity where datname = current_database() and state <> 'idle'
    and pid <> pg_backend_pid()`;
  while ((await client.query(others)).rowCount! > 0) await sleep(20);
  for (const table of tables) await client.query(`drop trigger wait_here on ${table}`);
}

describe.each(names)('a process is killed while it is about to %s', (name) => {
  test('11: inside it, nothing of it was done', () => {
    expect(killedInside[name]).toBe(before[name]);
  });

  test('11: at its end, all of it was done once, and who asks again is told', () => {
    expect(killedAtEnd[name]).not.toBe(before[name]);
    expect(answers[name]).toEqual({ status: 200, data: { it: acts[name].answer } });
    expect(atLast[name]).toBe(killedAtEnd[name]);
  });
});

test('and the next one finds no lock', async () => {
  const { data } = await talked.server.graphql(`mutation {
    undoChange(timetable: "${talked.university.timetable}") { change { kind } } }`);
  expect(data).toEqual({ undoChange: { change: { kind: 'UNDO' } } });
});
