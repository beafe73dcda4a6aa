import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { ChangeKind, ChangeState, ConflictKind, reasonMax } from '../../schema/timetables.js';
import { all, nobody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import {
  belongsTo,
  choice,
  document,
  flag,
  integer,
  stored,
  text,
  uniqueTogether,
} from '../../data/decorators.js';
import { given, inputType, nested } from '../../data/inputs.js';
import { User } from '../accounts.js';
import { AdministrativeClass } from '../organisation.js';
import { Teacher } from '../people.js';
import { ChangedDate, DateItemInput } from './date-changes.js';
import { TeacherInRole } from './further-teachers.js';
import { Meeting } from './meetings.js';
import { Semester } from './semesters.js';
import { MeetingPlace } from './tasks.js';
import { Timetable } from './timetables.js';
import { shown } from '../../schema/shown.js';
import { calledMessage } from '../../schema/texts.js';

const forPlanners = { ADMINISTRATOR: all, ACADEMIC_AFFAIRS: all };

@uniqueTogether('semester', 'number')
@stored('课表变更', 'change', 'An atomic change of a timetable; nothing else moves a meeting.', {
  rows: forPlanners,
})
export class Change extends StoredEntity {
  @belongsTo(() => Semester, '学期', 'Semester', { onDelete: 'cascade' })
  semester: Ref<Semester>;

  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @integer('变更号', 'Number', {
    min: 1,
    about: 'Ascends within the semester, over all of its timetables.',
    sorted: 'plain',
  })
  number: number;

  @choice('变更种类', 'Kind of change', ChangeKind)
  kind: ChangeKind;

  @choice('变更状态', 'State of the change', ChangeState, { initial: ChangeState.APPLIED })
  state: ChangeState;

  @belongsTo(() => User, '操作人', 'Person', {
    nullable: true,
    onDelete: 'set null',
    about: 'Who made it; none where no person asked for it.',
  })
  person: Ref<User> | null;

  @text('原因', 'Reason', { max: reasonMax, nullable: true })
  reason: string | null;

  @text('告知', 'Public note', {
    max: reasonMax,
    nullable: true,
    about: 'What those whom it concerns are told beside what was and what is.',
  })
  publicNote: string | null;

  @flag('已告知', 'Told', {
    initial: true,
    hidden: true,
    about: 'Whether those whom it concerns have their notices, or nobody gets any.',
  })
  isTold: boolean;

  @belongsTo(() => Change, '撤销或重做的变更', 'Change that it takes back or makes again', {
    nullable: true,
    onDelete: 'set null',
  })
  subject: Ref<Change> | null;

  @document('冲突的增减', 'Conflicts that came and went with it', { nullable: true })
  conflicts: unknown;

  @document('明细之外的影响', 'What it means beside its items', {
    nullable: true,
    hidden: true,
    about:
      'What readers are told of it beside what its items say: dates that end or move, who teaches, when.',
  })
  effects: unknown;
}

@uniqueTogether('change', 'meeting')
@stored('变更明细', 'change item', 'What a change does to one meeting in a timetable.', {
  // Whoever sees the change sees its items.
  rows: nobody,
  output: false,
})
export class ChangeItem extends StoredEntity {
  @belongsTo(() => Change, '课表变更', 'Change', { onDelete: 'cascade' })
  change: Ref<Change>;

  @belongsTo(() => Meeting, '课次', 'Meeting')
  meeting: Ref<Meeting>;

  @document('变更前', 'State before, none where the timetable did not hold it', {
    nullable: true,
    short: true,
  })
  before: unknown;

  @document('变更后', 'State after, none where the timetable no longer holds it', {
    nullable: true,
    short: true,
  })
  after: unknown;
}

/** Greatest number of items of a change that a caller sends. */
export const itemsMax = 1_000;

@inputType('Time, room and teacher of a meeting; what is left out stays as it is.')
export class MeetingPlaceInput {
  @given('integer', '星期', 'Day of the week', {
    min: 1,
    max: 7,
    optional: true,
    about: '1 Monday to 7 Sunday.',
  })
  dayOfWeek?: number | null;

  @given('integer', '开始节次', 'First period', {
    min: 1,
    max: 24,
    optional: true,
    about: 'The first period, from 1.',
  })
  periodStart?: number | null;

  @given('reference', '教室', 'Classroom', { optional: true, about: 'Identifier of the room.' })
  classroom?: string | null;

  @given('reference', '教师', 'Teacher', { optional: true, about: 'Identifier of the teacher.' })
  teacher?: string | null;
}

@inputType('What is wanted of one meeting; what is left out stays as it is.')
export class ChangeItemInput {
  @given('reference', '课次', 'Meeting', {
    about: 'Identifier of the meeting. One that the timetable does not hold yet is added to it.',
  })
  meeting: string;

  @nested(() => MeetingPlaceInput, '位置', 'Place', {
    about: 'The new place, or what of it changes; null takes the meeting out of its place.',
  })
  place?: MeetingPlaceInput | null;

  @given('flag', '是否锁定', 'Locked', {
    optional: true,
    about:
      'Whether the meeting stays where it is: runs and repairs leave it there, and it is not moved, taken ' +
      'out or retired before it is unlocked, which the same item may do.',
  })
  isLocked?: boolean | null;

  @given('flag', '是否移除', 'Retired', {
    optional: true,
    about: 'True takes the meeting out of the timetable altogether.',
  })
  isRetired?: boolean | null;

  @given('list', '周次', 'Weeks', {
    optional: true,
    max: 64,
    type: () => [Int],
    about:
      'The only teaching weeks in which it is held from now on, from 1. A meeting keeps its weeks, so ' +
      'it is retired, and another one of its teaching class takes its place, or the one that is asked for. ' +
      'Of the published timetable alone; further runs plan what takes the place.',
  })
  weeks?: number[] | null;

  @nested(() => MeetingPlaceInput, '预期位置', 'Expected place', {
    about:
      'Where the caller believes the meeting to be; null: without a place. The change is refused where ' +
      'that is no longer so; what is left out is not judged.',
  })
  expected?: MeetingPlaceInput | null;
}

@inputType('What is wanted of the meetings of a timetable.')
export class TimetableChangeInput {
  @nested(() => ChangeItemInput, '明细', 'Items', { max: itemsMax, about: 'The meetings, each once.' })
  items?: ChangeItemInput[] | null;

  @nested(() => DateItemInput, '单次明细', 'Single dates', {
    max: itemsMax,
    about: 'What stands otherwise on single dates; in the published timetable alone.',
  })
  dates?: DateItemInput[] | null;
}

@ObjectType({ description: 'Who teaches a meeting beside its first teacher, in two timetables.' })
export class ChangedTeachers {
  @Field(() => [TeacherInRole], { description: 'Before.' })
  from: readonly TeacherInRole[];

  @Field(() => [TeacherInRole], { description: 'After.' })
  to: readonly TeacherInRole[];
}

@ObjectType({ description: 'What a change does to one meeting.' })
export class ChangedMeeting {
  @Field(() => Meeting, { nullable: true, description: 'The meeting.' })
  meeting: object | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Its place before; null if it had none.' })
  from: MeetingPlace | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Its place after; null if it has none.' })
  to: MeetingPlace | null;

  @shown(() => Boolean, 'Whether the timetable held it before.')
  wasHeld: boolean;

  @shown(() => Boolean, 'Whether the timetable holds it after.')
  isHeld: boolean;

  @shown(() => Boolean, 'Whether it was locked before.')
  wasLocked: boolean;

  @shown(() => Boolean, 'Whether it is locked after.')
  isLocked: boolean;

  @Field(() => ChangedTeachers, {
    nullable: true,
    description:
      'Who teaches it beside its first teacher, where that differs between timetables, or would be changed.',
  })
  furtherTeachers: ChangedTeachers | null;

  @Field(() => [ChangedDate], { description: 'What it does to single dates of the meeting.' })
  dates: ChangedDate[];
}

@ObjectType({ description: 'One period of one day of one week.' })
export class Occurrence {
  @shown(() => Int, 'Teaching week, from 1.')
  week: number;

  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => Int, 'Period, from 1.')
  period: number;
}

