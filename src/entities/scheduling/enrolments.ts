import { ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { all, ofGrantedDepartments, own } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { belongsTo, stored, uniqueTogether } from '../../data/decorators.js';
import { Id } from '../../schema/scalars.js';
import { Student } from '../people.js';
import { EnrolmentRound } from './enrolment-rounds.js';
import { TeachingClass } from './teaching-classes.js';
import { shown } from '../../schema/shown.js';

@uniqueTogether('teachingClass', 'student')
@stored('选课', 'enrolment', 'That a student attends an elective teaching class.', {
  rows: {
    ADMINISTRATOR: all,
    ACADEMIC_AFFAIRS: ofGrantedDepartments('teachingClass.department'),
    STUDENT: own('student', 'studentId'),
  },
  department: 'teachingClass.department',
})
export class Enrolment extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { index: false })
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => Student, '学生', 'Student', { hidden: true })
  student: Ref<Student>;

  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', {
    nullable: true,
    about: 'The round in which it came about; none: staff enrolled the student outside of one.',
  })
  round: Ref<EnrolmentRound> | null;
}

@ObjectType({
  description: 'What whoever sees an enrolment knows of the student, also of one of another department.',
})
export class EnrolledStudent {
  @shown(() => Id, 'Identifier of the student.')
  id: string;

  @shown(() => String, 'Student number.')
  code: string;

  @shown(() => String, 'Name of the student.')
  name: string;

  @shown(() => String, 'Name of the administrative class of the student.', { nullable: true })
  administrativeClassName: string | null;
}
