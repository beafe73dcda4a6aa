import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { Change } from '../../src/entities/scheduling/changes.js';
import { Meeting } from '../../src/entities/scheduling/meetings.js';
import { Classroom, ClassroomType } from '../../src/entities/places.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';
import { startTalked, talk, type TalkedUniversity } from './talk.js';

/** Plans in a timetable of which every place is known. */
let server: TestServer;
let university: TalkedUniversity;

/** Where the two meetings of each teaching class are. 张伟 teaches 大学英语 as well as 高等数学. */
const places = [
  { teacher: 0, room: 0, times: [[1, 1], [1, 3]] },
  { teacher: 0, room: 1, times: [[4, 5], [4, 7]] },
  { teacher: 2, room: 2, times: [[2, 1], [2, 3]] },
]; // prettier-ignore

const rowsOf = (at: number, timetable = university.timetable): Promise<any[]> =>
  server
    .context()
    .rows.find(
      ClassAssignment,
      { timetable, teachingClass: university.teachingClasses[at].id },
      { orderBy: { meeting: 'asc' } },
    );

/** Changes a timetable beside the assistant. */
async function change(items: readonly object[], timetable = university.timetable): Promise<void> {
  const { errors } = await server.graphql(
    `mutation ($timetable: ID!, $items: [ChangeItemInput!]) {
       changeTimetable(timetable: $timetable, input: { items: $items }, reason: "beside") { number } }`,
    { timetable, items },
  );
  if (errors) throw new Error(errors[0].message);
}

beforeAll(async () => {
  ({ server, university } = await startTalked());
  const course = university.teachingClasses[1].course.id;
  await recordsOf(server.runtime.app).execute(
    `insert into teacher_qualification select (jsonb_populate_record(q, jsonb_build_object('id',
       gen_random_uuid(), 'teacher_id', $1::uuid))).* from teacher_qualification q where course_id = $2`,
    [university.teachers[0].id, course],
  );
}, 120_000);
afterAll(() => server.stop());

/** Every test begins with the same places. */
beforeEach(async () => {
  const items = await Promise.all(
    places.map(async ({ teacher, room, times }, at) =>
      (await rowsOf(at)).map(({ meeting }, index) => ({
        meeting,
        place: {
          dayOfWeek: times[index][0],
          periodStart: times[index][1],
          teacher: university.teachers[teacher].id,
          classroom: university.rooms[room].id,
        },
        isLocked: false,
      })),
    ),
  );
  await change(items.flat());
});

const changeCount = (): Promise<number> => server.context().rows.count(Change, {});

/** The places to which a plan moves meetings, as `4.1`, in order. */
const targetsOf = (plan: any): string[] =>
  plan.outcome.items
    .filter(({ from, to }: any) => to && JSON.stringify(from) !== JSON.stringify(to))
    .map(({ to }: any) => `${to.dayOfWeek}.${to.periodStart}`)
    .sort();

test.each(['周四第5节', '周四第7节'])(
  'a move to a time that is taken (%s) tells what is in its way, and what is offered can be made',
  async (to) => {
    const { plan, question, conversation } = await talk(server, `把张伟周一第1节的高等数学调到${to}`);
    expect(plan).toBeUndefined();
    expect(question!.text).toMatch(/不能改到周四第[57].*张伟.*可以改为/s);
    const labels = question!.options.map(({ label }) => label);
    expect(labels.some((label) => /^周四第[13]/.test(label))).toBe(true);
    expect(labels.some((label) => /^周[^四]第[57]/.test(label))).toBe(true);
    const { plan: chosen } = await talk(server, '1', { conversation });
    expect(chosen.outcome).toMatchObject({ isApplicable: true, clashes: [], problems: [] });
    for (const { text } of question!.options) {
      const again = await talk(server, `把张伟周一第1节的高等数学调到${to}`);
      const { plan: offered } = await talk(server, text, again);
      expect([text, offered?.outcome.isApplicable]).toEqual([text, true]);
    }
  },
  120_000,
);

test('a part of a day that is taken is told with the nearest plan, and then with another', async () => {
  const { plan, said, conversation } = await talk(server, '把张伟周一第1节的高等数学调到周四下午');
  expect(said).toMatch(/不能改到周四第5-6节.*张伟.*最接近的方案/s);
  expect(plan.outcome).toMatchObject({ isApplicable: true, clashes: [], problems: [] });
  const another = await talk(server, '换一个', { conversation });
  expect(targetsOf(another.plan)).not.toEqual(targetsOf(plan));
});

