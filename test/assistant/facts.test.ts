import { TeacherPreference } from '../../src/entities/courses.js';
import { Department } from '../../src/entities/organisation.js';
import { Teacher } from '../../src/entities/people.js';
import { Classroom } from '../../src/entities/places.js';
import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { firstLines, listOf, plain } from '../../src/services/assistant/planner/words.js';
import { listed } from '../../src/services/assistant/planner/planning.js';
import type { Planning } from '../../src/services/assistant/planner/planning.js';
import type { Step } from '../../src/services/assistant/planner/step.js';
import { RoleKey } from '../../src/schema/enums.js';
import { addStudentOf, tokenOf } from '../scheduling/people.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';
import { changedAtPresent, names, startTalked, talk, type TalkedUniversity } from './talk.js';

/** Answers to questions that change nothing. */
let server: TestServer;
let university: TalkedUniversity;

beforeAll(async () => {
  ({ server, university } = await startTalked());
}, 120_000);
afterAll(() => server.stop());

test('nobody has lessons on a day of none: the answer tells who was understood', async () => {
  const { said } = await talk(server, '计科2301班周日的课表');
  expect(said.trim()).toBe('计科2301，周日没有课。');
});

test('what can be said is told where there is no timetable, too', async () => {
  expect((await talk(server, '在草稿9里，你能做什么')).said).toContain('您可以这样说');
});

test('a room that is taken: the answer names it', async () => {
  const { rows } = server.context();
  const room = university.rooms[0].id;
  const [held] = await rows.find(ClassAssignment, { timetable: university.timetable, classroom: room });
  const { dayOfWeek, periodStart } = held;
  const day = '一二三四五六日'[dayOfWeek! - 1];
  const { said } = await talk(server, `周${day}第${periodStart}节A101有空吗`);
  expect(said).toMatch(
    /^没空：talk building A101（60 座），\d{4}-\d\d-\d\d（周.）第\d节。\n.*第\d-\d节.*A101$/m,
  );
});

test('nothing is free for a whole part of a day: pairs of periods that are free are told', async () => {
  const { rows } = server.context();
  const room = university.rooms[0].id;
  const held = await rows.find(ClassAssignment, { timetable: university.timetable, classroom: room });
  const { dayOfWeek, periodStart } = held[0];
  const [part, first] = periodStart! < 5 ? ['上午', 1] : periodStart! < 9 ? ['下午', 5] : ['晚上', 9];
  const day = '一二三四五六日'[dayOfWeek! - 1];
  const free = [first, first + 2].filter((start) =>
    held.every(
      (each) => each.dayOfWeek !== dayOfWeek || each.periodStart! > start + 1 || each.periodEnd! < start,
    ),
  );
  const { said } = await talk(server, `周${day}${part}A101有空吗`);
  const lines = said.trim().split('\n');
  const times = free.map((start) => `第${start}-${start + 1}节`).join('、');
  expect(lines[0]).toMatch(/^(只有第.*节有空|没空)：talk building A101（60 座），\d{4}-\d\d-\d\d/);
  if (times) expect(lines[0]).toContain(`${times}有空`);
});

test('a limit of rooms is kept, and told beside the time', async () => {
  await recordsOf(server.runtime.app).nativeUpdate(Classroom, { id: university.rooms[2].id }, { floor: '2' });
  for (const asked of ['周日晚上二楼有哪些空教室', 'which rooms on the 2nd floor are free on Sunday evening'])
    expect(await says(asked)).toMatch(
      /(?:（2 楼）有 1 间|\(floor 2\)): ?talk building B205|（2 楼）有 1 间：.*B205/,
    );
  expect(await says('周日晚上除了A101和B205还有哪些空教室')).toMatch(
    /（除A101、B205外）有 1 间：talk building A102/,
  );
  expect(await says('周日晚上有没有最多50座的空教室')).toMatch(/没有这样的教室/);
  expect(await says('free rooms on Sunday evening, at most 60 seats')).toMatch(/at most 60 seats\): .*A101/);
});

test('of more rooms than one answer holds, a large one is found among the small ones', async () => {
  const em = recordsOf(server.runtime.app);
  await em.execute(
    `insert into classroom select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'name', 'S' || n, 'code', 'S' || n, 'capacity', case n when 600 then 250 else 20 end))).*
     from classroom c, generate_series(1, 600) n where c.id = $1`,
    [university.rooms[0].id],
  );
  const { said } = await talk(server, '周五晚上有没有200人的空教室');
  expect(said).toMatch(/空着的教室（至少 200 座）有 1 间：.*S600（250 座）。/);
});

