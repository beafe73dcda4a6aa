import { statement } from '../../data/statements.js';

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