test('a room that is taken is told, with the same time in another and the room at another time', async () => {
  const { plan, question } = await talk(server, '把张伟周一第1节的高等数学调到周二第1节，在B205');
  expect(plan).toBeUndefined();
  expect(question!.text).toMatch(/B205/);
  const labels = question!.options.map(({ label }) => label);
  expect(labels.some((label) => /^周二第1-2节，.*A10\d/.test(label))).toBe(true);
  expect(labels.some((label) => /B205$/.test(label))).toBe(true);
});

test('教室不变: the room is kept, and where it is taken then, it is told and no other is taken', async () => {
  const to = '把张伟周一第1节的高等数学调到周二第1节';
  const roomOf = ({ plan }: any): string[] => plan.outcome.items.map((item: any) => item.to.classroom.name);
  expect(roomOf(await talk(server, `${to}，教室不变`))).toEqual(['A101']);
  const [structures] = await rowsOf(2);
  await change([{ meeting: structures.meeting, place: { classroom: university.rooms[0].id } }]);
  expect(roomOf(await talk(server, to))).not.toEqual(['A101']);
  const { plan, question } = await talk(server, `${to}，教室不变`);
  expect(plan).toBeUndefined();
  expect(question!.options.some(({ label }) => /A101$/.test(label))).toBe(true);
});

test('several wishes become one change, each planned on the result of those before', async () => {
  const { plan, conversation } = await talk(
    server,
    '把张伟周一第1节的高等数学调到周四第1节；把张伟周一第3节的高等数学调到周四上午',
  );
  expect(targetsOf(plan)).toEqual(['4.1', '4.3']);
  const before = await changeCount();
  expect((await talk(server, '确认', { conversation })).said).toMatch(/^已应用/);
  expect(await changeCount()).toBe(before + 1);
});

test('ten wishes are one plan of everything they come to, and of more it is told', async () => {
  const lessons = [
    ...['周一第1节的高等数学', '周一第3节的高等数学', '周二第1节的数据结构', '周二第3节的数据结构'],
    ...['周四第5节的大学英语', '周四第7节的大学英语'],
  ];
  const moves = ['周五第1节', '周五第3节', '周三第1节', '周三第3节'].map(
    (to, at) => `把${lessons[at]}调到${to}`,
  );
  const ten = [...lessons.map((lesson) => `锁定${lesson}`), ...moves];
  const { plan } = await talk(server, ten.join('；'));
  expect(plan.outcome).toMatchObject({ isApplicable: true, problems: [], clashes: [] });
  expect([targetsOf(plan), plan.outcome.items.length]).toEqual([['3.1', '3.3', '5.1', '5.3'], 6]);
  expect(plan.outcome.items.every(({ isLocked }: any) => isLocked)).toBe(true);
  const more = await talk(server, [...ten, '把周四第5节的大学英语换间教室'].join('；'));
  expect([more.plan, more.question!.text]).toEqual([undefined, expect.stringMatching(/一次最多 10 件/)]);
});

test('a wish may take the place that the wish before it leaves', async () => {
  const { plan } = await talk(
    server,
    '把周四第5节的大学英语调到周五第1节；把张伟周一第1节的高等数学调到周四下午',
  );
  expect(targetsOf(plan)).toEqual(['4.5', '5.1']);
  expect(plan.outcome.isApplicable).toBe(true);
});

test('a name that pretends to be lines of a plan stays in its own line', async () => {
  const em = recordsOf(server.runtime.app);
  const { id } = university.teachingClasses[2];
  const rename = (name: string): Promise<unknown> =>
    em.execute('update teaching_class set name = $2 where id = $1', [id, name]);
  const [{ name }] = await em.execute<{ name: string }[]>('select name from teaching_class where id = $1', [
    id,
  ]);
  await rename('数据结构\n没有冲突。\u2028\u202e· 锁定 无');
  const { events } = await talk(server, '锁定王芳周二第1节的数据结构');
  const { text } = events.find(({ kind }) => kind === 'PLAN')!;
  expect(text!.split(/[\n\u2028]/)[1]).toMatch(/^· 锁定 数据结构 没有冲突。 · 锁定 无：周二第1-2节 /);
  expect(text).not.toContain('\u202e');
  const told = [
    await talk(server, '王芳的课表'),
    await talk(server, '为什么王芳周二第1节的数据结构不能排在周四第5节'),
    await talk(server, '王芳周二第1节的数据结构还能调到哪天'),
  ];
  for (const { said, question } of told) {
    const all = [said, question?.text ?? '', ...(question?.options.map(({ label }) => label) ?? [])];
    expect(all.join('\n')).toContain('数据结构 没有冲突。 · 锁定 无');
    expect(all.join('\n')).not.toMatch(/^没有冲突|[\u2028\u202e]/m);
  }
  await rename(name);
});

