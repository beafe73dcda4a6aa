import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { startWorker } from '../../src/jobs/worker.js';
import { tasks } from '../../src/services/scheduling/tasks.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { endedTask, limitedInMoves } from './support.js';
import { makeUniversity, type TestUniversity } from './university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Schedules the semester of a university; answers the draft that the solver made. */
async function schedule({ semester }: TestUniversity): Promise<{ id: string; version: number }> {
  const { app } = server.runtime;
  const worker = await startWorker(app, limitedInMoves);
  try {
    const { id } = await tasks.start(server.context(), { semester: semester.id });
    const task = await endedTask(app, id, 30);
    expect(task).toMatchObject({ status: 'COMPLETED', hardViolations: 0, unplacedCount: 0 });
    const { version } = await app.orm.em.fork().findOneOrFail(Timetable, { id: task.timetable as string });
    return { id: task.timetable as string, version };
  } finally {
    await worker.stop();
  }
}

const nested = `query ($semester: ID!) {
  timetable(semester: $semester) {
    revision status semester { name weekCount }
    assignments {
      time { dayOfWeek periodStart periodEnd weeks }
      classroom { name building { name campus { name } } }
      teacher { name }
      meeting { sequence teachingClass { name course { name } groups { administrativeClass { name } } } }
    }
  }
}`;

const publish =
  'mutation ($id: ID!, $version: Int) { publishTimetable(id: $id, expectedVersion: $version) { id status ' +
  'publishedAt version } }';

test(
  '2: a nested timetable takes one statement for each kind of record, for 4 meetings as for ' + '500',
  async () => {
    const counts: number[] = [];
    for (const teachingClasses of [2, 250]) {
      const university = await makeUniversity(server.runtime.app, {
        name: `n${teachingClasses}`,
        teachingClasses,
      });
      await schedule(university);
      const variables = { semester: university.semester.id };
      await server.graphql(nested, variables);
      server.forgetStatements();
      const { data, errors } = await server.graphql(nested, variables);
      expect(errors).toBeUndefined();
      expect(data.timetable.assignments).toHaveLength(2 * teachingClasses);
      // The others find out who is calling.
      const tables = server.statements.flatMap((sql) =>
        (/^select "r"\..*? from "(\w+)" as "r" /s.exec(sql) ?? []).slice(1),
      );
      expect(tables.toSorted()).toEqual([
        'administrative_class',
        'building',
        'campus',
        'class_assignment',
        'classroom',
        'course',
        'meeting',
        'semester',
        'teacher',
        'teaching_class',
        'teaching_class_group',
        'timetable',
      ]);
      counts.push(server.statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  },
);

test('classes with their meetings and assignments take one statement for each kind of record', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'classes', teachingClasses: 5 });
  await schedule(university);
  const variables = { semester: university.semester.id };
  const query = `query ($semester: ID!) { teachingClasses(semester: $semester, size: 50) { total items {
    name meetings { sequence assignment { time { dayOfWeek } classroom { name building { name campus {
    name } } } teacher { name } } }
    groups { administrativeClass { name } } } } }`;
  await server.graphql(query, variables);
  server.forgetStatements();
  const { data } = await server.graphql(query, variables);
  expect(data.teachingClasses.total).toBe(5);
  for (const { meetings } of data.teachingClasses.items) {
    for (const { assignment } of meetings) expect(assignment.time.dayOfWeek).toBeGreaterThan(0);
  }
  const tables = server.statements.flatMap((sql) =>
    (/^select "r"\..*? from "(\w+)" as "r" /s.exec(sql) ?? []).slice(1),
  );
  expect(tables).toHaveLength(new Set(tables).size);
});

test('assignments are narrowed by teacher, class, room, department, teaching class and week', async () => {
  const mine = await makeUniversity(server.runtime.app, { name: 'filters', teachingClasses: 4 });
  await schedule(mine);
  const of = async (filter: string): Promise<{ name: string; room: string }[]> => {
    const { data, errors } = await server.graphql(
      `query ($semester: ID!) { timetable(semester: $semester) { assignments(${filter}) { teachingClass
        { name } classroom { id } } } }`,
      { semester: mine.semester.id },
    );
    expect(errors).toBeUndefined();
    return data.timetable.assignments.map((each: any) => ({
      name: each.teachingClass.name,
      room: each.classroom.id,
    }));
  };
  const names = async (filter: string): Promise<string[]> => (await of(filter)).map(({ name }) => name);
  expect(await names(`teacher: "${mine.teachers[1].id}"`)).toEqual(['K1', 'K1']);
  expect(await names(`administrativeClass: "${mine.classes[2].id}"`)).toEqual(['K2', 'K2']);
  expect(await names(`teachingClass: "${mine.teachingClasses[3].id}"`)).toEqual(['K3', 'K3']);
  expect(await names(`department: "${mine.department.id}", week: 16`)).toHaveLength(8);
  expect(await names('week: 17')).toEqual([]);
  expect(await names(`department: "${mine.semester.id}"`)).toEqual([]);
  const [room] = mine.rooms;
  for (const each of await of(`classroom: "${room.id}"`)) expect(each.room).toBe(room.id);
});

test('22: a stale version is refused with the current one, and nothing is published', async () => {
  const draft = await schedule(await makeUniversity(server.runtime.app, { name: 'stale' }));
  const { data, errors } = await server.graphql(publish, { id: draft.id, version: draft.version + 1 });
  expect(data).toBeNull();
  expect(errors?.[0].extensions).toMatchObject({
    code: 'VERSION_CONFLICT',
    currentVersion: draft.version,
  });
  const stored = await server.context().rows.one(Timetable, draft.id);
  expect(stored).toMatchObject({ status: 'DRAFT', version: draft.version });
});

test('publishing archives the revision before in the same moment', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'publish' });
  const first = await schedule(university);
  const second = await schedule(university);
  const published = await server.graphql(publish, first);
  expect(published.data.publishTimetable).toMatchObject({
    status: 'PUBLISHED',
    publishedAt: expect.any(String),
  });
  const again = await server.graphql(publish, { id: first.id });
  expect(again.errors?.[0].extensions.code).toBe('OPERATION_INVALID');
  await server.graphql(publish, { id: second.id, version: second.version });

  const { data } = await server.graphql(
    'query ($semester: ID!) { timetables(semester: $semester, isDesc: false) { items { revision status } ' +
      '} }',
    { semester: university.semester.id },
  );
  expect(data.timetables.items).toEqual([
    { revision: 1, status: 'ARCHIVED' },
    { revision: 2, status: 'PUBLISHED' },
  ]);
});

test(
  '24: of 20 who publish at the same moment the readers always see exactly one published ' + 'revision',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'race' });
    const drafts = [await schedule(university), await schedule(university), await schedule(university)];
    await server.graphql(publish, { id: drafts[0].id });
    const seen: number[] = [];
    let isOver = false;
    const reader = (async () => {
      while (!isOver) {
        const [{ count }] = await server
          .context()
          .em.execute<{ count: number }[]>(
            `select count(*)::int as count from timetable where semester_id = $1 and status = 'PUBLISHED'`,
            [university.semester.id],
          );
        seen.push(count);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => server.graphql(publish, { id: drafts[at % drafts.length].id })),
    );
    isOver = true;
    await reader;
    for (const { errors } of answers)
      expect([undefined, 'OPERATION_INVALID']).toContain(errors?.[0].extensions.code);
    expect(new Set(seen)).toEqual(new Set([1]));
  },
);
