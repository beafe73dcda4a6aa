import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import { PlanWarningKind } from '../../../../schema/enums.js';
import type { Text } from '../../../../schema/texts.js';
import { sharesOf } from '../partition.js';
import type { RoomCapacities } from '../../problem/problem.queries.js';
import type { Catalogue } from './catalogue.js';
import { taughtTogether, type AttendingClass } from './groups.js';
import { shared, type WeeklyMeeting } from './week-budgets.js';
import { kindsOf, partKinds, type PartKind } from './kinds.js';
import * as warn from './plan-warnings.js';
import { type CatalogueCourse } from './plans.queries.js';

/** What is to be taught in a semester, whatever is there already. */
export interface CoursePlan {
  readonly semester: Catalogue['semester'];
  /** The courses and kinds of hours that it is about: of these it is the whole. */
  readonly scope: readonly { readonly course: string; readonly kind: PartKind }[];
  readonly teachingClasses: readonly WantedClass[];
  readonly warnings: readonly PlanWarning[];
}

/** A teaching class that is wanted. */
export interface WantedClass {
  readonly course: CatalogueCourse;
  readonly kind: PartKind;
  readonly isCompulsory: boolean;
  readonly groups: readonly AttendingClass[];
  readonly studentCount: number;
  /** The students that were put together at most. */
  readonly studentsMax: number;
  readonly minWorkingDays: number;
  /** The hours that the catalogue wants. */
  readonly libraryHours: number;
  readonly classroomType: string | null;
  readonly creditHourType: string | null;
  readonly meetings: readonly WeeklyMeeting[];
}

export interface PlanWarning {
  readonly kind: PlanWarningKind;
  readonly course: string;
  readonly text: Text;
}

/** Students who are taught together at most, however large the rooms are. */
const compulsoryMax = 180;
const electiveMax = 120;
/** Fewer students are unusual, but are taught all the same. */
const studentsMin = 30;

/** Periods of all meetings in the whole semester. */
export const periodsOf = (meetings: readonly WeeklyMeeting[]): number =>
  meetings.reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);

/**
 * Teaching classes and their meetings for rows that have no problem: a pure function.
 * @param studentsMax how many are taught together at most, where their row does not say it
 */
export function planOf(
  catalogue: Catalogue,
  rows: readonly PlannedCourseInput[],
  studentsMax: number | null = null,
): CoursePlan {
  const planner = new Planner(catalogue);
  const teachingClasses = rows.flatMap((row) =>
    planner.row({ ...row, studentsMax: row.studentsMax ?? studentsMax }),
  );
  const scope = new Map(
    rows.flatMap(({ course, kind }) =>
      kindsOf(kind).map((part) => [`${course} ${part}`, { course, kind: part }] as const),
    ),
  );
  planner.weigh(teachingClasses);
  return {
    semester: catalogue.semester,
    scope: [...scope.values()],
    teachingClasses,
    warnings: planner.warnings,
  };
}

/** What an administrative class has in a week. */
interface WeekLoad {
  periods: number;
  pairs: number;
}