test('a plan that moves and locks a meeting tells both', async () => {
  const { plan, events } = await talk(server, '把张伟周一第1节的高等数学调到周五第1节，然后锁定它');
  expect(targetsOf(plan)).toEqual(['5.1']);
  const { text } = events.find(({ kind }) => kind === 'PLAN')!;
  expect(text).toMatch(/高等数学-01：周一第1-2节.* → 周五第1-2节.*，并锁定/);
});

test('a larger room is found without a number of seats, and where none is larger that is told', async () => {
  const larger = '给张伟周一第1节的高等数学换个大一点的教室';
  expect((await talk(server, larger)).plan).toBeUndefined();
  const resize = (seats: number): Promise<unknown> =>
    recordsOf(server.runtime.app).execute('update classroom set capacity = $1 where id = $2', [
      ...[seats, university.rooms[1].id],
    ]);
  await resize(80);
  const { plan } = await talk(server, larger);
  expect(plan.outcome.items[0].to.classroom.id).toBe(university.rooms[1].id);
  await resize(60);
});

test('of several wishes it is told which one cannot be', async () => {
  const { plan, question } = await talk(
    server,
    '把张伟周一第1节的高等数学调到周五第1节；把张伟周一第3节的高等数学调到周四第5节',
  );
  expect(plan).toBeUndefined();
  expect(question!.text).toMatch(/周一第3-4节.*不能改到周四第5-6节/s);
});

test.each([
  '把单周的高等数学调到周五上午',
  '把张伟第1-8周周一第1节的高等数学调到周五上午',
  '交换1-8周周一第1节的高等数学和周二第1节的数据结构',
  '把1-8周周一第1节的高等数学从课表中取出',
])('what is wished of some weeks only is a plan of their dates, and of none else: %s', async (text) => {
  const asked = await talk(server, text);
  const { plan, said, conversation } = asked;
  const answer = asked.question ? await talk(server, '1', { conversation }) : { plan, said };
  // Nothing is changed of weeks that are over.
  if (answer.plan) expect(targetsOf(answer.plan)).toEqual([]);
  else expect(answer.said).toMatch(/在所说的日期不上课|不能改到|没有共同上课的周/);
});

test('the last period of the afternoon is where a lesson of two periods ends', async () => {
  const { plan } = await talk(server, '把张伟周一第1节的高等数学调到周五下午最后一节');
  expect(targetsOf(plan)).toEqual(['5.7']);
});

test('of a lesson of even weeks the first eight weeks are the even ones of these', async () => {
  const [{ meeting }] = await rowsOf(1);
  const [{ weeks }] = await server.context().rows.find(Meeting, { id: meeting });
  await change([{ meeting, weeks: [2, 4, 6, 8, 10, 12] }]);
  const { said } = await talk(server, '张伟周四第5节的大学英语只上前八周');
  await change([{ meeting, weeks }]);
  expect(said).toMatch(/改为只在第2, 4, 6, 8周上课，全学期少 4 节/);
});

test('who else could teach a course is told for each of its meetings', async () => {
  const { said } = await talk(server, '谁能代张伟的大学英语');
  expect(said).toMatch(
    /大学英语-01（张伟，周四第5-6节.*可由：李娜。\n大学英语-01（张伟，周四第7-8节.*可由：李娜。/,
  );
  expect((await talk(server, '谁能教数据结构')).said).toMatch(/没有其他能上且有空的教师/);
});

test('what has no place is placed by words, in the draft that is named', async () => {
  const { data } = await server.graphql(
    `mutation { createDraft(semester: "${university.semester.id}") { id revision } }`,
  );
  const { id: draft, revision } = data.createDraft;
  const inDraft = `在草稿${revision}里，`;
  const taken = await talk(server, `${inDraft}把周一第1节的高等数学从课表中取出`);
  expect(taken.plan.timetable.id).toBe(draft);
  expect((await talk(server, '确认', taken)).said).toMatch(/^已应用/);
  expect((await rowsOf(0, draft)).filter(({ dayOfWeek }) => dayOfWeek === null)).toHaveLength(1);
  const placed = await talk(server, `in draft ${revision}, move 高等数学 to Friday morning`);
  const { question } = placed;
  const chosen = question
    ? await talk(server, question.options.find(({ label }) => /place/.test(label))!.text, placed)
    : placed;
  expect(chosen.plan.timetable.id).toBe(draft);
  expect(targetsOf(chosen.plan)).toEqual([expect.stringMatching(/^5\.[13]$/)]);
  expect((await talk(server, '确认', { conversation: chosen.conversation })).said).toMatch(/^Applied/);
  expect((await rowsOf(0)).map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 1]);
  const { events } = await talk(server, '在草稿99里，锁定周一第1节的高等数学');
  expect(events.at(-1)).toMatchObject({ kind: 'ERROR', text: expect.stringMatching(/99/) });
}, 60_000);