test('a list is never cut by one, and tells how many it leaves out', () => {
  const rooms = (count: number): string[] => Array.from({ length: count }, (_, at) => `R${at}`);
  expect(listOf(rooms(9), 8).zh).toBe(rooms(9).join('、'));
  expect(listOf(rooms(10), 8).zh).toBe(`${rooms(8).join('、')}等 10 个`);
  const lines = (count: number): string[] => firstLines(rooms(count).map(plain), 8).map(({ zh }) => zh);
  expect(lines(9)).toEqual(rooms(9));
  expect(lines(10)).toEqual([...rooms(8), '……另有 2 项。']);
});

test('a long list is counted and told in part, and whole once that is chosen', () => {
  const intents = [{ type: 'showConflicts' as const }];
  const planning = { intents, pins: {}, language: 'zh' } as unknown as Planning;
  const lines = Array.from({ length: 7 }, (_, at) => plain(`${at}`));
  const asked = listed(planning, [plain('头')], lines) as Extract<Step, { kind: 'question' }>;
  expect(asked.question.zh).toBe('头\n共 7 项，前 5 项：\n0\n1\n2\n3\n4');
  expect(asked.options).toMatchObject([{ text: '全部列出', resume: { intents, isWhole: true } }]);
  expect(listed({ ...planning, isWhole: true }, [], lines)).toMatchObject({
    text: { zh: '0\n1\n2\n3\n4\n5\n6' },
  });
});

test('the week of a day is told, and that a day is in none', async () => {
  expect((await talk(server, '现在第几周？')).said).toMatch(
    /第 \d+ 周（[单双]周），本学期共 \d+ 周|不在本学期的 \d+ 周之内/,
  );
  expect((await talk(server, '2020年1月1日是第几周')).said).toMatch(/^2020-01-01不在本学期的 \d+ 周之内/);
  expect((await talk(server, 'What week is it?')).said).toMatch(/week \d+ of \d+|none of the \d+ weeks/);
});

test('what has no place is told, or that everything has one', async () => {
  expect((await talk(server, '还有哪些课没排上')).said.trim()).toBe('所有的课都已排上。');
  expect((await talk(server, '高等数学还有没排的吗')).said.trim()).toBe('没有未排上的课：高等数学。');
  expect((await talk(server, '计科2301班还有没排的课吗')).said.trim()).toBe('没有未排上的课：计科2301。');
});

/** What an answer says, be it a list that is offered whole. */
async function says(text: string, token?: string): Promise<string> {
  const { said, question } = await talk(server, text, { token });
  return said + (question?.text ?? '');
}

test('loads are ranked with numbers, of a department that is named, and compared with others', async () => {
  const { id } = university.department;
  const names = { name: '信息工程学院', shortName: '信息' };
  await recordsOf(server.runtime.app).nativeUpdate(Department, { id }, names);
  expect(await says('信息学院的老师谁一周课最多，前两名')).toMatch(
    /^信息工程学院的 3 位教师中，每周最多的是张伟、李娜、王芳（4 节）.*平均每周 4 节：\n1\. 张伟：每周最多 4 节/,
  );
  expect(await says('有哪些老师一周课时超过16节')).toMatch(/^3 位教师中，每周超过 16 节的有 0 位，/);
  expect(await says('这学期哪间教室用得最少')).toMatch(/间教室中，全学期最少的是.*占全部节次的 0%/s);
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  expect(await says('我的课时跟系里别的老师比算多吗', token)).toMatch(
    /^信息工程学院的 3 位教师中，每周最多的是张伟、李娜、王芳（4 节）.*平均每周 4 节：\n张伟：每周 /,
  );
  expect((await says('信息学院还有哪些课没排上')).trim()).toBe('没有未排上的课：信息工程学院。');
  expect(await says('咱们学院还有哪些课没排上')).toMatch(/您的账号不属于某个院系/);
});

