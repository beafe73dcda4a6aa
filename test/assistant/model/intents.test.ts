import { Classroom } from '../../../src/entities/places.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { dateAt } from '../../../src/services/scheduling/semester/weeks.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { addStudentOf, tokenOf } from '../../scheduling/people.js';
import { recordsOf } from '../../support/records.js';
import { answer, turn, type ModelServer } from '../../support/model-server.js';
import type { TestServer } from '../../support/server.js';
import { startTalkedModel, talk, type TalkedUniversity } from '../talk.js';

/** Wishes that models write, and that the grammar seldom reads. */
let model: ModelServer;
let server: TestServer;
let university: TalkedUniversity;

beforeAll(async () => {
  ({ model, server, university } = await startTalkedModel({ AI_TOKENS_PER_PERSON_PER_DAY: '900000' }));
}, 120_000);
afterAll(() => server.stop());

/** The answer to a text of which the model makes an intent, and what it asks and offers. */
async function wishes(text: string, intent: object, token?: string) {
  model.script(turn({ calls: [answer({ kind: 'intents', intents: [intent] })] }));
  const { said, question, plan, conversation } = await talk(server, text, { token });
  const labels = question?.options.map(({ label }) => label) ?? [];
  return { told: `${said}${question?.text ?? ''}`, labels, plan, conversation };
}

interface Held {
  readonly day: number;
  readonly periods: { readonly start: number; readonly end: number };
}

/** When the two lessons of a teaching class are, in the order of the week. */
async function timesOf(at: number): Promise<[Held, Held]> {
  const { id } = university.teachingClasses[at];
  const rows = await server
    .context()
    .rows.find(ClassAssignment, { timetable: university.timetable, teachingClass: id });
  const times = rows.map(({ dayOfWeek, periodStart, periodEnd }) => ({
    day: dayOfWeek!,
    periods: { start: periodStart!, end: periodEnd! },
  }));
  const [one, other] = times.sort((a, b) => a.day - b.day);
  return [one, other];
}

const dateOf = (week: number, { day }: Pick<Held, 'day'>): string =>
  dateAt(university.semester.startDate, { week, day });
const lastWeek = 16;
const said = '高等数学 张伟 计科2301';
const lesson = { courses: ['C1'], teachers: ['T1'], administrativeClasses: ['G1'] };

test.each([
  [{ weeks: [lastWeek] }],
  [{ date: '2026-12-21', until: '2026-12-25' }],
  [{ weeks: [lastWeek], part: 'MORNING' }],
])('of several days it is told when such rooms are free: %j', async (at) => {
  const room = { building: 'B1', capacityMin: 30 };
  const { told } = await wishes('talk building 哪些时间坐得下 30 人', { type: 'findRooms', at, room });
  expect(told).toMatch(
    /^空着的教室（talk building，至少 30 座），每次两节：\n2026-12-21（周一）：第1-2节 talk building [AB]\d/,
  );
  expect(told.match(/^2026-12-2\d（周.）：/gm)).toHaveLength(5);
});

test('a day of the week, and a part of a date, are told with their rooms; what is over is not', async () => {
  const find = (at: object) => wishes('free rooms?', { type: 'findRooms', at, room: { capacityMin: 30 } });
  expect((await find({ days: [1, 3] })).told).toMatch(/^Free rooms \(at least 30 seats\), two .*\nMonday 20/);
  expect((await find({ date: dateOf(lastWeek, { day: 3 }), part: 'EVENING' })).told).toMatch(
    /rooms are free all the time on Wednesday 2026-12-23, periods 9-12/,
  );
  const ofRange = { date: dateOf(lastWeek, { day: 1 }), until: dateOf(lastWeek, { day: 5 }), days: [1, 3] };
  expect((await find(ofRange)).told.match(/^\w+day 2026/gm)).toEqual(['Monday 2026', 'Wednesday 2026']);
  expect((await find({ weeks: [2] })).told).toMatch(/^Those days are over/);
});

test('how many lessons are left is told first, of several courses of each', async () => {
  const left = { type: 'showTimetable', ask: 'COUNT', pick: 'LEFT' };
  const runs = '(?:还有 \\d+ 次课.*上到第 16 周|已上完，最后一次是 .*)。';
  const one = await wishes(said, { ...left, of: lesson });
  expect(one.told).toMatch(new RegExp(`^高等数学-01${runs}\n`));
  const both = await wishes('高等数学 大学英语', { ...left, of: { courses: ['C1', 'C2'] } });
  expect(both.told.split('\n').slice(0, 2).sort().join('\n')).toMatch(
    new RegExp(`^大学英语-01${runs}\n高等数学-01${runs}$`),
  );
  const { told } = await wishes('张伟 李娜', { ...left, of: { teachers: ['T1', 'T2'] } });
  expect(told).toMatch(/^(张伟|李娜)：\n还有 \d+ 次课[^\n]*\n(?!\1)(?:张伟|李娜)：\n还有 [^\n]*\n?$/);
  expect((await wishes('how many of 高等数学', { ...left, of: { courses: ['C1'] } })).told).toMatch(
    /^高等数学-01(?:: \d+ lessons? left, .*; until week 16| is over: the last was on .*)\.\n/,
  );
});

