import { studentsSql } from '../support/students.js';

/** How many records of each large kind stand beside those of the demo. */
const manyPeople = 20_000;

/** Who takes part, beside the accounts of the demo: each has the password of the demo's student. */
export const guests = ['innocent', 'nesting', 'listing', 'searching', 'someone'] as const;
export type Guest = (typeof guests)[number];

/** What makes the university of the demo as large as attacks like it, with accounts for all who take part. */
export const institutionSql: readonly string[] = [
  studentsSql(manyPeople),
  `insert into teacher (id, code, name, english_name, ethnic, is_male, department_id, type_id)
    select gen_random_uuid(), 'SIEGE' || i, '教师' || i, 'Teacher ' || i, '汉族', i % 2 = 0, d.id,
      (select id from teacher_type order by id limit 1)
    from generate_series(1, ${manyPeople}) i
    join (select id, row_number() over (order by code) as n from department where code like 'SEED%') d
      on d.n = 1 + i % 20`,
  `insert into "user" (id, name, email, phone, password_hash, role_id)
    select gen_random_uuid(), 'siege-' || guest, guest || '@example.com', '1880000000' || place,
      password_hash, role_id
    from "user", unnest('{${guests.join(',')}}'::text[]) with ordinality as invited (guest, place)
    where name = 'demo-student'`,
  'vacuum analyze',
];