test('what a week has otherwise than another is told, and who changed what on which day', async () => {
  expect(await says('张伟第3周和第4周的课一样吗')).toMatch(
    /^一样：张伟第3周（.* 起）有 2 次课，第4周（.* 起）有 2 次。/,
  );
  const { teacher, timetable } = { teacher: university.teachers[0].id, timetable: university.timetable };
  const read = `query ($from: Date!, $to: Date!, $of: TimetableOwnerInput!) {
    datedMeetings(from: $from, to: $to, of: $of) {
      held { date } item { week dayOfWeek periodStart assignmentId } } }`;
  const day = (week: number): string =>
    new Date(Date.parse(university.semester.startDate) + week * 7 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await server.graphql(read, { from: day(2), to: day(4), of: { teacher } });
  const { held, item } = data.datedMeetings.find(({ item: { week } }: any) => week === 4);
  const { meeting } = (await server.context().rows.one(ClassAssignment, item.assignmentId))!;
  const { errors } = await server.graphql(
    `mutation ($timetable: ID!, $dates: [DateItemInput!]) {
       changeTimetable(timetable: $timetable, input: { dates: $dates }, reason: "讲座") { number } }`,
    { timetable, dates: [{ meeting, date: held.date, isCancelled: true }] },
  );
  expect(errors).toBeUndefined();
  const freeIn = async (week: number): Promise<number[]> => {
    const of = `{ teachers: ["${teacher}"], weeks: [${week}] }`;
    const free = await server.graphql(
      `{ commonFreeTimes(timetable: "${timetable}", of: ${of}) { dayOfWeek periods } }`,
    );
    const isThen = (each: { dayOfWeek: number }): boolean => each.dayOfWeek === item.dayOfWeek;
    return free.data.commonFreeTimes.find(isThen).periods;
  };
  expect(await freeIn(4)).toContain(item.periodStart);
  expect(await freeIn(3)).not.toContain(item.periodStart);
  expect(await says('张伟第3周和第4周的课一样吗')).toMatch(
    /^不一样：张伟第3周（.* 起）有 2 次课，第4周（.* 起）有 1 次，不同之处 1 处：\n仅第3周：.*高等数学-01/,
  );
  await changedAtPresent(server);
  expect(await says('今天谁改了张伟的课')).toMatch(
    /^有，.*张伟的课有 1 次变更：\n涉及：.*\n第 \d+ 号，.*讲座：高等数学-01：.*停课$/m,
  );
  expect(await says('今天谁改了李娜的课')).toMatch(/^没有，.*没有改动过李娜的课。/);
});

test('the fullest day is told first, and whoever is away does not stand in', async () => {
  const days = /^第\d+周（.* 起）课最多的是周.[^\n]*；课最少的是周.[^\n]*；没有课的是周./;
  expect(await says('张伟哪天课最满')).toMatch(days);
  expect(await says('张伟哪天课最满')).toMatch(
    /(?:\n\d{4}-\d\d-\d\d（周.）：\d 次课，\d+ 节，第[\d-]+节（\d\d:\d\d-\d\d:\d\d）)+\n$/,
  );
  const [{ dayOfWeek, periodStart }] = await server.context().rows.find(ClassAssignment, {
    timetable: university.timetable,
    teachingClass: university.teachingClasses[0].id,
  });
  const day = '周' + '一二三四五六日'[dayOfWeek! - 1];
  const told = await says(`张伟请病假了，${day}第${periodStart}节那次高等数学谁能代`);
  expect(told).toMatch(/高等数学-01.*(?:可由：|没有其他能上且有空的教师)/);
  expect(told).not.toMatch(/可由：[^\n]*张伟|有空的教师有[^\n]*张伟/);
});

/** The dates that an answer tells. */
const datesIn = (said: string): string[] => said.match(/\d{4}-\d\d-\d\d/g) ?? [];

test('a lesson is told with clock and seats, and that it is in another room for once', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[1].id });
  const all = await server.context().rows.find(ClassAssignment, { timetable: university.timetable });
  const held = all.find(({ teachingClass }) => teachingClass === university.teachingClasses[1].id)!;
  const taken = all.filter((each) => each.dayOfWeek === held.dayOfWeek).map(({ classroom }) => classroom);
  const room = names.rooms[university.rooms.findIndex(({ id }) => id === held.classroom)];
  const to = university.rooms.find(({ id }) => !taken.includes(id))!;
  const day = '周' + '一二三四五六日'[held.dayOfWeek! - 1];
  const asked = `第5周${day}大学英语在哪个教室`;
  const told = await says(asked, token);
  expect(told).toMatch(
    new RegExp(
      `^talk building ${room}。\\n2026-\\d\\d-\\d\\d（${day}）第[\\d-]+节（\\d\\d:\\d\\d-\\d\\d:\\d\\d），` +
        `大学英语-01，英语2201，李娜，talk building ${room}（\\d+ 座），\\d+ 名学生，坐得下`,
    ),
  );
  const items = [{ meeting: held.meeting, date: datesIn(told)[0], to: { classroom: to.id } }];
  const { errors } = await server.graphql(
    `mutation ($timetable: ID!, $dates: [DateItemInput!]) {
       changeTimetable(timetable: $timetable, input: { dates: $dates }, reason: "投影坏了") { number } }`,
    { timetable: university.timetable, dates: items },
  );
  expect(errors).toBeUndefined();
  expect(await says(asked, token)).toMatch(/^talk building [^\n]*\n[^\n]*，临时换教室\n$/);
});

