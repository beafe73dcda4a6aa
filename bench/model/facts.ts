import type { Query } from '../support/canonical.js';

/** A meeting as the rules see it. */
export interface MeetingFact {
  readonly id: string;
  /** Identifier of its teaching class, whose meetings have the sequences 1, 2 and 3. */
  readonly teachingClass: string;
  readonly sequence: number;
  readonly department: string;
  readonly periods: number;
  readonly weeks: readonly number[];
  /** What it occupies beside room and teacher: its classes, or the elective itself. */
  readonly groups: readonly string[];
  /** The teachers who may teach it. */
  readonly teachers: readonly string[];
}

/** Somebody who attends what the administrative class attends, and the electives that were chosen. */
export interface StudentFact {
  readonly id: string;
  readonly group: string;
}

/** Somebody who changes timetables. */
export interface Person {
  readonly name: string;
  /** The departments whose meetings the person may move; null: all. */
  readonly departments: readonly string[] | null;
}

/** The semester that is played, so small that its meetings get into each other's way. */
export interface Facts {
  readonly semester: string;
  readonly days: number;
  readonly periods: number;
  readonly rooms: readonly string[];
  readonly teachers: readonly string[];
  readonly meetings: ReadonlyMap<string, MeetingFact>;
  /** Teaching classes that students choose. */
  readonly electives: readonly string[];
  readonly students: readonly StudentFact[];
  readonly people: readonly Person[];
  /** Of whom of a class attends a teaching class, if only a part: it and its students, by `partKey`. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** What rooms, teachers, classes and electives are called, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

export const partKey = (teachingClass: string, group: string): string => `${teachingClass} ${group}`;

const weeks = (holds: (week: number) => boolean): number[] => [1, 2, 3, 4, 5, 6, 7, 8].filter(holds);

/** Week patterns that share all weeks, some or none. */
const patterns = [
  weeks(() => true),
  weeks((week) => week % 2 === 1),
  weeks((week) => week % 2 === 0),
  weeks((week) => week <= 4),
  weeks((week) => week > 4),
];

/**
 * Teaching classes by number: department, groups, teachers. Each shares something with others. In every
 * other semester the first class is parted, and a part of it attends some in place of their first class.
 */
const taught: readonly (readonly [
  department: number,
  groups: number[],
  teachers: number[],
  part?: number,
])[] = [
  [0, [0], [0, 1], 0],
  [0, [0, 1], [1, 2]],
  [0, [1], [0, 2], 1],
  [1, [2], [2, 3], 2],
  [1, [], [3, 1]],
  [1, [2, 3], [0, 3], 3],
  [0, [], [0, 2]],
];

/**
 * The parts of that class: in which of its two partitions, its students by number, and its lanes. The third
 * shares a student with each of the first two; nobody is in the last one.
 */
const parts: readonly (readonly [partition: number, students: number[], lanes: number[]])[] = [
  [0, [0], [0]],
  [0, [3], [1]],
  [1, [0, 3], [0, 1]],
  [1, [], [2]],
];

const password = 'Modelled-Term1';

/** Whose password opens the accounts of the people. */
export const modelPassword = password;

/**
 * Stores the semester with two departments and the people, and answers what the rules have to know.
 * @param at tells semesters of one database apart
 */
export async function makeFacts(
  query: Query,
  { hash, at: nth }: { hash: string; at: number },
): Promise<Facts> {
  const name = `model${nth}`;
  let count = 0;
  // The same in every run, because the order of ids decides what is told first.
  const newId = (): string =>
    `${String(nth).padStart(8, '0')}-0000-4000-8000-${String((count += 7919) % 1_000_003).padStart(12, '0')}`;
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    const columns = Object.keys(rows[0])
      .map((column) => `"${column}"`)
      .join(', ');
    await query(
      `insert into "${table}" (${columns})
       select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  };
  const list = <T>(count: number, make: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const any = async (table: string): Promise<string> =>
    (await query(`select id from ${table} order by id limit 1`))[0].id;
  const coded = (kind: string, at: number) => ({
    id: newId(),
    code: `${name}-${kind}${at}`,
    name: `${name}-${kind}${at}`,
  });

  const [category_id, unitType, roomType, teacherType, courseType] = [
    await any('unit_category'),
    await any('unit_type'),
    await any('classroom_type'),
    await any('teacher_type'),
    await any('course_type'),
  ];
  const departments = list(2, (at) => ({
    ...coded('d', at),
    established_on: '2000-01-01',
    category_id,
    type_id: unitType,
  }));
  const [department] = departments;
  // Far ahead, because rooms are not closed for what is over.
  const semester = { id: newId(), name, start_date: '2090-09-04', end_date: '2090-10-29' };
  const campus = { ...coded('c', 0), address: '-' };
  const building = { id: newId(), name: `${name}-b`, campus_id: campus.id };
  const rooms = list(3, (at) => ({
    ...coded('r', at),
    building_id: building.id,
    type_id: roomType,
    floor: '1',
    area: 80,
    capacity: 100,
  }));
  const teachers = list(4, (at) => ({
    ...coded('t', at),
    english_name: 'T',
    ethnic: '汉族',
    is_male: true,
    department_id: department.id,
    type_id: teacherType,
  }));
  const major = {
    ...coded('m', 0),
    department_id: department.id,
    education_years: 4,
    training_level: '本科',
  };
  const grade = { id: newId(), name, year: 3000 + nth, start_date: `${3000 + nth}-09-01` };
  const isParted = nth % 2 === 1;
  const classes = list(4, (at) => ({
    ...coded('g', at),
    department_id: department.id,
    major_id: major.id,
    grade_id: grade.id,
    student_count: 40,
    lanes: isParted && at === 0 ? [...new Set(parts.flatMap(([, , lanes]) => lanes))] : [0],
  }));
  const groupsOf = ([, groups, , part]: (typeof taught)[number]): number[] =>
    isParted && part !== undefined ? [0, ...groups.slice(1)] : groups;
  const courses = taught.map(([of], at) => ({
    ...coded('k', at),
    department_id: departments[of].id,
    type_id: courseType,
    total_hours: 64,
  }));
  const teachingClasses = courses.map(({ id, code, department_id }, at) => ({
    id: newId(),
    code,
    name: `${name}-tc${at}`,
    course_id: id,
    department_id,
    semester_id: semester.id,
    student_count: 40,
    is_compulsory: taught[at][1].length > 0,
  }));
  const meetings = teachingClasses.flatMap(({ id, department_id }, at) =>
    list(3, (number): MeetingFact => {
      const [groups, [, , lecturers]] = [groupsOf(taught[at]), taught[at]];
      return {
        id: newId(),
        teachingClass: id,
        sequence: number + 1,
        department: department_id,
        periods: 1 + ((at + number) % 3),
        weeks: patterns[(at * 2 + number) % patterns.length],
        groups: groups.length ? groups.map((group) => classes[group].id) : [id],
        teachers: lecturers.map((teacher) => teachers[teacher].id),
      };
    }),
  );
  const students = list(4, (at) => ({
    ...coded('s', at),
    is_male: true,
    department_id: department.id,
    major_id: major.id,
    grade_id: grade.id,
    administrative_class_id: classes[at % 3].id,
  }));
  const partitions = list(isParted ? 2 : 0, (at) => ({
    id: newId(),
    name: `p${at}`,
    administrative_class_id: classes[0].id,
  }));
  const classGroups = (isParted ? parts : []).map(([partition, , lanes], at) => ({
    id: newId(),
    name: `part${at}`,
    order: at + 1,
    partition_id: partitions[partition].id,
    lanes,
  }));
  const attendingParts = taught.flatMap(([, , , part], at): [string, Set<string>][] => {
    if (!isParted || part === undefined) return [];
    const members = parts[part][1].map((student) => students[student].id);
    return [[partKey(teachingClasses[at].id, classes[0].id), new Set([classGroups[part].id, ...members])]];
  });
  const people: (Person & { id: string })[] = [
    { name: `${name}-all`, departments: null },
    { name: `${name}-both`, departments: departments.map(({ id }) => id) },
    { name: `${name}-one`, departments: [departments[1].id] },
    { name: `${name}-other`, departments: [departments[0].id] },
  ].map((person) => ({ ...person, id: newId() }));

  await insert('department', departments);
  await insert('semester', [semester]);
  await insert('campus', [campus]);
  await insert('building', [building]);
  await insert('classroom', rooms);
  await insert('teacher', teachers);
  await insert('major', [major]);
  await insert('grade', [grade]);
  await insert('administrative_class', classes);
  await insert('student', students);
  if (isParted) {
    await insert('class_partition', partitions);
    await insert('class_group', classGroups);
    await insert(
      'class_group_member',
      parts.flatMap(([partition, members], at) =>
        members.map((student) => ({
          id: newId(),
          class_group_id: classGroups[at].id,
          partition_id: partitions[partition].id,
          student_id: students[student].id,
        })),
      ),
    );
  }
  await insert('course', courses);
  await insert(
    'teacher_qualification',
    taught.flatMap(([, , lecturers], at) =>
      lecturers.map((teacher) => ({
        id: newId(),
        teacher_id: teachers[teacher].id,
        course_id: courses[at].id,
        status: 'APPROVED',
      })),
    ),
  );
  await insert('teaching_class', teachingClasses);
  await insert(
    'teaching_class_group',
    taught.flatMap((each, at) =>
      groupsOf(each).map((group) => ({
        id: newId(),
        teaching_class_id: teachingClasses[at].id,
        administrative_class_id: classes[group].id,
        class_group_id: isParted && each[3] !== undefined && group === 0 ? classGroups[each[3]].id : null,
      })),
    ),
  );
  await insert(
    'meeting',
    meetings.map(({ id, teachingClass, sequence, periods, weeks: held }) => ({
      id,
      teaching_class_id: teachingClass,
      sequence,
      periods,
      weeks: held,
    })),
  );
  const roles = await query(`select id, key from role where key in ('ADMINISTRATOR', 'ACADEMIC_AFFAIRS')`);
  await insert(
    'user',
    people.map(({ id, name: user, departments: granted }, at) => ({
      id,
      name: user,
      email: `${user}@example.com`,
      phone: `136${String(10 * nth + at).padStart(8, '0')}`,
      password_hash: hash,
      role_id: roles.find(({ key }) => key === (granted ? 'ACADEMIC_AFFAIRS' : 'ADMINISTRATOR')).id,
    })),
  );
  await insert(
    'department_grant',
    people.flatMap(({ id, departments: granted }) =>
      (granted ?? []).map((of) => ({ id: newId(), user_id: id, department_id: of })),
    ),
  );

  const named = [...rooms, ...teachers, ...classes, ...teachingClasses];
  return {
    semester: semester.id,
    days: 7,
    periods: 12,
    rooms: rooms.map(({ id }) => id),
    teachers: teachers.map(({ id }) => id),
    meetings: new Map(meetings.map((meeting) => [meeting.id, meeting])),
    electives: teachingClasses.filter((each) => !each.is_compulsory).map(({ id }) => id),
    students: students.map(({ id, administrative_class_id: group }) => ({ id, group })),
    people,
    parts: new Map(attendingParts),
    names: new Map(named.map(({ id, name: called }) => [id, called])),
  };
}
