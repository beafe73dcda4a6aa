import { classSize, studentGroups } from '../attendance/attendees.queries.js';
import { type Json, command, statement } from '../../../data/statements.js';

const named = 'in (select jsonb_array_elements_text($1)::uuid)';

// No row may refer to the classes meanwhile, so that what they attend is known.
export const lockClassesOfGroups = command<[classes: Json<readonly string[]>]>(
  `select id from administrative_class where id ${named} order by id for update`,
);

export interface KnownGroup {
  readonly id: string;
  readonly class: string;
  readonly partition: string;
  readonly studentCount: number;
}

export const groupsOfClasses = statement<KnownGroup, [classes: Json<readonly string[]>]>(`
  select g.id, p.administrative_class_id as class, p.id as partition, g.student_count as "studentCount"
  from class_group g join class_partition p on p.id = g.partition_id
  where p.administrative_class_id ${named} order by g.partition_id, g."order", g.id`);

export interface StudentSet {
  readonly class: string;
  readonly groups: readonly string[];
  readonly count: number;
}

/** How many students of the classes are in which groups; graduates are in none. */
export const studentSets = statement<StudentSet, [classes: Json<readonly string[]>]>(`
  select s.class, s.groups, count(*)::int as count from (
    select s.administrative_class_id as class,
      ${studentGroups} as groups
    from student s where s.administrative_class_id ${named} and not s.is_graduated) s
  group by 1, 2 order by 1, 2`);

/** Expected students of classes. */
export const expectedStudents = statement<
  { id: string; studentCount: number },
  [classes: Json<readonly string[]>]
>(`select a.id, ${classSize()} as "studentCount" from administrative_class a where a.id ${named}`);

export interface GroupState {
  readonly id: string;
  readonly lanes: readonly number[];
  readonly count: number;
}

// Numbers of students that somebody has set differ from the sum of the attendees, and stay as they are.
export const followCounts = command<[groups: Json<readonly GroupState[]>]>(`
  with changed as (
    select g.id, n.count from jsonb_to_recordset($1) as n (id uuid, count int)
      join class_group g on g.id = n.id
    where g.student_count <> n.count)
  update teaching_class t set student_count = w.counted, version = version + 1 from (
    select k.teaching_class_id as id, sum(coalesce(g.student_count, c.student_count)) as planned,
      sum(coalesce(g.student_count, ${classSize('c')})) as expected,
      sum(coalesce(n.count, g.student_count, ${classSize('c')})) as counted
    from teaching_class_group k join administrative_class c on c.id = k.administrative_class_id
      left join class_group g on g.id = k.class_group_id left join changed n on n.id = g.id
    where k.teaching_class_id in (
      select teaching_class_id from teaching_class_group where class_group_id in (select id from changed))
    group by 1) w
  where t.id = w.id and t.student_count in (w.expected, w.planned) and w.counted <> t.student_count
    and exists (select from semester s where s.id = t.semester_id and s.end_date >= current_date)`);

export const storeGroupStates = command<[groups: Json<readonly GroupState[]>]>(`
  update class_group g set lanes = n.lanes, student_count = n.count
  from jsonb_to_recordset($1) as n (id uuid, lanes int[], count int)
  where g.id = n.id and (g.lanes, g.student_count) is distinct from (n.lanes, n.count)`);

export const storeClassLanes = statement<
  { id: string },
  [classes: Json<readonly { id: string; lanes: readonly number[] }[]>]
>(`
  update administrative_class c set lanes = n.lanes
  from jsonb_to_recordset($1) as n (id uuid, lanes int[])
  where c.id = n.id and c.lanes <> n.lanes returning c.id`);

export const taughtToClasses = statement<{ id: string }, [classes: Json<readonly string[]>]>(`
  select distinct teaching_class_id as id from teaching_class_group where administrative_class_id ${named}
  order by 1`);

/** Takes students out of groups of other classes than their own, and gives the classes that they were of. */
export const leaveForeignGroups = statement<{ class: string }, [students: Json<readonly string[]>]>(`
  delete from class_group_member m using class_partition p, student s
  where p.id = m.partition_id and s.id = m.student_id and s.id ${named}
    and p.administrative_class_id is distinct from s.administrative_class_id
  returning p.administrative_class_id as class`);

export interface ClassStudent {
  readonly id: string;
  readonly code: string;
  /** The group of the partition $2 that the student is in. */
  readonly group: string | null;
}

/** Those who study in a class, by number. */
export const studentsOfClass = statement<ClassStudent, [classId: string, partition: string]>(`
  select s.id, s.code, m.class_group_id as "group" from student s
    left join class_group_member m on m.student_id = s.id and m.partition_id = $2
  where s.administrative_class_id = $1 and not s.is_graduated order by s.code, s.id`);

/** Classes that have a partition. */
export const partedAmong = statement<{ id: string }, [classes: Json<readonly string[]>]>(`
  select distinct administrative_class_id as id from class_partition where administrative_class_id ${named}`);

export const removeMembers = command<[students: Json<readonly string[]>, partition: string]>(`
  delete from class_group_member where student_id ${named} and partition_id = $2`);

export const insertMembers = command<
  [members: Json<readonly { id: string; group: string; partition: string; student: string }[]>]
>(`
  insert into class_group_member (id, class_group_id, partition_id, student_id)
  select x.id, x."group", x.partition, x.student
  from jsonb_to_recordset($1) as x (id uuid, "group" uuid, partition uuid, student uuid)`);

export interface GroupSize {
  readonly id: string;
  readonly name: string;
  readonly studentCount: number;
}

export const groupSizes = statement<GroupSize, [partition: string]>(`
  select id, name, student_count as "studentCount" from class_group where partition_id = $1
  order by "order", id`);

/** Every group as a workbook tells it. */
export const groupTexts = statement<{
  id: string;
  partition: string;
  administrativeClass: string;
  partitionName: string;
  name: string;
  students: string;
}>(`
  select g.id, p.id as partition, a.name as "administrativeClass", p.name as "partitionName", g.name,
    coalesce((select string_agg(s.code, ',' order by s.code) from class_group_member m
      join student s on s.id = m.student_id
      where m.class_group_id = g.id and not s.is_graduated), '') as students
  from class_group g join class_partition p on p.id = g.partition_id
    join administrative_class a on a.id = p.administrative_class_id order by g.id`);

export const partedStudents = statement<
  { id: string; code: string; class: string },
  [classes: Json<readonly string[]>]
>(`
  select id, code, administrative_class_id as class from student
  where administrative_class_id ${named} and not is_graduated`);
