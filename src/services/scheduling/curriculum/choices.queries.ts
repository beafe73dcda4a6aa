import { command } from '../../../data/statements.js';

/** Rounds that name one of some teaching classes name others, too. */
export const offerAlike = command<[from: readonly string[], to: readonly string[]]>(`
  insert into round_teaching_class (id, round_id, teaching_class_id)
  select gen_random_uuid(), l.round_id, t.id
  from (select distinct round_id from round_teaching_class where teaching_class_id = any($1)) l
    cross join unnest($2::uuid[]) as t (id)
  on conflict (round_id, teaching_class_id) do nothing`);

/** Who waits for one of some teaching classes waits for another one behind those who do, once. */
export const moveWaiting = command<[from: readonly string[], to: string]>(`
  update waiting_place w set teaching_class_id = $2, sequence = k.last + m.n, version = w.version + 1
  from (select coalesce(max(sequence), 0) as last from waiting_place where teaching_class_id = $2) k,
    (select id, row_number() over (order by created_at, id) as n from (
       select distinct on (student_id) id, created_at from waiting_place o
       where teaching_class_id = any($1) and state = 'WAITING' and not exists (
         select from waiting_place h where h.teaching_class_id = $2 and h.student_id = o.student_id
           and h.state = 'WAITING')
       order by student_id, created_at, id) one) m
  where m.id = w.id`);

/** Who wished one of some teaching classes wishes another one, at the dearest rank. */
export const moveWishes = command<[from: readonly string[], to: string]>(`
  update enrolment_wish w set teaching_class_id = $2, version = w.version + 1
  from (select distinct on (round_id, student_id) id from enrolment_wish o
    where teaching_class_id = any($1) and not exists (
      select from enrolment_wish h where h.teaching_class_id = $2 and h.round_id = o.round_id
        and h.student_id = o.student_id)
    order by round_id, student_id, rank) m
  where m.id = w.id`);
