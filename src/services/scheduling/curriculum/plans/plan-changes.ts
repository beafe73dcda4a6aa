import { PlannedChange } from '../../../../schema/enums.js';
import { groupBy } from '../../../../data/loaders.js';
import type { WeeklyMeeting } from './week-budgets.js';
import type { PartKind } from './kinds.js';
import type { CoursePlan, WantedClass } from './plan.js';
import type { StandingClass, StandingMeeting } from './plans.queries.js';

/** The changes that turn what stands into what is wanted. */
export interface PlanChanges {
  readonly classes: readonly ClassChange[];
  /** What the plan does without. */
  readonly dropped: readonly StandingClass[];
}

export interface ClassChange {
  readonly wanted: WantedClass;
  /** What it is made from; null of a new one. */
  readonly standing: StandingClass | null;
  readonly change: PlannedChange;
  readonly meetings: readonly MeetingChange[];
  /** Meetings that go: those that a timetable holds are replaced, the others deleted. */
  readonly gone: readonly StandingMeeting[];
}

/** A meeting of the plan, and what it is made from; null of a new one. */
interface MeetingChange {
  readonly wanted: WeeklyMeeting;
  readonly standing: StandingMeeting | null;
}

/**
 * Matches what is wanted with what earlier plans made, so that as much as possible keeps its identity: a
 * teaching class is the one with the same administrative classes, else the one with most of them; a meeting
 * is one of the same length, weeks and kind, held ones first.
 */
export function changesOf(plan: CoursePlan, standing: readonly StandingClass[]): PlanChanges {
  const sameOf = (each: { course: string; kind: PartKind; isCompulsory: boolean }): string =>
    `${each.course} ${each.kind} ${each.isCompulsory}`;
  const known = groupBy(
    standing.toSorted((a, b) => (a.code.length - b.code.length || a.code < b.code ? -1 : 1)),
    sameOf,
  );
  const wanted = groupBy(plan.teachingClasses, (each) => sameOf({ ...each, course: each.course.id }));
  const matches = new Map<WantedClass, StandingClass>();
  for (const [same, classes] of wanted) match(classes, known.get(same) ?? [], matches);
  const used = new Set(matches.values());
  return {
    classes: plan.teachingClasses.map((each) => changeOf(each, matches.get(each) ?? null)),
    dropped: standing.filter((each) => !used.has(each)),
  };
}

function match(
  wanted: readonly WantedClass[],
  standing: readonly StandingClass[],
  matches: Map<WantedClass, StandingClass>,
): void {
  const left = new Set(standing);
  const take = (each: WantedClass, found: StandingClass | undefined): void => {
    if (!found) return;
    matches.set(each, found);
    left.delete(found);
  };
  const commonWith = ({ groups }: WantedClass, { groups: known }: StandingClass): number =>
    groups.filter(({ id }) => known.includes(id)).length;
  for (const each of wanted)
    take(
      each,
      [...left].find(
        (known) =>
          known.groups.length === each.groups.length && commonWith(each, known) === each.groups.length,
      ),
    );
  for (const each of wanted.filter((one) => !matches.has(one))) {
    const counts = [...left].map((known) => ({ known, count: commonWith(each, known) }));
    const most = Math.max(0, ...counts.map(({ count }) => count));
    if (most > 0) take(each, counts.find(({ count }) => count === most)!.known);
  }
}

function changeOf(wanted: WantedClass, standing: StandingClass | null): ClassChange {
  if (!standing) {
    const meetings = wanted.meetings.map((each) => ({ wanted: each, standing: null }));
    return { wanted, standing, change: PlannedChange.NEW, meetings, gone: [] };
  }
  const left = groupBy(
    standing.meetings.toSorted((a, b) => Number(b.isHeld) - Number(a.isHeld) || a.sequence - b.sequence),
    keyOf,
  );
  const meetings = wanted.meetings.map((each) => ({
    wanted: each,
    standing: left.get(keyOf({ ...wanted, ...each }))?.shift() ?? null,
  }));
  const used = new Set(meetings.map((each) => each.standing));
  const gone = standing.meetings.filter((each) => !used.has(each) && !(each.isHeld && each.isReplaced));
  const isKept =
    gone.length === 0 &&
    meetings.every((each) => each.standing !== null && !each.standing.isReplaced) &&
    !hasOtherFigures(wanted, standing) &&
    wanted.groups.length === standing.groups.length &&
    wanted.groups.every(({ id }) => standing.groups.includes(id));
  return { wanted, standing, change: isKept ? PlannedChange.KEPT : PlannedChange.CHANGED, meetings, gone };
}

/** Whoever is enrolled needs a seat, also beyond those who are expected. */
export const studentsOf = ({ studentCount }: WantedClass, standing: StandingClass | null): number =>
  Math.max(studentCount, standing?.enrolledCount ?? 0);

const hasOtherFigures = (wanted: WantedClass, standing: StandingClass): boolean =>
  studentsOf(wanted, standing) !== standing.studentCount ||
  wanted.minWorkingDays !== standing.minWorkingDays ||
  !standing.isEnabled;

const keyOf = ({
  periods,
  weeks,
  creditHourType,
  classroomType,
}: WeeklyMeeting & Pick<WantedClass, 'creditHourType' | 'classroomType'>): string =>
  JSON.stringify([periods, weeks, creditHourType, classroomType]);
