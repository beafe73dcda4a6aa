import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLInputType,
} from 'graphql';
import { DepartmentGrant, InitialPasswordExport, User } from '../../src/entities/accounts.js';
import { AssistantEvent, ChangePlan, Conversation } from '../../src/entities/assistant.js';
import { everybody, nobody } from '../../src/data/callers.js';
import {
  allEntities,
  columnsOf,
  entityInfo,
  searchedOf,
  type Class,
  type EntityClass,
  type StoredEntity,
} from '../../src/data/columns.js';
import { stored } from '../../src/data/decorators.js';
import { Course, CourseType, TeacherPreference, TeacherQualification } from '../../src/entities/courses.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from '../../src/entities/class-groups.js';
import { AdministrativeClass, Department, Major } from '../../src/entities/organisation.js';
import { Student, Teacher } from '../../src/entities/people.js';
import { ImportTask } from '../../src/entities/imports.js';
import { LoggedRequest } from '../../src/entities/system.js';
import { Notice } from '../../src/entities/notices.js';
import { DateChange, DateRequest } from '../../src/entities/scheduling/date-changes.js';
import { Building, Campus, Classroom, ClassroomType } from '../../src/entities/places.js';
import { SchedulingTask } from '../../src/entities/scheduling/tasks.js';
import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { CalendarLink } from '../../src/entities/scheduling/calendar.js';
import { Change } from '../../src/entities/scheduling/changes.js';
import { Conflict } from '../../src/entities/scheduling/conflicts.js';
import { EnrolmentRound, WaitingPlace } from '../../src/entities/scheduling/enrolment-rounds.js';
import { Enrolment } from '../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../src/entities/scheduling/meetings.js';
import { Series } from '../../src/entities/scheduling/series.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { TimetableExport } from '../../src/entities/timetable-exports.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { buildProductSchema } from '../../src/app/schema.js';
import { AssistantEventKind, ImportSubject, TaskStatus } from '../../src/schema/enums.js';
import {
  ChangeKind,
  ConflictKind,
  DateChangeKind,
  TimetableFileFormat,
  TimetableStatus,
} from '../../src/schema/timetables.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { callerNames, signInAll, type CallerName, type Callers } from './callers.js';
import { ought } from './expected-rights.js';
import { Places, targetsOf, unknownId, type Place } from './argument-places.js';

/**
 * Of each kind of record there are two rows: `a` is of department A and, where rows are personal, of its
 * student or teacher who calls; `b` is the same of department B. Of timetables `a` is published and `b` a
 * draft.
 */
type Seen = '' | 'a' | 'b' | 'ab';
type Reader = Exclude<CallerName, 'nobody'>;
const readers = callerNames.filter((name): name is Reader => name !== 'nobody');

interface Kind {
  readonly entity: Class;
  readonly one?: string;
  readonly page?: string;
  readonly options?: string;
  readonly update?: string;
  readonly remove?: string;
  /** What stands for a row in an answer, when it is not the row itself. */
  readonly selection?: string;
  /** Reads that lead to the rows by way of others, for what no operation of its own reads. */
  readonly path?: { readonly operation: string; readonly document: string };
  readonly sees: Readonly<Record<Reader, Seen>>;
  /** What everybody finds in the pick list, when it shows more. */
  readonly offers?: Seen;
  readonly changes?: Partial<Readonly<Record<Reader, Seen>>>;
}

const crud = (entity: Class, page: string): Kind => {
  const one = entity.name[0].toLowerCase() + entity.name.slice(1);
  const verbs = { options: `${one}Options`, update: `update${entity.name}`, remove: `delete${entity.name}` };
  return { entity, one, page, ...verbs, sees: none };
};
const none: Record<Reader, Seen> = {
  student: '',
  teacher: '',
  '教务 of A': '',
  '教务 of B': '',
  管理员: '',
  管理: '',
};
const planned = { '教务 of A': 'a', '教务 of B': 'b', 管理员: 'ab' } as const;
const open = {
  student: 'ab',
  teacher: 'ab',
  '教务 of A': 'ab',
  '教务 of B': 'ab',
  管理员: 'ab',
  管理: 'ab',
} as const;