test('what is left of a week is not over, and classes that are excepted are left out', async () => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: server.runtime.app.config.TIME_ZONE });
  const left = await says('王芳这周还剩哪些课');
  expect(left).toMatch(/^还有 \d+ 次课，\d+ 节[^\n]*。\n|没有要上的课|^王芳.*放假/);
  expect(datesIn(left).filter((date) => date < today && !left.includes('没有要上的课'))).toEqual([]);
  expect(await says('张伟除了计科2301还教哪些班')).toMatch(/^张伟没有别的课。/);
  expect(await says('张伟除了软工2301还教哪些班')).toMatch(/^计科2301[。：]/);
});

test('until when a course runs, and with whom it is held together, is told first', async () => {
  const runs =
    /^高等数学-01(?:上到第 16 周，)?(?:还有 \d+ 次课、\d+ 节（\d+ 天，\d+ 周），下一次 .*，最后一次 \d{4}|.*已上完，最后一次是)/;
  for (const asked of [
    '高等数学上到第几周',
    '高等数学还要上几周才结课',
    '高等数学还剩几次课',
    '高等数学结课了吗',
  ])
    expect(await says(asked)).toMatch(runs);
  expect((await says('计科2301跟哪些班一起上课')).trim()).toBe('没有与其他班一起上的课。');
});

test('a student learns who has a room when, and common free time of those who may be seen', async () => {
  const [own, other] = await Promise.all([0, 1].map((at) => addStudentOf(server, university.classes[at].id)));
  const token = await tokenOf(server, RoleKey.STUDENT, { student: own.id });
  const ask = (document: string) => server.graphql(document, {}, token);
  const { data } = await ask(`{ timetable { assignments(classroom: "${university.rooms[0].id}") {
    time { dayOfWeek periodStart } teachingClass { name } } } }`);
  expect(data.timetable.assignments[0]).toMatchObject({ teachingClass: { name: expect.any(String) } });
  const free = (of: string) =>
    ask(`{ commonFreeTimes(timetable: "${university.timetable}", of: { ${of} }) { dayOfWeek periods } }`);
  const teachers = `teachers: ["${university.teachers[0].id}", "${university.teachers[1].id}"]`;
  const found = (await free(`${teachers} students: ["${own.id}"]`)).data.commonFreeTimes;
  const rows = await recordsOf(server.runtime.app).findAll(ClassAssignment);
  const busy = rows.filter(({ teacher }) =>
    university.teachers.slice(0, 2).some(({ id }) => id === teacher?.id),
  );
  for (const { dayOfWeek, periodStart } of busy)
    expect(found.find((day: any) => day.dayOfWeek === dayOfWeek).periods).not.toContain(periodStart);
  expect(found.flatMap(({ periods }: any) => periods).length).toBeGreaterThan(7 * 12 - 2 * busy.length - 9);
  const { errors } = await free(`students: ["${other.id}"]`);
  expect(errors![0]).toMatchObject({
    extensions: { code: 'NOT_FOUND' },
    message: expect.stringMatching(/ask them, or the planners/),
  });
  const ofClass = (await free(`administrativeClasses: ["${university.classes[1].id}"]`)).data;
  expect(ofClass.commonFreeTimes.length).toBeGreaterThan(4);
  expect((await free('')).errors![0].extensions.code).toBe('INVALID_INPUT');
  const { said } = await talk(server, '张伟和李娜什么时候都有空', { token });
  expect(said).toMatch(/^白天整天没课的：[^一五]*。\n张伟、李娜有空的时间（按课表）：\n周一：第 /);
});

