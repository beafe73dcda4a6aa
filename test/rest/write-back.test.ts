import { loadDemo } from '../../src/demo/load.js';
import { demoUniversity } from '../../src/demo/university.js';
import { RoleKey } from '../../src/schema/enums.js';
import { findTimetable, type Found } from '../demo/witness.js';
import { differencesOf } from '../../bench/support/canonical.js';
import { canonicalExport } from '../scheduling/canonical.js';
import { tokenOf } from '../scheduling/people.js';
import { recordsOf } from '../support/records.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** The demo, with a published timetable. */
let server: TestServer;
let semester: string;
let timetable: string;
const university = demoUniversity(1);

beforeAll(async () => {
  server = await startTestServer();
  ({ semesterId: semester } = await loadDemo(server.context(), undefined, university));
  timetable = await publish(findTimetable(university)!);
});
afterAll(() => server.stop());

const query = <R>(sql: string, values: readonly unknown[] = []): Promise<R[]> =>
  recordsOf(server.runtime.app).execute(sql, values) as Promise<R[]>;

async function call(document: string, variables: object = {}): Promise<any> {
  const { data, errors } = await server.graphql(document, variables);
  if (errors) throw new Error(errors[0].message);
  return Object.values(data)[0];
}

/** Publishes a timetable of places that were found. */
async function publish(found: readonly Found[]): Promise<string> {
  const known = await query<{ id: string; code: string; weeks: number[]; periods: number }>(
    `select m.id, t.code, m.weeks, m.periods from meeting m
       join teaching_class t on t.id = m.teaching_class_id order by m.sequence`,
  );
  const idsOf = async (table: string): Promise<Map<string, string>> =>
    new Map(
      (await query<{ id: string; code: string }>(`select id, code from ${table}`)).map((row) => [
        row.code,
        row.id,
      ]),
    );
  const [rooms, teachers] = [await idsOf('classroom'), await idsOf('teacher')];
  const keyOf = (code: string, weeks: readonly number[], periods: number): string =>
    `${code} ${weeks.join()} ${periods}`;
  const meetings = Map.groupBy(known, ({ code, weeks, periods }) => keyOf(code, weeks, periods));
  const items = found.map(({ section, weeks, periods, day, start, room, teacher }) => ({
    meeting: meetings.get(keyOf(section.code, weeks, periods))!.shift()!.id,
    place: {
      ...{ dayOfWeek: day, periodStart: start },
      ...{ classroom: rooms.get(room.code), teacher: teachers.get(teacher) },
    },
  }));
  const { id } = await call(`mutation { createDraft(semester: "${semester}", isEmpty: true) { id } }`);
  for (let from = 0; from < items.length; from += 100)
    await call(
      `mutation ($timetable: ID!, $input: TimetableChangeInput!) {
         changeTimetable(timetable: $timetable, input: $input, acceptsClashes: true, reason: "found") {
           number } }`,
      { timetable: id, input: { items: items.slice(from, from + 100) } },
    );
  await call(`mutation { publishTimetable(id: "${id}", reason: "found", acceptsUnfinished: true) { id } }`);
  return id;
}

/** Everything that a form of an assignment writes. */
async function stored(): Promise<string> {
  const series = await query<Record<string, unknown>>('select * from series order by id');
  return JSON.stringify({
    ...(JSON.parse(await canonicalExport(server.runtime.app, timetable)) as object),
    teachers: await query('select meeting_id, teacher_id, role from further_teacher order by 1, 2'),
    links: await query('select id, kind, first_id, second_id from teaching_link order by id'),
    series: series.map(({ version: _, updated_at: __, ...row }) => row),
    classes: await query(
      `select t.id, t.code, t.name, t.student_count, t.description, t.is_enabled,
         array(select (g.administrative_class_id, g.class_group_id)::text from teaching_class_group g
           where g.teaching_class_id = t.id order by 1) as attendees
       from teaching_class t order by t.id`,
    ),
  });
}

const rest = async (operation: string, options: object): Promise<any> => {
  const answer = await server.rest(operation, { token: server.administrator, ...options });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.data;
};

/** Names of what several teach. */
const taughtTogether = new Set(
  university.teachingClasses
    .filter(({ meetings }) => meetings.some(({ further }) => further.length > 0))
    .map(({ name }) => name),
);

