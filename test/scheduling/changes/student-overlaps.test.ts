import type { Client } from 'pg';
import { semesterSize, semesterSql } from '../../../bench/support/semester.js';
import { studentsSql } from '../../../bench/support/students.js';
import { timesOf } from '../../../src/services/scheduling/changes/occupancy.js';
import { Random } from '../../../src/demo/random.js';
import { nodesOf, withClient, type Plan } from '../../data/support.js';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { turnsOf } from '../../support/turns.js';
import { faultsOf } from '../canonical.js';
import { makeUniversity } from '../university.js';

/** One statement of the large semester may take so many seconds: none takes one where nothing else runs. */
const secondsMax = 10;
/** A semester in which students choose as much as at a large university, so small that it is soon made. */
const large = semesterSize(1_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STATEMENT_SECONDS_MAX: String(secondsMax) } });
});
afterAll(() => server.stop());

async function call(document: string, variables: object = {}): Promise<any> {
  const { data, errors } = await server.graphql(document, variables);
  expect(errors).toBeUndefined();
  return Object.values(data)[0];
}

const query = <R>(sql: string, values: readonly unknown[] = []): Promise<R[]> =>
  recordsOf(server.runtime.app).execute(sql, values) as Promise<R[]>;

interface Placed {
  readonly meeting: string;
  readonly teachingClass: string;
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly weeks: readonly number[];
}

/** Who attends what, as the tables tell it: by choice, and with the administrative class. */
interface Attendance {
  readonly student: string;
  readonly chosen: readonly string[];
  readonly common: readonly string[];
}

/** What single students have twice, worked out student by student and slot by slot. */
function expectedOverlaps(placed: readonly Placed[], students: readonly Attendance[]): string[] {
  const found: string[] = [];
  for (const { student, chosen, common } of students) {
    const attended = placed.filter(({ teachingClass: id }) => chosen.includes(id) || common.includes(id));
    for (const one of attended)
      for (const other of attended) {
        if (one.meeting >= other.meeting || one.teachingClass === other.teachingClass) continue;
        if (![one, other].some(({ teachingClass }) => chosen.includes(teachingClass))) continue;
        if (one.day !== other.day) continue;
        const weeks = one.weeks.filter((week) => other.weeks.includes(week));
        const times = weeks.flatMap((week) =>
          Array.from({ length: 24 }, (_, at) => at + 1)
            .filter((period) => [one, other].every(({ first, last }) => first <= period && period <= last))
            .map((period) => ({ week, day: one.day, period })),
        );
        if (times.length) found.push(overlap(student, one.meeting, other.meeting, times));
      }
  }
  return found.sort();
}

const overlap = (student: string, first: string, second: string, times: readonly object[]): string =>
  [student, first, second, JSON.stringify(times)].join(' ');

async function storedOverlaps(timetable: string): Promise<string[]> {
  const rows = await query<Record<'resource' | 'first' | 'second' | 'slots', string>>(
    `select resource, first_meeting_id as first, second_meeting_id as second, slots::text as slots
     from conflict_pair p join conflict c on c.id = p.conflict_id
     where c.timetable_id = $1 and c.kind = 'OTHER'`,
    [timetable],
  );
  return rows
    .map(({ resource, first, second, slots }) => overlap(resource, first, second, timesOf(slots)))
    .sort();
}

const placedSql = `
  select meeting_id as meeting, teaching_class_id as "teachingClass", day_of_week as day,
    period_start as first, period_end as last, weeks
  from class_assignment where timetable_id = $1 and day_of_week is not null`;

const attendanceSql = `
  select s.id as student,
    array(select e.teaching_class_id::text from enrolment e where e.student_id = s.id) as chosen,
    array(select g.teaching_class_id::text from teaching_class_group g
        left join class_group_member i on i.class_group_id = g.class_group_id and i.student_id = s.id
      where g.administrative_class_id = s.administrative_class_id
        and (g.class_group_id is null or i.id is not null)) as common
  from student s`;

