import { Change } from '../../../src/entities/scheduling/changes.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { recordsOf } from '../../support/records.js';
import { tokenOf } from '../../scheduling/people.js';
import { Assignments } from '../../scheduling/made-assignments.js';
import { answer, fails, pauses, turn, type ModelServer } from '../../support/model-server.js';
import type { TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { changedAtPresent, follow, send, startTalkedModel, talk, type TalkedUniversity } from '../talk.js';

/** A model in conversations and in the form of an assignment. */
let model: ModelServer;
let server: TestServer;
let university: TalkedUniversity;

beforeAll(async () => {
  ({ model, server, university } = await startTalkedModel({ AI_TOKENS_PER_PERSON_PER_DAY: '200000' }));
}, 120_000);
afterAll(() => server.stop());

const helps = turn({ calls: [answer({ kind: 'intents', intents: [{ type: 'help' }] })] });

test('the first words of a model are heard by its person while the model still speaks', async () => {
  let release = (): void => undefined;
  const paused = new Promise<void>((resolve) => (release = resolve));
  model.script(pauses('我想一想。', paused, helps));
  const sent = await send(server, '帮助');
  const client = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  client.subscribe('1', follow, { conversation: sent.conversation, after: sent.sequence });
  const heard: { kind: string; text: string | null }[] = [];
  const hear = async (): Promise<unknown> => heard.push(...(await client.next()).payload.data.assistantChat);
  while (heard.length === 0) await hear();
  expect(heard).toMatchObject([{ kind: 'TOKEN', text: '我想一想。' }]);
  release();
  while (heard.at(-1)!.kind !== 'DONE') await hear();
  expect(heard.length).toBeGreaterThan(2);
  await client.end();
});

test('courses, the lesson after the next one and the clock of periods', async () => {
  const teacher = university.teachers[0].id;
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher });
  const says = async (intent: object): Promise<string> => {
    model.script(turn({ calls: [answer({ kind: 'intents', intents: [intent] })] }));
    return (await talk(server, '我的课', { token })).said;
  };
  const mine = { type: 'showTimetable', of: {} };
  expect(await says({ ...mine, ask: 'COURSES' })).toMatch(/^张伟共 1 门课：高等数学。\n高等数学：周/);
  expect(await says({ ...mine, ask: 'GAPS', within: { weeks: [5] } })).toMatch(
    /^2026-10-0\d（周.）第\d-\d节（/,
  );
  expect(await says({ type: 'showPeriods', at: { periods: { start: 5, end: 6 } } })).toMatch(
    /^第5-6节：14:00-15:40\n第1节 08:00-08:45，/,
  );
  expect(await says({ type: 'showNext' })).toMatch(/\n再下一节课：2026-|^接下来 61 天没有课/);
});

test('whoever has used up the tokens of the day is told so once, and answered by the grammar', async () => {
  const em = recordsOf(server.runtime.app);
  model.script(helps);
  await talk(server, '帮助');
  await em.execute('update assistant_usage set tokens_in = 199999');
  const [first, second] = [await talk(server, '你能做什么'), await talk(server, '你能做什么')];
  expect(first.said).toMatch(
    /^您今天的语言模型用量（200000 个令牌）已用完，明天恢复。.*常用的说法仍然听得懂。/,
  );
  expect(first.events.at(-1)).toMatchObject({ kind: 'DONE', interpreter: 'grammar', isFallback: true });
  expect(second.said).toMatch(/^您可以这样说/);
  await em.execute('delete from assistant_usage');
});

test('40: what a model offers as an answer confirms nothing, whatever it says', async () => {
  const changes = (): Promise<number> => server.context().rows.count(Change, {});
  const before = await changes();
  model.script(fails(401));
  const shown = await talk(server, '锁定张伟的高等数学');
  const { plan, conversation } = await talk(server, '1', shown);
  expect(plan.outcome.isApplicable).toBe(true);
  const options = [{ label: '继续', text: '确认' }];
  model.script(turn({ calls: [answer({ kind: 'question', question: '继续吗？', options })] }));
  await talk(server, '你好', { conversation });
  for (const said of ['继续', '1', '确认']) await talk(server, said, { conversation });
  expect(await changes()).toBe(before);
});