test('of an exchange on a date the lessons of that date alone are meant', async () => {
  const [[first], [, second]] = [await timesOf(0), await timesOf(1)];
  const on = { date: dateOf(lastWeek, first) };
  const ofOther = { courses: ['C2'], at: { days: [second.day] } };
  const swap = { type: 'swap', first: { courses: ['C1'] }, second: ofOther, on };
  const exchange = await wishes('高等数学 大学英语', swap);
  expect(exchange.labels).toEqual([]);
  // Two lessons are settled: their exchange is planned, or what is in its way is told.
  expect(exchange.plan ? exchange.plan.words : exchange.told).toMatch(/高等数学 大学英语|不能这样对调/);
});

test('what is over keeps its room, and the next one is offered', async () => {
  const [held] = await timesOf(0);
  const over = { date: dateOf(9, held), periods: held.periods };
  const move = { type: 'singleDate', action: 'MOVE', meeting: lesson, at: over, room: { isSameRoom: false } };
  const { told, labels, conversation } = await wishes(said, move);
  expect(told).toMatch(new RegExp(`（${over.date}）已经开始或上完，没有改动。要改之后的一次吗？`));
  expect(labels).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d（周.）$/)]);
  const { plan } = await talk(server, '1', { conversation });
  expect(plan.outcome.isApplicable).toBe(true);
});

test('not the same room is another room at the same time', async () => {
  const [held, other] = await timesOf(0);
  const room = { isSameRoom: false };
  const days = { ...lesson, at: { days: [held.day] } };
  const forGood = await wishes(said, { type: 'move', meeting: days, room });
  const [{ from, to }] = forGood.plan.outcome.items;
  expect([to.dayOfWeek, to.periodStart]).toEqual([from.dayOfWeek, from.periodStart]);
  expect(to.classroom.id).not.toBe(from.classroom.id);
  const elsewhere = await wishes(said, {
    type: 'move',
    meeting: days,
    room,
    to: { days: [other.day], part: 'EVENING' },
  });
  const [moved] = elsewhere.plan.outcome.items;
  expect(moved.to.classroom.id).not.toBe(moved.from.classroom.id);
});

test('of many rooms that do not fit it is told that none does, and not of each why', async () => {
  const em = recordsOf(server.runtime.app);
  const { building, type } = university.rooms[0];
  for (const at of [1, 2, 3, 4, 5, 6])
    em.create(Classroom, {
      ...{ name: `Z90${at}`, code: `Z90${at}`, floor: '9', capacity: 5, area: 20 },
      ...{ building: building!.id, type: type!.id },
    } as never);
  await em.flush();
  const [held] = await timesOf(0);
  const { told } = await wishes(said, {
    ...{ type: 'singleDate', action: 'MOVE', meeting: lesson, at: { date: dateOf(lastWeek, held) } },
    room: { floor: '9' },
  });
  expect(told).toMatch(/不能这样换教室：\n· 没有合适的教室，不论那时空不空。\n可以改为：/);
});

test('whether a lesson could be added on a date: who is not free then', async () => {
  const [, { day, periods }] = await timesOf(0);
  const ask = (text: string, at: object) => wishes(text, { type: 'whyNot', meeting: lesson, at });
  const date = dateOf(lastWeek, { day });
  const busy = await ask(said, { date, periods });
  expect(busy.told).toMatch(
    /^2026-12-2\d.*没有都有空的节次。\n(?:有空：.*\n)?没空：张伟、计科2301.*\n.*高等数学/,
  );
  const evening = await ask('is 高等数学 by 张伟 for 计科2301 possible then', {
    date,
    periods: { start: 9, end: 10 },
  });
  expect(evening.told).toMatch(
    /^All are free on \w+ 2026-12-2\d, periods 9-10\.\nFree: 张伟, 计科2301, \w+\.\n$/,
  );
});

