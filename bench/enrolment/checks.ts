import type { Confirmed } from './booking.js';
import type { Rush } from './rush.js';

/** What is wrong in the database after everybody was answered; nothing, it is hoped. */
export async function faultsOf(
  { query, round }: Rush,
  confirmed: readonly Confirmed[],
  unanswered: number,
): Promise<string[]> {
  const counted = async (what: string, sql: string): Promise<string[]> => {
    const [{ count }] = await query(sql);
    return Number(count) === 0 ? [] : [`${count} ${what}`];
  };
  const stored = new Map<string, string>(
    (
      await query(
        `select id, student_id || ' ' || teaching_class_id as what from enrolment
         where round_id = '${round}'`,
      )
    ).map(({ id, what }) => [id, what]),
  );
  const lost = confirmed.filter((each) => stored.get(each.id) !== `${each.student} ${each.class}`);
  const known = new Set(confirmed.map(({ id }) => id));
  const unknown = [...stored.keys()].filter((id) => !known.has(id));
  return [
    ...(await counted(
      'teaching classes with more students than seats',
      `select count(*) from teaching_class t where t.seats < (
         select count(*) from enrolment e where e.teaching_class_id = t.id)`,
    )),
    ...(await counted(
      'students with more credits than allowed',
      `select count(*) from (select e.student_id from enrolment e
         join teaching_class t on t.id = e.teaching_class_id
         join course c on c.id = t.course_id where e.round_id = '${round}'
         group by 1 having sum(c.credits) > 8) s`,
    )),
    ...(await counted(
      'students with two electives at the same time',
      `select count(*) from enrolment e join enrolment f on f.student_id = e.student_id and f.id > e.id
       join class_assignment a on a.teaching_class_id = e.teaching_class_id
       join class_assignment b on b.teaching_class_id = f.teaching_class_id
         and b.timetable_id = a.timetable_id
         and b.day_of_week = a.day_of_week and b.period_start = a.period_start
       where e.round_id = '${round}' and f.round_id = '${round}'`,
    )),
    ...(lost.length > 0 ? [`${lost.length} confirmed enrolments that are not there`] : []),
    ...(new Set(confirmed.map(({ id }) => id)).size < confirmed.length ? ['enrolments confirmed twice'] : []),
    ...(unknown.length > unanswered ? [`${unknown.length} enrolments that nobody was told of`] : []),
  ];
}
