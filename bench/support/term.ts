/** How large a term is. */
export interface TermSize {
  /** Two of each teaching class. */
  readonly meetings: number;
  readonly teachers: number;
}

const sizes = { campuses: 2, buildings: 10, rooms: 500, classes: 500, courses: 500, departments: 20 };

/** Rows that this or `studentsSql` made, counted from 0 in the order of a column. */
const counted = (table: string, by: string, prefix = ''): string =>
  `(select *, row_number() over (order by ${by}) - 1 as n from ${table} where ${by}::text like '${prefix}%')`;

/**
 * Sets of rows that give the students of `studentsSql` a current term with a published timetable: classes,
 * teachers, rooms, courses, and meetings that all have a place.
 */
export const termSql = ({ meetings, teachers }: TermSize): string => `
  insert into semester (id, name, start_date, end_date, is_current)
    values (gen_random_uuid(), '测试学期', '2026-09-01', '2027-01-15', true);
  insert into campus (id, code, name, address)
    select gen_random_uuid(), 'SEED' || i, '测试校区' || i, '-' from generate_series(1, ${sizes.campuses}) i;
  insert into building (id, name, campus_id)
    select gen_random_uuid(), '测试楼' || i, c.id from generate_series(1, ${sizes.buildings}) i
    join ${counted('campus', 'code', 'SEED')} c on c.n = i % ${sizes.campuses};
  insert into classroom (id, code, name, area, capacity, floor, building_id, type_id)
    select gen_random_uuid(), 'SEED' || i, '测试教室' || i, 80, 100, '1', b.id,
      (select id from classroom_type limit 1)
    from generate_series(1, ${sizes.rooms}) i
    join ${counted('building', 'name', '测试楼')} b on b.n = i % ${sizes.buildings};
  insert into teacher (id, code, name, english_name, ethnic, is_male, department_id, type_id)
    select gen_random_uuid(), 'SEED' || i, '测试教师' || i, 'Teacher ' || i, '汉族', i % 2 = 0, d.id,
      (select id from teacher_type limit 1)
    from generate_series(1, ${teachers}) i
    join ${counted('department', 'code', 'SEED')} d on d.n = i % ${sizes.departments};
  insert into administrative_class (id, code, name, student_count, grade_id, major_id, department_id)
    select gen_random_uuid(), 'SEED' || i, '测试班' || i, 40,
      (select id from grade where name = '测试年级'), m.id, m.department_id
    from generate_series(1, ${sizes.classes}) i
    join ${counted('major', 'code', 'MSEED')} m on m.n = i % ${sizes.departments};
  update student s set administrative_class_id = c.id
    from ${counted('student', 'code')} o
    join ${counted('administrative_class', 'code', 'SEED')} c on c.n = o.n % ${sizes.classes}
    where o.id = s.id;
  insert into course (id, code, name, department_id, type_id)
    select gen_random_uuid(), 'SEED' || i, '测试课程' || i, d.id, (select id from course_type limit 1)
    from generate_series(1, ${sizes.courses}) i
    join ${counted('department', 'code', 'SEED')} d on d.n = i % ${sizes.departments};
  insert into teaching_class (id, code, name, course_id, department_id, semester_id)
    select gen_random_uuid(), 'SEED' || i, '测试教学班' || i, c.id, c.department_id,
      (select id from semester where name = '测试学期')
    from generate_series(1, ${meetings / 2}) i
    join ${counted('course', 'code', 'SEED')} c on c.n = i % ${sizes.courses};
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
    select gen_random_uuid(), t.id, c.id
    from ${counted('teaching_class', 'code', 'SEED')} t cross join generate_series(0, 1) part
    join ${counted('administrative_class', 'code', 'SEED')} c on c.n = (2 * t.n + part) % ${sizes.classes};
  insert into meeting (id, teaching_class_id, sequence, weeks)
    select gen_random_uuid(), id, sequence, array(select generate_series(1, 16))
    from teaching_class, generate_series(1, 2) sequence;
  insert into timetable (id, revision, status, published_at, semester_id)
    values (gen_random_uuid(), 1, 'PUBLISHED', now(), (select id from semester where name = '测试学期'));
  insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, teacher_id, classroom_id,
      day_of_week, period_start, period_end, weeks)
    select gen_random_uuid(), (select id from timetable limit 1), m.id, m.teaching_class_id, t.id, r.id,
      1 + m.n % 5, 1 + 2 * (m.n / 5 % 5), 2 + 2 * (m.n / 5 % 5), m.weeks
    from ${counted('meeting', 'id')} m
    join ${counted('teacher', 'code', 'SEED')} t on t.n = m.n % ${teachers}
    join ${counted('classroom', 'code', 'SEED')} r on r.n = m.n % ${sizes.rooms};
  analyze;
`;
