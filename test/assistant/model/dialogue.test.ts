import { RoleKey } from '../../../src/schema/enums.js';
import { tokenOf } from '../../scheduling/people.js';
import { answer, turn, type ModelServer } from '../../support/model-server.js';
import type { TestServer } from '../../support/server.js';
import { startTalkedModel, talk, type TalkedUniversity } from '../talk.js';

/** What a model knows of a dialogue, and what its answers do there. */
let model: ModelServer;
let server: TestServer;
let university: TalkedUniversity;
let teacher: string;

beforeAll(async () => {
  ({ model, server, university } = await startTalkedModel({}));
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
}, 120_000);
afterAll(() => server.stop());

const answers = (...all: object[]): void => model.script(...all.map((one) => turn({ calls: [answer(one)] })));
const wishes = (...intents: object[]): object => ({ kind: 'intents', intents });
const known = (at = -1): any =>
  JSON.parse(model.requests.at(at)!.body.messages.filter(({ role }) => role === 'tool')[0].content);
const said = (at = -1): string => model.requests.at(at)!.body.messages[1].content;

const lessons = wishes({ type: 'showTimetable', of: { teachers: ['T1'] } });

test('what was said before, wished and shown is told with what is said next', async () => {
  answers(lessons);
  const { conversation } = await talk(server, '张伟周几有课');
  expect(known()).not.toHaveProperty('earlier');
  answers(lessons);
  await talk(server, '在哪里', { conversation });
  expect(known()).toMatchObject({
    now: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    earlier: [{ said: 'T1周几有课' }],
    before: [{ type: 'showTimetable', of: { teachers: ['T1'] } }],
    shown: [{ at: { days: [expect.any(Number)] } }, {}],
  });
  expect(known().found).toContainEqual(expect.objectContaining({ kind: 'room', name: 'B205' }));
});

test('the place of an option is gone on with like a click on it', async () => {
  answers(wishes({ type: 'move', meeting: { courses: ['C1'] }, to: { days: [3] } }));
  const { conversation, question } = await talk(server, '把高等数学挪到周三');
  expect(question?.options).toHaveLength(2);
  answers({ kind: 'option', number: 2 });
  const { plan } = await talk(server, '晚一点的那次', { conversation });
  expect(known().offered).toHaveLength(2);
  expect(plan.outcome.items).toHaveLength(1);
  expect(plan.outcome.isApplicable).toBe(true);
});

test('an option that a model has worded is read by what it says', async () => {
  const options = [{ label: '课表', text: '看张伟的课表' }];
  answers({ kind: 'question', question: '您要看什么？', options });
  const { conversation } = await talk(server, '张伟');
  answers({ kind: 'option', number: 1 }, lessons);
  expect((await talk(server, '都看看', { conversation })).said).toMatch(/^周.第/);
  expect(said()).toBe('看T1的课表');
});

test('an option that is not there is none', async () => {
  for (const one of [{ kind: 'option', number: 3 }, wishes({ type: 'help' })]) {
    answers(one);
    expect((await talk(server, '第三个')).plan).toBeUndefined();
  }
});

test('bug: no request is sent because a model takes a text for a yes', async () => {
  const own = { isOwn: true, at: { days: [1, 2, 3, 4, 5] } };
  const token = teacher;
  answers(wishes({ type: 'singleDate', action: 'CANCEL', meeting: own, at: { weeks: [5] } }));
  const shown = await talk(server, '第5周我有一次课上不了', { token });
  const { conversation } = shown;
  answers({ kind: 'option', number: 1 });
  const chosen =
    shown.question!.options[0].label === '确认申请'
      ? shown
      : await talk(server, '早的那次', { conversation, token });
  expect(chosen.question!.options[0].label).toBe('确认申请');
  answers({ kind: 'option', number: 1 });
  const asked = await talk(server, '嗯嗯那个', { conversation, token });
  expect(asked.question!.options[0].label).toBe('确认申请');
  const { data } = await server.graphql('{ dateRequests { items { id } } }', {}, token);
  expect(data.dateRequests.items).toEqual([]);
});

test('bug: own lessons of a teacher are not those of everybody', async () => {
  answers(wishes({ type: 'showTimetable', of: { isOwn: true }, ask: 'COUNT' }));
  const own = await talk(server, '我的课有几节', { token: teacher });
  const taught = { course: 'C1', administrativeClasses: ['G1'] };
  expect(known().me).toEqual({ teacher: 'T1', teaches: [taught] });
  answers(lessons);
  await talk(server, '张伟的课');
  answers(wishes({ type: 'showTimetable', of: { teachers: ['T1'] }, ask: 'COUNT' }));
  expect(own.said).toBe((await talk(server, '张伟的课有几节', { token: teacher })).said);
});

test('bug: a model hears what was said with a yes', async () => {
  answers(lessons);
  const { conversation } = await talk(server, '张伟周几有课', { token: teacher });
  answers({ kind: 'unsupported' });
  await talk(server, '那还好，麻烦提交吧', { conversation, token: teacher });
  expect(said()).toBe('那还好,麻烦提交吧');
});

test('bug: a yes beside another wish shows both once more, and makes neither', async () => {
  const takesOut = (course: string): object => ({
    type: 'takeOut',
    meeting: { courses: [course], isEvery: true },
  });
  answers(wishes(takesOut('C1')));
  const first = await talk(server, '高等数学的课全部拿掉');
  answers(wishes({ type: 'confirm' }, takesOut('C1')));
  const both = await talk(server, '前面那个可以，大学英语的也全部拿掉', first);
  expect([first, both].map(({ plan }) => plan.outcome.items.length)).toEqual([2, 4]);
});

test('what no intent says is told whom to ask, and a kind word is answered with one', async () => {
  answers({ kind: 'unsupported' });
  expect((await talk(server, '我想知道我的工资怎么算的')).said).toMatch(/请问人事或财务/);
  answers({ kind: 'unsupported' });
  expect((await talk(server, 'thanks a lot!')).said).toMatch(/^You are welcome|^不客气/);
});

test('a room may be near another, and in none of some rooms', async () => {
  const rooms = (room: object): object =>
    wishes({ type: 'findRooms', at: { days: [7], periods: { start: 1, end: 2 } }, room });
  answers(rooms({ notIn: ['R1'] }));
  expect((await talk(server, '周日1-2节A101以外的空教室')).said).not.toMatch(/A101（|A101 \(/);
  answers(rooms({ near: 'R1' }));
  expect((await talk(server, '周日1-2节A101附近的空教室')).said).toMatch(/A101|A102|B205/);
});

test('records are found by characters of their names in their order', async () => {
  model.script(
    turn({ calls: [{ name: 'find_names', arguments: { words: '数构' } }] }),
    turn({ calls: [answer({ kind: 'unsupported' })] }),
  );
  await talk(server, '那门课');
  const results = model.requests.at(-1)!.body.messages.filter(({ role }) => role === 'tool');
  expect(JSON.parse(results[1].content).found).toMatchObject([{ kind: 'course', name: '数据结构' }]);
});
