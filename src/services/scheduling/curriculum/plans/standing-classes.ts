import type { EntityManager } from '@mikro-orm/postgresql';
import { kindNames } from './kinds.js';
import type { ClassChange, StandingClass } from './plan-changes.js';
import type { CoursePlan } from './plan.js';

/** The teaching classes that earlier plans made of the courses and kinds of hours of a plan. */
export const standingOf = (em: EntityManager, { semester, scope }: CoursePlan): Promise<StandingClass[]> =>
  em.execute<StandingClass[]>(standingSql, [semester.id, JSON.stringify(scope)]);

const standingSql = `
  select t.id, t.code, t.name, t.course_id as course, t.planned_kind as kind,
    t.is_compulsory as "isCompulsory", t.is_enabled as "isEnabled", t.student_count as "studentCount",
    t.min_working_days as "minWorkingDays",
    array(select g.administrative_class_id from teaching_class_group g where g.teaching_class_id = t.id)
      as groups,
    (select count(*) from enrolment e where e.teaching_class_id = t.id)::int as "enrolledCount",
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'sequence', m.sequence, 'periods', m.periods,
        'weeks', m.weeks, 'creditHourType', m.credit_hour_type_id, 'classroomType', m.classroom_type_id,
        'isReplaced', m.is_replaced, 'isHeld',
        exists (select from class_assignment a where a.meeting_id = m.id)
          or exists (select from change_item i where i.meeting_id = m.id)) order by m.sequence)
      from meeting m where m.teaching_class_id = t.id), '[]') as meetings
  from teaching_class t
    join jsonb_to_recordset($2) as s (course uuid, kind text)
      on s.course = t.course_id and s.kind = t.planned_kind
  where t.semester_id = $1 order by t.id`;

/** Those of the teaching classes that a timetable which is not archived has a place for, or a run will. */
export async function takenOf(
  em: EntityManager,
  standing: readonly StandingClass[],
): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select t.id from teaching_class t where t.id = any($1) and (
       exists (select from class_assignment a join timetable o on o.id = a.timetable_id
         where a.teaching_class_id = t.id and a.day_of_week is not null and o.status <> 'ARCHIVED')
       or exists (select from scheduling_task k where k.semester_id = t.semester_id
         and k.status in ('QUEUED', 'RUNNING')
         and k.options->'scopeSettings'->'teachingClasses' ? t.id::text))`,
    [standing.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Code and name of a teaching class. */
export interface Label {
  readonly code: string;
  readonly name: string;
}

/**
 * What teaching classes are called: those that stand as they are, new ones by course, kind of hours and the
 * first number whose code is free. Codes tell semesters apart by the month in which they start.
 */
export async function labelsOf(
  em: EntityManager,
  { semester }: CoursePlan,
  changes: readonly ClassChange[],
): Promise<ReadonlyMap<ClassChange, Label>> {
  const month = semester.startDate.slice(2, 7).replace('-', '');
  const labelOf = ({ wanted: { course, kind } }: ClassChange, number: number): Label => ({
    code: `${course.code.slice(0, courseCodeMax)}-${kindNames[kind].letter}${number}-${month}`,
    name: `${course.name}（${kindNames[kind].name.zh}）${number}班`,
  });
  const taken = new Set(changes.flatMap(({ standing }) => (standing ? [keyOf(standing)] : [])));
  for (;;) {
    const used = new Set(taken);
    const labels = new Map<ClassChange, Label>();
    for (const change of changes) {
      let label: Label | null = change.standing;
      for (let number = 1; !label; number++) {
        const free = labelOf(change, number);
        if (!used.has(keyOf(free))) label = free;
      }
      used.add(keyOf(label));
      labels.set(change, label);
    }
    const made = changes.filter(({ standing }) => !standing).map((change) => keyOf(labels.get(change)!));
    const rows = await em.execute<{ code: string }[]>(takenSql, [JSON.stringify(made)]);
    if (rows.length === 0) return labels;
    for (const { code } of rows) taken.add(code);
  }
}

/** What is added to it has at most twelve characters, of 32. */
const courseCodeMax = 20;

const keyOf = ({ code }: { readonly code: string }): string => code.trim().toLowerCase();

const takenSql = `
  select lower(btrim(code)) as code from teaching_class
  where lower(btrim(code)) in (select jsonb_array_elements_text($1))`;