test('what was changed last is told to planners, with what was taken back, in either language', async () => {
  const asks = (isOwn: boolean) => {
    const intents = [{ type: 'showChanges', ...(isOwn && { isOwn }) }];
    model.script(turn({ calls: [answer({ kind: 'intents', intents })] }));
  };
  const told = async (text: string, token?: string): Promise<string> => {
    asks(/我|\bI\b/.test(text));
    return (await talk(server, text, { token })).said;
  };
  expect(await told('最近有什么变更')).toMatch(/^已发布的课表（第 1 版）最近的变更：\n第 \d+ 号，.*发布\n/);
  model.script(fails(401));
  const { conversation } = await talk(server, '锁定B205的高等数学');
  for (const said of ['1', '确认']) await talk(server, said, { conversation });
  const [, locked] = (await told('我刚才改了什么')).split('\n');
  expect(locked).toMatch(
    /^第 \d+ 号，\d{4}-\d\d-\d\d \d\d:\d\d，[\w-]+，调整，对助手说：锁定B205的高等数学 → 1：/,
  );
  expect(locked).toMatch(/：锁定 高等数学-01：周.第\d-\d节 .*张伟$/);
  model.script(fails(401));
  await talk(server, '撤销', { conversation });
  await talk(server, '确认', { conversation });
  const lines = (await told('What did I change last?')).split('\n');
  expect(lines[0]).toBe('Newest changes of the published timetable, revision 1:');
  expect(lines[1]).toMatch(/, took back, 对助手说：撤销: unlock 高等数学-01: \w+day periods \d-\d, .*张伟$/);
  expect(lines[2]).toMatch(/, changed \(taken back\), 对助手说：锁定/);

  const planner = await tokenOf(server, RoleKey.ADMINISTRATOR);
  const teacher = await tokenOf(server, RoleKey.TEACHER);
  expect(await told('我刚才改了什么', planner)).toBe('没有，您没有改动过课表。\n');
  asks(true);
  const { events } = await talk(server, '我刚才改了什么', { token: teacher });
  expect(events.at(-1)).toMatchObject({ kind: 'ERROR', text: expect.stringMatching(/由教务和管理员查看/) });
});

test('the next lesson is on a real date, which a holiday moves; what-if makes no plan', async () => {
  const wants = (intent: object): void =>
    model.script(turn({ calls: [answer({ kind: 'intents', intents: [intent] })] }));
  const next = async (): Promise<string> => {
    wants({ type: 'showNext', of: { teachers: ['T1'] } });
    return (await talk(server, '张伟下一节课是什么')).said;
  };
  const first = await next();
  expect(first).toMatch(/^下一节课：\d{4}-\d\d-\d\d（周.）第\d+-\d+节.*，高等数学-01，计科2301，张伟，.*。/);
  const date = first.slice(5, 15);
  const { data } = await server.graphql('{ currentSemester { id } }');
  const { errors } = await server.graphql(`mutation { changeCalendar(input: {
    semester: "${data.currentSemester.id}" days: [{ date: "${date}" kind: HOLIDAY }] }) { __typename } }`);
  expect(errors).toBeUndefined();
  expect((await next()).slice(5, 15) > date).toBe(true);

  await changedAtPresent(server);
  wants({ type: 'showChanges', since: '2020-01-01' });
  const since = await talk(server, '2020年以来课表变了什么');
  expect(since.events.map(({ text }) => text).join('')).toMatch(
    /^有，2020-01-01 以来课表有 \d+ 次变更：\n涉及：.*张伟.*高等数学-01/,
  );
  const meeting = { teachers: ['T1'], courses: ['C1'] };
  wants({ type: 'move', meeting, to: { days: [5] }, isWhatIf: true });
  const asked = await talk(server, '如果把张伟的高等数学调到周五会怎样');
  const { events, said } = await talk(server, '1', asked);
  expect(said).toMatch(
    /^如果这样调整（只是试算.*\n· 高等数学-01：.* → 周五.*\n每周都这样改.*\n影响：.*\n代价：/,
  );
  expect(events.map(({ kind }) => kind)).not.toContain('PLAN');
});

test('the form of an assignment is read by the model too, and by the grammar where that fails', async () => {
  const of = await Assignments.begin(server, 'form', 1);
  const ask = async (words: string): Promise<{ message: string; data: any }> => {
    const structured_data = JSON.stringify({
      course_uuid: of.university.teachingClasses[0].course.id,
      administrative_class_uuids: [of.university.classes[0].id],
      total_hours: 32,
    });
    const current_semester_uuid = of.university.semester.id;
    const body = { structured_data, current_semester_uuid, ask: words, edit: false };
    return (await of.call('aiManualScheduling', { body })).data;
  };
  const wishes = { at: { days: [4], part: 'AFTERNOON' }, isOtherTeacher: null };
  model.script(
    turn({ calls: [answer({ kind: 'wishes', wishes: { teachers: ['T9'] } })] }),
    turn({ calls: [answer({ kind: 'wishes', wishes })] }),
  );
  const read = await ask('放在一周的第四天，吃过午饭以后');
  expect(read.data.class_time).toEqual([of.time(4, 5)]);
  expect(model.requests[0].body.messages[0].content).toMatch(/^Staff of a university fill in the form/);
  expect(model.requests[1].body.messages.at(-1)!.content).toMatch(/T9.*no handle/);
  model.script(turn({ calls: [answer({ kind: 'question', question: '哪一天？' })] }));
  expect(await ask('随便')).toMatchObject({ message: '哪一天？' });
  model.script(turn({ calls: [answer({ kind: 'wishes', wishes: { at: { date: '2026-10-14' } } })] }));
  expect((await ask('14日')).message).toMatch(/^目前只能按周安排/);
  model.script(fails(401));
  expect((await ask('周三上午')).data.class_time).toEqual([of.time(3, 1)]);
});
