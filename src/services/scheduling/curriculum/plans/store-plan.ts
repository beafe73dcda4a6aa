import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { PlannedChange } from '../../../../schema/enums.js';
import { storeFurtherTeachers } from '../further-teachers.queries.js';
import { settleAttendance } from '../attendance.js';
import type { AttendanceTerms } from '../../changes/live-timetables.js';
import { changesOf, studentsOf, type ClassChange, type PlanChanges } from './plan-changes.js';
import type { StandingClass } from './plans.queries.js';
import type { CoursePlan } from './plan.js';
import { isHeld, type PlanOutcome } from './outcome.js';
import { labelsOf, standingOf } from './standing-classes.js';
import { json } from '../../../../data/statements.js';
import {
  bringMeetingsBack,
  deleteClasses,
  deleteMeetings,
  deleteOtherGroups,
  disableClasses,
  furtherOfClasses,
  insertClasses,
  insertGroups,
  insertMeetings,
  lockPlannedClasses,
  lockSemesterRow,
  replaceMeetings,
  updateClasses,
  type FurtherOfClass,
} from './plans.queries.js';
import { lockKey } from '../../../../data/data.queries.js';

/**
 * Stores a plan: what earlier plans made of its courses becomes what it has, or as much of that as it makes
 * anew. The number of statements does not depend on its size.
 * @param standing what the plan makes anew of what stands, read after `lockPlan`; all where it is the whole
 */
export async function storePlan(
  em: EntityManager,
  plan: CoursePlan,
  terms: AttendanceTerms,
  standing: readonly StandingClass[] | null = null,
): Promise<PlanOutcome> {
  if (!standing) await lockPlan(em, plan);
  const changes = changesOf(plan, standing ?? (await standingOf(em, plan)));
  const labels = await labelsOf(em, plan, changes.classes);
  const ids = new Map(changes.classes.map((each) => [each, each.standing?.id ?? uuidv7()]));
  const standingIds = changes.classes.flatMap(({ standing }) => standing?.id ?? []);
  const further = Map.groupBy(await furtherOfClasses(em, json(standingIds)), (each) => each.class);
  await storeMeetingsGone(em, changes);
  await storeClasses(em, plan, { changes, labels, ids });
  await storeGroups(em, changes, ids);
  const meetingIds = await storeMeetings(em, changes, ids, further);
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
export async function lockPlan(em: EntityManager, { semester }: CoursePlan): Promise<void> {
  await lockSemesterRow(em, semester.id);
  await lockKey(em, plansLock);
  await lockPlannedClasses(em, semester.id);
}

/** Key of the advisory lock for storing plans; an arbitrary constant. */
const plansLock = 7_305_417_041;

async function storeMeetingsGone(em: EntityManager, { classes }: PlanChanges): Promise<void> {
  const gone = classes.flatMap((each) => each.gone);
  const idsOf = (held: boolean) => json(gone.filter((each) => each.isHeld === held).map(({ id }) => id));
  await replaceMeetings(em, idsOf(true));
  await deleteMeetings(em, idsOf(false));
  const back = classes
    .flatMap(({ meetings }) => meetings)
    .flatMap(({ standing }) => (standing?.isReplaced ? [standing.id] : []));
  await bringMeetingsBack(em, json(back));
}

async function storeClasses(
  em: EntityManager,
  { semester }: CoursePlan,
  { changes, labels, ids }: Pick<PlanOutcome, 'changes' | 'labels'> & { readonly ids: Ids },
): Promise<void> {
  const [dropped, kept] = [false, true].map((held) =>
    json(changes.dropped.filter((each) => isHeld(each) === held).map(({ id }) => id)),
  );
  await deleteClasses(em, dropped);
  await disableClasses(em, kept);
  const rowsOf = (change: PlannedChange) =>
    json(
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
  await insertClasses(em, semester.id, rowsOf(PlannedChange.NEW));
  await updateClasses(em, rowsOf(PlannedChange.CHANGED));
}

async function storeGroups(em: EntityManager, { classes }: PlanChanges, ids: Ids): Promise<void> {
  const changed = classes.filter(({ change }) => change !== PlannedChange.KEPT);
  const pairs = changed.flatMap((each) =>
    each.wanted.groups.map((group) => ({ id: uuidv7(), class: ids.get(each), group: group.id })),
  );
  await deleteOtherGroups(em, json(changed.map((each) => ids.get(each))), json(pairs));
  await insertGroups(em, json(pairs));
}

/** New meetings get the numbers that are free, and who teaches their class; gives all ids. */
async function storeMeetings(
  em: EntityManager,
  { classes }: PlanChanges,
  ids: Ids,
  further: ReadonlyMap<string, readonly FurtherOfClass[]>,
): Promise<PlanOutcome['meetingIds']> {
  const rows: { readonly id: string; readonly class: string }[] = [];
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
          class: ids.get(each)!,
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
  await insertMeetings(em, json(rows));
  const taught = rows.flatMap(({ id: meeting, class: of }) =>
    (further.get(of) ?? []).map(({ teacher, role }) => ({ id: uuidv7(), meeting, teacher, role })),
  );
  await storeFurtherTeachers(em, json([]), json(taught));
  return meetingIds;
}
