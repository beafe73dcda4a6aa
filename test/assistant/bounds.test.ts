import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { Change } from '../../src/entities/scheduling/changes.js';
import { RoleKey } from '../../src/schema/enums.js';
import { tokenOf } from '../scheduling/people.js';
import { reasonIn } from '../../src/services/assistant/conversation/requests.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';
import { FrameClient } from '../transport/frame-client.js';
import { SocketClient } from '../transport/socket-client.js';
import { names, send, startTalked, talk, type TalkedUniversity } from './talk.js';

/** What is said of very many at once, and what is not to be done beyond what was shown. */
let server: TestServer;
let university: TalkedUniversity;
beforeAll(async () => {
  ({ server, university } = await startTalked());
}, 120_000);
afterAll(() => server.stop());

/** The greatest whole number of the schema. */
const greatest = 2_147_483_647;

const changeCount = (): Promise<number> => server.context().rows.count(Change, {});

const channel = (): string =>
  `${server.url.replace('http', 'ws')}/ws/ai/response/front?token=${server.administrator}`;

/** The meetings of a teaching class as people tell them, such as 张伟周一第1节计科2301的高等数学. */
async function meetingsOf(at: number): Promise<string[]> {
  const rows: any[] = await server.context().rows.find(ClassAssignment, {
    timetable: university.timetable,
    teachingClass: university.teachingClasses[at].id,
  });
  const [teacher, group, course] = [names.teachers[at], names.classes[at], names.courses[at]];
  return rows.map(({ dayOfWeek, periodStart }) => {
    const day = '一二三四五六日'[dayOfWeek - 1];
    return `${teacher}周${day}第${periodStart}节${group}的${course}`;
  });
}

test('a reason is sought in a time like the text', () => {
  const from = process.cpuUsage();
  reasonIn('，'.repeat(50_000));
  // The square takes seconds.
  expect(process.cpuUsage(from).user / 1000).toBeLessThan(500);
});

test('as many moves as may be said at once end with a plan or a question, not with a failure', async () => {
  const meetings = (await Promise.all([0, 1, 2].map(meetingsOf))).flat();
  const wishes = [
    ...meetings.map((meeting) => `把${meeting}调到下午`),
    ...meetings.slice(0, 4).map((meeting) => `把${meeting}调到上午`),
  ];
  const { events, plan, question, said } = await talk(server, wishes.join('；'));
  expect([wishes.length, events.at(-1)!.kind, events.at(-1)!.text]).toEqual([10, 'DONE', null]);
  expect(plan ?? question ?? said).toBeTruthy();
}, 60_000);

test('lessons that are all meant are moved as far as one plan holds them, by whoever may', async () => {
  const before = await changeCount();
  const all = ['调到周日', '往后推一天'].flatMap((where) =>
    names.teachers.map((teacher) => `把${teacher}的课全部${where}`),
  );
  const tooMany = await talk(server, all.join('；'));
  expect(tooMany.said).toMatch(/^共有 12 次课符合，一次最多调整 10 次/);
  const token = await tokenOf(server, RoleKey.STUDENT);
  const refused = await talk(server, '把张伟的课全部往后推一天', { token });
  expect([tooMany.plan, refused.plan, refused.question]).toEqual([undefined, undefined, undefined]);
  expect(await changeCount()).toBe(before);
}, 60_000);

test('who could teach a class at a given time are those who are qualified for it', async () => {
  const anybody = await talk(server, '周五第1节哪些老师有空');
  expect(anybody.said).toMatch(/李娜.*王芳|王芳.*李娜/);
  const { said } = await talk(server, '周五第1节谁能代高等数学-01');
  expect(said).not.toMatch(/李娜|王芳/);
});

test('a surname that many have means every one of them', async () => {
  const em = recordsOf(server.runtime.app);
  await em.execute(
    `insert into teacher select (jsonb_populate_record(t, jsonb_build_object(
       'id', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'code', 'many' || n,
       'name', '张' || chr(19968 + n), 'user_id', null))).*
     from teacher t, generate_series(1, 20) n where t.id = $1`,
    [university.teachers[0].id],
  );
  const [meeting] = await meetingsOf(0);
  const { said } = await talk(server, `${meeting.slice(2, 4)}张老师有什么课`);
  expect(said).toMatch(/高等数学-01，.*张伟/);
});