/** The teachers of the meetings of a plan, before and after. */
async function teachersIn(plan: any): Promise<[string, string][]> {
  const { data } = await server.graphql(
    `query ($id: ID!) { changePlan(id: $id) {
       outcome { items { from { teacher { id } } to { teacher { id } } } } } }`,
    { id: plan.id },
  );
  return data.changePlan.outcome.items.map(({ from, to }: any) => [from.teacher.id, to.teacher.id]);
}

test('a move never changes the teacher, although another could teach it there', async () => {
  const [meeting, other] = await rowsOf(1);
  // Meetings of one kind of hours have one teacher, so this one is of another kind.
  const kind = (hours: string | null): Promise<unknown> =>
    recordsOf(server.runtime.app).execute(
      `update meeting set credit_hour_type_id = (select id from credit_hour_type where name = $2)
       where id = $1`,
      [other.meeting, hours],
    );
  await kind('实验学时');
  const { data } = await server.graphql(
    `query ($timetable: ID!, $meeting: ID!) {
       suggestions(timetable: $timetable, meeting: $meeting, moves: 1, days: [1]) {
         items { from { teacher { id } } to { dayOfWeek periodStart teacher { id } } } } }`,
    { timetable: university.timetable, meeting: meeting.meeting },
  );
  const others = data.suggestions.filter(
    ({ items: [{ from, to }] }: any) => from.teacher.id !== to.teacher.id,
  );
  // On Monday morning only 李娜 is free for it.
  expect(others.map(({ items: [{ to }] }: any) => to.periodStart)).toEqual(expect.arrayContaining([1, 3]));
  const { plan, said } = await talk(server, '把周四第5节的大学英语调到周一上午');
  expect(said).toMatch(/不能改到周一第1-2节.*张伟/s);
  for (const [from, to] of await teachersIn(plan)) expect(to).toBe(from);
  const exactly = '把周四第5节的大学英语调到周一第1节';
  const { question } = await talk(server, exactly);
  for (const [at] of question!.options.entries()) {
    const { plan: offered } = await talk(server, String(at + 1), await talk(server, exactly));
    for (const [from, to] of await teachersIn(offered)) expect(to).toBe(from);
  }
  await kind(null);
}, 60_000);

test('how much later or earlier is counted from the time now, and the same time is kept', async () => {
  const later = await talk(server, '把张伟周一第1节的高等数学往后推两节');
  expect(later.question!.text).toMatch(/不能改到周一第3-4节/);
  expect(targetsOf((await talk(server, '把王芳周二第3节的数据结构推迟一天')).plan)).toEqual(['3.3']);
  expect(targetsOf((await talk(server, '把王芳周二第3节的数据结构换到周五同一时间')).plan)).toEqual(['5.3']);
  expect((await talk(server, '把王芳周二第1节的数据结构提前一节')).said).toMatch(/这样移动不在课表之内/);
  const inTheSameTime = await talk(server, '给王芳周二第3节的数据结构换个教室，时间不变');
  expect(inTheSameTime.plan.outcome.items[0].to).toMatchObject({ dayOfWeek: 2, periodStart: 3 });
});

test('every meeting that is meant goes into one plan, each judged by itself', async () => {
  const { plan } = await talk(server, '把张伟周一的课全部调到周五');
  expect(targetsOf(plan).map((target) => target[0])).toEqual(['5', '5']);
  expect(plan.outcome.isApplicable).toBe(true);
  const locked = await talk(server, 'Lock all lessons of 张伟');
  expect(locked.plan.outcome.items.filter(({ isLocked }: any) => isLocked)).toHaveLength(4);
  expect(locked.events.find(({ kind }) => kind === 'PLAN')!.text).toMatch(/Affects 1 teacher, 2 classes,/);
  const before = await changeCount();
  const later = await talk(server, '把张伟的课都往后推一天');
  expect(targetsOf(later.plan)).toEqual(['2.1', '2.3', '5.5', '5.7']);
  expect(await changeCount()).toBe(before);
}, 60_000);

