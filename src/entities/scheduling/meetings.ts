import type { Ref } from '@mikro-orm/core';
import { everybody } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, flag, integer, list, stored, uniqueTogether } from '../../data/decorators.js';
import { CreditHourType } from '../courses.js';
import { Teacher } from '../people.js';
import { ClassroomType } from '../places.js';
import { TeachingClass } from './teaching-classes.js';

@uniqueTogether('teachingClass', 'sequence')
@stored(
  '课次',
  'meeting',
  'A weekly meeting of a teaching class, which has to be given a time, a room and a teacher.',
  { rows: everybody },
)
export class Meeting extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @integer('序号', 'Sequence', { min: 1, about: 'Number of the meeting within its teaching class, from 1.' })
  sequence: number;

  @integer('连堂节数', 'Consecutive periods', { min: 1, max: 12, initial: 2, about: 'Length in periods.' })
  periods: number;

  @list('周次', 'Weeks', 'integer', { about: 'Teaching weeks in which it is held, from 1.' })
  weeks: number[];

  @belongsTo(() => CreditHourType, '学时类型', 'Credit-hour type', { nullable: true })
  creditHourType: Ref<CreditHourType> | null;

  @belongsTo(() => ClassroomType, '教室类型', 'Classroom type', {
    nullable: true,
    about: 'The type of room it needs; none: any.',
  })
  classroomType: Ref<ClassroomType> | null;

  @belongsTo(() => Teacher, '教师', 'Teacher', {
    nullable: true,
    about: 'Who teaches it; none: any teacher with an approved qualification for the course.',
  })
  teacher: Ref<Teacher> | null;

  @flag('是否已被取代', 'Replaced', {
    initial: false,
    about:
      'Whether a later plan, or other weeks of it, took its place: who holds it keeps it, runs leave it out.',
  })
  isReplaced: boolean;
}
