import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { Enrolment } from '../../src/entities/scheduling/enrolments.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../src/schema/enums.js';
import { addStudentOf, tokenOf } from '../scheduling/people.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';
import { startTalked, talk, type TalkedUniversity } from './talk.js';

/** What people say of single dates and of times that they do not want, in a timetable that is known. */
let server: TestServer;
let university: TalkedUniversity;
let teacher: string;

/** Where the first meeting of each teaching class is; the second is at the same time on the next day. */
const places = [[1, 1], [1, 3], [2, 1]]; // prettier-ignore

async function call(document: string, variables: object = {}, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(document, variables, token);
  if (errors) throw new Error(errors[0].message);
  return Object.values(data)[0];
}

beforeAll(async () => {
  ({ server, university } = await startTalked());
  const { teachers, rooms, teachingClasses, timetable } = university;
  const items = await Promise.all(
    places.map(async ([dayOfWeek, periodStart], at) => {
      const rows = await server
        .context()
        .rows.find(
          ClassAssignment,
          { timetable, teachingClass: teachingClasses[at].id },
          { orderBy: { meeting: 'asc' } },
        );
      return rows.map(({ meeting }, index) => ({
        meeting,
        place: {
          ...{ dayOfWeek: dayOfWeek + index, periodStart },
          ...{ teacher: teachers[at].id, classroom: rooms[at].id },
        },
      }));
    }),
  );
  await call(
    `mutation ($timetable: ID!, $items: [ChangeItemInput!]) {
       changeTimetable(timetable: $timetable, input: { items: $items }, reason: "known") { number } }`,
    { timetable, items: items.flat() },
  );
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: teachers[2].id });
}, 120_000);
afterAll(() => server.stop());

/** Which dates are otherwise than the week says. */
const changedDates = async (): Promise<string[]> => {
  const { items } = await call(
    `{ dateChanges(size: 50) { items { kind occurrence { planned { date }
       actual { date periodStart teacher { name } } } } } }`,
  );
  return items
    .map(({ kind, occurrence: { planned, actual } }: any) =>
      [planned.date, kind, actual?.date, actual?.periodStart, actual?.teacher.name].filter(Boolean).join(' '),
    )
    .sort();
};

test('times that are not wanted are left out of the search', async () => {
  const wish = '把张伟周一第1节的高等数学调到周五';
  expect((await talk(server, wish)).plan.outcome.items[0].to).toMatchObject({ dayOfWeek: 5, periodStart: 1 });
  const { plan } = await talk(server, `${wish}，避开周五上午`);
  expect(plan.outcome.items[0].to.dayOfWeek).toBe(5);
  expect(plan.outcome.items[0].to.periodStart).toBeGreaterThan(4);
});

test('a date is called off, moved, made up and handed over, each as a plan of that date', async () => {
  const said = [
    ['12月1日王芳的数据结构停课', /2026-12-01（周二）第1-2节 talk building B205 王芳 → 停课/],
    ['把12月8日的数据结构改到周五', /2026-12-08.* → 2026-12-11（周五）第1-2节 .*B205 王芳/],
    ['把12月15日的数据结构改到12月17日第5节', /2026-12-15.* → 2026-12-17（周四）第5-6节/],
    ['12月1日的数据结构补到12月3日', /停课 → 2026-12-03（周四）第1-2节 .*B205 王芳/],
    ['12月9日的数据结构请李娜代课', /2026-12-09.* B205 王芳 → 2026-12-09（周三）第1-2节 .*B205 李娜/],
  ] as const;
  for (const [text, shown] of said) {
    const { plan, events, conversation } = await talk(server, text);
    expect(events.map((event) => event.text).join('|')).toMatch(shown);
    expect(plan.outcome).toMatchObject({ isApplicable: true, problems: [] });
    expect((await talk(server, '确认', { conversation })).said).toMatch(/^已应用/);
  }
  expect(await changedDates()).toEqual([
    '2026-12-01 MADE_UP 2026-12-03 1 王芳',
    '2026-12-08 MOVED 2026-12-11 1 王芳',
    '2026-12-09 SUBSTITUTED 2026-12-09 1 李娜',
    '2026-12-15 MOVED 2026-12-17 5 王芳',
  ]);
});

