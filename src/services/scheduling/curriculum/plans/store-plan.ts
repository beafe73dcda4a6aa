import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { PlannedChange } from '../../../../schema/enums.js';
import { settleAttendance } from '../attendance.js';
import type { AttendanceTerms } from '../../changes/live-timetables.js';
import {
  changesOf,
  studentsOf,
  type ClassChange,
  type PlanChanges,
  type StandingClass,
} from './plan-changes.js';
import type { CoursePlan } from './plan.js';
import { isHeld, type PlanOutcome } from './outcome.js';
import { labelsOf, standingOf } from './standing-classes.js';

/**
 * Stores a plan: what earlier plans made of its courses becomes what it has, or as much of that as it makes
 * anew. The number of statements does not depend on its size.
 * @param standing what the plan makes anew of what stands; all where it is the whole
 */
export async function storePlan(
  em: EntityManager,
  plan: CoursePlan,
  terms: AttendanceTerms,
  standing: (em: EntityManager, plan: CoursePlan) => Promise<readonly StandingClass[]> = standingOf,
): Promise<PlanOutcome> {
  await lock(em, plan);
  const changes = changesOf(plan, await standing(em, plan));
  const labels = await labelsOf(em, plan, changes.classes);
  const ids = new Map(changes.classes.map((each) => [each, each.standing?.id ?? uuidv7()]));
  await storeMeetingsGone(em, changes);
  await storeClasses(em, plan, { changes, labels, ids });
  await storeGroups(em, changes, ids);
  const meetingIds = await storeMeetings(em, changes, ids);
  await settleAttendance(
    em,
    changes.classes.filter(({ change }) => change !== PlannedChange.KEPT).map((each) => ids.get(each)!),
    terms,
  );
  return { plan, changes, labels, ids, meetingIds };
}

type Ids = ReadonlyMap<ClassChange, string>;

/**
 * The semester first, as whoever stores its timetables does. One plan is stored at a time, so that two do not
 * take the same code.
 */
async function lock(em: EntityManager, { semester }: CoursePlan): Promise<void> {
  await em.execute('select id from semester where id = $1 for update', [semester.id]);
  await em.execute('select pg_advisory_xact_lock($1)', [plansLock]);
  await em.execute(
    `select id from teaching_class where semester_id = $1 and planned_kind is not null
     order by id for no key update`,
    [semester.id],
  );
}

/** Key of the advisory lock for storing plans; an arbitrary constant. */
const plansLock = 7_305_417_041;

const named = 'in (select jsonb_array_elements_text($1)::uuid)';

async function storeMeetingsGone(em: EntityManager, { classes }: PlanChanges): Promise<void> {
  const gone = classes.flatMap((each) => each.gone);
  const idsOf = (held: boolean): string =>
    JSON.stringify(gone.filter((each) => each.isHeld === held).map(({ id }) => id));
  await em.execute(`update meeting set is_replaced = true, version = version + 1 where id ${named}`, [
    idsOf(true),
  ]);
  await em.execute(`delete from meeting where id ${named}`, [idsOf(false)]);
  const back = classes
    .flatMap(({ meetings }) => meetings)
    .flatMap(({ standing }) => (standing?.isReplaced ? [standing.id] : []));
  await em.execute(`update meeting set is_replaced = false, version = version + 1 where id ${named}`, [
    JSON.stringify(back),
  ]);
}

