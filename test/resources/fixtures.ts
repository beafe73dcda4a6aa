import { contractOperations } from '../support/contract.js';
import type { TestServer } from '../support/server.js';

const verbs = ['create', 'update', 'remove', 'page', 'list', 'get'] as const;
type Verb = (typeof verbs)[number];

/** What the shared suite has to be told of a resource; the rest is the same for all, or in the contract. */
interface ResourceOptions {
  /** Type name in GraphQL. */
  readonly type: string;
  readonly plural: string;
  /** Ids of its operations in the contract, in the order of the verbs; not every resource has `get`. */
  readonly operations: readonly string[];
  /** Name of the id in records and paths of the wire, when it is not that of the type. */
  readonly key?: string;
  /** Name of the id in paths, when it is another. */
  readonly pathKey?: string;
  /** How `get` is addressed, when not by a path parameter. */
  readonly getBy?: string;
  /** Whether values travel in the query instead of a body. */
  readonly isSentInQuery?: boolean;
  /** A body that creates a record; `n` makes it different from others. */
  body(server: TestServer, n: number): Promise<Record<string, unknown>>;
  /** Key of the wire that is changed by the update test, and its new value. */
  readonly change: { key: string; value: unknown };
  /** Keys that the contract demands and we do not. */
  readonly optional?: readonly string[];
  /** Greatest lengths of texts that are not those of the contract. */
  readonly longest?: Readonly<Record<string, number>>;
  /** Text key in which no two records agree. */
  readonly unique: string;
  /** Text in which `keyword` looks. */
  readonly searched: string;
  /** Keys of references to other records. */
  readonly references?: readonly string[];
  /** Whether the pick list also has what is disabled. */
  readonly listsDisabled?: boolean;
  /** Body keys that records do not show under the same name. */
  readonly unseen?: readonly string[];
  /** Keys of the contract's body that are accepted and have no effect. */
  readonly ignored?: readonly string[];
  /** A record of the wire with the keys of a body, when it is built otherwise. */
  readonly flat?: (record: Record<string, any>) => Record<string, any>;
}

export type ResourceFixture = ReturnType<typeof resource>;

/** Adds what the contract says of the resource. */
function resource({ operations, optional, longest, ...options }: ResourceOptions) {
  const ids = Object.fromEntries(operations.map((id, at) => [verbs[at], id])) as Partial<
    Record<Verb, string>
  >;
  const operation = (verb: Verb) => contractOperations.find(({ id }) => id === ids[verb])!;
  const { inputs, required } = operation('create');
  const texts = Object.entries(inputs).flatMap(([name, { maxLength, pattern }]) =>
    maxLength !== undefined && pattern === undefined ? [[name, maxLength] as const] : [],
  );
  const page = operation('page');
  return {
    key: `${options.type.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()}_uuid`,
    ...options,
    operations: ids,
    inputs,
    required: required.filter((name) => !optional?.includes(name)),
    longest: { ...Object.fromEntries(texts), ...longest },
    paging: { sizeMax: page.inputs.size.maximum ?? 200, isRequired: page.required.includes('size') },
  };
}

/** A record that other records refer to, made once on each server. */
function once(make: (server: TestServer) => Promise<Record<string, any>>, key: string) {
  const made = new WeakMap<TestServer, Promise<string>>();
  return (server: TestServer): Promise<string> => {
    const known = made.get(server) ?? make(server).then((record) => record[key] as string);
    made.set(server, known);
    return known;
  };
}

/** Creates the record of a fixture; `n` far from those of the tests. */
const recordOf = (fixture: ResourceFixture) => (server: TestServer) =>
  fixture
    .body(server, 99_999)
    .then((body) => server.rest(fixture.operations.create!, { token: server.administrator, body }))
    .then(({ data }) => data as Record<string, any>);

const campus = resource({
  type: 'Campus',
  plural: 'campuses',
  operations: ['campusCreate', 'campusUpdate', 'campusDelete', 'campusPage', 'campusList'],
  body: async (_, n) => ({
    campus_name: `东校区${n}`,
    campus_code: `EAST${n}`,
    campus_desc: '主校区',
    campus_status: true,
    campus_address: `学院路${n}号`,
  }),
  change: { key: 'campus_address', value: '大学路1号' },
  unique: 'campus_code',
  searched: 'campus_name',
  listsDisabled: true,
});

const campusOfBuildings = once(recordOf(campus), 'campus_uuid');

const building = resource({
  type: 'Building',
  plural: 'buildings',
  operations: [
    'buildingCreate',
    'buildingUpdate',
    'buildingDelete',
    'buildingPage',
    'buildingList',
    'buildingGet',
  ],
  getBy: 'building',
  body: async (server, n) => ({
    building_name: `第${n}教学楼`,
    campus_uuid: await campusOfBuildings(server),
    status: true,
  }),
  change: { key: 'status', value: false },
  unique: 'building_name',
  searched: 'building_name',
  references: ['campus_uuid'],
  unseen: ['campus_uuid'],
});