test('the own free time is that of the caller, and of whoever is named beside', async () => {
  const { id } = await addStudentOf(server, university.classes[0].id);
  const token = await tokenOf(server, RoleKey.STUDENT, { student: id });
  const own = { type: 'findTimes', meeting: { isOwn: true } };
  const within = { weeks: [lastWeek] };
  const find = (text: string, rest: object) => wishes(text, { ...own, ...rest }, token);
  expect((await find('我们跟软工2301', { administrativeClasses: ['G1'], within })).told).toMatch(
    /您、软工2301有空的时间（按课表）：\n2026-12-21（周一）：第 /,
  );
  const [, { day, periods }] = await timesOf(0);
  const then = { date: dateOf(lastWeek, { day }), periods };
  expect((await find('我们跟软工2301', { administrativeClasses: ['G1'], within: then })).told).toMatch(
    /没空：.*您.*\n[^]*高等数学-01/,
  );
});

test('against others it is told which lessons are at their time', async () => {
  const [[one]] = [await timesOf(0)];
  const within = { weeks: [lastWeek] };
  const ask = (against: object) =>
    wishes('高等数学 张伟 李娜', { type: 'showTimetable', of: { courses: ['C1'] }, within, against });
  const free = await ask({ teachers: ['T1'], at: { days: [7] } });
  expect(free.told).toMatch(/^时间都不冲突。\n2026-12-2\d.*高等数学-01.*\n2026-12-2\d.*高等数学-01/);
  const busy = await ask({ teachers: ['T1'], at: { days: [one.day] } });
  expect(busy.told).toMatch(
    /^时间冲突：2026-12-2\d（周.）第.*高等数学-01[^\n]*\n2026-12-2\d.*高等数学-01[^\n]*\n$/,
  );
});

test('lessons of a room are told in the order of their times', async () => {
  const ofRoom = { type: 'showTimetable', of: { rooms: ['R1'] }, within: { weeks: [lastWeek] } };
  for (const room of ['A101', 'A102', 'B205']) {
    const { told } = await wishes(room, { ...ofRoom, ask: 'COURSES', also: ['STUDENTS'] });
    const times = [...told.matchAll(/：(2026-12-2\d)（周.）第(\d+)-/g)].map(
      ([, date, start]) => date + start,
    );
    expect(times).toEqual([...times].sort());
  }
});

test('times that are offered hold what is wished of the room, and tell it', async () => {
  const [held] = await timesOf(0);
  const wish = { type: 'singleDate', action: 'MOVE', meeting: lesson, at: { date: dateOf(15, held) } };
  const to = { weeks: [lastWeek], part: 'EVENING' };
  const { labels, conversation } = await wishes(said, { ...wish, to, room: { capacityMin: 45 } });
  expect(labels.length).toBeGreaterThan(2);
  for (const label of labels) expect(label).toMatch(/^2026-12-2\d 周.第\d+-\d+节，talk building [AB]\d+$/);
  const { plan } = await talk(server, '1', { conversation });
  expect(plan.outcome.isApplicable).toBe(true);
  expect((await wishes(said, { ...wish, to, room: { capacityMin: 61 } })).labels).toEqual([]);
});

test('how many attend is told before what other weeks hold, and of a course that it is over', async () => {
  const held = () =>
    server.context().rows.find(ClassAssignment, {
      timetable: university.timetable,
      teachingClass: university.teachingClasses[1].id,
    });
  const change = async (
    meetings: readonly { meeting: string | null }[],
    weeks: readonly number[],
  ): Promise<void> => {
    const items = meetings.map(({ meeting }) => ({ meeting, weeks }));
    const { errors } = await server.graphql(
      `mutation ($timetable: ID!, $items: [ChangeItemInput!]!) {
        changeTimetable(timetable: $timetable, reason: "less is taught", input: { items: $items }) {
          change { id } } }`,
      { timetable: university.timetable, items },
    );
    expect(errors).toBeUndefined();
  };
  const [one] = await held();
  await change([one], [2, 4, 6, 8, 10, 12, 14, 16]);
  const of = { courses: ['C1'] };
  const within = { days: [one.dayOfWeek], part: one.periodStart! < 5 ? 'MORNING' : 'AFTERNOON' };
  const attend = await wishes('大学英语', { type: 'showTimetable', of, within, ask: 'STUDENTS' });
  expect(attend.told).toMatch(/^talk building .*，40 名学生，坐得下。\n[单双]周（本周/);
  await change(await held(), [1, 2]);
  const left = await wishes('大学英语', { type: 'showTimetable', of, ask: 'COUNT', pick: 'LEFT' });
  expect(left.told).toMatch(/^大学英语-01已上完，最后一次是 2026-09-\d\d（周.）（第 2 周）。\n/);
});
