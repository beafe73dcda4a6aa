import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { TimetableStatus } from '../../schema/enums.js';
import { belongsTo, integer, list, stored, StoredEntity, uniqueTogether } from '../../data/columns.js';
import { Teacher } from '../people.js';
import { Classroom } from '../places.js';
import { Meeting } from './meetings.js';
import { TeachingClass } from './teaching-classes.js';
import { publishedFor, Timetable } from './timetables.js';

@uniqueTogether('timetable', 'meeting')
@stored('排课', 'class assignment', 'The time, room and teacher that a timetable gives to a meeting.', {
  rows: publishedFor({ timetable: { status: TimetableStatus.PUBLISHED } }),
})
export class ClassAssignment extends StoredEntity {
  @belongsTo(() => Timetable, '课表', 'Timetable', { onDelete: 'cascade' })
  timetable: Ref<Timetable>;

  @belongsTo(() => Meeting, '课次', 'Meeting')
  meeting: Ref<Meeting>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class')
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => Teacher, '教师', 'Teacher')
  teacher: Ref<Teacher>;

  @belongsTo(() => Classroom, '教室', 'Classroom')
  classroom: Ref<Classroom>;

  @integer('星期', 'Day of the week', { min: 1, max: 7, hidden: true })
  dayOfWeek: number;

  @integer('开始节次', 'First period', { min: 1, max: 24, hidden: true })
  periodStart: number;

  @integer('结束节次', 'Last period', { min: 1, max: 24, hidden: true })
  periodEnd: number;

  @list('周次', 'Weeks', 'integer', { hidden: true })
  weeks: number[];
}

@ObjectType({ description: 'When a meeting is held.' })
export class MeetingTime {
  @Field(() => Int, { description: '1 Monday to 7 Sunday.', simple: true })
  dayOfWeek: number;

  @Field(() => Int, { description: 'The first period, from 1.', simple: true })
  periodStart: number;

  @Field(() => Int, { description: 'The last period, inclusive.', simple: true })
  periodEnd: number;

  @Field(() => [Int], { description: 'Teaching weeks, from 1.', simple: true })
  weeks: number[];
}
