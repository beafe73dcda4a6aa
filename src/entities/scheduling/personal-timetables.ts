import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { Semester } from './semesters.js';

@ObjectType({ description: 'One meeting in one week, with the names of everything it refers to.' })
export class TimetableItem {
  @Field(() => Id, { description: 'Identifier of the class assignment.', simple: true })
  assignmentId: string;

  @Field(() => Id, {
    deprecationReason: 'Select `course { id }`.',
    description: 'Identifier of the course.',
    simple: true,
  })
  courseId: string;

  @Field(() => String, {
    deprecationReason: 'Select `course { name }`.',
    description: 'Name of the course.',
    simple: true,
  })
  courseName: string;

  @Field(() => Id, {
    deprecationReason: 'Select `teacher { id }`.',
    description: 'Identifier of the teacher.',
    simple: true,
  })
  teacherId: string;

  @Field(() => String, {
    deprecationReason: 'Select `teacher { name }`.',
    description: 'Name of the teacher.',
    simple: true,
  })
  teacherName: string;

  @Field(() => Id, {
    deprecationReason: 'Select `teachingClass { id }`.',
    description: 'Identifier of the teaching class.',
    simple: true,
  })
  teachingClassId: string;

  @Field(() => String, {
    deprecationReason: 'Select `teachingClass { name }`.',
    description: 'Name of the teaching class.',
    simple: true,
  })
  teachingClassName: string;

  @Field(() => Id, {
    deprecationReason: 'Select `classroom { building { campus { id } } }`.',
    description: 'Identifier of the campus.',
    simple: true,
  })
  campusId: string;

  @Field(() => String, {
    deprecationReason: 'Select `classroom { building { campus { name } } }`.',
    description: 'Name of the campus.',
    simple: true,
  })
  campusName: string;

  @Field(() => Id, {
    deprecationReason: 'Select `classroom { building { id } }`.',
    description: 'Identifier of the building.',
    simple: true,
  })
  buildingId: string;

  @Field(() => String, {
    deprecationReason: 'Select `classroom { building { name } }`.',
    description: 'Name of the building.',
    simple: true,
  })
  buildingName: string;

  @Field(() => Id, {
    deprecationReason: 'Select `classroom { id }`.',
    description: 'Identifier of the classroom.',
    simple: true,
  })
  classroomId: string;

  @Field(() => String, {
    deprecationReason: 'Select `classroom { name }`.',
    description: 'Name of the classroom.',
    simple: true,
  })
  classroomName: string;

  @Field(() => Id, { nullable: true, description: 'Identifier of the credit-hour type.', simple: true })
  creditHourTypeId: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the credit-hour type.', simple: true })
  creditHourTypeName: string | null;

  @Field(() => Float, { description: 'Periods of the course in the semester.', simple: true })
  totalHours: number;

  @Field(() => Int, { description: '1 Monday to 7 Sunday.', simple: true })
  dayOfWeek: number;

  @Field(() => Int, { description: 'The first period, from 1.', simple: true })
  periodStart: number;

  @Field(() => Int, { description: 'The last period, inclusive.', simple: true })
  periodEnd: number;

  @Field(() => Int, { description: 'Length in periods.', simple: true })
  consecutivePeriods: number;

  @Field(() => Int, { description: 'Teaching week, from 1.', simple: true })
  week: number;
}

@ObjectType({ description: 'What a teacher teaches, or a student attends, week by week.' })
export class PersonalTimetable {
  @Field(() => Semester, { description: 'The semester whose timetable it is.', simple: true })
  semester: Row<Semester>;

  @Field(() => [TimetableItem], { description: 'By week, day and period.', simple: true })
  items: TimetableItem[];
}