const unitCategory = resource({
  type: 'UnitCategory',
  plural: 'unitCategories',
  operations: [
    'unitCategoryCreate',
    'unitCategoryUpdate',
    'unitCategoryDelete',
    'unitCategoryPage',
    'unitCategoryList',
    'unitCategoryGet',
  ],
  body: async (_, n) => ({
    name: `类别${n}`,
    order: n,
    english_name: `Category ${n}`,
    short_name: `类${n}`,
    is_entity: false,
  }),
  change: { key: 'english_name', value: 'Changed' },
  unique: 'name',
  searched: 'english_name',
});

const semester = resource({
  type: 'Semester',
  plural: 'semesters',
  operations: [
    'semesterCreate',
    'semesterUpdate',
    'semesterDelete',
    'semesterPage',
    'semesterList',
    'semesterGet',
  ],
  body: async (_, n) => ({
    name: `2030-2031-${n}`,
    code: `C${n}`,
    start_date: '2030-09-02',
    end_date: '2031-01-12',
    is_enabled: true,
  }),
  change: { key: 'is_enabled', value: false },
  optional: ['code'],
  unique: 'name',
  searched: 'name',
  unseen: ['code'],
});

const unitType = resource({
  type: 'UnitType',
  plural: 'unitTypes',
  operations: [
    'unitTypeCreate',
    'unitTypeUpdate',
    'unitTypeDelete',
    'unitTypePage',
    'unitTypeList',
    'unitTypeGet',
  ],
  body: async (_, n) => ({ name: `办别${n}`, english_name: `Type ${n}`, short_name: `办${n}`, order: n }),
  change: { key: 'short_name', value: '直属' },
  unique: 'name',
  searched: 'name',
});

const categoryOfDepartments = once(recordOf(unitCategory), 'unit_category_uuid');
const typeOfDepartments = once(recordOf(unitType), 'unit_type_uuid');

const department = resource({
  type: 'Department',
  plural: 'departments',
  operations: [
    'departmentCreate',
    'departmentUpdate',
    'departmentDelete',
    'departmentPage',
    'departmentList',
    'departmentGet',
  ],
  body: async (server, n) => ({
    department_code: `D${n}`,
    department_name: `学院${n}`,
    department_order: n,
    department_english_name: `College ${n}`,
    department_short_name: `院${n}`,
    department_address: `学院路${n}号`,
    is_entity: true,
    administrative_head: '张院长',
    party_committee_head: '李书记',
    establishment_date: '1958-09-01',
    expiration_date: null,
    unit_category: await categoryOfDepartments(server),
    unit_type: await typeOfDepartments(server),
    parent_department: null,
    assigned_teaching_building: [],
    is_teaching_college: true,
    is_attending_college: true,
    is_teaching_office: false,
    fixed_phone: '010-12345678',
    remark: '备注',
    is_enabled: true,
  }),
  change: { key: 'administrative_head', value: '王院长' },
  unique: 'department_name',
  searched: 'department_name',
  references: ['unit_category', 'unit_type', 'parent_department', 'assigned_teaching_building'],
  listsDisabled: true,
});

const day = (n: number): string => new Date(Date.UTC(1950, 0, n)).toISOString().slice(0, 10);

const grade = resource({
  type: 'Grade',
  plural: 'grades',
  operations: ['gradeCreate', 'gradeUpdate', 'gradeDelete', 'gradePage', 'gradeList', 'gradeGet'],
  body: async (_, n) => ({
    name: `年级${n}`,
    year: 1901 + (n % 255),
    start_date: day(n % 20_000),
    end_date: null,
    description: '入学',
  }),
  change: { key: 'description', value: '毕业' },
  unique: 'name',
  searched: 'name',
});

const departmentOfMajors = once(recordOf(department), 'department_uuid');

const major = resource({
  type: 'Major',
  plural: 'majors',
  operations: ['majorCreate', 'majorUpdate', 'majorDelete', 'majorPageAdmin', 'majorList', 'majorGet'],
  body: async (server, n) => ({
    major_name: `专业${n}`,
    major_description: '四年制',
    major_code: `M${n}`,
    major_status: 1,
    department_uuid: await departmentOfMajors(server),
    education_years: 4,
    training_level: '本科',
  }),
  change: { key: 'major_status', value: 0 },
  unique: 'major_name',
  searched: 'major_name',
  listsDisabled: true,
  references: ['department_uuid'],
});

const majorOfClasses = once(recordOf(major), 'major_uuid');
const gradeOfClasses = once(recordOf(grade), 'grade_uuid');

