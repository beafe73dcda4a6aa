import { isOfRun, type RunValues } from '../problem/run-scope.js';
import type { ConflictKind } from '../../../schema/timetables.js';
import { statement } from '../../../data/statements.js';

export const courseTypesOf = statement<{ id: string; type: string }, [classes: readonly string[]]>(`
  select t.id, c.type_id as type from teaching_class t join course c on c.id = t.course_id
  where t.id = any($1)`);

export const replacedMeetings = statement<{ id: string }, [timetable: string, ...scope: RunValues]>(`
  select m.id from class_assignment a join meeting m on m.id = a.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where a.timetable_id = $1 and not a.is_locked and ${isOfRun}
    and (m.is_replaced or not t.is_enabled) order by m.id`);

export const requesterOf = statement<Record<'person' | 'department', string | null>, [task: string]>(`
  select u.name as person, d.name as department from scheduling_task t
    left join "user" u on u.id = t.requested_by_id left join department d on d.id = t.department_id
  where t.id = $1`);

export const conflictCounts = statement<
  { kind: ConflictKind; count: number },
  [timetable: string, meetings: readonly string[]]
>(`
  select c.kind, count(distinct c.id)::int as count from conflict c
    join conflict_pair p on p.conflict_id = c.id
  where c.timetable_id = $1 and c.status = 'OPEN'
    and (p.first_meeting_id = any($2) or p.second_meeting_id = any($2)) group by c.kind`);

export const lockKeptResult = statement<object, [task: string]>(
  'select from scheduling_task where id = $1 and is_result_kept for update',
);

export const basisFacts = statement<Record<'isNamed' | 'hasBegun', boolean>, [task: string]>(`
  select coalesce((snapshot->>'isNamed')::boolean, false) as "isNamed", snapshot is not null as "hasBegun"
  from scheduling_task where id = $1`);

export const meetingsExist = statement<{ meetings: boolean }, [semester: string]>(`
  select exists (select from meeting m join teaching_class t on t.id = m.teaching_class_id
  where t.semester_id = $1 and t.is_enabled and not m.is_replaced) as meetings`);

export const waitingCounts = statement<
  { count: number; own: number },
  [semester: string, person: string | null]
>(`
  select count(*)::int as count, (count(*) filter (where requested_by_id = $2))::int as own
  from scheduling_task where semester_id = $1 and status = 'QUEUED'`);

interface CourseRow {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly isQualified: boolean;
}

export const coursesToTeach = statement<
  CourseRow,
  [departments: readonly string[], courses: readonly string[]]
>(`
  select c.id, c.name, c.department_id = any($1) as "isOwn", exists (select from teacher_qualification q
    where q.course_id = c.id and q.status = 'APPROVED') as "isQualified"
  from course c where c.id = any($2)`);