/** What halves of classes attend, several teach, or is held for long, and one of eight of the others. */
const isTold = ({ teaching_class_name: name, class_time_dto: times }: any, at: number): boolean =>
  /[AB]组）$/.test(name as string) ||
  taughtTogether.has(name as string) ||
  times.some((time: any) => time.period_end - time.period_start > 1) ||
  at % 8 === 0;

test('assignments of the demo are what they were once a form sent back what it was shown', async () => {
  const before = await stored();
  const classes = new Map<string, any>();
  let count = 0;
  for (let page = 1; ; page++) {
    const { records, total } = await rest('classAssignmentPage', {
      query: { semester_uuid: semester, page, size: 50 },
    });
    for (const each of records.filter(isTold)) {
      const { teaching_class_uuid: id } = each;
      const shown = classes.get(id) ?? (await rest('teachingClassGet', { path: { teachingClassUuid: id } }));
      classes.set(id, shown);
      await rest('classAssignmentUpdate', {
        body: {
          assignment_id: each.class_assignment_uuid,
          adjustments: {
            ...{ classroom_id: each.classroom_uuid, teacher_id: each.teacher_uuid },
            ...{ class_time: each.class_time_dto, consecutive_sessions: each.consecutive_sessions },
            scheduling_priority: each.scheduling_priority,
          },
          adjust_teaching_class: {
            teaching_class_uuid: id,
            teaching_class_code: shown.teaching_class_code,
            teaching_class_name: shown.teaching_class_name,
            administrative_class_uuids: JSON.parse(shown.administrative_classes as string),
            actual_student_count: shown.actual_student_count,
            description: shown.description ?? '',
          },
          ignore_conflicts: false,
        },
      });
      count += 1;
    }
    if (page * 50 >= total) break;
  }
  expect(count).toBeGreaterThan(100);
  const names = [...classes.values()].map(({ teaching_class_name: name }) => name as string);
  expect([...taughtTogether].filter((name) => !names.includes(name))).toEqual([]);
  expect(taughtTogether.size).toBeGreaterThan(1);
  const halves = [...classes.values()].filter(({ teaching_class_name: name }) =>
    /A组|B组/.test(name as string),
  );
  expect(halves.length).toBeGreaterThan(20);
  expect(halves.every((each) => /（[AB]组）$/.test(each.administrative_class_names[0] as string))).toBe(true);
  expect(differencesOf(await stored(), before)).toEqual([]);
});

test('a form that names another class for the half of one is refused, and changes nothing', async () => {
  const [half] = await query<{ id: string; series: string; name: string; other: string }>(
    `select t.id, a.series_id as series, p.name, (select c.id from administrative_class c
       where c.id <> g.administrative_class_id limit 1) as other
     from teaching_class t join teaching_class_group g on g.teaching_class_id = t.id
       join class_group p on p.id = g.class_group_id join class_assignment a on a.teaching_class_id = t.id
     where a.timetable_id = $1 limit 1`,
    [timetable],
  );
  const before = await stored();
  const answer = await server.rest('classAssignmentUpdate', {
    token: server.administrator,
    body: {
      ...{ assignment_id: half.series, adjustments: {}, ignore_conflicts: false },
      adjust_teaching_class: { teaching_class_uuid: half.id, administrative_class_uuids: [half.other] },
    },
  });
  expect(answer).toMatchObject({ code: 40021, error_message: expect.stringContaining(half.name) });
  expect(differencesOf(await stored(), before)).toEqual([]);
});

test('a student sees the meetings of the own half of the class alone', async () => {
  const members = await query<{ student: string; name: string; meetings: string[] }>(
    `select distinct on (g.id) m.student_id as student, g.name, array(
       select t.name from class_group o join teaching_class_group k on k.class_group_id = o.id
         join teaching_class t on t.id = k.teaching_class_id
       where o.partition_id = g.partition_id and o.id = g.id order by 1) as meetings
     from class_group g join class_group_member m on m.class_group_id = g.id
     order by g.id, m.student_id limit 2`,
  );
  expect(members.map(({ name }) => name)).toEqual(['A组', 'B组']);
  for (const { student, meetings } of members) {
    const token = await tokenOf(server, RoleKey.STUDENT, { student });
    const { data } = await server.graphql(
      '{ studentTimetable { items { teachingClassName groupNames } } }',
      {},
      token,
    );
    const { items } = data.studentTimetable;
    const halves = items.filter(({ groupNames }: any) => groupNames.length > 0);
    expect([...new Set(halves.map((each: any) => each.teachingClassName))].sort()).toEqual(meetings.sort());
    expect(halves.length).toBeLessThan(items.length as number);
  }
});
