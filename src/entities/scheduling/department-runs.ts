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
  @Field(() => Id, { description: 'Identifier of the task.', simple: true })
  taskId: string;

  @Field(() => Id, { description: 'Identifier of the semester.', simple: true })
  semesterId: string;

  @Field(() => Id, {
    nullable: true,
    description: 'Identifier of the department; null of a run of the whole semester.',
    simple: true,
  })
  departmentId: string | null;

  @Field(() => String, {
    description: 'processing while it waits or runs; completed where it has a result; failed.',
    simple: true,
  })
  state: string;

  @Field(() => Int, { description: 'How much is done, 0 to 100.', simple: true })
  percent: number;

  @Field(() => Int, {
    description: 'Estimated seconds until the end, waiting for its turn included; 0 after the end.',
    simple: true,
  })
  remainingSeconds: number;

  @Field(() => Int, {
    description: 'Tasks of the semester that come before it; 0 when it runs or has ended.',
    simple: true,
  })
  queuePlace: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'When it began, or is expected to begin where it waits.',
    simple: true,
  })
  startsAt: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it began.', simple: true })
  startedAt: Date | null;

  @Field(() => Instant, { description: 'When it was requested.', simple: true })
  createdAt: Date;

  @Field(() => Id, { nullable: true, description: 'Identifier of whoever requested it.', simple: true })
  requestedById: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'initial_scheduling, conflict_resolution, optimization or finalization; null before it runs.',
    simple: true,
  })
  stage: string | null;

  @Field(() => String, {
    description: 'The same in words, in the language of the caller: of a failed task the reason.',
    simple: true,
  })
  message: string;

  @Field(() => [String], {
    description:
      'What of the wish counts for nothing, and why, such as slots on days without meetings, and what is ' +
      'passed over because something is missing to it.',
    simple: true,
  })
  warnings: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'How much better its timetable may become at most, and what the last ten seconds of the search ' +
      'gained; null while nothing is known of that.',
    simple: true,
  })
  outlook: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Open conflicts of teachers in the result; while it runs, in the best timetable so far; null before.',
    simple: true,
  })
  teacherConflicts: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Open conflicts of rooms in the result; while it runs, in the best timetable so far; null before.',
    simple: true,
  })
  roomConflicts: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Open conflicts of classes in the result; while it runs, in the best timetable so far; null before.',
    simple: true,
  })
  classConflicts: number | null;
}

@ObjectType({ description: 'A series as a run placed it.' })
export class ScheduledSeries {
  @Field(() => Id, { nullable: true, description: 'Identifier of the series.', simple: true })
  seriesId: string | null;

  @Field(() => Id, { description: 'Identifier of the teaching class.', simple: true })
  teachingClassId: string;

  @Field(() => Int, { description: 'Students expected.', simple: true })
  studentCount: number;

  @Field(() => Int, { description: 'Priority; larger is more important.', simple: true })
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
  @Field(() => Float, { description: 'Mean of the three others.', simple: true })
  mean: number;

  @Field(() => Float, { description: 'Of the rooms in which anything is held.', simple: true })
  rooms: number;

  @Field(() => Float, { description: 'Of the teachers who teach any of it.', simple: true })
  teachers: number;

  @Field(() => Float, { description: 'Of the periods: those in which anything is held.', simple: true })
  periods: number;
}

@ObjectType({ description: 'What a run for a department made, as it stands now.' })
export class SchedulingResult {
  @Field(() => SchedulingReport, { description: 'Where the task stands.' })
  report: SchedulingReport;

  @Field(() => Int, { nullable: true, description: 'Soft cost of the result.', simple: true })
  softCost: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'No complete timetable has a lower soft cost; null where it is not known.',
    simple: true,
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