test('a date that is over is planned as such, and the coming one where that is said', async () => {
  const shown = async (text: string) =>
    (await talk(server, text)).events.map((event) => event.text).join('|');
  expect(await shown('上周三的数据结构请李娜代课')).toContain('2026-11-18 的课已经上过了');
  for (const said of ['on Wednesday coming', 'on Wednesday, for that one lesson'])
    expect(await shown(`let 李娜 stand in for 王芳's 数据结构 ${said}`)).toContain('2026-12-02');
});

test('a date on which nothing can be is told, in one language', async () => {
  const taken = await talk(server, 'move the 数据结构 of December 16 to December 17 period 5');
  expect(taken.plan).toBeUndefined();
  expect(taken.said).not.toMatch(/没有|请|改/);
  expect((await talk(server, '12月4日的数据结构停课')).plan).toBeUndefined();
  const who = await talk(server, '12月16日的数据结构谁能代课');
  expect(who.question?.text ?? who.said).toMatch(/2026-12-16 数据结构-01（王芳，周三第1-2节/);
  expect(who.events.map(({ tool }) => tool)).toContain('substitutes');
});

test('a teacher asks academic affairs for it, once he has said yes to what is shown', async () => {
  const text = '12月22日的数据结构停课';
  const { said, plan, question, conversation } = await talk(server, text, { token: teacher });
  expect(plan).toBeUndefined();
  expect(said).toMatch(/数据结构-01.*2026-12-22 → 停课/);
  expect(question!.options).toHaveLength(1);
  const pending = '{ dateRequests(size: 5) { items { isCancelled week reason status } } }';
  expect((await call(pending)).items).toEqual([]);
  expect((await talk(server, '好', { conversation, token: teacher })).said).toMatch(/已向教务处提交申请/);
  expect((await call(pending)).items).toEqual([
    { isCancelled: true, week: 16, reason: `对助手说：${text}`, status: 'PENDING' },
  ]);
  const foreign = await talk(server, '12月21日的高等数学停课', { token: teacher });
  expect(foreign.said).toMatch(/高等数学-01.*不是您的课，没有改动/);
  expect((await call(pending)).items).toHaveLength(1);
});

/** Says one thing after the other, and expects what each answer shows. */
async function expectTold(turns: readonly (readonly [string, RegExp])[], token?: string): Promise<void> {
  let conversation: string | undefined;
  for (const [text, shown] of turns) {
    const answer = await talk(server, text, { conversation, token });
    conversation = answer.conversation;
    const told = answer.events
      .filter(({ kind }) => kind !== 'PERSON')
      .flatMap(({ text: words, options }) => [words, ...options.map(({ label }) => label)]);
    expect([text, told.join('|')]).toEqual([text, expect.stringMatching(shown)]);
  }
}

test('who cannot come is told with lessons and ways out; a plan is asked about, and stays open', async () => {
  await expectTold([
    ['王芳12月23日请假，来不了', /2026-12-23（周三）有 1 次课受影响[^]*\|停课\|改到其他时间/],
    ['停掉吧，没人能代', /2026-12-23（周三）第1-2节 .*王芳 → 停课/],
    ['是每周都停还是就这一次', /只改这一次，其他周不变：\n.*2026-12-23（周三）/],
    ['会影响谁', /影响：教师 1 位[^]*涉及：王芳[^]*还没有改/],
    ['有冲突没', /^\|*没有冲突：.*\n还没有改/],
    ['what was it before?', /Wednesday 2026-12-23, periods 1-2.* → called off/],
    ['好的', /^\|*Applied|已应用/],
    ['改好了吗', /^\|*已经改好了/],
  ]);
  await expectTold([
    ['B205 12月16日检修，不能用', /2026-12-16（周三）有 1 次课受影响/],
    ['换其他教室', /2026-12-16（周三）第1-2节 .*B205 王芳 → 2026-12-16（周三）第1-2节 .*A10\d 王芳/],
  ]);
});

