import { command, statement } from '../../data/statements.js';

export const departmentsAbove = statement<object, [department: string, wanted: string]>(`
  with recursive above as (
    select id, parent_id from department where id = $1
    union select d.id, d.parent_id from department d join above on d.id = above.parent_id
  )
  select 1 from above where id = $2`);

export const departmentAndBelow = statement<{ id: string }, [department: string]>(`
  with recursive below(id) as (
    select $1::uuid union select d.id from department d join below b on d.parent_id = b.id)
  select id from below order by id`);

/** Gives the students of a class, but for graduates, its grade, department and major. */
export const followClass = command<[administrativeClass: string]>(`
  update student s set grade_id = c.grade_id, department_id = c.department_id, major_id = c.major_id,
    version = s.version + 1, updated_at = clock_timestamp()
  from administrative_class c
  where c.id = $1 and s.administrative_class_id = c.id and not s.is_graduated
    and (s.grade_id, s.department_id, s.major_id)
      is distinct from (c.grade_id, c.department_id, c.major_id)`);