const published = { ...open, student: 'a', teacher: 'a', 管理: 'a' } as const;

const kinds: readonly Kind[] = [
  { ...crud(Major, 'majors'), sees: { ...open, ...planned }, changes: planned },
  {
    ...crud(AdministrativeClass, 'administrativeClasses'),
    sees: { ...open, ...planned },
    changes: planned,
  },
  {
    ...{ entity: ClassPartition, one: 'classPartition', page: 'classPartitions' },
    ...{ update: 'updateClassPartition', remove: 'deleteClassPartition' },
    sees: { ...open, ...planned },
    changes: planned,
  },
  { entity: ClassGroup, one: 'classGroup', page: 'classGroups', sees: { ...open, ...planned } },
  {
    entity: ClassGroupMember,
    path: {
      operation: 'classGroups',
      document: '{ classGroups { items { members { id } } } }',
    },
    sees: { ...none, ...planned, student: 'a' },
  },
  { ...crud(Course, 'courses'), sees: open, changes: planned },
  { ...crud(Student, 'students'), sees: { ...none, ...planned, student: 'a' }, changes: planned },
  { ...crud(Teacher, 'teachers'), sees: { ...none, ...planned }, offers: 'ab', changes: planned },
  {
    ...crud(TeachingClass, 'teachingClasses'),
    sees: { ...open, ...planned },
    changes: planned,
  },
  {
    entity: Enrolment,
    one: 'enrolment',
    page: 'enrolments',
    sees: { ...none, ...planned, student: 'a' },
  },
  {
    entity: WaitingPlace,
    one: 'waitingPlace',
    page: 'waitingPlaces',
    sees: { ...none, ...planned, student: 'a' },
  },
  {
    ...crud(TeacherPreference, 'teacherPreferences'),
    sees: { ...none, ...planned, teacher: 'a' },
    changes: { teacher: 'a' },
  },
  {
    ...crud(TeacherQualification, 'teacherQualifications'),
    sees: { ...none, ...planned, teacher: 'a' },
    changes: planned,
  },
  {
    entity: SchedulingTask,
    one: 'schedulingTask',
    page: 'schedulingTasks',
    sees: { ...none, ...planned },
  },
  {
    entity: ImportTask,
    one: 'importTask',
    page: 'importTasks',
    sees: { ...none, ...planned },
  },
  {
    entity: TimetableExport,
    one: 'timetableExport',
    page: 'timetableExports',
    sees: { ...none, ...planned },
  },
  { entity: Timetable, page: 'timetables', sees: published },
  {
    entity: Change,
    one: 'change',
    page: 'changes',
    sees: { ...none, '教务 of A': 'ab', '教务 of B': 'ab', 管理员: 'ab' },
  },
  {
    entity: Conflict,
    one: 'conflict',
    page: 'conflicts',
    options: 'conflictOptions',
    sees: { ...published, '教务 of A': 'a', '教务 of B': 'b' },
  },
  {
    entity: ClassAssignment,
    path: {
      operation: 'timetables',
      document: '{ timetables(size: 200) { items { assignments { id } } } }',
    },
    sees: published,
  },
  { entity: DateChange, one: 'dateChange', page: 'dateChanges', sees: published },
  {
    entity: DepartmentGrant,
    path: { operation: 'currentDepartmentGrant', document: '{ currentDepartmentGrant { id } }' },
    sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' },
  },
  {
    entity: CalendarLink,
    path: { operation: 'calendarLinks', document: '{ calendarLinks { id } }' },
    sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' },
  },
  {
    entity: Notice,
    one: 'notice',
    page: 'notices',
    sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' },
  },
  {
    entity: DateRequest,
    one: 'dateRequest',
    page: 'dateRequests',
    sees: { ...none, teacher: 'a', '教务 of A': 'a', '教务 of B': 'b', 管理员: 'ab' },
  },
  {
    entity: Conversation,
    one: 'conversation',
    page: 'conversations',
    sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' },
  },
  {
    entity: AssistantEvent,
    path: { operation: 'conversations', document: '{ conversations { items { events { id } } } }' },
    sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' },
  },
  { entity: ChangePlan, one: 'changePlan', sees: { ...none, '教务 of A': 'a', '教务 of B': 'b' } },
  { entity: InitialPasswordExport, page: 'initialPasswordExports', sees: { ...none, 管理员: 'ab' } },
  { entity: LoggedRequest, page: 'loggedRequests', sees: { ...none, 管理员: 'ab' } },
  { entity: User, one: 'user', page: 'users', selection: 'user { id }', sees: { ...none, 管理员: 'ab' } },
];