test('who is named is checked for the lesson that falls out', async () => {
  await expectTold([
    ['王芳12月16日第1-2节请假，来不了', /有 1 次课受影响/],
    ['李娜12月16日第1-2节有空吗', /有空：李娜，2026-12-16（周三）第1-2节。/],
  ]);
});

test('teachers ask of colleagues by name, and are told what to do instead of the rest', async () => {
  await expectTold([['张伟和李娜周五晚上谁有空', /周五）第9-12节都有空。\n有空：张伟、李娜/]], teacher);
  await expectTold([['谁周五晚上有空', /^\|*全校哪些教师有空[^。]*由教务查看.*您可以点名问/]], teacher);
  await expectTold([['张伟周一的高等数学谁能代', /高等数学-01.*不是您的课/]], teacher);
  await expectTold([['我12月16日要出差，课怎么办，有啥时间能换', /（2026-12-16）可以改到：/]], teacher);
  await expectTold([['12月21日到12月25日高等数学的课都停掉', /^\|*高等数学-01.*不是您的课/]], teacher);
  // Not even which of them is asked, where none is then.
  await expectTold([['把张伟周日的课调到周一', /高等数学-01.*不是您的课/]], teacher);
});

test('teachers learn who could stand in for them, students only which lessons fall out', async () => {
  await expectTold(
    [
      ['12月16日我请假，来不了', /要申请什么？由教务审批。\|找人代课/],
      ['找人代课', /2026-12-16 数据结构-01.*(可由|没有其他能上)/],
    ],
    teacher,
  );
  const { id } = await addStudentOf(server, university.classes[2].id);
  const student = await tokenOf(server, RoleKey.STUDENT, { student: id });
  await expectTold([['王芳12月16日请假，来不了', /有 1 次课受影响[^?？]*$/]], student);
});

test('a yes with another clause makes the plan and answers the rest, or changes the plan', async () => {
  await expectTold([
    ['把王芳周二第1节的数据结构换到A102', /→ 周二第1-2节 .*A102/],
    ['行，不过要B205', /^(?!.*已应用)/s],
    ['把王芳周二第1节的数据结构换到A102', /→ 周二第1-2节 .*A102/],
    ['那就这么办。对了，改完学生看得到吗', /已应用，课表已修改[^]*系统通知[^]*已经改好了/],
    ['撤销', /^\|*这是撤销，收回：第 \d+ 号[^]*A102 王芳 → 周二第1-2节 .*B205/],
    ['确认', /已应用/],
  ]);
});

test('what is for others to change is told with whose it is, also where the right is asked for', async () => {
  const planner = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const foreign = /数据结构-01属于talk department，由该部门的教务或管理员调整；您可以查看，不能改/;
  await expectTold(
    [
      ['把软工2301的数据结构换到A102', foreign],
      ['我自己能改吗', foreign],
      ['12月29日的数据结构停课', foreign],
    ],
    planner,
  );
  await expectTold([['王芳周二的数据结构，我自己能改吗', /可以：数据结构-01.*在您的权限内/]]);
  await expectTold([['我自己能改吗', /可以申请某一天停课、调课或请人代课/]], teacher);
});

test('a teacher chooses another time and sends it in one sentence, and then says yes', async () => {
  await expectTold(
    [
      ['12月23日的数据结构想改到12月24日', /2026-12-23 → 2026-12-24[^]*要提交以上申请吗/],
      ['那第9-10节吧，烦你报上去', /2026-12-23 → 2026-12-24 周四第9-10节[^]*要提交以上申请吗/],
      ['嗯，提交吧', /已向教务处提交申请/],
      [
        '批下来没有',
        /^\|*您共有 \d 条申请，其中 \d 条待审批。\n待审批（.*2026-12-23.* → 2026-12-24（周四）第9-10节/,
      ],
      ['我想撤回刚才的申请', /^\|*这里没有撤回任何申请[^]*待审批（.*2026-12-23/],
    ],
    teacher,
  );
});