/**
 * Eight teaching classes, of which students chose four, and one of them although it is compulsory; meetings
 * of one to three periods in weeks of their own; students of several classes and of none; two classes of
 * which a half attends something by itself.
 */
async function randomSemester(random: Random, name: string) {
  const university = await makeUniversity(server.runtime.app, { name, teachingClasses: 8 });
  const { teachingClasses, classes, meetings, department } = university;
  const isOneOf = (number: number): boolean => random.chance(1 / number);
  const chosen = teachingClasses.slice(3);
  await query(`delete from teaching_class_group where teaching_class_id = any($1)`, [
    chosen.slice(1).map(({ id }) => id),
  ]);
  await query(
    `insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
     select gen_random_uuid(), t, g from unnest($1::uuid[]) t, unnest($2::uuid[]) g
     on conflict do nothing`,
    [teachingClasses.slice(0, 3).map(({ id }) => id), classes.slice(0, 2).map(({ id }) => id)],
  );
  for (const { id } of meetings)
    await query('update meeting set periods = $2, weeks = $3 where id = $1', [
      id,
      random.whole(1, 3),
      Array.from({ length: 16 }, (_, at) => at + 1).filter(() => !isOneOf(3)),
    ]);
  const { majorId, gradeId } = (
    await query<{ majorId: string; gradeId: string }>(
      'select major_id as "majorId", grade_id as "gradeId" from administrative_class where id = $1',
      [classes[0].id],
    )
  )[0];
  for (let at = 0; at < 12; at++) {
    const [{ id }] = await query<{ id: string }>(
      `insert into student (id, code, name, is_male, department_id, major_id, grade_id,
         administrative_class_id)
       values (gen_random_uuid(), $1, '王五', true, $2, $3, $4, $5) returning id`,
      [`${name}-${at}`, department.id, majorId, gradeId, isOneOf(5) ? null : classes[random.whole(0, 4)].id],
    );
    for (const each of chosen)
      if (!isOneOf(3))
        await query(
          'insert into enrolment (id, teaching_class_id, student_id) values (gen_random_uuid(), $1, $2)',
          [each.id, id],
        );
  }
  for (const [at, { id }] of classes.slice(0, 2).entries()) {
    const input = { administrativeClass: id, name: 'halves', groupCount: 2, drawing: 'ALTERNATING' };
    const { groups } = await call(
      `mutation ($input: ClassPartitionInput!) { createClassPartition(input: $input) { groups { id } } }`,
      { input },
    );
    await query(
      `update teaching_class_group set class_group_id = $3
       where teaching_class_id = $1 and administrative_class_id = $2`,
      [teachingClasses[at + 1].id, id, groups[at].id],
    );
  }
  return university;
}

test.each([1, 2, 3])('what students have twice is what their attendance says, seed %i', async (seed) => {
  const random = new Random(seed);
  const { semester, meetings, rooms, teachers } = await randomSemester(random, `over${seed}`);
  const { id: draft } = await call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const judge = async (timetable: string): Promise<number> => {
    const [placed, students] = [
      await query<Placed>(placedSql, [timetable]),
      await query<Attendance>(attendanceSql),
    ];
    const expected = expectedOverlaps(placed, students);
    expect(await storedOverlaps(timetable)).toEqual(expected);
    expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
    return expected.length;
  };
  const move = (count: number): Promise<any> => {
    const from = random.whole(0, meetings.length - count);
    const items = meetings.slice(from, from + count).map(({ id }, at) => ({
      meeting: id,
      place: {
        dayOfWeek: random.whole(1, 2),
        periodStart: random.whole(1, 6),
        classroom: rooms[random.whole(0, 2)].id,
        teacher: teachers[Math.floor((from + at) / 2)].id,
      },
    }));
    return call(
      `mutation ($timetable: ID!, $input: TimetableChangeInput!) {
        changeTimetable(timetable: $timetable, input: $input, acceptsClashes: true, reason: "made up") {
          number } }`,
      { timetable: draft, input: { items } },
    );
  };
  for (const count of [meetings.length, 1, 5, 2]) {
    await move(count);
    expect(await judge(draft)).toBeGreaterThan(0);
  }
  const { id: copy } = await call(
    `mutation { createDraft(semester: "${semester.id}", from: "${draft}") { id } }`,
  );
  await judge(copy);
});

