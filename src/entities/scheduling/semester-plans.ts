import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql';
import { given, inputType, nested } from '../../data/inputs.js';
import { CreditHourKind, PlannedChange, PlanWarningKind } from '../../schema/enums.js';
import { Id } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

const coursesMax = 1_000;
const classesMax = 200;
const weekMax = 32;

/** A bound of how many are taught together; the rooms bound it as well. */
const studentsMaxGiven = (about: string): PropertyDecorator =>
  given('integer', '合班人数上限', 'Students taught together', { optional: true, min: 1, max: 1_000, about });

@inputType('What is to be taught of a course in a semester: to whom, how much a week, and in which weeks.')
export class PlannedCourseInput {
  @given('reference', '课程', 'Course', { about: 'Identifier of the course.' })
  course: string;

  @given('list', '行政班', 'Administrative classes', {
    optional: true,
    max: classesMax,
    type: () => [Id],
    about: 'The administrative classes that have to attend it; none of an elective.',
  })
  administrativeClasses?: string[] | null;

  @given('integer', '选课人数', 'Student count', {
    optional: true,
    min: 1,
    max: 10_000,
    about: 'Students who are expected to choose it, where it is elective.',
  })
  studentCount?: number | null;

  @studentsMaxGiven('The students who are taught together at most; that of the plan if left out.')
  studentsMax?: number | null;

  @given('integer', '周学时', 'Hours per week', {
    min: 1,
    max: 84,
    about:
      'Periods a week, which the kinds of hours share in proportion to those of the catalogue. An odd ' +
      'number alternates: 3 is 4 in one week and 2 in the next.',
  })
  weekHours: number;

  @given('choice', '学时种类', 'Kind of hours', {
    type: () => CreditHourKind,
    about: 'The hours that are meant.',
  })
  kind: CreditHourKind;

  @given('flag', '是否单周', 'In odd weeks', {
    optional: true,
    about: 'Of an odd number of hours per week: whether odd weeks have more, else even ones have.',
  })
  isOddWeek?: boolean | null;

  @given('integer', '开始周', 'First week', { min: 1, max: weekMax, about: 'First teaching week, from 1.' })
  startWeek: number;

  @given('integer', '结束周', 'Last week', { min: 1, max: weekMax, about: 'Last teaching week, inclusive.' })
  endWeek: number;
}

@inputType('A semester, and what is to be taught in it.')
export class SemesterPlanInput {
  @given('reference', '学期', 'Semester', { about: 'Identifier of the semester.' })
  semester: string;

  @nested(() => PlannedCourseInput, '课程', 'Courses', {
    max: coursesMax,
    about:
      'Of each course and kind of hours that is named it is the whole: what an earlier plan made of them ' +
      'is changed into this.',
  })
  courses?: PlannedCourseInput[] | null;

  @studentsMaxGiven(
    'The students who are taught together at most, where their course does not say it: as many as the ' +
      'usual rooms of the type seat, and no more than 180, 120 in an elective.',
  )
  studentsMax?: number | null;

  @given('flag', '理论课先于其他', 'Lecture first', {
    optional: true,
    about:
      'Whether it links the theory hours of a course with its other hours for the same classes, which then ' +
      'come later in the week: required. Links that cannot hold beside others are left out.',
  })
  isLectureFirst?: boolean | null;

  @given('flag', '同课程并行', 'Parallel classes', {
    optional: true,
    about:
      'Whether it links teaching classes of one course and kind that are attended by different classes, ' +
      'which then are held at the same time: wished.',
  })
  areClassesParallel?: boolean | null;
}

@ObjectType({ description: 'A weekly meeting of a planned teaching class.' })
export class PlannedMeeting {
  @shown(() => Id, 'Identifier of the meeting; none of one that is not stored.', { nullable: true })
  id: string | null;

  @shown(() => Int, 'Length in periods: a pair, or the single one that an odd number leaves.')
  periods: number;

  @shown(() => [Int], 'Teaching weeks in which it is held, from 1.')
  weeks: number[];
}

@ObjectType({ description: 'A teaching class that a plan has.' })
export class PlannedTeachingClass {
  @shown(() => Id, 'Identifier of the teaching class; none of one that is not stored.', { nullable: true })
  id: string | null;

  @shown(() => PlannedChange, 'What becomes of it by the plan.')
  change: PlannedChange;

  @shown(() => String, 'Teaching class code.')
  code: string;

  @shown(() => String, 'Teaching class name.')
  name: string;

  /** Read by the resolver. */
  courseId: string;

  @shown(() => CreditHourKind, 'The hours of the course that it is for.')
  kind: CreditHourKind;

  @shown(() => Boolean, 'Whether it is taught to whole administrative classes; students enrol in all others.')
  isCompulsory: boolean;

  @shown(() => [String], 'Names of the administrative classes that attend it as a whole.')
  administrativeClassNames: string[];

  @shown(() => Int, 'Students expected.')
  studentCount: number;

  @shown(
    () => Int,
    'The students that were put together at most: as many as was asked for, as its usual rooms seat, and ' +
      'no more than 180, 120 in an elective.',
  )
  studentsMax: number;

  @shown(
    () => Int,
    'The days of a week over which runs spread its meetings: as many as its fullest week has.',
  )
  minWorkingDays: number;

  @shown(() => Int, 'Periods of its meetings in the whole semester.')
  hours: number;

  @shown(() => Float, 'Hours of this kind that the catalogue wants.')
  libraryHours: number;

  @Extensions({ expectedRows: 3 })
  @Field(() => [PlannedMeeting], { description: 'Its meetings.' })
  meetings: PlannedMeeting[];
}

@ObjectType({ description: 'A teaching class of an earlier plan that the plan no longer has.' })
export class DroppedTeachingClass {
  @shown(() => Id, 'Identifier of the teaching class.')
  id: string;

  @shown(() => String, 'Teaching class code.')
  code: string;

  @shown(() => String, 'Teaching class name.')
  name: string;

  @shown(
    () => Boolean,
    'Whether it is deleted; else a timetable or students hold on to it, and it is disabled.',
  )
  isDeleted: boolean;
}

@ObjectType({ description: 'Something that somebody should look at in a plan.' })
export class PlanWarning {
  @shown(() => PlanWarningKind, 'What it is.')
  kind: PlanWarningKind;

  /** Read by the resolver. */
  courseId: string;

  @shown(() => String, 'The same in words, by name, in the language of the caller.')
  message: string;

  @shown(() => String, 'The same as the message.', { deprecationReason: calledMessage })
  sentence: string;
}

@ObjectType({ description: 'The teaching classes and meetings of courses in a semester.' })
export class SemesterPlan {
  @Extensions({ expectedRows: 1_000 })
  @Field(() => [PlannedTeachingClass], { description: 'What is taught, in the order of the courses.' })
  teachingClasses: PlannedTeachingClass[];

  @Extensions({ expectedRows: 100 })
  @Field(() => [DroppedTeachingClass], {
    description: 'What an earlier plan made of these courses, and this one does without.',
  })
  dropped: DroppedTeachingClass[];

  @Extensions({ expectedRows: 500 })
  @Field(() => [PlanWarning], { description: 'What somebody should look at.' })
  warnings: PlanWarning[];

  @shown(() => Int, 'Links between the teaching classes that it makes, or would.')
  linkCount: number;
}
