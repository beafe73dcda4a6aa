/** How large a semester is; meetings come in thousands. */
export interface SemesterSize {
  readonly meetings: number;
  readonly teachingClasses: number;
  /** Of the teaching classes, those that whole administrative classes attend; students choose the others. */
  readonly compulsory: number;
  readonly administrativeClasses: number;
  readonly students: number;
  readonly enrolments: number;
  readonly rooms: number;
}

/** Teaching classes that an administrative class attends, its students, and what each of them chooses. */
const [attended, classSize, chosen] = [7, 40, 5];

/** The size of a semester of so many meetings, in which 20 departments offer as many electives as usual. */
export function semesterSize(meetings: number): SemesterSize {
  const teachingClasses = meetings / 2;
  const compulsory = (teachingClasses * 7) / 10;
  const administrativeClasses = compulsory / attended;
  const students = administrativeClasses * classSize;
  return {
    meetings,
    teachingClasses,
    compulsory,
    administrativeClasses,
    students,
    enrolments: students * chosen,
    rooms: (meetings / 25) * 1.5,
  };
}

const departments = 20;

/** A fixed identifier of the record with a number, so that sets of rows refer to each other by arithmetic. */
const id = (kind: number, number: string): string => `('${kind}0000000-0000-4000-8000-'
  || lpad(to_hex((${number})::int), 12, '0'))::uuid`;

const timetable = id(0, '1');

/**
 * Sets of rows that make a semester of that size in the departments and for the students of `studentsSql`,
 * with a published timetable that has a place for each meeting. The slot of a meeting is its number modulo
 * 25; a teacher has four teaching classes in a row, an administrative class seven, so that none has two in
 * one slot. Its students choose among what is held in its free slots, but for every fiftieth, who has one
 * elective at the same time as something compulsory. What it occupies is not stored: drafts work it out.
 */
export function semesterSql(size: SemesterSize): string {
  const { teachingClasses, compulsory, administrativeClasses } = size;
  const electives = teachingClasses - compulsory;
  const last = { meeting: size.meetings - 1, class: teachingClasses - 1 };
  // The department that offers a teaching class.
  const home = (number: string): string => `case when ${number} < ${compulsory}
    then (${number}) * ${departments} / ${compulsory}
    else (${number} - ${compulsory}) * ${departments} / ${electives} end`;
  return `
  insert into semester (id, name, start_date, end_date, is_current)
    values (${id(1, '0')}, '测试学期', '2026-09-07', '2026-12-27', true);
  insert into campus (id, code, name, address) values (${id(2, '0')}, 'SEED', '测试校区', '-');
  insert into building (id, name, campus_id) values (${id(3, '0')}, '测试楼', ${id(2, '0')});
  insert into classroom (id, code, name, area, capacity, floor, building_id, type_id)
    select ${id(4, 'i')}, 'SEED' || i, '测试教室' || i, 80, 100, '1', ${id(3, '0')},
      (select id from classroom_type limit 1) from generate_series(0, ${size.rooms - 1}) i;
  create temporary table home as select id, row_number() over (order by code) - 1 as n from department
    where code like 'SEED%';
  insert into teacher (id, code, name, english_name, ethnic, is_male, department_id, type_id)
    select ${id(5, 'i')}, 'SEED' || i, '测试教师' || i, 'Teacher ' || i, '汉族', i % 2 = 0, h.id,
      (select id from teacher_type limit 1)
    from generate_series(0, ${Math.ceil(teachingClasses / 4) - 1}) i join home h on h.n = ${home('i * 4')};
  insert into administrative_class (id, code, name, student_count, grade_id, major_id, department_id)
    select ${id(6, 'i')}, 'SEED' || i, '测试班' || i, ${classSize},
      (select id from grade where name = '测试年级'), m.id, h.id
    from generate_series(0, ${administrativeClasses - 1}) i
    join home h on h.n = ${home(`i * ${attended}`)} join major m on m.department_id = h.id;
  create temporary table learner as select id, row_number() over (order by code) - 1 as n from student
    where code like '2026%';
  update student s set administrative_class_id = ${id(6, `l.n / ${classSize}`)} from learner l
    where l.id = s.id;
  insert into course (id, code, name, department_id, type_id, theory_hours, total_hours, week_hours,
      is_enabled)
    select ${id(7, 'i')}, 'SEED' || i, '测试课程' || i, h.id,
      (select id from course_type limit 1), 64, 64, 4, true
    from generate_series(0, ${last.class}) i join home h on h.n = ${home('i')};
  insert into teacher_qualification (id, teacher_id, course_id, status)
    select gen_random_uuid(), ${id(5, 'i / 4')}, ${id(7, 'i')}, 'APPROVED'
    from generate_series(0, ${last.class}) i;
  insert into teaching_class (id, code, name, course_id, department_id, semester_id, student_count,
      is_compulsory)
    select ${id(8, 'i')}, 'SEED' || i, '测试教学班' || i, ${id(7, 'i')}, h.id, ${id(1, '0')},
      case when i < ${compulsory} then ${classSize} else 80 end, i < ${compulsory}
    from generate_series(0, ${last.class}) i join home h on h.n = ${home('i')};
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
    select gen_random_uuid(), ${id(8, 'i')}, ${id(6, `i / ${attended}`)}
    from generate_series(0, ${compulsory - 1}) i;
  insert into enrolment (id, teaching_class_id, student_id)
    select gen_random_uuid(), ${id(8, `${compulsory} + slot % 25 + 25 * (l.n * 7 % ${electives / 25})`)}, l.id
    from learner l cross join generate_series(0, ${chosen - 1}) choice cross join lateral (
      select l.n / ${classSize} * ${attended}
        + case when choice = 0 and l.n % 50 = 0 then 0 else ${attended} + choice end as slot) s;
  insert into meeting (id, teaching_class_id, sequence, periods, weeks)
    select ${id(9, 'i')}, ${id(8, 'i / 2')}, 1 + i % 2, 2, array(select generate_series(1, 16))
    from generate_series(0, ${last.meeting}) i;
  insert into timetable (id, revision, status, published_at, semester_id)
    values (${timetable}, 1, 'PUBLISHED', now(), ${id(1, '0')});
  insert into series (id, teaching_class_id)
    select gen_random_uuid(), ${id(8, 'i / 2')} from generate_series(0, ${last.meeting}) i;
  insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, teacher_id, classroom_id,
      day_of_week, period_start, period_end, weeks, series_id)
    select gen_random_uuid(), ${timetable}, m.id, m.teaching_class_id, ${id(5, 'i / 8')}, ${id(4, 'i / 25')},
      1 + i % 5, 1 + 2 * (i / 5 % 5), 2 + 2 * (i / 5 % 5), m.weeks, s.id
    from generate_series(0, ${last.meeting}) i join meeting m on m.id = ${id(9, 'i')}
    join (select id, teaching_class_id, row_number() over (partition by teaching_class_id order by id) as n
      from series) s on s.teaching_class_id = m.teaching_class_id and s.n = m.sequence;
  analyze;
`;
}