class Planner {
  readonly warnings: PlanWarning[] = [];
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  row(row: PlannedCourseInput): WantedClass[] {
    const course = this.#catalogue.courses.get(row.course)!;
    const kinds = kindsOf(row.kind).filter((kind) => course.hours[kind] > 0);
    const hours = kinds.map((kind) => Math.ceil(course.hours[kind]));
    const meetings = shared(hours, { ...row, isOddWeek: row.isOddWeek ?? null });
    if (!course.isQualified) this.#tell('NO_TEACHER', course, warn.noTeacher(course));
    const sum = partKinds.reduce((total, kind) => total + course.hours[kind], 0);
    if (sum !== course.totalHours) this.#tell('HOURS', course, warn.unlikeTotal(course, sum));
    return kinds.flatMap((kind, at) => this.#part(row, course, kind, meetings[at]));
  }

  /** Tells of administrative classes that have more in a week than it has room for, or the course twice. */
  weigh(teachingClasses: readonly WantedClass[]): void {
    const { grid, elsewhere } = this.#catalogue;
    const loads = new Map<string, readonly WeekLoad[]>();
    const told = new Set<string>();
    for (const { course, groups, meetings } of teachingClasses)
      for (const group of groups) {
        const load =
          loads.get(group.id) ?? Array.from({ length: grid.weeks + 1 }, () => ({ periods: 0, pairs: 0 }));
        loads.set(group.id, load);
        for (const { periods, weeks } of meetings)
          for (const week of weeks) {
            load[week].periods += periods;
            load[week].pairs += Math.floor(periods / 2);
          }
        const week = load.findIndex(({ periods, pairs }) => periods > grid.periods || pairs > grid.pairs);
        if (week < 0 || told.has(group.id)) continue;
        told.add(group.id);
        const { periods, pairs } = load[week];
        const [needs, has] = pairs > grid.pairs ? [2 * pairs, 2 * grid.pairs] : [periods, grid.periods];
        this.#tell('OVERLOAD', course, warn.overload(group, week, needs, has));
      }
    const planned = new Set(
      teachingClasses.flatMap(({ course, groups }) => groups.map(({ id }) => `${course.id} ${id}`)),
    );
    for (const { course, group, name } of elsewhere)
      if (planned.has(`${course} ${group}`))
        this.#tell(
          'TAUGHT_ELSEWHERE',
          this.#catalogue.courses.get(course)!,
          warn.taughtElsewhere(this.#catalogue.classes.get(group)!, name),
        );
  }

  #part(
    row: PlannedCourseInput,
    course: CatalogueCourse,
    kind: PartKind,
    meetings: readonly WeeklyMeeting[],
  ): WantedClass[] {
    const isHandsOn = kind === 'EXPERIMENT' || kind === 'PRACTICE' || kind === 'COMPUTER';
    if (isHandsOn && course.roomTypes[kind] === null)
      this.#tell('NO_ROOM_TYPE', course, warn.noRoomType(course, kind));
    const classroomType = course.roomTypes[kind] ?? course.roomTypes.THEORY;
    const capacities = this.#catalogue.rooms.get(classroomType);
    if (!capacities) this.#tell('NO_ROOM', course, warn.noRoom(course, kind));
    const libraryHours = course.hours[kind];
    if (!Number.isInteger(libraryHours)) this.#tell('HOURS', course, warn.brokenHours(course, kind));
    const shared: Omit<WantedClass, 'isCompulsory' | 'groups' | 'studentCount' | 'studentsMax'> = {
      course,
      kind,
      minWorkingDays: this.#daysOf(meetings),
      libraryHours,
      classroomType,
      creditHourType: this.#catalogue.creditHourTypes.get(kind) ?? null,
      meetings,
    };
    return this.#attended(row, capacities).map((attended): WantedClass => {
      const wanted = { ...shared, ...attended };
      this.#look(wanted, capacities, row.studentsMax ?? Infinity);
      return wanted;
    });
  }

  /** Who attends: whole administrative classes, or so many students who are not known yet. */
  #attended(
    { administrativeClasses, studentCount, studentsMax: asked }: PlannedCourseInput,
    capacities: RoomCapacities | undefined,
  ): Pick<WantedClass, 'isCompulsory' | 'groups' | 'studentCount' | 'studentsMax'>[] {
    const usual = Math.max(1, capacities?.usual ?? Infinity);
    const studentsMax = Math.min(studentCount ? electiveMax : compulsoryMax, usual, asked ?? Infinity);
    if (studentCount) {
      const shares = sharesOf(studentCount, Math.ceil(studentCount / studentsMax));
      return shares.map((share) => ({ isCompulsory: false, groups: [], studentCount: share, studentsMax }));
    }
    const classes = administrativeClasses!.map((id) => this.#catalogue.classes.get(id)!);
    return taughtTogether(classes, studentsMax).map((groups) => ({
      isCompulsory: true,
      groups,
      studentCount: groups.reduce((sum, group) => sum + group.studentCount, 0),
      studentsMax,
    }));
  }

  #look(wanted: WantedClass, capacities: RoomCapacities | undefined, asked: number): void {
    const { course, studentCount } = wanted;
    if (studentCount < Math.min(studentsMin, asked))
      this.#tell('SMALL_CLASS', course, warn.small(wanted, studentsMin));
    if (studentCount > asked) this.#tell('LARGE_CLASS', course, warn.large(wanted, asked));
    if (capacities && studentCount > capacities.largest)
      this.#tell('NO_ROOM', course, warn.tooLarge(wanted, capacities.largest));
  }

  /** As many days as the fullest week has meetings. */
  #daysOf(meetings: readonly WeeklyMeeting[]): number {
    const { days, weeks } = this.#catalogue.grid;
    const counts = Array<number>(weeks + 1).fill(0);
    for (const meeting of meetings) for (const week of meeting.weeks) counts[week]++;
    return Math.min(days, Math.max(1, ...counts));
  }

  #tell(kind: keyof typeof PlanWarningKind, course: CatalogueCourse, text: Text): void {
    this.warnings.push({ kind: PlanWarningKind[kind], course: course.id, text });
  }
}