const schema = buildProductSchema();
let server: TestServer;
let callers: Callers;
const why = '油漆未干';
/** A record of each kind that everybody sees. */
const known = new Map<Class, string>();
/** The ids of both rows of each kind. */
const rows = new Map<Class, { a: string; b: string }>();

beforeAll(async () => {
  server = await startTestServer();
  callers = await signInAll(server);
  const { a, b, tokens } = callers;
  const { em } = server.context();
  const store = async (entity: EntityClass, values: object): Promise<string> => {
    const record = em.create(entity, values as never) as StoredEntity;
    await em.flush();
    if (!known.has(entity)) known.set(entity, record.id);
    return record.id;
  };
  const storeBoth = async (entity: EntityClass, values: object, valuesOf: (of: 'a' | 'b') => object) => {
    const ids = await Promise.all(
      (['a', 'b'] as const).map((of) => store(entity, { ...values, ...valuesOf(of) })),
    );
    rows.set(entity, { a: ids[0], b: ids[1] });
    return ids[0];
  };
  const semester = await store(Semester, {
    name: 'S',
    startDate: '2030-09-02',
    endDate: '2031-01-12',
    isCurrent: true,
  });
  const type = await em.findOneOrFail(CourseType, { name: 'A类(纯理论课)' });
  const asked = { a: '教务 of A', b: '教务 of B' } as const;
  const states = { a: TimetableStatus.PUBLISHED, b: TimetableStatus.DRAFT };
  const userOf = (caller: CallerName): string => server.runtime.app.tokens.verify(tokens[caller]!)!.userId;

  rows.set(Major, { a: a.major, b: b.major });
  rows.set(AdministrativeClass, { a: a.class, b: b.class });
  rows.set(Student, { a: a.student, b: b.student });
  rows.set(Teacher, { a: a.teacher, b: b.teacher });
  rows.set(User, { a: userOf('teacher'), b: (await em.findOneOrFail(Teacher, b.teacher)).user!.id });
  await storeBoth(ClassPartition, { name: 'P' }, (of) => ({ administrativeClass: callers[of].class }));
  const partitionOf = (of: 'a' | 'b'): object => ({ partition: rows.get(ClassPartition)![of] });
  await storeBoth(ClassGroup, { name: 'G', order: 1 }, partitionOf);
  await storeBoth(ClassGroupMember, {}, (of) => ({
    ...partitionOf(of),
    classGroup: rows.get(ClassGroup)![of],
    student: callers[of].student,
  }));
  const course = await storeBoth(Course, { name: '离散数学', type }, (of) => ({
    code: `C-${of}`,
    department: callers[of].department,
    editor: rows.get(User)!.b,
  }));
  await storeBoth(TeacherPreference, { semester, dayOfWeek: 1, period: 1, level: 3 }, (of) => ({
    teacher: callers[of].teacher,
  }));
  await storeBoth(TeacherQualification, { course, level: 1, isPrimary: true, teachYears: 1 }, (of) => ({
    teacher: callers[of].teacher,
  }));
  await storeBoth(SchedulingTask, { semester, status: TaskStatus.COMPLETED }, (of) => ({
    requestedBy: userOf(asked[of]),
  }));
  await storeBoth(ImportTask, { subject: ImportSubject.STUDENTS }, (of) => ({
    requestedBy: userOf(asked[of]),
  }));
  await storeBoth(TimetableExport, { format: TimetableFileFormat.PDF, input: {} }, (of) => ({
    requestedBy: userOf(asked[of]),
  }));
  await storeBoth(InitialPasswordExport, { personCount: 1 }, (of) => ({ exportedBy: userOf(asked[of]) }));
  const call = { address: '127.0.0.1', userAgent: '', method: 'GET', parameters: '{}', status: 200 };
  await storeBoth(
    LoggedRequest,
    { ...call, path: '/api/v1/campus/list', durationMs: 1, requestedAt: new Date() },
    (of) => ({ user: userOf(asked[of]) }),
  );
  await storeBoth(Timetable, { semester }, (of) => ({
    revision: of === 'a' ? 1 : 2,
    status: states[of],
    madeBy: rows.get(User)!.b,
    publishReason: why,
  }));
  const teachingClass = await storeBoth(
    TeachingClass,
    { name: 'T1', semester, course, isCompulsory: false },
    (of) => ({
      code: `T-${of}`,
      department: callers[of].department,
    }),
  );
  await storeBoth(Enrolment, {}, (of) => ({
    teachingClass: rows.get(TeachingClass)![of],
    student: callers[of].student,
  }));
  const always = { opensAt: new Date(), closesAt: new Date(), dropUntil: new Date() };
  const seeded = { ...always, name: 'R', semester, seed: 's', seedDigest: 'h' };
  const round = await store(EnrolmentRound, seeded);
  await storeBoth(WaitingPlace, { round, sequence: 1 }, (of) => ({
    teachingClass: rows.get(TeachingClass)![of],
    student: callers[of].student,
  }));
  const meeting = await store(Meeting, { teachingClass, sequence: 1, periods: 2, weeks: [1] });
  const chosen = { teachingClass: rows.get(TeachingClass)!.b, sequence: 1, periods: 2, weeks: [1] };
  const timetableOf = (of: 'a' | 'b'): object => ({ timetable: rows.get(Timetable)![of] });
  const place = { dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] };
  const taught = { teachingClass, teacher: a.teacher, classroom: await storedClassroom(store) };
  await storeBoth(ClassAssignment, { meeting, ...taught, ...place }, timetableOf);
  const cancelled = { meeting, week: 1, dayOfWeek: 1, kind: DateChangeKind.CANCELLED };
  await storeBoth(DateChange, cancelled, timetableOf);
  // What the student of B has chosen is published too.
  const held = { ...taught, ...chosen, ...place, dayOfWeek: 2, ...timetableOf('a') };
  const other = await store(Meeting, chosen);
  await store(ClassAssignment, { ...held, meeting: other });
  await storeBoth(Change, { semester, kind: ChangeKind.EDIT }, (of) => ({
    ...timetableOf(of),
    number: of === 'a' ? 1 : 2,
    person: rows.get(User)!.b,
  }));
  await storeBoth(DateRequest, { week: 1, dayOfWeek: 1, reason: 'R' }, (of) => ({
    teacher: callers[of].teacher,
    meeting: of === 'a' ? meeting : other,
  }));
  await storeBoth(CalendarLink, { secretHash: 'x' }, (of) => ({ user: userOf(asked[of]) }));
  await storeBoth(Notice, { items: [] }, (of) => ({
    user: userOf(asked[of]),
    change: rows.get(Change)![of],
  }));
  await storeBoth(Conversation, { title: 'T', lastActivityAt: new Date() }, (of) => ({
    person: userOf(asked[of]),
  }));
  const said = (of: 'a' | 'b'): object => ({
    person: userOf(asked[of]),
    conversation: rows.get(Conversation)![of],
  });
  const message = { sequence: 1, kind: AssistantEventKind.PERSON, data: { text: 'T' } };
  await storeBoth(AssistantEvent, message, said);
  const plan = { number: 1, fingerprint: 'f', words: 'T', items: [], outcome: {}, expiresAt: new Date() };
  await storeBoth(ChangePlan, { ...plan, kind: ChangeKind.EDIT }, (of) => ({
    ...said(of),
    ...timetableOf(of),
  }));
  const series = async (of: 'a' | 'b'): Promise<string> =>
    store(Series, { teachingClass: rows.get(TeachingClass)![of] });
  const sides = {
    a: { firstSeries: await series('a'), secondSeries: await series('a') },
    b: { firstSeries: await series('b'), secondSeries: await series('b') },
  };
  await storeBoth(Conflict, { kind: ConflictKind.ROOM }, (of) => ({
    ...timetableOf(of),
    ...sides[of],
    note: why,
    resolvedBy: rows.get(User)!.b,
  }));
  for (const { class: id, student: monitor } of [a, b])
    await em.nativeUpdate(AdministrativeClass, { id }, { monitor });
  const grants = await em.find(DepartmentGrant, {}, { orderBy: { id: 'asc' } });
  const grantOf = (department: string): string =>
    grants.find((grant) => grant.department.id === department)!.id;
  rows.set(DepartmentGrant, { a: grantOf(a.department), b: grantOf(b.department) });
  known.set(Department, a.department).set(Teacher, a.teacher).set(AdministrativeClass, a.class);
});
afterAll(() => server.stop());

