import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { DateChangeKind, DateRequestStatus, reasonMax, TimetableStatus } from '../../schema/timetables.js';
import { all, ofGrantedDepartments, own } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import {
  belongsTo,
  choice,
  flag,
  instant,
  integer,
  stored,
  text,
  uniqueTogether,
} from '../../data/decorators.js';
import { given, inputType, nested } from '../../data/inputs.js';
import { CivilDate } from '../../schema/scalars.js';
import { shown } from '../../schema/shown.js';
import { User } from '../accounts.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { Meeting } from './meetings.js';
import { publishedFor, Timetable } from './timetables.js';

const week = { min: 1, max: 32 };
const day = { min: 1, max: 7 };
const period = { min: 1, max: 24 };

/** What a change of a single date and a request for one are about. */
@ObjectType({ description: 'A single date for which a meeting is planned, and how it is to stand then.' })
abstract class OnDate extends StoredEntity {
  @integer('周次', 'Week', { ...week, about: 'Teaching week for which it is planned, from 1.' })
  week: number;

  @integer('星期', 'Day of the week', { ...day, about: 'Day for which it is planned, 1 Monday to 7 Sunday.' })
  dayOfWeek: number;

  @integer('改到的周次', 'Other week', { ...week, nullable: true, hidden: true })
  toWeek: number | null;

  @integer('改到的星期', 'Other day', { ...day, nullable: true, hidden: true })
  toDay: number | null;

  @integer('改到的开始节次', 'Other first period', { ...period, nullable: true, hidden: true })
  toPeriod: number | null;
}

@uniqueTogether('timetable', 'meeting', 'week')
@stored(
  '单次变更',
  'date change',
  'What stands otherwise on a single date than the week of a timetable says.',
  { rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }) },
)
export class DateChange extends OnDate {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting')
  meeting: Ref<Meeting>;

  @choice('种类', 'Kind', DateChangeKind)
  kind: DateChangeKind;

  @belongsTo(() => Classroom, '教室', 'Classroom', {
    nullable: true,
    about: 'The other room; none: as the week says.',
  })
  classroom: Ref<Classroom> | null;

  @belongsTo(() => Teacher, '教师', 'Teacher', {
    nullable: true,
    about: 'Who teaches it in place of the first teacher; none: as the week says.',
  })
  teacher: Ref<Teacher> | null;

  @text('公开说明', 'Public note', {
    max: reasonMax,
    nullable: true,
    about: 'What those are told whom it concerns; why it was changed is seen by planners alone.',
  })
  publicNote: string | null;
}

@stored(
  '单次变更申请',
  'date request',
  'That a teacher asks academic affairs for a change of a single date.',
  {
    rows: {
      ADMINISTRATOR: all,
      ACADEMIC_AFFAIRS: ofGrantedDepartments('meeting.teachingClass.department'),
      TEACHER: own('teacher', 'teacherId'),
    },
    department: 'meeting.teachingClass.department',
  },
)
export class DateRequest extends OnDate {
  @belongsTo(() => Teacher, '申请教师', 'Teacher', { onDelete: 'cascade', about: 'Who asks.' })
  teacher: Ref<Teacher>;

  @belongsTo(() => Meeting, '课次', 'Meeting', { onDelete: 'cascade' })
  meeting: Ref<Meeting>;

  @flag('是否停课', 'Cancelled', { initial: false, about: 'Whether it is asked not to be held.' })
  isCancelled: boolean;

  @belongsTo(() => Classroom, '教室', 'Classroom', {
    nullable: true,
    onDelete: 'set null',
    about: 'The wanted room; none: as the week says.',
  })
  classroom: Ref<Classroom> | null;

  @belongsTo(() => Teacher, '代课教师', 'Substitute', {
    nullable: true,
    onDelete: 'set null',
    about: 'Who is to teach it; none: as the week says.',
  })
  substitute: Ref<Teacher> | null;

  @text('申请理由', 'Reason', { max: reasonMax })
  reason: string;

  @choice('申请状态', 'Status', DateRequestStatus, { initial: DateRequestStatus.PENDING })
  status: DateRequestStatus;

  @text('答复', 'Answer', { max: reasonMax, nullable: true, about: 'What academic affairs say to it.' })
  answer: string | null;

