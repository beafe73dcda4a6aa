import { Semester } from '../../../src/entities/scheduling/semesters.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { recordsOf } from '../../support/records.js';
import { Assignments } from '../made-assignments.js';

type Values = Record<string, any>;

let server: TestServer;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** 16 weeks from Monday, 7 September, with lessons on Mondays of all and on Sundays of eight weeks. */
async function begin(): Promise<Assignments> {
  const of = await Assignments.begin(server, `term${++made}`);
  await of.created(0, { class_time: [of.time(1, 1)] });
  await of.created(1, { class_time: [of.time(7, 9, [1, 2, 3, 4, 5, 6, 7, 8])] });
  return of;
}

const update = (of: Assignments, dates: Values): Promise<Values> => {
  const { id, name, startDate, endDate } = of.university.semester;
  return of.call('semesterUpdate', {
    path: { semester_uuid: id },
    body: { name, code: '1', start_date: startDate, end_date: endDate, is_enabled: true, ...dates },
  });
};

test('bug: a semester does not end before what is published in it', async () => {
  const of = await begin();
  const refused = await update(of, { end_date: '2026-11-01' });
  expect(refused).toMatchObject({
    status: 400,
    code: 40021,
    error_message:
      '已发布课表中有 8 次课将落在学期之外：“手工 0”2026-11-02 第 9 周星期一第 1-2 节、' +
      '“手工 0”2026-11-09 第 10 周星期一第 1-2 节、“手工 0”2026-11-16 第 11 周星期一第 1-2 节，另有 5 次。' +
      '请先调整或取消这些课，或保留结束日期 2026-12-27',
  });
  expect(refused.data).toEqual([refused.error_message]);
  // Nothing is held after the last Monday.
  expect(await update(of, { end_date: '2026-12-21' })).toMatchObject({ message: '学期更新成功' });
  expect(await update(of, { end_date: '2026-12-20' })).toMatchObject({
    error_message: expect.stringContaining('有 1 次课'),
  });
});

test('bug: nor does it begin after that, or lose days and periods', async () => {
  const of = await begin();
  expect(await update(of, { start_date: '2026-09-08' })).toMatchObject({
    code: 40021,
    error_message: expect.stringMatching(/有 1 次课.*“手工 0”2026-09-07 第 1 周.*保留开始日期 2026-09-07$/),
  });
  const grid = async (input: Values): Promise<string> => {
    const { errors } = await server.graphql(
      'mutation ($id: ID!, $input: SemesterPatch!) { updateSemester(id: $id, input: $input) { id } }',
      { id: of.university.semester.id, input },
    );
    return errors?.[0].message ?? '';
  };
  expect(await grid({ daysPerWeek: 6 })).toMatch(/8 published meetings.*Sunday.*keep the days per week 7\.$/);
  expect(await grid({ periodsPerDay: 9 })).toMatch(
    /8 published.*period 9-10.*keep the periods per day 12\.$/,
  );
  expect(await grid({ periodsPerDay: 10 })).toBe('');
});

test('bug: a semester that begins elsewhere tells how many assignments move', async () => {
  const of = await begin();
  const earlier = { start_date: '2026-08-31', end_date: '2026-12-20' };
  expect((await update(of, earlier)).message).toBe(
    '学期更新成功；第 1 周的星期一由 2026-09-07 改为 2026-08-31，已发布的 2 个排课分配都提前 1 周上课',
  );
  expect((await update(of, earlier)).message).toBe('学期更新成功');
  const { data } = await server.graphql(
    'mutation ($id: ID!, $input: SemesterPatch!) { updateSemester(id: $id, input: $input) { dateNotice } }',
    {
      id: of.university.semester.id,
      input: { startDate: '2026-09-14', endDate: '2027-01-03' },
    },
  );
  expect(data.updateSemester.dateNotice).toBe(
    'The Monday of week 1 is 2026-09-14 in place of 2026-08-31: 2 published class assignments are held 2 ' +
      'weeks later.',
  );
});

test('bug: what a draft has after the end of its semester was published without a word', async () => {
  const of = await begin();
  const { id } = of.university.semester;
  const made = await server.graphql('mutation ($id: ID!) { createDraft(semester: $id) { id } }', { id });
  // As if the draft alone had lessons there.
  await recordsOf(server.runtime.app).nativeUpdate(Semester, { id }, { endDate: '2026-11-01' });
  const rehearse = (terms: Values): Promise<Values> =>
    server.graphql(
      `mutation ($id: ID!, $reason: String, $accepts: Boolean!) {
         rehearsePublishing(id: $id, reason: $reason, acceptsUnfinished: $accepts) { unfinished } }`,
      { id: made.data.createDraft.id, ...terms },
    );
  const { errors } = await rehearse({ accepts: false });
  expect(errors?.[0].message).toMatch(/^The timetable has 1 out-of-semester meeting \(手工 0\)/);
  expect(await rehearse({ accepts: true, reason: '照常' })).toMatchObject({
    data: { rehearsePublishing: { unfinished: ['1 out-of-semester meeting (手工 0)'] } },
  });
});

test('a date to which a meeting was moved counts in place of the one for which it is planned', async () => {
  const of = await begin();
  const em = recordsOf(server.runtime.app);
  const timetable = await of.timetable();
  const [{ meeting }] = await em.execute<{ meeting: string }[]>(
    'select meeting_id as meeting from class_assignment where timetable_id = $1 and day_of_week = 1',
    [timetable],
  );
  const change = async (date: string, more: Values): Promise<void> => {
    const { errors } = await server.graphql(
      `mutation ($timetable: ID!, $input: TimetableChangeInput!) {
         changeTimetable(timetable: $timetable, reason: "教师出差", input: $input) { number } }`,
      { timetable, input: { dates: [{ meeting, date, ...more }] } },
    );
    expect(errors).toBeUndefined();
  };
  await change('2026-12-21', { isCancelled: true });
  expect(await update(of, { end_date: '2026-12-20' })).toMatchObject({ status: 200 });
  await change('2026-09-07', { to: { date: '2026-12-18' } });
  expect(await update(of, { end_date: '2026-12-17' })).toMatchObject({
    error_message: expect.stringContaining('有 1 次课将落在学期之外：“手工 0”2026-12-18 第 15 周星期五'),
  });
});
