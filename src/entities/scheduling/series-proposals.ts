import { Field, Int, ObjectType } from 'type-graphql';
import { given, inputType, nested } from '../../data/inputs.js';
import { Id } from '../../schema/scalars.js';
import { Course, CreditHourType } from '../courses.js';
import { AdministrativeClass } from '../organisation.js';
import { Teacher } from '../people.js';
import { Campus, Classroom } from '../places.js';
import { MeetingTime } from './assignments.js';
import { Semester } from './semesters.js';
import { SeriesHours, SeriesStanding, timesMax } from './series-changes.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

const hours = { optional: true, min: 0, max: 99_999_999.99 };
const weeksMax = 32;
const classesMax = 200;

@inputType('A time of an unfinished form: what is left out is not chosen yet.')
export class SeriesFormTimeInput {
  @given('integer', '星期', 'Day of the week', {
    optional: true,
    min: 0,
    max: 7,
    about: '1 Monday to 7 Sunday.',
  })
  dayOfWeek?: number | null;

  @given('integer', '开始节次', 'First period', { optional: true, min: 0, max: 24, about: 'From 1.' })
  periodStart?: number | null;

  @given('integer', '结束节次', 'Last period', { optional: true, min: 0, max: 24, about: 'Inclusive.' })
  periodEnd?: number | null;

  @given('list', '周次', 'Weeks', {
    optional: true,
    max: weeksMax,
    type: () => [Int],
    about: 'Teaching weeks, from 1.',
  })
  weeks?: number[] | null;
}

@inputType(
  'The form of a series as far as it is filled in; what is chosen is kept where nothing else is said.',
)
export class SeriesFormInput {
  @given('reference', '课程主键', 'Course', { optional: true, about: 'Identifier of the course.' })
  course?: string | null;

  @given('reference', '教师主键', 'Teacher', { optional: true, about: 'Identifier of the teacher.' })
  teacher?: string | null;

  @given('reference', '教室主键', 'Classroom', { optional: true, about: 'Identifier of the room.' })
  classroom?: string | null;

  @given('text', '课程归属', 'Course ownership', {
    optional: true,
    max: 36,
    about: 'Free text, or an identifier.',
  })
  courseOwnership?: string | null;

  @given('text', '教学班名称', 'Teaching class name', { optional: true, max: 64 })
  teachingClassName?: string | null;

  @given('list', '行政班', 'Administrative classes', {
    optional: true,
    max: classesMax,
    type: () => [Id],
    about: 'The administrative classes that attend it.',
  })
  administrativeClasses?: string[] | null;

  @given('integer', '学生人数', 'Student count', {
    optional: true,
    min: 0,
    max: 100_000,
    about: 'Students expected; those of the administrative classes if left out.',
  })
  studentCount?: number | null;

  @given('reference', '学时类型', 'Credit-hour type', { optional: true })
  creditHourType?: string | null;

  @given('decimal', '教学学时', 'Teaching hours', hours)
  teachingHours?: number | null;

  @given('decimal', '排课学时', 'Scheduled hours', hours)
  scheduledHours?: number | null;

  @given('decimal', '总学时', 'Total hours', hours)
  totalHours?: number | null;

  @given('integer', '排课优先级', 'Scheduling priority', { optional: true, min: 0, max: 65_535 })
  priority?: number | null;

  @given('text', '教学校区', 'Teaching campus', {
    optional: true,
    max: 64,
    about: 'Identifier, name or code.',
  })
  teachingCampus?: string | null;

  @nested(() => SeriesFormTimeInput, '上课时间', 'Times', { max: timesMax, about: 'When it shall meet.' })
  times?: SeriesFormTimeInput[] | null;

  @given('integer', '连堂节数', 'Consecutive periods', { optional: true, min: 0, max: 255 })
  consecutivePeriods?: number | null;
}

@inputType('What is wanted of a series, in words and as far as a form tells.')
export class SeriesProposalInput {
  @given('reference', '当前学期', 'Semester', { about: 'Identifier of the semester.' })
  semester: string;

  @given('text', '提问', 'Text', { max: 2_000, about: 'What is wanted, in Chinese or English.' })
  text: string;

  @nested(() => SeriesFormInput, '结构化数据', 'Form', { about: 'The form as far as it is filled in.' })
  form?: SeriesFormInput | null;

  @given('flag', '是否编辑', 'Adjusts', {
    optional: true,
    about: 'Whether an existing series is to change; a new one is proposed otherwise.',
  })
  isAdjustment?: boolean | null;

  @given('reference', '排课主键', 'Series', {
    optional: true,
    about: 'Identifier of the series that changes.',
  })
  series?: string | null;
}

@ObjectType({ description: 'A series that may be created: what `createSeries` takes.' })
export class ProposedSeries {
  @Field(() => Semester, { nullable: true, description: 'Its semester.' })
  semester: object | null;

  @Field(() => Course, { nullable: true, description: 'Its course.' })
  course: object | null;

  @Field(() => Teacher, { nullable: true, description: 'A teacher who is qualified for the course.' })
  teacher: object | null;

  @Field(() => Classroom, { nullable: true, description: 'A room that holds everybody.' })
  classroom: object | null;

  @shown(() => String, 'Course ownership.')
  courseOwnership: string;

  @shown(() => String, 'Name of its teaching class.')
  teachingClassName: string;

  @Field(() => [AdministrativeClass], { description: 'The administrative classes that attend it.' })
  administrativeClasses: object[];

  @shown(() => Int, 'Students expected.')
  studentCount: number;

  @Field(() => CreditHourType, { nullable: true, description: 'Its credit-hour type.' })
  creditHourType: object | null;

  @Field(() => SeriesHours, { description: 'Its hours.' })
  hours: SeriesHours;

  @shown(() => Int, 'Scheduling priority.')
  priority: number;

  @Field(() => Campus, { nullable: true, description: 'The campus of the room.' })
  campus: object | null;

  @Field(() => [MeetingTime], { description: 'When it meets.' })
  times: MeetingTime[];

  @shown(() => Int, 'Consecutive periods.')
  consecutivePeriods: number;
}

@ObjectType({ description: 'A change of a series that may be made: what `updateSeries` takes.' })
export class ProposedAdjustment {
  @shown(() => Id, 'Identifier of the series.')
  seriesId: string;

  @Field(() => SeriesStanding, { description: 'How it would stand.' })
  adjustments: SeriesStanding;

  @shown(() => Boolean, 'Never accepted by a proposal.')
  acceptsClashes: boolean;

  @shown(() => String, 'Why, in words.')
  reason: string;
}

@ObjectType({ description: 'What is proposed to somebody who makes or changes a series. Nothing is stored.' })
export class SeriesProposal {
  @shown(() => String, 'The proposal in words, or what is missing for one.', {
    deprecationReason: calledMessage,
  })
  text: string;

  @Field(() => ProposedSeries, { nullable: true, description: 'The new series; none of an adjustment.' })
  addition: ProposedSeries | null;

  @Field(() => ProposedAdjustment, { nullable: true, description: 'The change; none of a new series.' })
  adjustment: ProposedAdjustment | null;

  @shown(
    () => [String],
    'What keeps it from being stored, such as clashes, in words; none where nothing does.',
  )
  problems: string[];
}
