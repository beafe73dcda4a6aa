import type { Ref } from '@mikro-orm/core';
import { everybody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, decimal, integer, stored, text } from '../../data/decorators.js';
import { CreditHourType } from '../courses.js';
import { Campus } from '../places.js';
import { TeachingClass } from './teaching-classes.js';

@stored(
  '排课系列',
  'series',
  'Meetings of a teaching class that were created together, with one teacher and one room in a timetable. ' +
    'It has the same identifier in every revision; /api/v1 calls it a class assignment.',
  { rows: everybody },
)
export class Series extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => CreditHourType, '学时类型', 'Credit-hour type', { nullable: true })
  creditHourType: Ref<CreditHourType> | null;

  @decimal('教学学时', 'Teaching hours', {
    min: 0,
    initial: 0,
    about: 'Hours taught; 0 where a run made it.',
  })
  teachingHours: number;

  @decimal('排课学时', 'Scheduled hours', {
    min: 0,
    nullable: true,
    about: 'Hours planned; none: the periods that are placed.',
  })
  scheduledHours: number | null;

  @decimal('总学时', 'Total hours', {
    min: 0,
    nullable: true,
    about: 'Hours needed; none: those of the course library for the credit-hour type.',
  })
  totalHours: number | null;

  @integer('排课优先级', 'Scheduling priority', {
    min: 0,
    max: 65_535,
    initial: 5,
    about: 'Larger is more important.',
  })
  priority: number;

  @text('课程归属', 'Course ownership', {
    max: 32,
    nullable: true,
    about: 'Free text of existing clients; none: the department that offers the teaching class.',
  })
  courseOwnership: string | null;

  @belongsTo(() => Campus, '教学校区', 'Teaching campus', {
    nullable: true,
    about: 'The campus that a client named; none: that of the room.',
  })
  teachingCampus: Ref<Campus> | null;

  @integer('连堂节数', 'Consecutive periods', { min: 0, max: 255, initial: 2 })
  consecutivePeriods: number;
}
