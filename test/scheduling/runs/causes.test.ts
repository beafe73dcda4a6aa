import { TeacherQualification } from '../../../src/entities/courses.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { endedTask, taskWhen } from '../support.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

/** A semester that cannot hold tells why, on its task and while the search goes on. */
let server: TestServer;
let worker: JobWorker;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.runtime.app);
});
afterEach(async () => {
  const { data } = await server.graphql('{ schedulingTasks { items { id status } } }');
  for (const { id, status } of data.schedulingTasks.items)
    if (status === 'RUNNING' || status === 'QUEUED') await ended(id as string);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const start = `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id causes {
  kind } } }`;
const ask = `query ($id: ID!) { schedulingTask(id: $id) { status
  causes { kind text requirements isSmallest meetingCount meetings { id } } } }`;

async function begun({ semester }: TestUniversity, timeLimitSeconds: number): Promise<string> {
  const { data } = await server.graphql(start, { input: { semester: semester.id, timeLimitSeconds } });
  expect(data.startScheduling.causes).toEqual([]);
  return data.startScheduling.id as string;
}

/** The causes of a running task, in Chinese and English. */
async function causesOf(id: string): Promise<{ zh: any[]; en: any[] }> {
  const isTold = ({ causes }: { causes: unknown }): boolean => causes !== null;
  await taskWhen(server.runtime.app, id, isTold, 20);
  const inLanguage = async (language: string): Promise<any[]> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        authorization: `Bearer ${server.administrator}`,
      },
      body: JSON.stringify({ query: ask, variables: { id } }),
    });
    const { data } = (await response.json()) as any;
    expect(data.schedulingTask.status).toBe('RUNNING');
    return data.schedulingTask.causes;
  };
  return { zh: await inLanguage('zh'), en: await inLanguage('en') };
}

async function ended(id: string): Promise<void> {
  await server.graphql('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id });
  await endedTask(server.runtime.app, id, 20);
}

/** One of the rules that keep a class from two meetings at once. */
const notAtOnce = /attends one meeting at a time|teaches one meeting at a time|do not overlap/;

test(
  'more meetings than periods are named with requirements that cannot hold together, while the search ' +
    'goes on',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'crowded', teachingClasses: 1 });
    const em = server.context().em;
    const [{ id: teachingClass }] = university.teachingClasses;
    const weeks = Array.from({ length: 16 }, (_, week) => week + 1);
    for (let sequence = 3; sequence <= 31; sequence++)
      em.create(Meeting, { teachingClass, sequence, periods: 2, weeks } as never);
    await em.flush();
    const { zh, en } = await causesOf(await begun(university, 60));
    expect([...new Set(en.map(({ kind }) => kind))]).toEqual(['CONFLICT']);
    const [{ requirements, meetings, meetingCount }] = en;
    expect(requirements).toContainEqual(expect.stringMatching(notAtOnce));
    expect(meetings).toHaveLength(20);
    expect(meetingCount).toBe(31);
    for (const { text, requirements } of zh)
      for (const sentence of [text, ...requirements]) expect(sentence).toMatch(/\p{Script=Han}/u);
  },
);

test('meetings that nobody may teach are named together', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'untaught' });
  const em = server.context().em;
  await em.nativeDelete(TeacherQualification, { teacher: university.teachers[0].id });
  await em.nativeDelete(TeacherQualification, { teacher: university.teachers[1].id });
  const id = await begun(university, 60);
  const { en } = await causesOf(id);
  expect(en).toEqual([
    {
      kind: 'IMPOSSIBLE',
      text:
        'K0 #1, K0 #2, K1 #1 and 1 more: It names no teacher, and no teacher has an approved ' +
        'qualification for its course.',
      requirements: [],
      isSmallest: false,
      meetingCount: 4,
      meetings: university.meetings.slice(0, 4).map(({ id: meeting }) => ({ id: meeting })),
    },
  ]);
});

test(
  'two meetings of a class that are locked to one time are found among others that have ' + 'room',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'locked' });
    const em = server.context().em;
    const [{ id: teachingClass }] = university.teachingClasses;
    em.create(Meeting, { teachingClass, sequence: 3, periods: 2, weeks: [1, 2, 3] } as never);
    await em.flush();
    const [first, second] = university.meetings;
    await publishLocked(server.runtime.app, university, [
      { meeting: first, day: 3, period: 3, room: university.rooms[0] },
      { meeting: second, day: 3, period: 3, room: university.rooms[1] },
    ]);
    const { en } = await causesOf(await begun(university, 60));
    expect(en[0]).toMatchObject({ kind: 'CONFLICT', isSmallest: true, meetingCount: 2 });
    expect(en[0].requirements).toContainEqual(expect.stringMatching(notAtOnce));
  },
);

test('a semester that holds has no causes', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'holding' });
  const id = await begun(university, 1);
  await endedTask(server.runtime.app, id, 20);
  expect((await server.graphql(ask, { id })).data.schedulingTask).toEqual({
    status: 'COMPLETED',
    causes: [],
  });
});
