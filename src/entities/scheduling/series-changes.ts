import { Field, Float, Int, ObjectType } from 'type-graphql';
import { given, inputType, nested } from '../../data/inputs.js';
import { ConflictKind, ConflictStatus } from '../../schema/timetables.js';
import { Id } from '../../schema/scalars.js';
import { Course } from '../courses.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { MeetingTime } from './assignments.js';
import { Occurrence } from './changes.js';
import { DayPeriodsInput } from './options.js';
import { Series } from './series.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

/** Greatest number of times that a series is given. */
export const timesMax = 100;
const weeksMax = 32;
const classesMax = 200;
const hours = { min: 0, max: 99_999_999.99 };

@inputType('When a series meets: a run of periods on one day, in some weeks.')
export class SeriesTimeInput extends DayPeriodsInput {
  @given('list', '周次', 'Weeks', { max: weeksMax, type: () => [Int], about: 'Teaching weeks, from 1.' })
  weeks: number[];
}

@inputType('A new teaching class with the meetings of one series, and their places.')
export class SeriesInput {
  @given('reference', '学期主键', 'Semester', { about: 'Identifier of the semester.' })
  semester: string;

  @given('reference', '课程主键', 'Course', { about: 'Identifier of the course.' })
  course: string;

  @given('reference', '教师主键', 'Teacher', {
    about: 'Identifier of the teacher; one who is not qualified for it needs a reason.',
  })
  teacher: string;

  @given('reference', '教室主键', 'Classroom', { about: 'Identifier of the room.' })
  classroom: string;