test.each([
  ['谢谢，辛苦了！', /^不客气/],
  ['Thanks a lot', /^You are welcome/],
  ['好的', /^好的，没有改动/],
  ['再见', /^再见/],
  ['你好', /^您好！.*课表/],
])('a kind word, %s, is answered kindly', async (text, answer) => {
  const { said, question } = await talk(server, text);
  expect([said, question]).toEqual([expect.stringMatching(answer), undefined]);
});

test('a yes that can be parted in countless ways holds nobody up', async () => {
  expect((await talk(server, `${'那就'.repeat(40)}猫`)).said).toMatch(/^(?:没有听懂|现在没有等待确认)/);
});

test('when somebody would rather not teach is shown, and noted once that is agreed to', async () => {
  const teacher = university.teachers[0].id;
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher });
  const levels = (): Promise<object[]> =>
    server.context().rows.find(TeacherPreference, { teacher, dayOfWeek: 5, level: 1 });
  const semester = await server.graphql('{ timetable { semester { id } } }', {}, token);
  const input = { semester: semester.data.timetable.semester.id, week: [[3, 0, 1]], reason: '接送孩子' };
  const set =
    'mutation ($input: PreferenceWeekInput!) { setTeacherPreferences(input: $input) { storedCount } }';
  await server.graphql(set, { input }, token);
  const { question, conversation } = await talk(server, '以后周五下午别给我排课', { token });
  expect(question!.text).toMatch(/不希望上课的时间：周五下午/);
  expect(await levels()).toEqual([]);
  expect((await talk(server, '好的', { conversation, token })).said).toMatch(/^已登记/);
  expect(await levels()).toHaveLength(4);
  // What was stored before keeps its reason.
  const before = await server.context().rows.find(TeacherPreference, { teacher, dayOfWeek: 1 });
  expect(before.map(({ level, reason }) => `${level} ${reason}`).sort()).toEqual([
    '1 接送孩子',
    '3 接送孩子',
  ]);
});

test.each([
  ['帮我算下张伟11月的课酬', /^“.*课酬”不归我管.*请问人事或财务.*课时/],
  ['高等数学平时分占多少', /不归我管.*请问任课教师或教务/],
  ['高等数学布置了什么作业', /不归我管.*请问任课教师或教务/],
  ['计科2301今天谁没来', /不归我管.*请问任课教师或辅导员/],
  [
    'could you tell 王芳 i will be late',
    /^"could you tell 王芳 i will be late" is not mine.*ask them yourself/,
  ],
  ['食堂今天有什么', /^“食堂今天有什么”不归我管/],
  ['有张伟老师的电话吗', /不归我管.*请问学院办公室/],
  ['when is the math exam', /is not mine to answer.*ask the teacher or academic affairs/],
  ['张伟老师的花名册发我一份', /不归我管.*请问学院办公室/],
  ['周末图书馆开门吗', /不归我管.*请问图书馆/],
  ['计科2301最近有没有考试', /不归我管.*请问任课教师或教务/],
  ['who failed 高等数学 last year', /is not mine to answer/],
  ['what do we pay 张伟 for an extra lesson', /is not mine to answer.*ask human resources/],
  ['how do i get to A101', /is not mine to answer/],
  ['can it be online', /is not mine to answer.*ask academic affairs/],
  ['把课表弄合理一点', /^不能一次调整所有的课，课表没有改动/],
  ['just put all the courses in the morning', /^Not everything is changed at once/],
])('another matter, %s, is told what can be done instead', async (text, answer) => {
  expect(await says(text)).toMatch(answer);
});

test('whom to ask, and how, is told by what the caller may', async () => {
  const teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  const { id } = await addStudentOf(server, university.classes[0].id);
  const student = await tokenOf(server, RoleKey.STUDENT, { student: id });
  for (const text of ['调课要提前几天申请', '换教室该找谁', '教务那边谁管调课', 'who should i ask'])
    expect(await says(text, teacher)).toMatch(/由教务审批.*教务处的规定|academic affairs decide/);
  expect(await says('跟谁说', student)).toMatch(/发给所在学院的教务[^]*请假和其他个人的事请找辅导员/);
  expect(await says('跟辅导员请假要提前多久', student)).toMatch(/请问辅导员/);
  expect(await says('我的申请批了吗', student)).toMatch(/学生没有/);
});