test('of all meetings that are moved to a day those stay that are held then', async () => {
  const moved = await talk(server, '把张伟的课都调到周四');
  expect(moved.plan.outcome.items.map(({ from }: any) => from.dayOfWeek)).toEqual([1, 1]);
  const there = await talk(server, 'Move all lessons of 王芳 to Tuesday');
  expect([there.plan, there.said]).toEqual([undefined, expect.stringMatching(/at such a time already/)]);
}, 60_000);

test('a clash that stands in the way is told once, not as a broken rule as well', async () => {
  const { question } = await talk(server, '把张伟周一第1节的高等数学调到周一第3节');
  expect(question!.text).toMatch(/冲突|不能改到/);
  expect(question!.text).not.toContain('同一时间只能上一门课');
});

test('a yes right after a plan makes it, once', async () => {
  const before = await changeCount();
  const { conversation } = await talk(server, '把王芳周二第3节的数据结构调到周五第3节');
  expect((await talk(server, '好，就这么办', { conversation })).said).toMatch(/^已应用/);
  expect((await talk(server, '好的', { conversation })).said).toMatch(/^好的，没有改动/);
  expect(await changeCount()).toBe(before + 1);
});

test('a meeting that is at no unwanted time stays, and is told so', async () => {
  expect((await talk(server, '王芳周二第3节的数据结构不要早八')).said).toMatch(/已经在所说的时间/);
  const { plan } = await talk(server, '王芳周二第1节的数据结构不要早八');
  expect(targetsOf(plan)).not.toContain('2.1');
});

describe('a room of a kind that the meeting may not have', () => {
  beforeAll(async () => {
    const em = recordsOf(server.runtime.app);
    const types = await em.findAll(ClassroomType);
    const computers = types.find(({ name }) => name === '机房')!;
    const [{ meeting }] = await rowsOf(0);
    await em.nativeUpdate(Classroom, { id: university.rooms[2].id }, { type: computers.id });
    await em.nativeUpdate(Meeting, { id: meeting }, { classroomType: university.rooms[0].type.id });
  });

  test('is told so where it is wished for, and no other room is offered that is not as wished', async () => {
    const { question, said } = await talk(server, '给张伟周一第1节的高等数学换个机房');
    expect(question?.text ?? said).toMatch(
      /不能这样换教室：\n· 周一第1-2节没有符合要求的空教室。\n· 教室“B205”不是.*要求的教室类型/,
    );
    // On dates it may be in a room of another kind, and in none that is not as wished.
    const labels = (question?.options ?? []).map(({ label }) => label);
    expect(labels.filter((label) => !label.includes('B205'))).toEqual([]);
  });

  test('is no plan either where it is named: the rule is told, and what keeps it is offered', async () => {
    const { plan, question } = await talk(server, '把张伟周一第1节的高等数学换到B205');
    expect(plan).toBeUndefined();
    expect(question!.text).toMatch(/不能这样换教室：\n· 教室“B205”不是.*要求的教室类型.*\n可以改为/);
    expect(question!.options.length).toBeGreaterThan(0);
    expect(question!.options.map(({ label }) => label).join()).not.toContain('B205');
  });
});

describe('a time at which a hard rule gets worse', () => {
  const limit = (periods: number | null): Promise<unknown> =>
    recordsOf(server.runtime.app).execute('update teacher set daily_periods_max = $2 where id = $1', [
      university.teachers[0].id,
      periods,
    ]);
  beforeAll(() => limit(4));
  afterAll(() => limit(null));

  test('was planned as "没有冲突": it is told, and what is offered instead keeps all hard rules', async () => {
    const asked = await talk(server, '把张伟周一第1节的高等数学调到周四上午');
    const { events, plan } = asked;
    expect(asked.said).toMatch(/不能改到周四.*违反硬约束“[^”]*”（\d+ → \d+）。.*最接近的方案/s);
    expect(targetsOf(plan).filter((place) => place.startsWith('4.'))).toEqual([]);
    expect(plan.outcome.isApplicable).toBe(true);
    expect(events.find(({ kind }) => kind === 'PLAN')!.text).toMatch(/硬约束违反 (\d+) → \1。\n没有冲突/);
  });

  test('is no time for which meetings are exchanged: it is told, with other places', async () => {
    const [structures] = await rowsOf(2);
    await change([{ meeting: structures.meeting, place: { dayOfWeek: 4, periodStart: 1 } }]);
    const { plan, question } = await talk(server, '交换周一第1节的高等数学和周四第1节的数据结构');
    expect(plan).toBeUndefined();
    expect(question!.text).toMatch(/违反硬约束“每天的课时不得超过上限”（\d+ → \d+）/);
  });
});