const administrativeClass = resource({
  type: 'AdministrativeClass',
  plural: 'administrativeClasses',
  operations: [
    'administrativeClassCreate',
    'administrativeClassUpdate',
    'administrativeClassDelete',
    'administrativeClassListAdmin',
    'administrativeClassListAll',
    'administrativeClassGet',
  ],
  body: async (server, n) => ({
    department_uuid: await departmentOfMajors(server),
    major_uuid: await majorOfClasses(server),
    class_code: `CC${n}`,
    class_name: `一班${n}`,
    grade_uuid: await gradeOfClasses(server),
    student_count: 40,
    counselor_uuid: null,
    monitor_uuid: null,
    is_enabled: true,
    description: '一班',
  }),
  change: { key: 'student_count', value: 41 },
  unique: 'class_name',
  searched: 'class_name',
  references: ['department_uuid', 'major_uuid', 'grade_uuid', 'counselor_uuid', 'monitor_uuid'],
});

const furnitureType = resource({
  type: 'FurnitureType',
  plural: 'furnitureTypes',
  key: 'tables_chairs_type_uuid',
  operations: [
    'tablesChairsTypeCreate',
    'tablesChairsTypeUpdate',
    'tablesChairsTypeDelete',
    'tablesChairsTypePage',
    'tablesChairsTypeList',
    'tablesChairsTypeGet',
  ],
  longest: { name: 32, description: 255 },
  pathKey: 'uuid',
  body: async (_, n) => ({ name: `桌椅${n}`, description: '可升降', base64_img: 'aGVsbG8=' }),
  change: { key: 'base64_img', value: null },
  unique: 'name',
  searched: 'name',
});

const buildingOfClassrooms = once(
  (server) =>
    recordOf(building)(server).then(() =>
      server
        .rest('buildingPage', { token: server.administrator, query: { keyword: '第99999教学楼' } })
        .then(({ data }) => data.records[0] as Record<string, any>),
    ),
  'building_uuid',
);
const typeOfClassrooms = once(
  (server) => server.rest('classroomTypeList', { token: server.administrator }).then(({ data }) => data[0]),
  'class_type_uuid',
);
const tagOfClassrooms = once(
  (server) => server.rest('classroomTagList', { token: server.administrator }).then(({ data }) => data[0]),
  'class_tag_uuid',
);

const classroom = resource({
  type: 'Classroom',
  plural: 'classrooms',
  operations: [
    'classroomCreate',
    'classroomUpdate',
    'classroomDelete',
    'classroomPage',
    'classroomList',
    'classroomGet',
  ],
  body: async (server, n) => ({
    number: `R${n}`,
    name: `教室${n}`,
    campus_uuid: await campusOfBuildings(server),
    building_uuid: await buildingOfClassrooms(server),
    floor: 'B1',
    type: await typeOfClassrooms(server),
    tag: [await tagOfClassrooms(server)],
    capacity: 60,
    examination_room: true,
    examination_room_capacity: 30,
    is_multimedia: false,
    is_air_conditioned: true,
    status: true,
    description: '靠窗',
    management_department: await departmentOfMajors(server),
    area: 80.25,
    tables_chairs_type: null,
  }),
  change: { key: 'capacity', value: 61 },
  unique: 'number',
  searched: 'name',
  references: ['campus_uuid', 'building_uuid', 'type', 'tag', 'management_department', 'tables_chairs_type'],
  flat: ({ classroom, type, tag }) => ({
    ...classroom,
    type: type.class_type_uuid,
    tag: tag.map(({ class_tag_uuid }: Record<string, string>) => class_tag_uuid),
  }),
});

const teacherType = resource({
  type: 'TeacherType',
  plural: 'teacherTypes',
  operations: [
    'teacherTypeCreate',
    'teacherTypeUpdate',
    'teacherTypeDelete',
    'teacherTypePage',
    'teacherTypeList',
    'teacherTypeGet',
  ],
  isSentInQuery: true,
  body: async (_, n) => ({
    type_name: `教师类型${n}`,
    type_english_name: `teacher type ${n}`,
    type_desc: '讲课',
  }),
  change: { key: 'type_desc', value: '带实验' },
  unique: 'type_name',
  searched: 'type_name',
});

const typeOfTeachers = once(
  (server) => server.rest('teacherTypeList', { token: server.administrator }).then(({ data }) => data[0]),
  'teacher_type_uuid',
);