test.each(['a\u0000b', '谁教\ud800数学'])('what cannot be stored is refused: %j', async (text) => {
  await expect(send(server, text)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ field: 'text', message: expect.stringMatching(/control characters/) }],
  });
  const client = await FrameClient.welcomed(channel());
  const frames = await client.ask({ type: 'chat', user_input: text, chat: '[]' });
  expect(frames.at(-1)).toMatchObject({
    type: 'error',
    data: { message: expect.stringMatching(/控制字符/) },
  });
  await client.end();
});

test.each([
  ['在草稿0里，有哪些冲突', /第 0 版/],
  ['在草稿9999999里，有哪些冲突', /第 9999999 版/],
])('a revision that cannot be is told as such: %s', async (text, told) => {
  const { events, question } = await talk(server, text);
  expect(question?.text ?? events.at(-1)!.text).toMatch(told);
});

test('whoever follows from the greatest number is told nothing, and not of a failure', async () => {
  const { conversation } = await talk(server, '帮助');
  const { data } = await server.graphql(
    `{ conversation(id: "${conversation}") { events(after: ${greatest}) { sequence } } }`,
  );
  expect(data.conversation.events).toEqual([]);
  const client = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  for (const field of ['assistantChat(conversation', 'timetableChanges(timetable']) {
    const id = field.startsWith('a') ? conversation : university.timetable;
    client.subscribe(field, `subscription { ${field}: "${id}", after: ${greatest}) { __typename } }`);
  }
  const faults: unknown[] = [];
  for (let at = 0; at < 20; at++) {
    const { payload } = await client.ask('{ timetable { id } }');
    if (payload?.errors) faults.push(payload.errors);
  }
  expect(faults).toEqual([]);
  await client.end();
});

test.each(['不要了', '取消', 'never mind'])(
  '%s leaves the plan that was shown, and undoes nothing',
  async (no) => {
    const [meeting] = await meetingsOf(2);
    const { conversation } = await talk(server, `锁定${meeting}`);
    const before = await changeCount();
    const { plan, question, said } = await talk(server, no, { conversation });
    expect([plan, question]).toEqual([undefined, undefined]);
    expect(said).toMatch(/没有改动|as it was/);
    const confirmed = await talk(server, '确认', { conversation });
    expect(confirmed.said).toMatch(/没有等待确认的计划|no plan to confirm/);
    expect(await changeCount()).toBe(before);
  },
);

test('of a plan that was applied with a click, yes and no are not of a plan that waits', async () => {
  const [meeting] = await meetingsOf(2);
  const { plan, conversation } = await talk(server, `锁定${meeting}`);
  await server.graphql(`mutation { applyChangePlan(id: "${plan.id}", hash: "${plan.hash}") { isApplied } }`);
  expect(await talk(server, '好的', { conversation })).toMatchObject({
    plan: undefined,
    said: expect.stringMatching(/^已应用/),
  });
  const again = await talk(server, `解锁${meeting}`, { conversation });
  const { plan: unlocking } = again;
  await server.graphql(
    `mutation { applyChangePlan(id: "${unlocking.id}", hash: "${unlocking.hash}") { isApplied } }`,
  );
  const { plan: undoing } = await talk(server, '不要了', { conversation });
  expect(undoing.outcome.items).toMatchObject([{ isLocked: true }]);
});

test('a confirmation over the channel is never of what another conversation has shown', async () => {
  const [meeting] = await meetingsOf(1);
  const { plan, conversation } = await talk(server, `锁定${meeting}`);
  expect(plan.outcome.isApplicable).toBe(true);
  // As many conversations as a person may have, so that none can be begun.
  await recordsOf(server.runtime.app).execute(
    `insert into conversation select (jsonb_populate_record(one.c, jsonb_build_object('id', gen_random_uuid(),
       'last_activity_at', clock_timestamp() - interval '1 hour'))).*
     from (select c from conversation c where id = $1) as one,
       generate_series(1, 200 - (select count(*) from conversation o where o.person_id = (one.c).person_id))`,
    [conversation],
  );
  const before = await changeCount();
  const client = await FrameClient.welcomed(channel());
  const chat = JSON.stringify([{ type: 'user', message: '你好', timestamp: '09:00' }]);
  const [refused] = (await client.ask({ type: 'chat', user_input: '确认', chat })).slice(-1);
  expect(await changeCount()).toBe(before);
  expect(refused).toMatchObject({ type: 'error', data: { message: expect.stringMatching(/200 个对话/) } });
  await client.end();
});
