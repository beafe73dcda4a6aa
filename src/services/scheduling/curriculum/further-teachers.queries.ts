import type { TeachingRole } from '../../../schema/timetables.js';
import { type Json, command, statement } from '../../../data/statements.js';
import type { MeetingNeeds, MeetingPlace } from '../placement/facts.js';

/** A meeting of a teaching class, with who teaches it. */
export interface TaughtMeeting extends Omit<MeetingNeeds, 'furtherTeachers'> {
  readonly semester: string;
  readonly sequence: number;
  /** Where the published timetable places it. */
  readonly place: MeetingPlace | null;
  readonly further: readonly { readonly teacher: string; readonly role: TeachingRole }[];
}

/** The meetings of the teaching classes that further plans did not replace, in order. */
export const taughtMeetings = statement<TaughtMeeting, [classes: Json<readonly string[]>]>(`
  select m.id as meeting, t.semester_id as semester, t.id as "teachingClass", t.name as "teachingClassName",
    t.course_id as course, c.name as "courseName", t.student_count as "studentCount", m.sequence, m.periods,
    m.weeks, m.classroom_type_id as "classroomType", m.teacher_id as teacher,
    (select jsonb_build_object('day', a.day_of_week, 'period', a.period_start, 'room', a.classroom_id,
        'teacher', a.teacher_id)
      from class_assignment a join timetable p on p.id = a.timetable_id
      where a.meeting_id = m.id and p.status = 'PUBLISHED' and a.day_of_week is not null) as place,
    coalesce((select jsonb_agg(jsonb_build_object('teacher', f.teacher_id, 'role', f.role))
      from further_teacher f where f.meeting_id = m.id), '[]') as further
  from teaching_class t join course c on c.id = t.course_id
    join meeting m on m.teaching_class_id = t.id and not m.is_replaced
  where t.id in (select jsonb_array_elements_text($1)::uuid) order by t.id, m.sequence`);

/** A meeting with one who is to teach it too. */
export type StoredTeacher = Readonly<Record<'id' | 'meeting' | 'teacher' | 'role', string>>;

/** Lets exactly those teach the meetings beside their first teachers. */
export const storeFurtherTeachers = async (
  ...[em, meetings, teachers]: Parameters<typeof keepFurtherTeachers>
): Promise<void> => {
  await keepFurtherTeachers(em, meetings, teachers);
  await addFurtherTeachers(em, teachers);
};

const given = 'jsonb_to_recordset($2) as x (id uuid, meeting uuid, teacher uuid, role text)';

const keepFurtherTeachers = command<
  [meetings: Json<readonly string[]>, teachers: Json<readonly StoredTeacher[]>]
>(`
  delete from further_teacher f where f.meeting_id in (select jsonb_array_elements_text($1)::uuid)
    and not exists (select from ${given} where x.meeting = f.meeting_id and x.teacher = f.teacher_id)`);

const addFurtherTeachers = command<[teachers: Json<readonly StoredTeacher[]>]>(`
  insert into further_teacher (id, meeting_id, teacher_id, role)
  select x.* from ${given.replace('$2', '$1')}
  on conflict (meeting_id, teacher_id) do update set role = excluded.role,
    version = further_teacher.version + 1 where further_teacher.role <> excluded.role`);

/** Lets whoever teaches some meetings beside their first teachers do so with others, which are like them. */
export const copyFurtherTeachers = command<
  [copies: Json<readonly { readonly from: string; readonly to: string }[]>]
>(`
  insert into further_teacher (id, meeting_id, teacher_id, role)
  select gen_random_uuid(), x.to, f.teacher_id, f.role
  from jsonb_to_recordset($1) as x ("from" uuid, "to" uuid) join further_teacher f on f.meeting_id = x."from"
  on conflict do nothing`);

/** Lets whoever teaches meetings of some teaching classes with others teach those of another, by number. */
export const joinFurtherTeachers = command<[to: string, from: Json<readonly string[]>]>(`
  insert into further_teacher (id, meeting_id, teacher_id, role)
  select gen_random_uuid(), k.id, f.teacher_id, f.role
  from meeting k join meeting m on m.sequence = k.sequence and not m.is_replaced
      and m.teaching_class_id in (select jsonb_array_elements_text($2)::uuid)
    join further_teacher f on f.meeting_id = m.id
  where k.teaching_class_id = $1 and not k.is_replaced and f.teacher_id is distinct from k.teacher_id
  on conflict do nothing`);

/** Names of teachers, by id; of those that exist. */
export const teacherNames = statement<{ id: string; name: string }, [ids: Json<readonly string[]>]>(
  'select id, name from teacher where id in (select jsonb_array_elements_text($1)::uuid) for key share',
);

/** The published timetables of semesters. */
export const publishedTimetable = statement<{ id: string }, [semester: string]>(
  `select id from timetable where semester_id = $1 and status = 'PUBLISHED'`,
);
