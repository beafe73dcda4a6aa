import type {
  DroppedTeachingClass,
  PlannedTeachingClass,
  PlanWarning as ShownWarning,
  SemesterPlan,
} from '../../../../entities/scheduling/semester-plans.js';
import { PlanWarningKind } from '../../../../schema/enums.js';
import type { Language } from '../../../../schema/texts.js';
import type { ClassChange, PlanChanges } from './plan-changes.js';
import type { StandingClass } from './plans.queries.js';
import { periodsOf, type CoursePlan, type PlanWarning } from './plan.js';
import type { Label } from './standing-classes.js';
import * as warn from './plan-warnings.js';

/** What comes of a plan, stored or not. */
export interface PlanOutcome {
  readonly plan: CoursePlan;
  readonly changes: PlanChanges;
  readonly labels: ReadonlyMap<ClassChange, Label>;
  /** Of a plan that is stored: its teaching classes, and the meetings of each in order. */
  readonly ids?: ReadonlyMap<ClassChange, string>;
  readonly meetingIds?: ReadonlyMap<ClassChange, readonly string[]>;
}

/** Whether a teaching class has to stay because a timetable or students hold on to it. */
export const isHeld = ({ meetings, enrolledCount }: StandingClass): boolean =>
  enrolledCount > 0 || meetings.some((each) => each.isHeld);

/** The outcome as people see it. */
export function shownPlan(outcome: PlanOutcome, linkCount: number, language: Language): SemesterPlan {
  const { plan, changes } = outcome;
  return {
    linkCount,
    teachingClasses: changes.classes.map((each) => shownClass(outcome, each)),
    dropped: changes.dropped.map((each): DroppedTeachingClass => ({
      id: each.id,
      code: each.code,
      name: each.name,
      isDeleted: !isHeld(each),
    })),
    warnings: [...plan.warnings, ...warningsOf(changes)].map(({ kind, course, text }): ShownWarning => ({
      kind,
      courseId: course,
      message: text[language],
      sentence: text[language],
    })),
  };
}

function shownClass({ labels, ids, meetingIds }: PlanOutcome, each: ClassChange): PlannedTeachingClass {
  const { wanted, standing, change, meetings } = each;
  return {
    id: ids?.get(each) ?? standing?.id ?? null,
    change,
    ...labels.get(each)!,
    courseId: wanted.course.id,
    kind: wanted.kind,
    isCompulsory: wanted.isCompulsory,
    administrativeClassNames: wanted.groups.map(({ name }) => name),
    studentCount: wanted.studentCount,
    studentsMax: wanted.studentsMax,
    minWorkingDays: wanted.minWorkingDays,
    hours: periodsOf(wanted.meetings),
    libraryHours: wanted.libraryHours,
    meetings: meetings.map(({ wanted: meeting, standing: known }, at) => ({
      id: meetingIds?.get(each)?.[at] ?? known?.id ?? null,
      periods: meeting.periods,
      weeks: [...meeting.weeks],
    })),
  };
}

/** That something stays which the plan no longer has. */
function warningsOf({ classes, dropped }: PlanChanges): PlanWarning[] {
  const kind = PlanWarningKind.HELD;
  const replaced = classes.flatMap(({ wanted, standing, gone }) => {
    const held = gone.filter(({ isHeld: holds }) => holds).length;
    return held > 0 ? [{ kind, course: wanted.course.id, text: warn.replaced(standing!, held) }] : [];
  });
  const staying = dropped.filter(isHeld).map((each) => {
    const meetings = each.meetings.filter(({ isHeld: holds }) => holds).length;
    return { kind, course: each.course, text: warn.stays(each, { ...each, meetings }) };
  });
  return [...replaced, ...staying];
}
