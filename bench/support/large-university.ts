/** How much a large university has of everything; there are 20 departments, alike in size. */
export const largeSize = {
  students: 40_000,
  teachers: 2_500,
  courses: 3_000,
  teachingClasses: 6_000,
  meetings: 12_000,
  enrolments: 120_000,
};

const departments = 20;
/** Administrative classes, and teaching classes, of a department. */
const [classes, compulsory, electives] = [50, 225, 75];
/** Of these in each department: what two classes attend together, what is in laboratories, with computers. */
const [combined, laboratory, computer] = [62, 36, 30];
const classSize = 40;

/** Rooms by what meetings ask for: name, number, and seats. */
const rooms = [
  ['报告厅', 100, 100],
  ['实验室', 70, 50],
  ['机房', 50, 50],
  ['小教室', 240, 60],
  ['大教室', 240, 120],
] as const;

/** A fixed identifier of the record with a number, so that sets of rows refer to each other by arithmetic. */
const id = (kind: number, number: string): string => `('${kind}0000000-0000-4000-8000-'
  || lpad(to_hex((${number})::int), 12, '0'))::uuid`;

/** A number below `bound` that is drawn once and for all. */
const drawn = (salt: number, number: string, bound: number): string =>
  `abs(hashint8extended(${number}, ${salt}) % ${bound})::int`;

/** Teaching classes are numbered so that i % 20 is the department; i / 20 is the place within it. */
const kindOfClass = `case when i / ${departments} < ${combined} then 0
  when i / ${departments} < ${combined + laboratory} then 1
  when i / ${departments} < ${combined + laboratory + computer} then 2
  when i / ${departments} < ${compulsory} then 3 else 4 end`;

/**
 * Sets of rows that make the semester of such a university in the departments and for the students of
 * `studentsSql`, of which nothing has a place: every course is taught by three teachers to two teaching
 * classes of two meetings, a tenth of which alternates, and every student chooses three electives among the
 * twelve of the class. Laboratories and rooms with computers are filled to 69 and 80 %, halls to 83 %, the
 * others to less.
 */
export const largeUniversitySql = (): string => `
  insert into semester (id, name, start_date, end_date, is_current, periods_per_day)
    values (${id(1, '0')}, '测试学期', '2026-09-07', '2026-12-27', true, 12);
  insert into campus (id, code, name, address) values (${id(2, '0')}, 'SEED', '测试校区', '-');
  insert into building (id, name, campus_id)
    select ${id(3, 'i')}, '测试楼' || i, ${id(2, '0')} from generate_series(0, 9) i;
  ${rooms
    .map(
      ([name, count, capacity], kind) => `
  insert into classroom_type (id, name) values (${id(0, String(kind))}, '测试${name}');
  insert into classroom (id, code, name, area, capacity, floor, building_id, type_id)
    select ${id(4, `${kind} * 1000 + i`)}, 'SEED${kind}' || i, '测试${name}' || i, 80, ${capacity}, '1',
      ${id(3, 'i % 10')}, ${id(0, String(kind))} from generate_series(0, ${count - 1}) i;`,
    )
    .join('')}
  create temporary table home as select id, row_number() over (order by code) - 1 as n from department
    where code like 'SEED%';
  insert into teacher (id, code, name, english_name, ethnic, is_male, department_id, type_id)
    select ${id(5, 'i')}, 'SEED' || i, '测试教师' || i, 'Teacher ' || i, '汉族', i % 2 = 0, h.id,
      (select id from teacher_type limit 1)
    from generate_series(0, ${largeSize.teachers - 1}) i join home h on h.n = i % ${departments};
  insert into administrative_class (id, code, name, student_count, grade_id, major_id, department_id)
    select ${id(6, 'i')}, 'SEED' || i, '测试班' || i, ${classSize},
      (select id from grade where name = '测试年级'), m.id, h.id
    from generate_series(0, ${departments * classes - 1}) i
    join home h on h.n = i % ${departments} join major m on m.department_id = h.id;
  create temporary table learner as
    select s.id, h.n + ${departments} * (
        (row_number() over (partition by h.n order by s.code) - 1) / ${classSize})
      as class, row_number() over (order by s.code) - 1 as n
    from student s join home h on h.id = s.department_id where s.code like '2026%';
  update student s set administrative_class_id = ${id(6, 'l.class')} from learner l where l.id = s.id;
  insert into course (id, code, name, department_id, type_id, theory_hours, total_hours, week_hours,
      is_enabled)
    select ${id(7, 'i')}, 'SEED' || i, '测试课程' || i, h.id,
      (select id from course_type limit 1), 64, 64, 4, true
    from generate_series(0, ${largeSize.courses - 1}) i join home h on h.n = i % ${departments};
  insert into teacher_qualification (id, teacher_id, course_id, status)
    select gen_random_uuid(),
      ${id(5, `(i % ${departments}) + ${departments} * ((${drawn(1, 'i', 125)} + 42 * part) % 125)`)},
      ${id(7, 'i')}, 'APPROVED'
    from generate_series(0, ${largeSize.courses - 1}) i cross join generate_series(0, 2) part;
  insert into teaching_class (id, code, name, course_id, department_id, semester_id, student_count,
      is_compulsory)
    select ${id(8, 'i')}, 'SEED' || i, '测试教学班' || i,
      ${id(7, `i % ${departments} + ${departments} * (i / ${departments} / 2)`)}, h.id, ${id(1, '0')},
      case ${kindOfClass} when 0 then ${2 * classSize} when 4 then 0 else ${classSize} end, ${kindOfClass} < 4
    from generate_series(0, ${largeSize.teachingClasses - 1}) i join home h on h.n = i % ${departments};
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
    select gen_random_uuid(), ${id(8, 'i')}, ${id(
      6,
      `i % ${departments} + ${departments} *
      (case when i / ${departments} < ${combined} then (i / ${departments}) * 2 + part
        else i / ${departments} - ${combined} end % ${classes})`,
    )}
    from generate_series(0, ${departments * compulsory - 1}) i cross join generate_series(0, 1) part
    where part = 0 or i / ${departments} < ${combined};
  insert into enrolment (id, teaching_class_id, student_id)
    select gen_random_uuid(), ${id(
      8,
      `${departments} * (${compulsory} + ${electives / 3} * choice
      + (l.class / ${departments} * 7 + ${drawn(2, 'l.n * 3 + choice', 4)}) % ${electives / 3})
      + l.class % ${departments}`,
    )}, l.id
    from learner l cross join generate_series(0, 2) choice;
  update teaching_class k set student_count = e.count
    from (select teaching_class_id, count(*)::int from enrolment group by 1) e
    where e.teaching_class_id = k.id;
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, classroom_type_id)
    select ${id(9, 'i * 2 + part')}, ${id(8, 'i')}, part + 1, 2,
      case when part = 1 and i / ${departments} % 5 = 0
        then array(select generate_series(1 + i / ${departments * 5} % 2, 16, 2))
        else array(select generate_series(1, 16)) end,
      case when ${kindOfClass} < 3
        then (array[${[0, 1, 2].map((kind) => id(0, String(kind)))}])[1 + ${kindOfClass}] end
    from generate_series(0, ${largeSize.teachingClasses - 1}) i cross join generate_series(0, 1) part;
  analyze;
`;