describe('in a large semester', () => {
  let semester: string;
  let draft: string;
  beforeAll(async () => {
    await withClient(server, async (client) => {
      await client.query('update semester set is_current = false');
      await client.query(studentsSql(large.students));
      await client.query(semesterSql(large));
    });
    [{ id: semester }] = await query<{ id: string }>('select id from semester where is_current');
  }, 120_000);

  /** How what the last operation asked of students who have something twice is answered. */
  const readings = (isKept = false): Promise<{ blocks: number; nodes: readonly Plan[] }[]> =>
    withClient(server, async (client) => {
      const asked = server.questions.filter(({ text }) => /enrolment[^]*overlap as/.test(text));
      expect(asked.length).toBeGreaterThan(0);
      const found = [];
      for (const { text, values } of asked) found.push(await readingOf(client, text, values, isKept));
      return found;
    });

  test('a draft is made without a statement that takes long', async () => {
    server.forgetStatements();
    ({ id: draft } = await call(`mutation { createDraft(semester: "${semester}") { id } }`));
    // Every fiftieth student chose something that is held at the same time as something compulsory.
    expect(await storedOverlaps(draft)).toHaveLength((2 * large.students) / 50);
    for (const { blocks } of await readings())
      expect(blocks).toBeLessThan(large.meetings + large.enrolments / 2);
  }, 60_000);

  test('a move looks at those who attend the meeting, not at all places and enrolments', async () => {
    const [{ meeting }] = await query<{ meeting: string }>(
      `select a.meeting_id as meeting from class_assignment a
         join enrolment e on e.teaching_class_id = a.teaching_class_id
       where a.timetable_id = $1 order by 1 limit 1`,
      [draft],
    );
    server.forgetStatements();
    await call(`mutation { moveMeeting(timetable: "${draft}", meeting: "${meeting}",
      place: { dayOfWeek: 1, periodStart: 11 }) { number } }`);
    for (const { nodes } of await readings(true)) {
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      const names = whole.map((node) => node['Relation Name']);
      expect(names).not.toContain('class_assignment');
      expect(names).not.toContain('enrolment');
      expect(names).not.toContain('student');
    }
  });

  test('it is published, and the timetable before it again', async () => {
    const [{ published }] = await query<{ published: string }>(
      `select id as published from timetable where semester_id = $1 and status = 'PUBLISHED'`,
      [semester],
    );
    const { longest } = await turnsOf(() => call(`mutation { publishTimetable(id: "${draft}") { id } }`));
    // A transaction whose server works for longer than a second between two statements is ended.
    expect(longest).toBeLessThan(500);
    const { id } = await call(`mutation { rollBackTimetable(id: "${published}", reason: "test") { id } }`);
    expect(await storedOverlaps(id)).toHaveLength((2 * large.students) / 50);
  }, 60_000);
});

async function readingOf(
  client: Client,
  text: string,
  values: readonly unknown[],
  isKept: boolean,
): Promise<{ blocks: number; nodes: readonly Plan[] }> {
  // As the product sends it while others wait: planned for any values.
  if (isKept) await client.query('set plan_cache_mode = force_generic_plan');
  await client.query('begin');
  // As the draft was when its conflicts were looked for; of one that is changed they stay.
  if (!isKept) await client.query('delete from conflict where timetable_id = $1', [values[0]]);
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...values],
  );
  await client.query('rollback');
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], nodes: nodesOf(plan) };
}