async function storedClassroom(
  store: (entity: EntityClass, values: object) => Promise<string>,
): Promise<string> {
  const campus = await store(Campus, { name: 'C', code: 'C', address: 'C' });
  const building = await store(Building, { name: 'B', campus });
  const type = await store(ClassroomType, { name: 'R' });
  return store(Classroom, { code: '1', name: '1', building, floor: '1', type, capacity: 1, area: 1 });
}

/** What a caller gets of an operation: the rows that were wanted, `ok`, or why it was refused. */
async function outcome(reader: Reader, document: string, variables: object, entity: Class): Promise<string> {
  const { data, errors } = await server.graphql(document, variables, callers.tokens[reader]);
  if (errors) return String(errors[0].extensions.code);
  const text = JSON.stringify(data);
  const { a, b } = rows.get(entity)!;
  return `${text.includes(a) ? 'a' : ''}${text.includes(b) ? 'b' : ''}`;
}

test('every kind of row that not everybody sees is among those that are tried (requirement 39)', () => {
  const tried = new Set(kinds.map(({ entity }) => entity));
  const narrowed = allEntities().filter(({ access }) => access.rows !== everybody);
  expect(narrowed.length).toBeGreaterThan(kinds.length);
  const untried = narrowed.filter(({ target, access }) => access.rows !== nobody && !tried.has(target));
  expect(untried.map(({ target }) => target.name)).toEqual([]);
});