  @belongsTo(() => User, '审批人', 'Reviewed by', { nullable: true, onDelete: 'set null', hidden: true })
  reviewedBy: Ref<User> | null;

  @instant('审批时间', 'Reviewed at', { nullable: true })
  reviewedAt: Date | null;
}

@inputType('How a meeting stands on a single date; what is left out is as the week says.')
export class DatePlaceInput {
  @given('date', '日期', 'Date', { optional: true, about: 'The date on which it is held instead.' })
  date?: string | null;

  @given('integer', '开始节次', 'First period', { ...period, optional: true, about: 'From 1.' })
  periodStart?: number | null;

  @given('reference', '教室', 'Classroom', { optional: true, about: 'Identifier of the room.' })
  classroom?: string | null;

  @given('reference', '教师', 'Teacher', { optional: true, about: 'Identifier of who teaches it then.' })
  teacher?: string | null;
}

@inputType('What is wanted of a meeting on one date, in place of whatever was changed of it before.')
export class DateItemInput {
  @given('reference', '课次', 'Meeting', { about: 'Identifier of the meeting.' })
  meeting: string;

  @given('date', '日期', 'Date', {
    about:
      'The date on which the week has it, whatever was changed of that before; of what falls out by the ' +
      'calendar, the date for which it is planned.',
  })
  date: string;

  @nested(() => DatePlaceInput, '改为', 'To', { about: 'How it stands then: another time, room or teacher.' })
  to?: DatePlaceInput | null;

  @given('flag', '是否停课', 'Cancelled', { optional: true, about: 'Whether it is not held.' })
  isCancelled?: boolean | null;

  @given('flag', '是否恢复', 'Restored', {
    optional: true,
    about: 'Whether it stands again as the week says.',
  })
  isRestored?: boolean | null;
}

@ObjectType({ description: 'How a meeting stands in one week, by date.' })
export class DatedPlace {
  @shown(() => CivilDate, 'The date; null if the calendar lets it fall out.', { nullable: true })
  date: string | null;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @shown(() => Int, 'The last period, inclusive.')
  periodEnd: number;

  @Field(() => Classroom, { nullable: true, description: 'The room.' })
  classroom: object | null;

  @Field(() => Teacher, { nullable: true, description: 'The first teacher.' })
  teacher: object | null;
}

@ObjectType({ description: 'What a change does to a meeting on one date.' })
export class ChangedDate {
  @Field(() => Meeting, { nullable: true, description: 'The meeting.' })
  meeting: object | null;

  @shown(() => Int, 'Teaching week for which it is planned, from 1.')
  week: number;

  @Field(() => DatedPlace, { nullable: true, description: 'How it stood; null if it was not held.' })
  from: DatedPlace | null;

  @Field(() => DatedPlace, { nullable: true, description: 'How it stands; null if it is not held.' })
  to: DatedPlace | null;

  @Field(() => DateChangeKind, { nullable: true, description: 'What it was; null: as the week said.' })
  before: DateChangeKind | null;

  @Field(() => DateChangeKind, { nullable: true, description: 'What it is; null: as the week says.' })
  after: DateChangeKind | null;
}

@ObjectType({ description: 'That a meeting stands otherwise on a date than the week says.' })
export class ChangedOccurrence {
  @Field(() => DateChangeKind, { description: 'What is otherwise.' })
  kind: DateChangeKind;

  @Field(() => DatedPlace, { description: 'How the week has it.' })
  planned: DatedPlace;

  @Field(() => DatedPlace, { nullable: true, description: 'How it is held; null if it is not.' })
  actual: DatedPlace | null;

  @Field(() => String, { nullable: true, description: 'What those are told whom it concerns.' })
  publicNote: string | null;
}

@ObjectType({ description: 'A meeting in one of its weeks, by date.' })
export class MeetingOccurrence {
  @Field(() => Int, { description: 'Teaching week for which it is planned, from 1.' })
  week: number;

  @Field(() => CivilDate, {
    description: 'The date on which the week has it; of what falls out, the one for which it is planned.',
  })
  date: string;

  @Field(() => Boolean, { description: 'Whether the calendar lets it fall out.' })
  isFallenOut: boolean;

  @Field(() => ChangedOccurrence, {
    nullable: true,
    description: 'How it stands otherwise than the week says; null if it does not.',
  })
  change: ChangedOccurrence | null;
}
