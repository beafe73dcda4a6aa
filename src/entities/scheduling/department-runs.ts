import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql';
import { given, inputType, nested } from '../../data/inputs.js';
import { Strategy } from '../../schema/enums.js';
import { Id, Instant } from '../../schema/scalars.js';
import { Course } from '../courses.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { Occurrence } from './changes.js';
import { Conflict } from './conflicts.js';
import { schedulingDays, SchedulingWishesInput } from './options.js';
import { PlannedCourseInput } from './semester-plans.js';
import { shown } from '../../schema/shown.js';

/**
 * Runs for one department: what is to be taught becomes teaching classes and meetings, and these get places
 * in the published timetable.
 */

const coursesMax = 1_000;
const buildingsMax = 1_000;

@inputType('What a run for one department places, and where.')
export class DepartmentScopeInput {
  @nested(() => PlannedCourseInput, '课程', 'Courses', {
    max: coursesMax,
    about:
      'What is to be taught. It becomes teaching classes and meetings as `applySemesterPlan` makes them.',
  })
  courses?: PlannedCourseInput[] | null;

  @given('list', '可用教学楼', 'Allowed buildings', {
    optional: true,
    max: buildingsMax,
    type: () => [Id],
    about: 'Buildings whose rooms may be used; none: all.',
  })
  allowedBuildings?: string[] | null;

  @schedulingDays()
  days?: number[] | null;
}

@inputType('What to place for a department in the published timetable of a semester, and how.')
export class DepartmentSchedulingInput extends SchedulingWishesInput {
  @given('reference', '学期主键', 'Semester', { about: 'Identifier of the semester.' })
  semester: string;

  @given('reference', '部门主键', 'Department', {
    about: 'Identifier of the department, which offers all the courses.',
  })
  department: string;

  @given('choice', '策略', 'Strategy', {
    optional: true,
    type: () => Strategy,
    about: 'How long to search; OPTIMAL by default.',
  })
  strategy?: Strategy | null;

  @nested(() => DepartmentScopeInput, '排课范围设置', 'Scope settings', {
    about: 'What to schedule, and where.',
  })
  scopeSettings?: DepartmentScopeInput | null;
}

@ObjectType({ description: 'Where a scheduling task stands, in the words of the clients of /api/v1.' })
export class SchedulingReport {
  @shown(() => Id, 'Identifier of the task.')
  taskId: string;

  @shown(() => Id, 'Identifier of the semester.')
  semesterId: string;

  @shown(() => Id, 'Identifier of the department; null of a run of the whole semester.', { nullable: true })
  departmentId: string | null;

  @shown(() => String, 'processing while it waits or runs; completed where it has a result; failed.')
  state: string;

  @shown(() => Int, 'How much is done, 0 to 100.')
  percent: number;

  @shown(() => Int, 'Estimated seconds until the end, waiting for its turn included; 0 after the end.')
  remainingSeconds: number;

  @shown(() => Int, 'Tasks of the semester that come before it; 0 when it runs or has ended.')
  queuePlace: number;

  @shown(() => Instant, 'When it began, or is expected to begin where it waits.', { nullable: true })
  startsAt: Date | null;

  @shown(() => Instant, 'When it began.', { nullable: true })
  startedAt: Date | null;

  @shown(() => Instant, 'When it was requested.')
  createdAt: Date;

  @shown(() => Id, 'Identifier of whoever requested it.', { nullable: true })
  requestedById: string | null;

  @shown(
    () => String,
    'initial_scheduling, conflict_resolution, optimization or finalization; null before it runs.',
    { nullable: true },
  )
  stage: string | null;

  @shown(() => String, 'The same in words, in the language of the caller: of a failed task the reason.')
  message: string;

  @shown(
    () => [String],
    'What of the wish counts for nothing, and why, such as slots on days without meetings, what is ' +
      'passed over because something is missing to it, and what was there of electives.',
  )
  warnings: string[];

  @shown(
    () => String,
    'How much better its timetable may become at most, and what the last ten seconds of the search ' +
      'gained; null while nothing is known of that.',
    { nullable: true },
  )
  outlook: string | null;

  @shown(
    () => Int,
    'Open conflicts of teachers in the result; while it runs, in the best timetable so far; null before.',
    { nullable: true },
  )
  teacherConflicts: number | null;

  @shown(
    () => Int,
    'Open conflicts of rooms in the result; while it runs, in the best timetable so far; null before.',
    { nullable: true },
  )
  roomConflicts: number | null;

  @shown(
    () => Int,
    'Open conflicts of classes in the result; while it runs, in the best timetable so far; null before.',
    { nullable: true },
  )
  classConflicts: number | null;
}

@ObjectType({ description: 'A series as a run placed it.' })
export class ScheduledSeries {
  @shown(() => Id, 'Identifier of the series.', { nullable: true })
  seriesId: string | null;

  @shown(() => Id, 'Identifier of the teaching class.')
  teachingClassId: string;

  @shown(() => Int, 'Students expected.')
  studentCount: number;

  @shown(() => Int, 'Priority; larger is more important.')
  priority: number;

  @Field(() => Course, { nullable: true, description: 'The course.' })
  course: object | null;

  @Field(() => Teacher, { nullable: true, description: 'The teacher; null if deleted.' })
  teacher: object | null;

  @Field(() => Classroom, { nullable: true, description: 'The room; null if deleted.' })
  classroom: object | null;

  @Extensions({ expectedRows: 32 })
  @Field(() => [Occurrence], { description: 'When it is held, in order.' })
  times: Occurrence[];
}

@ObjectType({
  description:
    'How much of the time of a semester what a run made has in use, 0 to 1: 1 is every period of it.',
})
export class ResourceUse {
  @shown(() => Float, 'Mean of the three others.')
  mean: number;

  @shown(() => Float, 'Of the rooms in which anything is held.')
  rooms: number;

  @shown(() => Float, 'Of the teachers who teach any of it.')
  teachers: number;

  @shown(() => Float, 'Of the periods: those in which anything is held.')
  periods: number;
}

@ObjectType({ description: 'What a run for a department made, as it stands now.' })
export class SchedulingResult {
  @Field(() => SchedulingReport, { description: 'Where the task stands.' })
  report: SchedulingReport;

  @shown(() => Int, 'Soft cost of the result.', { nullable: true })
  softCost: number | null;

  @shown(() => Int, 'No complete timetable has a lower soft cost; null where it is not known.', {
    nullable: true,
  })
  softFloor: number | null;

  @Extensions({ expectedRows: 500 })
  @Field(() => [ScheduledSeries], { description: 'What it placed, as far as it still stands.' })
  assignments: ScheduledSeries[];

  @Extensions({ expectedRows: 10 })
  @Field(() => [Conflict], {
    description:
      'Open and ignored conflicts in which any of it takes part, as far as the caller may see both sides, ' +
      'at most 1,000.',
  })
  conflicts: object[];

  @Field(() => ResourceUse, { description: 'How much of the time is in use by it.' })
  use: ResourceUse;
}