async function storeClasses(
  em: EntityManager,
  { semester }: CoursePlan,
  { changes, labels, ids }: Pick<PlanOutcome, 'changes' | 'labels'> & { readonly ids: Ids },
): Promise<void> {
  const [dropped, kept] = [false, true].map((held) =>
    JSON.stringify(changes.dropped.filter((each) => isHeld(each) === held).map(({ id }) => id)),
  );
  await em.execute(`delete from teaching_class where id ${named}`, [dropped]);
  await em.execute(
    `update teaching_class set is_enabled = false, version = version + 1 where id ${named} and is_enabled`,
    [kept],
  );
  const rowsOf = (change: PlannedChange): string =>
    JSON.stringify(
      changes.classes
        .filter((each) => each.change === change)
        .map((each) => ({
          id: ids.get(each),
          ...labels.get(each),
          course: each.wanted.course.id,
          department: each.wanted.course.department,
          compulsory: each.wanted.isCompulsory,
          students: studentsOf(each.wanted, each.standing),
          days: each.wanted.minWorkingDays,
          kind: each.wanted.kind,
        })),
    );
  await em.execute(
    `insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
       student_count, min_working_days, planned_kind)
     select x.id, x.code, x.name, $1, x.course, x.department, x.compulsory, x.students, x.days, x.kind
     from jsonb_to_recordset($2) as x (id uuid, code text, name text, course uuid, department uuid,
       compulsory boolean, students int, days int, kind text)`,
    [semester.id, rowsOf(PlannedChange.NEW)],
  );
  await em.execute(
    `update teaching_class t set student_count = x.students, min_working_days = x.days, is_enabled = true,
       version = t.version + 1
     from jsonb_to_recordset($1) as x (id uuid, students int, days int) where t.id = x.id`,
    [rowsOf(PlannedChange.CHANGED)],
  );
}

async function storeGroups(em: EntityManager, { classes }: PlanChanges, ids: Ids): Promise<void> {
  const changed = classes.filter(({ change }) => change !== PlannedChange.KEPT);
  const pairs = changed.flatMap((each) =>
    each.wanted.groups.map((group) => ({ id: uuidv7(), class: ids.get(each), group: group.id })),
  );
  await em.execute(
    `delete from teaching_class_group g using jsonb_array_elements_text($1) as c
     where g.teaching_class_id = c::uuid and not exists (
       select from jsonb_to_recordset($2) as x ("class" uuid, "group" uuid)
       where x."class" = g.teaching_class_id and x."group" = g.administrative_class_id)`,
    [JSON.stringify(changed.map((each) => ids.get(each))), JSON.stringify(pairs)],
  );
  await em.execute(
    `insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
     select x.id, x."class", x."group"
     from jsonb_to_recordset($1) as x (id uuid, "class" uuid, "group" uuid)
     on conflict (teaching_class_id, administrative_class_id) do nothing`,
    [JSON.stringify(pairs)],
  );
}

/** New meetings get the numbers that are free; gives the ids of all. */
async function storeMeetings(
  em: EntityManager,
  { classes }: PlanChanges,
  ids: Ids,
): Promise<PlanOutcome['meetingIds']> {
  const rows: object[] = [];
  const meetingIds = new Map(
    classes.map((each) => {
      const deleted = new Set(each.gone.filter((meeting) => !meeting.isHeld));
      const taken = new Set(
        (each.standing?.meetings ?? [])
          .filter((meeting) => !deleted.has(meeting))
          .map(({ sequence }) => sequence),
      );
      let sequence = 0;
      const all = each.meetings.map(({ wanted, standing }) => {
        if (standing) return standing.id;
        do sequence++;
        while (taken.has(sequence));
        const { creditHourType, classroomType } = each.wanted;
        const row = {
          id: uuidv7(),
          class: ids.get(each),
          sequence,
          ...wanted,
          creditHourType,
          classroomType,
        };
        rows.push(row);
        return row.id;
      });
      return [each, all] as const;
    }),
  );
  await em.execute(
    `insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
       classroom_type_id)
     select x.id, x."class", x.sequence, x.periods, x.weeks, x."creditHourType", x."classroomType"
     from jsonb_to_recordset($1) as x (id uuid, "class" uuid, sequence int, periods int, weeks int[],
       "creditHourType" uuid, "classroomType" uuid)`,
    [JSON.stringify(rows)],
  );
  return meetingIds;
}
