import type { EnrolmentRoundState } from '../../../schema/enrolment.js';
import { type Json, command, preparedStatement } from '../../../data/statements.js';
import { offers, participates, stateOf } from './rounds.queries.js';

/** A round as somebody meets it who ranks wishes. */
export interface WishingRound {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly state: EnrolmentRoundState;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly isOpenToStudent: boolean;
  readonly withdrawals: number;
  /** Those of the wanted teaching classes that it offers. */
  readonly offered: readonly string[];
  /** The departments that offer what is wanted, and what was before. */
  readonly departments: readonly string[];
  readonly wishes: readonly string[];
}

/** Locks the round against its draw, and the student against others who rank the same wishes. */
export const roundOfWishes = preparedStatement<
  WishingRound,
  [student: string, round: string, wanted: Json<readonly string[]>]
>(`
  select r.id, r.name, r.mode, ${stateOf} as state, r.opens_at as "opensAt", r.closes_at as "closesAt",
    not s.is_graduated and ${participates('s')} as "isOpenToStudent",
    coalesce((select d.count from enrolment_withdrawal d where d.round_id = r.id and d.student_id = s.id), 0)
      as withdrawals,
    array(select t.id::text from teaching_class t
      where t.id in (select jsonb_array_elements_text($3)::uuid) and ${offers('t')}) as offered,
    array(select distinct t.department_id::text from teaching_class t
      where t.id in (select jsonb_array_elements_text($3)::uuid
        union select w.teaching_class_id from enrolment_wish w
        where w.round_id = r.id and w.student_id = s.id)) as departments,
    array(select w.teaching_class_id::text from enrolment_wish w
      where w.round_id = r.id and w.student_id = s.id order by w.rank) as wishes
  from (select * from student where id = $1 for no key update) s
    cross join lateral (select * from enrolment_round where id = $2 and s.id is not null for key share) r`);

/** Stores what differs from what was ranked before. */
export const storeWishes = command<
  [round: string, student: string, teachingClasses: Json<readonly string[]>]
>(`
  with wanted as (
    select id::uuid, rank::int from jsonb_array_elements_text($3) with ordinality as given (id, rank)),
  gone as (
    delete from enrolment_wish where round_id = $1 and student_id = $2
      and teaching_class_id not in (select id from wanted))
  insert into enrolment_wish as w (id, round_id, student_id, teaching_class_id, rank)
  select gen_random_uuid(), $1, $2, id, rank from wanted
  on conflict (round_id, student_id, teaching_class_id)
  do update set rank = excluded.rank, version = w.version + 1 where w.rank <> excluded.rank`);