test('bug: help tells what the caller may do, and what is done on a page is told with the page', async () => {
  const { id } = await addStudentOf(server, university.classes[0].id);
  const student = await tokenOf(server, RoleKey.STUDENT, { student: id });
  const teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  expect(await says('你能做什么', student)).toMatch(/^您可以这样说：\n“下一节课在哪”/);
  expect(await says('你能做什么', teacher)).toContain('“我下周二出差，谁能代课”');
  for (const text of ['怎么退课', '还能选什么课', 'how do I drop a course', 'which electives can I take'])
    expect(await says(text, student)).toMatch(/“选课”页|the page "Enrolment"/);
  for (const text of ['怎么把课表导入手机日历', '帮我把课表打印出来', 'how do I subscribe to my calendar'])
    expect(await says(text, student)).toMatch(/导出与订阅|Export and subscribe/);
  for (const text of ['怎么改密码', 'I forgot my password'])
    expect(await says(text, student)).toMatch(/我的账号|My account/);
});

test('when the semester ends is told first where that is asked', async () => {
  const { startDate } = university.semester;
  expect(await says('这学期什么时候结束')).toMatch(new RegExp(`^学期从 ${startDate} 到`));
  expect(await says('how many weeks of class are left')).toMatch(/^The semester is from/);
});

test.each([
  ['张伟一周上几节课，带几个班', /^张伟：每周 .*\n在周.*上课；1 门课，1 个班：计科2301。\n/],
  ['计科2301有多少人', /^计科2301 \d+ 人。/],
  ['when is the next 高等数学', /^Next: \w+ 20\d\d-|^Nothing is held within the next/],
  ['when is the last 高等数学 class', /^\w+ 20\d\d-\d\d-\d\d,|^No lessons/],
  ['谁教计科2301和英语2201', /张伟/],
  ['张伟这学期课多吗', /^信息工程学院的 3 位教师中，每周最多的是.*平均每周 4 节：\n张伟：每周 /],
  ['which two teachers have the most lessons', /^Of 3 teachers.*:\n1\. .*\n1\. .*\nAs many: \S+\.\n?$/],
  ['计科2301现在多少人，A101坐得下不', /^talk building A101（60 座）坐得下 \d+ 人。\n计科2301 \d+ 人。/],
  ['计科2301这学期有几门课', /^计科2301共 1 门课：高等数学。/],
  ['A101在哪个校区', /talk building，talk campus，/],
])('%s: what is asked of is told first', async (text, answer) => {
  expect(await says(text)).toMatch(answer);
});

test('whoever asks whether to come wishes no time, and a day that is taken in part is not free', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  expect(await says('下周二我要不要来学校', token)).toMatch(/有课|没有课|放假/);
  const [{ dayOfWeek }] = await server.context().rows.find(ClassAssignment, {
    timetable: university.timetable,
    teachingClass: university.teachingClasses[0].id,
  });
  const day = ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'][dayOfWeek! - 1];
  expect(await says(`am i free all day on ${day}day`, token)).toMatch(/^Not free all day\.\n.*高等数学-01/);
});

test('the first and the last of a day are told by the clock, and a part of it truly', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  const [{ dayOfWeek, periodStart }] = await server.context().rows.find(ClassAssignment, {
    timetable: university.timetable,
    teachingClass: university.teachingClasses[0].id,
  });
  const day = `周${'一二三四五六日'[dayOfWeek! - 1]}`;
  const clocks = `（第${periodStart}-${periodStart! + 1}节）。\n`;
  expect(await says(`计科2301${day}几点下课`)).toMatch(new RegExp(`^最晚到 \\d\\d:\\d\\d${clocks}|没有`));
  expect(await says(`${day}最晚上到第几节`, token)).toMatch(
    new RegExp(`^最晚到 \\d\\d:\\d\\d${clocks}|没有`),
  );
  const name = ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'][dayOfWeek! - 1];
  const early =
    /^(?:There are lessons|No lessons: 张伟, .* periods 1-2\.\nOn that day \(\d\d:\d\d-\d\d:\d\d\):|.*holiday)/;
  expect(await says(`do i have anything early on ${name}day`, token)).toMatch(early);
});

test('a month, and the whole semester, are times that are asked about', async () => {
  const year = university.semester.startDate.slice(0, 4);
  const told = await says('张伟12月有几次课');
  expect(told).toMatch(/^共 \d+ 次课，\d+ 节/);
  expect(datesIn(told).filter((date) => !date.startsWith(`${year}-12-`))).toEqual([]);
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[2].id });
  expect(await says('这学期我的课换过教室没', token)).toContain(`没有，${university.semester.startDate} 至`);
});