@ObjectType({
  description: 'Two meetings that need one thing at the same time; twice the same one in a closed room.',
})
export class Clash {
  @shown(() => ConflictKind, 'What both need.')
  kind: ConflictKind;

  @shown(() => String, 'Name of the teacher, room or class that both need; of students how many.')
  resourceName: string;

  @Field(() => Meeting, { nullable: true, description: 'One of the meetings.' })
  first: object | null;

  @Field(() => Meeting, { nullable: true, description: 'The other one.' })
  second: object | null;

  @Field(() => [Occurrence], { description: 'When both need it, in order.' })
  times: Occurrence[];

  @shown(() => String, 'The clash in words, in the language of the caller.', {
    deprecationReason: calledMessage,
  })
  text: string;
}

@ObjectType({ description: 'Whom a change concerns.' })
export class AffectedPeople {
  @Field(() => [Teacher], { description: 'The teachers before and after.' })
  teachers: object[];

  @Field(() => [AdministrativeClass], { description: 'The administrative classes.' })
  administrativeClasses: object[];

  @shown(() => Int, 'Students of these classes and students who are enrolled, each counted once.')
  studentCount: number;
}

@ObjectType({ description: 'What a change does, or would do.' })
export class TimetableChangeOutcome {
  @Field(() => Change, {
    nullable: true,
    description: 'The change; null of a dry run, and where nothing changes.',
  })
  change: object | null;