const teacher = resource({
  type: 'Teacher',
  plural: 'teachers',
  operations: ['teacherCreate', 'teacherUpdate', 'teacherDelete', 'teacherPage', 'teacherList', 'teacherGet'],
  body: async (server, n) => ({
    unit_uuid: await departmentOfMajors(server),
    id: `T${n}`,
    name: `李老师${n}`,
    english_name: `Li ${n}`,
    ethnic: '汉族',
    sex: false,
    type: await typeOfTeachers(server),
    phone: '13912345678',
    email: 'li@example.com',
    job_title: '讲师',
    desc: null,
  }),
  change: { key: 'job_title', value: '教授' },
  unique: 'id',
  searched: 'name',
  references: ['unit_uuid', 'type'],
  // Only a page tells of the account.
  flat: ({ status: _, ...record }) => record,
});

const classOfStudents = once(recordOf(administrativeClass), 'administrative_class_uuid');

const student = resource({
  type: 'Student',
  plural: 'students',
  operations: ['studentCreate', 'studentUpdate', 'studentDelete', 'studentPage', 'studentList', 'studentGet'],
  body: async (server, n) => ({
    id: `S${n}`,
    name: '王同学',
    gender: true,
    clazz: await classOfStudents(server),
  }),
  change: { key: 'gender', value: false },
  unique: 'id',
  searched: 'name',
  references: ['clazz'],
  ignored: ['status'],
});

const typeOfCourses = once(
  (server) => server.rest('courseTypeList', { token: server.administrator }).then(({ data }) => data[0]),
  'course_type_uuid',
);

const course = resource({
  type: 'Course',
  plural: 'courses',
  operations: ['courseCreate', 'courseUpdate', 'courseDelete', 'coursePage', 'courseList', 'courseGet'],
  key: 'course_library_uuid',
  pathKey: 'course_uuid',
  body: async (server, n) => ({
    id: `C-${n}`,
    name: `高等数学${n}`,
    english_name: 'Calculus',
    category: null,
    property: null,
    type: await typeOfCourses(server),
    nature: null,
    department: await departmentOfMajors(server),
    is_enabled: true,
    total_hours: 64.5,
    week_hours: 4,
    theory_hours: 64.5,
    experiment_hours: 0,
    practice_hours: 0,
    computer_hours: 0,
    other_hours: 0,
    credit: 4,
    theory_classroom_type: await typeOfClassrooms(server),
    experiment_classroom_type: null,
    practice_classroom_type: null,
    computer_classroom_type: null,
    description: '微积分',
  }),
  change: { key: 'is_enabled', value: false },
  unique: 'id',
  searched: 'name',
  references: [
    'department',
    'category',
    'property',
    'nature',
    'theory_classroom_type',
    'experiment_classroom_type',
    'practice_classroom_type',
    'computer_classroom_type',
  ],
  listsDisabled: true,
});

const semesterOfTeachingClasses = once(
  (server) =>
    recordOf(semester)(server).then(() =>
      server
        .rest('semesterPage', { token: server.administrator, query: { keyword: '2030-2031-99999' } })
        .then(({ data }) => data.records[0] as Record<string, any>),
    ),
  'semester_uuid',
);
const courseOfTeachingClasses = once(
  (server) =>
    recordOf(course)(server).then(() =>
      server
        .rest('coursePage', { token: server.administrator, query: { keyword: 'C-99999' } })
        .then(({ data }) => data.records[0] as Record<string, any>),
    ),
  'course_library_uuid',
);

const toldByRecord = [
  'administrative_classes',
  'administrative_class_list',
  'administrative_class_names',
  'is_administrative',
  'class_size',
  'description',
];

const teachingClass = resource({
  type: 'TeachingClass',
  plural: 'teachingClasses',
  pathKey: 'teachingClassUuid',
  operations: [
    'teachingClassCreate',
    'teachingClassUpdate',
    'teachingClassDelete',
    'teachingClassPage',
    'teachingClassList',
    'teachingClassGet',
  ],
  body: async (server, n) => ({
    semester_uuid: await semesterOfTeachingClasses(server),
    course_uuid: await courseOfTeachingClasses(server),
    teaching_class_code: `TC${n}`,
    teaching_class_name: `高数${n}班`,
    administrative_classes: '[]',
    is_administrative: true,
    class_size: 0,
    actual_student_count: 40,
    course_department_uuid: await departmentOfMajors(server),
    description: '周末',
    is_enabled: true,
  }),
  change: { key: 'actual_student_count', value: 41 },
  unique: 'teaching_class_code',
  searched: 'teaching_class_name',
  references: ['semester_uuid', 'course_uuid', 'course_department_uuid'],
  listsDisabled: true,
  unseen: toldByRecord,
  // A page tells less than the record.
  flat: (record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !toldByRecord.includes(name))),
  ignored: ['class_size'],
});

export const fixtures: readonly ResourceFixture[] = [
  campus,
  building,
  furnitureType,
  classroom,
  unitCategory,
  unitType,
  department,
  grade,
  major,
  administrativeClass,
  teacherType,
  teacher,
  student,
  course,
  semester,
  teachingClass,
];
