import { Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { TimetableStatus } from '../../schema/timetables.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, flag, integer, list, longText, stored, uniqueTogether } from '../../data/decorators.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { Meeting } from './meetings.js';
import { Series } from './series.js';
import { TeachingClass } from './teaching-classes.js';
import { publishedFor, Timetable } from './timetables.js';
import { shown } from '../../schema/shown.js';

@uniqueTogether('timetable', 'meeting')
@stored(
  '排课',
  'class assignment',
  'The time, room and teacher that a timetable gives to a meeting. A meeting that it could not place has ' +
    'a row too, without a time.',
  { rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }) },
)
export class ClassAssignment extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting')
  meeting: Ref<Meeting>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class')
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => Series, '排课系列', 'Series', { nullable: true })
  series: Ref<Series> | null;

  @belongsTo(() => Teacher, '教师', 'Teacher', { nullable: true, isShownNullable: false })
  teacher: Ref<Teacher> | null;

  @belongsTo(() => Classroom, '教室', 'Classroom', { nullable: true, isShownNullable: false })
  classroom: Ref<Classroom> | null;

  @integer('星期', 'Day of the week', { min: 1, max: 7, nullable: true, hidden: true })
  dayOfWeek: number | null;

  @integer('开始节次', 'First period', { min: 1, max: 24, nullable: true, hidden: true })
  periodStart: number | null;

  @integer('结束节次', 'Last period', { min: 1, max: 24, nullable: true, hidden: true })
  periodEnd: number | null;

  @list('周次', 'Weeks', 'integer', { hidden: true })
  weeks: number[];

  @flag('是否锁定', 'Locked', { initial: false, about: 'Whether runs and repairs leave it where it is.' })
  isLocked: boolean;

  @longText('未排中文原因', 'Reason in Chinese', { nullable: true, hidden: true })
  reasonZh: string | null;

  @longText('未排英文原因', 'Reason in English', { nullable: true, hidden: true })
  reasonEn: string | null;
}

/** A row that has a place. */
export type PlacedAssignment = Row<ClassAssignment> & {
  readonly teacher: string;
  readonly classroom: string;
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly periodEnd: number;
};

@ObjectType({ description: 'A meeting that a timetable has no place for, and why.' })
export class UnplacedMeeting {
  @shown(() => Id, 'Identifier of its row in the timetable.')
  id: string;

  timetable: string;

  meeting: string;
}

@ObjectType({ description: 'When a meeting is held.' })
export class MeetingTime {
  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @shown(() => Int, 'The last period, inclusive.')
  periodEnd: number;

  @shown(() => [Int], 'Teaching weeks, from 1.')
  weeks: number[];
}