test('of several of one surname it is asked who is meant, before all of their lessons change', async () => {
  const em = recordsOf(server.runtime.app);
  await em.nativeUpdate(Teacher, { id: university.teachers[1].id }, { name: '张敏' });
  const { question, plan, conversation } = await talk(server, '张老师的课都锁上');
  expect([plan, question?.text]).toEqual([undefined, expect.stringMatching(/^您指的是哪一位：张.、张.？/)]);
  const chosen = await talk(server, '张敏', { conversation });
  const held = await server.context().rows.find(ClassAssignment, { timetable: university.timetable });
  const own = held.filter(({ teachingClass }) => teachingClass === university.teachingClasses[1].id);
  expect(chosen.plan.outcome.items.map((item: any) => item.meeting.id).sort()).toEqual(
    own.map(({ meeting }) => meeting).sort(),
  );
  await em.nativeUpdate(Teacher, { id: university.teachers[1].id }, { name: names.teachers[1] });
});

test.each([
  ['张伟的课在A101吗', /^(?:是|不是|只有一部分是)：talk building /],
  ['高等数学和大学英语是同一个老师吗', /^不是：(?:张伟、李娜|李娜、张伟)。/],
  ['计科2301哪天下课最早', /^第\d+周（.* 起）最早下课的是周.*（\d\d:\d\d）；最晚下课的是/],
  ['计科2301有几天上午有课', /^第\d+周（.* 起）上午有课的有 \d 天：|没有课/],
  ['能坐60人以上的教室有几间', /^共 \d+ 间：\n/],
])('%s is answered first with just that', async (text, answer) => {
  expect(await says(text)).toMatch(answer);
});

test.each([
  // Nothing is taught in the evening: a time that is only told beside what is asked limits nothing of it.
  ['who teaches 高等数学 to 计科2301? my brain is empty tonight', /^张伟\.\nNo lessons: .* evening\./],
  [
    'when does 高等数学 of 计科2301 end? i am drafting it tonight',
    /^高等数学-01 runs until week 16: .*\nNo /,
  ],
  ['今晚高等数学还有几次课', /没有要上的课。\n高等数学-01上到第 16 周，还有 \d+ 次课/],
  ['从明天算起，高等数学还要上几次', /^\S+ 至 \S+：高等数学-01还有 \d+ 次课.*，上到第 16 周。/],
  ['我下周每天几节课', /^共 2 次课，4 节。\n.*\n.*：1 次课，2 节，第\d-\d节（.*）\n.*：1 次课，2 节/],
  ['周五5-6节的高等数学最近一次是几号', /高等数学-01（周五第5-6节）上到第 16 周.*下一次 \S+（周五）/],
  ['计科2301周一前头两节上的什么', /^之前：没有课，\S+（周一）第5-6节/],
])('%s: of what is named it is told what is so', async (text, answer) => {
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  expect(await says(text, token)).toMatch(answer);
});

test.each([
  // How many there are of what is asked, and which, before the lessons.
  ['哪些教室周一到周五在上课', /^\d 间教室[^：]*：/m],
  ['全校有几个班在上课', /^\d 个班：/m],
  ['哪些班周日没课', /（周日）没课的班有 3 个：计科2301/m],
  ['哪天课最多', /课最多的是/],
  ['and A101?', /^(?!.*听懂)/],
  ['哪些课是合班上的', /一起上的|没有与其他班一起上的课/],
])('of everybody: %s', async (text, told) => {
  expect((await talk(server, text)).said).toMatch(told);
});

test('of everybody, a time of one date with a single lesson is told without its further dates', async () => {
  const all = await server.context().rows.find(ClassAssignment, { timetable: university.timetable });
  const placeOf = ({ dayOfWeek, periodStart }: (typeof all)[number]): string => `${dayOfWeek} ${periodStart}`;
  const [only] = all.filter((one) => all.filter((each) => placeOf(each) === placeOf(one)).length === 1);
  const day = '一二三四五六日'[only.dayOfWeek! - 1];
  expect(await says(`第5周周${day}第${only.periodStart}-${only.periodEnd}节有几间教室在用`)).toMatch(
    /^\S+：talk building [AB]\d+。\n[^\n]*\n$/,
  );
});