  @shown(() => Int, 'Number of the newest change of the semester.')
  number: number;

  @shown(() => Boolean, 'Whether it may be applied without accepting clashes.')
  isApplicable: boolean;

  @Field(() => [ChangedMeeting], { description: 'What it does to each meeting.' })
  items: ChangedMeeting[];

  @Field(() => [Clash], { description: 'What it makes overlap that did not overlap before.' })
  clashes: Clash[];

  @shown(() => [String], 'What makes it impossible besides clashes, in the language of the caller.')
  problems: string[];

  @shown(() => [String], 'What speaks against it without forbidding it, in the language of the caller.')
  warnings: string[];

  @shown(() => [String], 'Rules of runs, such as "room-type", that the warnings are about.')
  warnedRules: string[];

  @Field(() => [ChangedDate], {
    description:
      'Changes of single dates that end with it, because they mean nothing any more; it is carried out ' +
      'only with `endsDates`.',
  })
  endedDates: ChangedDate[];

  @Field(() => AffectedPeople, { description: 'Whom it concerns.' })
  affected: AffectedPeople;
}

@ObjectType({ description: 'How two timetables differ.' })
export class TimetableDifference {
  @Field(() => [ChangedMeeting], { description: 'The meetings that were moved, locked, added or retired.' })
  items: ChangedMeeting[];

  @Field(() => [ChangedMeeting], {
    description: 'Of a publication: what the draft takes over from the published timetable first.',
  })
  merged: ChangedMeeting[];

  @Field(() => [ChangedDate], {
    description:
      'Of a publication: changes of single dates that end with it, because they mean nothing any more; it ' +
      'is carried out only with `endsDates`.',
  })
  endedDates: ChangedDate[];

  @Field(() => [String], {
    description:
      'Of a publication: what the draft lacks, counted and named in the language of the caller, such as ' +
      'meetings without a place; it is carried out only with `acceptsUnfinished` and a reason.',
  })
  unfinished: string[];

  @Field(() => AffectedPeople, { description: 'Whom it concerns.' })
  affected: AffectedPeople;
}