test(
  'rows that nobody sees are those of the machinery, and GraphQL has no type for them (requirement ' + '39)',
  () => {
    const types = buildProductSchema().getTypeMap();
    const hidden = allEntities().filter(({ access }) => access.rows === nobody);
    const names = hidden.map(({ target }) => target.name).sort();
    expect(names).toEqual([
      'ChangeItem',
      'EmailChange',
      'EnrolmentWish',
      'NoticeItem',
      'NoticePreference',
      'OutgoingMail',
      'RegistrationWindow',
      'ResetToken',
      'Session',
      'SystemValue',
    ]);
    expect(names.filter((name) => types[name])).toEqual([]);
  },
);

test('an entity that does not say who may see its rows ends the start, by name (requirement 39)', () => {
  class Diary {}
  expect(() => stored('日记', 'diary', 'A diary.', {} as never)(Diary)).toThrow(
    'Diary does not say who may see its rows. Maybe add { rows: … }.',
  );
});

test('no list is narrowed, ordered or searched by what only some may know (requirement 39)', () => {
  const types = schema.getTypeMap();
  const told = allEntities().flatMap(({ target }) => {
    const { [`${target.name}Filter`]: filter, [`${target.name}OrderField`]: order } = types;
    const named = [
      ...(isInputObjectType(filter) ? Object.keys(filter.getFields()) : []),
      ...(isEnumType(order) ? order.getValues().map(({ value }) => String(value)) : []),
      ...searchedOf(target),
    ];
    const personal = columnsOf(target).filter((column) => column.personal || column.hidden);
    return personal.filter(({ name }) => named.includes(name)).map(({ name }) => `${target.name}.${name}`);
  });
  expect(told).toEqual([]);
  const teachers = schema
    .getQueryType()!
    .getFields()
    .teachers.args.flatMap((argument) => wordsOf(argument));
  expect(teachers).toContain('department');
  expect(teachers.filter((name) => ['phone', 'email', 'ethnic', 'forbiddenTimes'].includes(name))).toEqual(
    [],
  );
});

