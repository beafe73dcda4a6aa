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
import { runValues, type RunScope } from '../problem/run-scope.js';
import { longBreaksIn } from '../semester/bell-schedule.js';
import { longestBand, pairsOfDay } from '../semester/periods.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import { gapKinds, type GapItem, type GapKind } from './gap-kinds.js';
import { gapsIn, type Gap } from './readiness.queries.js';
import { overloadedTeachers } from './teacher-absences.js';

declareRights({ readiness: planners });

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

/** In the order of the table; three statements, whatever the size of the semester. */
async function gapsOf(
  em: EntityManager,
  semester: Row<Semester>,
  scope: ReadinessScope,
  isWanted: (kind: GapKind) => boolean = () => true,
): Promise<Gap[]> {
  const kinds = Object.entries(gapKinds) as [ReadinessKind, GapKind][];
  const wanted = kinds.filter(([, kind]) => isWanted(kind));
  const days = schedulingDaysOf(semester);
  const breaks = await longBreaksIn(em);
  const found = await gapsIn(wanted.map(([kind]) => kind))(
    em,
    semester.id,
    ...runValues(scope),
    scope.buildings,
    scope.isTypeNeeded,
    weekCountOf(semester),
    days.length,
    pairsOfDay(semester.periodsPerDay, breaks),
    longestBand(semester.periodsPerDay, breaks),
  );
  if (wanted.some(([kind]) => kind === 'TEACHER_OVERLOADED')) {
    const teachers = await overloadedTeachers(em, semester, scope, breaks);
    found.push({ kind: 'TEACHER_OVERLOADED' as ReadinessKind, ...firstOf(teachers) });
  }
  return kinds.flatMap(([kind]) => found.filter((gap) => gap.kind === kind && gap.count > 0));
}

const firstOf = (items: readonly GapItem[]): Omit<Gap, 'kind'> => ({
  count: items.length,
  items: items.slice(0, gapItemsMax),
});
