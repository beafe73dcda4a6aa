import type { EntityManager } from '@mikro-orm/postgresql';
import {
  gapItemsMax,
  type ReadinessGap,
  type SchedulingReadiness,
} from '../../../entities/scheduling/readiness.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import type { ReadinessKind } from '../../../schema/readiness.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { actsForAll, authorize, declareRights, planners, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { offeredSql } from '../problem/snapshot.js';
import { isOfRun, runValues, type RunScope } from '../problem/run-scope.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import { gapKinds, type GapItem, type GapKind } from './gap-kinds.js';
import { overloadedTeachers } from './teacher-absences.js';

declareRights({ readiness: planners });

/** What is missing of one kind. */
interface Gap {
  readonly kind: ReadinessKind;
  readonly count: number;
  readonly items: readonly GapItem[];
}

/** What is asked about: of which teaching classes, and which rooms serve them. */
export interface ReadinessScope extends RunScope {
  /** Buildings whose rooms count; none: all. */
  readonly buildings: readonly string[];
  /** Whether a meeting needs a room of its type. */
  readonly isTypeNeeded: boolean;
}

/** What is missing in a semester before a run, as far as it is about departments of the caller. */
export async function readiness(ctx: Context, semesterId: string): Promise<SchedulingReadiness> {
  authorize(ctx, 'readiness');
  const semester = await readOne(ctx, Semester, semesterId);
  const departments = actsForAll(ctx) ? [] : viewerOf(ctx).departmentIds;
  const isNobodys = departments.length === 0 && !actsForAll(ctx);
  const gaps = isNobodys ? [] : await gapsOf(ctx.em, semester, { ...everything, departments });
  const shown = gaps.map(({ kind, count, items }): ReadinessGap => {
    const { sentence, about, remedy, isPassedOver, operations } = gapKinds[kind];
    return {
      kind,
      message: sentence(count)[ctx.language],
      isPassedOver,
      remedy: remedy[ctx.language],
      operations: [...operations],
      count,
      items: items.map((item) => ({ id: item.id, name: item.name, message: about(item)[ctx.language] })),
    };
  });
  return { isReady: shown.every(({ isPassedOver }) => !isPassedOver), gaps: shown };
}

export const everything: ReadinessScope = {
  departments: [],
  courses: [],
  teachingClasses: [],
  buildings: [],
  isTypeNeeded: true,
};

/** What a run would pass over, in numbers: it names nothing, because a run has more than its caller sees. */
export async function passedOver(
  em: EntityManager,
  semester: Row<Semester>,
  scope: ReadinessScope,
): Promise<Text[]> {
  const gaps = await gapsOf(em, semester, scope, ({ isPassedOver }) => isPassedOver);
  return gaps.map(({ kind, count }) => gapKinds[kind].sentence(count));
}

/** In the order of the table; two statements, whatever the size of the semester. */
async function gapsOf(
  em: EntityManager,
  semester: Row<Semester>,
  scope: ReadinessScope,
  isWanted: (kind: GapKind) => boolean = () => true,
): Promise<Gap[]> {
  const kinds = Object.entries(gapKinds) as [ReadinessKind, GapKind][];
  const wanted = kinds.filter(([, kind]) => isWanted(kind));
  const days = schedulingDaysOf(semester);
  const values = [
    semester.id,
    ...runValues(scope),
    scope.buildings,
    scope.isTypeNeeded,
    weekCountOf(semester),
    days.length,
  ];
  const found = await em.execute<Gap[]>(statementOf(wanted), values);
  if (wanted.some(([kind]) => kind === 'TEACHER_OVERLOADED')) {
    const teachers = await overloadedTeachers(em, semester, scope);
    found.push({ kind: 'TEACHER_OVERLOADED' as ReadinessKind, ...firstOf(teachers) });
  }
  return kinds.flatMap(([kind]) => found.filter((gap) => gap.kind === kind && gap.count > 0));
}

const firstOf = (items: readonly GapItem[]): Omit<Gap, 'kind'> => ({
  count: items.length,
  items: items.slice(0, gapItemsMax),
});

const statementOf = (kinds: readonly [ReadinessKind, GapKind][]): string =>
  `with ${sharedSql} ${kinds
    .flatMap(([kind, { query }]) => (query === null ? [] : [gapSql(kind, query)]))
    .join(' union all ')}`;

const gapSql = (kind: ReadinessKind, query: string): string => `
  select '${kind}' as kind, count(*)::int as count,
    coalesce(json_agg(f order by f.place) filter (where f.place <= ${gapItemsMax}), '[]') as items
  from (select q.*, row_number() over (order by q.name, q.id) as place from (${query}) q) f`;

/** What the queries of all kinds read from: the values are those of `gapsOf`. */
const sharedSql = `
  grid as materialized (
    select id, name, is_enabled as "isEnabled", start_date as "startDate", end_date as "endDate",
      rule_profile = 'STANDARD' as "isStandard", $7::int as weeks, $8::int as days,
      periods_per_day as periods, $8::int * periods_per_day as slots
    from semester where id = $1),
  ours as materialized (
    select t.* from teaching_class t where t.semester_id = $1 and t.is_enabled and ${isOfRun}),
  held as materialized (
    select m.teaching_class_id as class, t.name, t.course_id as course, t.student_count as size, m.periods,
      m.weeks, m.teacher_id as teacher, case when $6 then m.classroom_type_id end as "roomType",
      ${isOfRun} as "isOurs"
    from meeting m join teaching_class t on t.id = m.teaching_class_id
    where t.semester_id = $1 and t.is_enabled and not m.is_replaced),
  seats as materialized (
    select r.type_id as type, max(r.capacity) as largest, count(*)::int as rooms
    from ${offeredSql} where o.offered and (cardinality($5::uuid[]) = 0 or b.id = any($5))
    group by grouping sets ((r.type_id), ()))`;