/** The names of everything that can be said with an argument; a type may contain itself. */
function wordsOf(
  { name, type }: { name: string; type: GraphQLInputType },
  known = new Set<string>(),
): string[] {
  const named = getNamedType(type);
  if (known.has(named.name)) return [name];
  known.add(named.name);
  if (isEnumType(named)) return [name, ...named.getValues().map((value) => value.name)];
  if (!isInputObjectType(named)) return [name];
  return [name, ...Object.values(named.getFields()).flatMap((field) => wordsOf(field, known))];
}

const isNode = ({ name }: Class): boolean => {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((each) => each.name === 'Node');
};

const cells = kinds.flatMap((kind) => readers.map((reader) => [kind.entity.name, reader, kind] as const));

test.each(cells)('which rows of %s are there for %s (requirement 39)', async (_, reader, kind) => {
  const { entity, one, page, options, path, selection = 'id', sees, offers } = kind;
  const ids = rows.get(entity)!;
  if (path) {
    const { operation, document } = path;
    const nothing = operation === 'currentDepartmentGrant' ? 'NOT_FOUND' : '';
    const expected = ought(operation, reader) ? sees[reader] || nothing : 'FORBIDDEN';
    expect(await outcome(reader, document, {}, entity)).toBe(expected);
  }
  if (one) {
    for (const side of ['a', 'b'] as const) {
      const document = `query ($id: ID!) { ${one}(id: $id) { ${selection} } }`;
      const expected = !ought(one, reader) ? 'FORBIDDEN' : sees[reader].includes(side) ? side : 'NOT_FOUND';
      expect(await outcome(reader, document, { id: ids[side] }, entity)).toBe(expected);
      if (!isNode(entity)) continue;
      const node = 'query ($id: ID!) { node(id: $id) { __typename id } }';
      expect(await outcome(reader, node, { id: ids[side] }, entity)).toBe(expected === side ? side : '');
    }
  }
  for (const [operation, document, seen] of [
    [page, `{ ${page}(size: 200) { items { ${selection} } } }`, sees[reader]],
    [
      page && `${page}Connection`,
      `{ ${page}Connection(first: 200) { nodes { ${selection} } } }`,
      sees[reader],
    ],
    [options, `{ ${options} { ${selection} } }`, offers ?? sees[reader]],
  ] as const) {
    if (!operation) continue;
    const expected = ought(operation, reader) ? seen : 'FORBIDDEN';
    expect(await outcome(reader, document, {}, entity)).toBe(expected);
  }
});

/** Every page of records that needs no argument, with the fields that always name another record. */
const pages = Object.values(schema.getQueryType()!.getFields()).flatMap(({ name, args, type }) => {
  const page = getNamedType(type);
  const isPage = args.some((arg) => arg.name === 'size') && !args.some(isRequiredArgument);
  const items = isPage && isObjectType(page) ? page.getFields().items : undefined;
  const record = items && getNamedType(items.type);
  if (!isObjectType(record)) return [];
  const references = Object.values(record.getFields()).filter(
    (field) => field.args.length === 0 && isNonNullType(field.type) && isObjectType(field.type.ofType),
  );
  return references.length ? [{ operation: name, references: references.map((field) => field.name) }] : [];
});

test.each(readers)('bug: a record was shown to %s, but not what it always refers to', async (reader) => {
  expect(pages.map(({ operation }) => operation)).toContain('dateChanges');
  for (const { operation, references } of pages.filter((page) => ought(page.operation, reader))) {
    const selected = references.map((name) => `${name} { __typename }`).join(' ');
    const document = `{ ${operation}(size: 200) { items { ${selected} } } }`;
    const { errors } = await server.graphql(document, {}, callers.tokens[reader]);
    expect([operation, errors?.[0].message]).toEqual([operation, undefined]);
  }
});