  @given('text', '课程归属', 'Course ownership', {
    max: 36,
    pattern: /^(?:.{0,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/isu,
    patternText: {
      zh: '课程归属不能超过32个字符',
      en: 'Course ownership must have at most 32 characters, or be an identifier.',
    },
    about: 'Free text of at most 32 characters, or an identifier, which is kept without dashes.',
  })
  courseOwnership: string;

  @given('text', '教学班名称', 'Teaching class name', { max: 64 })
  teachingClassName: string;

  @given('list', '行政班', 'Administrative classes', {
    optional: true,
    max: classesMax,
    type: () => [Id],
    about: 'The administrative classes that attend it as a whole; none of an elective.',
  })
  administrativeClasses?: string[] | null;

  @given('integer', '学生人数', 'Student count', {
    optional: true,
    min: 0,
    max: 100_000,
    about: 'Students expected; those of the administrative classes if left out.',
  })
  studentCount?: number | null;

  @given('reference', '学时类型', 'Credit-hour type', { about: 'Identifier of the credit-hour type.' })
  creditHourType: string;

  @given('decimal', '教学学时', 'Teaching hours', {
    ...hours,
    about: 'At most the total hours of the course.',
  })
  teachingHours: number;

  @given('decimal', '排课学时', 'Scheduled hours', {
    ...hours,
    about: 'At most the theory hours of the course.',
  })
  scheduledHours: number;

  @given('decimal', '总学时', 'Total hours', { ...hours, about: 'At most the total hours of the course.' })
  totalHours: number;

  @given('integer', '排课优先级', 'Scheduling priority', {
    min: 1,
    max: 100,
    about: 'Larger is more important.',
  })
  priority: number;

  @given('text', '教学校区', 'Teaching campus', { max: 64, about: 'Identifier, name or code of a campus.' })
  teachingCampus: string;

  @nested(() => SeriesTimeInput, '上课时间', 'Times', {
    max: timesMax,
    about: 'When it meets; at least once.',
  })
  times?: SeriesTimeInput[] | null;

  @given('integer', '连堂节数', 'Consecutive periods', { min: 0, max: 11 })
  consecutivePeriods: number;
}

@inputType('What of a series changes; what is left out or null stays.')
export class SeriesAdjustmentsInput {
  @given('reference', '教室', 'Classroom', { optional: true, about: 'The new room of all its meetings.' })
  classroom?: string | null;

  @given('reference', '教师', 'Teacher', { optional: true, about: 'The new teacher of all its meetings.' })
  teacher?: string | null;

  @nested(() => SeriesTimeInput, '上课时间', 'Times', {
    max: timesMax,
    about: 'Replaces all its times; the empty list keeps them.',
  })
  times?: SeriesTimeInput[] | null;

  @given('integer', '连堂节数', 'Consecutive periods', { optional: true, min: 0, max: 255 })
  consecutivePeriods?: number | null;

  @given('integer', '排课优先级', 'Scheduling priority', { optional: true, min: 0, max: 65_535 })
  priority?: number | null;
}

@inputType('What of the teaching class of a series changes; what is left out, null or empty stays.')
export class SeriesTeachingClassInput {
  @given('reference', '教学班主键', 'Teaching class', {
    optional: true,
    about: 'Identifier of the teaching class, to be sure that it is the one of the series.',
  })
  teachingClass?: string | null;

  @given('text', '教学班编码', 'Teaching class code', { optional: true, max: 32 })
  teachingClassCode?: string | null;

  @given('text', '教学班名称', 'Teaching class name', { optional: true, max: 64 })
  teachingClassName?: string | null;

  @given('list', '行政班', 'Administrative classes', {
    optional: true,
    max: classesMax,
    type: () => [Id],
    about: 'The administrative classes that attend it, all of them; only where it is compulsory.',
  })
  administrativeClasses?: string[] | null;

  @given('integer', '学生人数', 'Student count', { optional: true, min: 0, max: 100_000 })
  studentCount?: number | null;

  @given('text', '教学班描述', 'Description', { optional: true, max: 255 })
  description?: string | null;
}

@inputType('A change of a series in the published timetable.')
export class SeriesChangeInput {
  @nested(() => SeriesAdjustmentsInput, '调整内容', 'Adjustments', { about: 'What of the series changes.' })
  adjustments?: SeriesAdjustmentsInput | null;

  @nested(() => SeriesTeachingClassInput, '教学班调整', 'Teaching class changes', {
    about: 'What of its teaching class changes.',
  })
  teachingClassChanges?: SeriesTeachingClassInput | null;

  @given('flag', '忽略冲突', 'Accepts clashes', {
    optional: true,
    about: 'Carries it out although meetings clash then, which needs a reason.',
  })
  acceptsClashes?: boolean | null;

  @given('text', '原因', 'Reason', { optional: true, max: 255, about: 'Why; kept with the change.' })
  reason?: string | null;
}

@ObjectType({ description: 'That a series needs something at the same time as another one.' })
export class SeriesClash {
  @shown(() => Id, 'An identifier of this entry.')
  id: string;

  @shown(() => Id, 'Identifier of the semester.')
  semesterId: string;

  @shown(() => Id, 'Identifier of the other series.')
  firstId: string;

  @shown(() => Id, 'Identifier of the series; of one that is not stored yet, the one that it will get.')
  secondId: string;

  @shown(() => ConflictKind, 'What both need.')
  kind: ConflictKind;

  @shown(() => ConflictStatus, 'Whether it was accepted.')
  status: ConflictStatus;

  @shown(() => Occurrence, 'The first time at which both need it.')
  time: Occurrence;

  @shown(() => String, 'The clash in words, in the language of the caller.', {
    deprecationReason: calledMessage,
  })
  text: string;

  @shown(() => Date, 'When it was found.')
  foundAt: Date;
}

@ObjectType({ description: 'What came, or would come, of placing a new series.' })
export class SeriesPlacement {
  @Field(() => Series, { nullable: true, description: 'The series; none where nothing was stored.' })
  series: object | null;

  @shown(() => Boolean, 'Whether it is stored.')
  isStored: boolean;

  @Field(() => [SeriesClash], { description: 'What keeps it from being stored; none where it is.' })
  clashes: SeriesClash[];

  @shown(() => [String], 'What speaks against it without forbidding it, in the language of the caller.')
  warnings: string[];
}

@ObjectType({ description: 'Hours of a series.' })
export class SeriesHours {
  @shown(() => Float, 'Hours taught; 0 where a run made it.')
  taught: number;

  @shown(() => Float, 'Hours planned; where a run made it, the periods placed.')
  scheduled: number;

  @shown(() => Float, 'Hours needed; where a run made it, those of the course for its credit-hour type.')
  total: number;
}

@ObjectType({ description: 'How a series stood before or after a change.' })
export class SeriesStanding {
  @Field(() => Classroom, { description: 'Its room.' })
  classroom: object | null;

  @Field(() => Teacher, { description: 'Its teacher.' })
  teacher: object | null;

  @Field(() => [MeetingTime], { description: 'When it meets, by day and first period.' })
  times: MeetingTime[];

  @shown(() => Int, 'Consecutive periods.')
  consecutivePeriods: number;

  @shown(() => Int, 'Scheduling priority.')
  priority: number;
}

@ObjectType({ description: 'What came, or would come, of changing a series.' })
export class SeriesAdjustment {
  @shown(() => Id, 'Identifier of the series.')
  seriesId: string;

  @Field(() => Course, { description: 'The course.' })
  course: object | null;

  @Field(() => SeriesStanding, { description: 'How it stood before.' })
  before: SeriesStanding;

  @Field(() => SeriesStanding, { description: 'How it stands after.' })
  after: SeriesStanding;

  @shown(() => Date, 'When it was changed.')
  adjustedAt: Date;

  @shown(() => Id, 'Identifier of the person who changed it.', { nullable: true })
  adjustedById: string | null;

  @shown(() => String, 'Name of that person.', { nullable: true })
  adjustedByName: string | null;

  @Field(() => [SeriesClash], { description: 'The clashes that the change adds, which were accepted.' })
  clashes: SeriesClash[];

  @shown(() => [String], 'What speaks against it without forbidding it, in the language of the caller.')
  warnings: string[];

  @shown(() => String, 'Why it was changed.', { nullable: true })
  reason: string | null;
}
