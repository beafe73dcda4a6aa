import { type Json, statement } from '../../../data/statements.js';

/** The round of a waiting place, and how often its student took something back in it; locks the student. */
export const waitingFacts = statement<{ id: string; name: string; withdrawals: number }, [place: string]>(`
  select r.id, r.name, coalesce((select d.count from enrolment_withdrawal d
    where d.round_id = r.id and d.student_id = s.id), 0) as withdrawals
  from waiting_place w join enrolment_round r on r.id = w.round_id join student s on s.id = w.student_id
  where w.id = $1 for no key update of s`);

export const waitingPositions = statement<{ id: string; position: number }, [ids: Json<readonly string[]>]>(`
  select w.id, (select count(*)::int from waiting_place o where o.teaching_class_id = w.teaching_class_id
    and o.state = 'WAITING' and o.sequence <= w.sequence) as position
  from waiting_place w where w.state = 'WAITING' and w.id in (select jsonb_array_elements_text($1)::uuid)`);