test.each(cells.filter(([, , { update }]) => update))(
  'which rows of %s are changed by %s (requirement 39)',
  async (_, reader, { entity, update, remove, sees, offers, changes }) => {
    for (const side of ['a', 'b'] as const) {
      const id = rows.get(entity)![side];
      const isSeen = (offers ?? sees[reader]).includes(side);
      const isChanged = changes?.[reader]?.includes(side) ?? false;
      const refusal = !ought(update!, reader) || isSeen ? 'FORBIDDEN' : 'NOT_FOUND';
      const change = `mutation ($id: ID!) { ${update}(id: $id, input: {}) { id } }`;
      expect(await outcome(reader, change, { id }, entity)).toBe(isChanged ? side : refusal);
      if (isChanged) continue;
      const removal = `mutation ($id: ID!) { ${remove}(id: $id) }`;
      expect(await outcome(reader, removal, { id }, entity)).toBe(refusal);
    }
  },
);

test.each([
  ['disableStudentAccount', Student, 'id: $id, isDisabled: true', 'NOT_FOUND'],
  ['disableTeacherAccount', Teacher, 'id: $id, isDisabled: true', 'FORBIDDEN'],
  ['reviewTeacherQualification', TeacherQualification, 'id: $id, status: APPROVED', 'NOT_FOUND'],
  ['cancelImport', ImportTask, 'id: $id', 'NOT_FOUND'],
  ['cancelTimetableExport', TimetableExport, 'id: $id', 'NOT_FOUND'],
  ['cancelScheduling', SchedulingTask, 'id: $id', 'NOT_FOUND'],
  ['retryScheduling', SchedulingTask, 'id: $id', 'NOT_FOUND'],
] as const)(
  '%s refuses rows of another department (requirement 39)',
  async (operation, entity, given, code) => {
    const document = `mutation ($id: ID!) { ${operation}(${given}) { id } }`;
    expect(await outcome('教务 of B', document, { id: rows.get(entity)!.a }, entity)).toBe(code);
  },
);

test.each(readers)(
  'why planners publish and accept what they do is not for %s to read unless they plan',
  async (reader) => {
    const document = '{ timetables { items { publishReason } } conflicts { items { note } } }';
    const { data, errors } = await server.graphql(document, {}, callers.tokens[reader]);
    expect(errors).toBeUndefined();
    expect(data.timetables.items).not.toEqual([]);
    expect(data.conflicts.items).not.toEqual([]);
    const list = await fetch(
      `${server.url}/api/v1/conflict/list/simple?semester_uuid=${known.get(Semester)}`,
      { headers: { authorization: `Bearer ${callers.tokens[reader]}` } },
    );
    const shown = [data.timetables, data.conflicts, await list.json()].map((each) => JSON.stringify(each));
    expect(shown[2]).toContain('"code":0');
    const isPlanner = reader.startsWith('教务') || reader === '管理员';
    // What is published there is of A.
    const isShown = [isPlanner, isPlanner, isPlanner && reader !== '教务 of B'];
    expect(shown.map((each) => each.includes(why))).toEqual(isShown);
  },
);

/** What is answered of records that are not seen: to who enrols students, and who reads the log of all. */
const isAnswered: readonly string[] = [
  ...['createEnrolment(input.student)', 'enrol(student)', 'joinWaitingList(student)', 'auditLog(record)'],
];

/** What somebody is answered who names the record with an id, without the id itself. */
async function answerTo(reader: Reader, { kind, fieldFor }: Place, id: string): Promise<string> {
  const { data, errors } = await server.graphql(
    `${kind} { ${fieldFor(`"${id}"`)} }`,
    {},
    callers.tokens[reader],
  );
  const told = errors ? errors.map(({ message, extensions }) => [message, extensions.code]) : data;
  return JSON.stringify(told).replaceAll(id, 'ID');
}

/** The rows of an entity that a reader sees nowhere, not even by reference. */
function hiddenFrom(reader: Reader, { entity, sees, offers }: Kind): string[] {
  if (entityInfo(entity).access.isOpenByReference) return [];
  const seen = offers ?? sees[reader];
  return (['a', 'b'] as const).filter((side) => !seen.includes(side)).map((side) => rows.get(entity)![side]);
}