test('what is asked beside what is offered to be requested leaves that open', async () => {
  await expectTold(
    [
      ['12月16日的数据结构想改到12月17日第11-12节', /2026-12-16 → 2026-12-17[^]*要提交以上申请吗/],
      ['那个教室坐得下吗', /座[^]*要提交以上申请吗/],
      ['学生那边有冲突吗', /没有冲突[^]*要提交以上申请吗/],
      ['不影响就提交', /已向教务处提交申请(?![^]*要提交以上申请吗)/],
    ],
    teacher,
  );
});

test('why a date cannot be is told to its teacher with what is held then, and another offered', async () => {
  await expectTold(
    [
      ['12月23日的数据结构想改到12月22日第1-2节', /不能改到2026-12-22/],
      ['为什么不行', /不能改到2026-12-22[^]*那时有课/],
      ['那周四第9-10节呢', /2026-12-23 → 2026-12-24 周四第9-10节[^]*要提交以上申请吗/],
    ],
    teacher,
  );
});

test('of which lesson why not is meant is asked; of a bigger room it is told what there is', async () => {
  await expectTold([
    ['为什么王芳的数据结构不能排在周四第1-2节', /您指的是哪一次[^]*周二[^]*周三/],
    ['王芳周二的数据结构换个大点的教室', /不能这样换教室：\n[^]*没有符合要求的空教室/],
  ]);
});

test('whether somebody is free comes first; of a room that is taken a similar one is planned', async () => {
  await expectTold([
    ['张伟12月22日1-2节有空吗', /^\|*没空：张伟，2026-12-22（周二）第1-2节。\n.*高等数学-01/],
  ]);
  await expectTold([['张伟12月22日5-6节有空吗', /^\|*有空：张伟/]]);
  await expectTold([
    ['把王芳周二第1节的数据结构换到A101，要是占了就换个差不多的', /A101[^]*→ 周二第1-2节 .*A102/],
  ]);
});

test('where the first of two goals cannot be the second is planned, and why is told', async () => {
  await expectTold([
    [
      '把王芳周二第1节的数据结构挪到周三第1节，要是不行就周四第3节',
      /^\|*先说的不行：.*星期三第 1-2 节[^]*→ 周四第3-4节/,
    ],
    ['算了', /课表没有改动/],
  ]);
  await expectTold([
    [
      '把12月8日的数据结构改到12月9日第1节，不行就改到12月10日第5节',
      /^\|*先说的不行：.*星期三第 1-2 节[^]*2026-12-11.* → 2026-12-10（周四）第5-6节/,
    ],
  ]);
});

test('where nothing else is left a place is planned at which single students clash, and told', async () => {
  const { classes, teachingClasses } = university;
  const student = await addStudentOf(server, classes[0].id);
  const em = recordsOf(server.runtime.app);
  await em.nativeUpdate(TeachingClass, { id: teachingClasses[1].id }, { isCompulsory: false });
  em.create(Enrolment, { teachingClass: teachingClasses[1].id, student: student.id } as never);
  await em.flush();
  const { plan, events } = await talk(
    server,
    '锁定周三第1节的数据结构；把张伟周一第1节的高等数学调到周二上午',
  );
  expect(plan.outcome).toMatchObject({ isApplicable: true, problems: [], clashes: [] });
  expect(plan.outcome.items.map(({ to }: any) => [to.dayOfWeek, to.periodStart])).toContainEqual([2, 3]);
  expect(events.find(({ kind }) => kind === 'PLAN')!.text).toMatch(/注意：.*大学英语-01/);
});