test.each(readers)(
  'an argument or filter with which %s names a record that is not there for them tells nothing of it',
  async (reader) => {
    const told: string[] = [];
    let tried = 0;
    for (const place of new Places(schema, known).all()) {
      if (!ought(place.operation, reader) || isAnswered.includes(place.label)) continue;
      const targets = targetsOf(place);
      const named = kinds.filter(({ entity }) => targets.includes(entity));
      const isTold = named.length < kinds.length;
      const hidden = named.flatMap((kind) => hiddenFrom(reader, kind).slice(isTold ? 0 : -1));
      if (hidden.length === 0) continue;
      const unknown = await answerTo(reader, place, unknownId);
      for (const id of hidden) {
        tried += 1;
        const answer = await answerTo(reader, place, id);
        if (answer !== unknown)
          told.push(`${place.label}: ${answer.slice(0, 200)} instead of ${unknown.slice(0, 200)}`);
      }
    }
    expect(tried).toBeGreaterThan(20);
    expect(told).toEqual([]);
  },
);

test('what is tried of arguments is told to administrators, who see everybody', async () => {
  const places = new Places(schema, known).all();
  const { a, b } = rows.get(Student)!;
  for (const label of ['timetable.assignments(student)', 'enrolments(student)', 'students(keyword)']) {
    const place = places.find((each) => each.label === label)!;
    const answers = [unknownId, a, b].map((id) => answerTo('管理员', place, id));
    expect(new Set(await Promise.all(answers)).size).toBe(3);
  }
});

/** Every way from a record that is open to people behind it. */
const edges = `{
  departments(size: 10) { items {
    administrativeClasses { id students { name user { phone } } monitor { name } counselor { ...Person } }
    majors { id department { id } }
  } }
  courseOptions { editor { phone email } }
  teacherOptions { ...Person }
}
fragment Person on Teacher { id phone email ethnic accountState user { phone email } }`;

interface PersonSeen {
  id: string;
  phone: string | null;
  email: string | null;
  ethnic: string | null;
  accountState: string | null;
  user: object | null;
}

test.each<[Reader, { students: number; classes: Seen; whole: Seen }]>([
  ['student', { students: 1, classes: 'ab', whole: '' }],
  ['teacher', { students: 0, classes: 'ab', whole: 'a' }],
  ['教务 of A', { students: 1, classes: 'a', whole: 'a' }],
  ['教务 of B', { students: 1, classes: 'b', whole: 'b' }],
  ['管理员', { students: 2, classes: 'ab', whole: 'ab' }],
  ['管理', { students: 0, classes: 'ab', whole: '' }],
])('what %s learns of people by way of open records (requirement 39)', async (reader, expected) => {
  const { data, errors } = await server.graphql(edges, {}, callers.tokens[reader]);
  expect(errors).toBeUndefined();
  const classes = data.departments.items.flatMap(
    (department: { administrativeClasses: object[] }) => department.administrativeClasses,
  ) as { id: string; students: object[]; counselor: PersonSeen }[];
  const lettersOf = (ids: readonly string[], entity: Class): string =>
    (['a', 'b'] as const).filter((of) => ids.includes(rows.get(entity)![of])).join('');
  expect(
    lettersOf(
      classes.map(({ id }) => id),
      AdministrativeClass,
    ),
  ).toBe(expected.classes);
  expect(classes.flatMap(({ students }) => students)).toHaveLength(expected.students);

  const people = [...classes.map(({ counselor }) => counselor), ...(data.teacherOptions as PersonSeen[])];
  expect(
    lettersOf(
      people.map(({ id }) => id),
      Teacher,
    ),
  ).toBe('ab');
  for (const { id, phone, email, ethnic } of people) {
    const of = id === rows.get(Teacher)!.a ? 'a' : 'b';
    const known = { phone: '13912345678', email: 'li@example.com', ethnic: '汉族' };
    const hidden = { phone: null, email: null, ethnic: null };
    expect({ phone, email, ethnic }).toEqual(expected.whole.includes(of) ? known : hidden);
  }
  // Accounts are the matter of administrators and of those whom they belong to.
  const accounts = people.filter(({ user }) => user !== null).map(({ id }) => id);
  expect(lettersOf(accounts, Teacher)).toBe({ 管理员: 'ab', teacher: 'a' }[reader as string] ?? '');
});
