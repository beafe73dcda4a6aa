import { Float, Int, ObjectType } from 'type-graphql';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { Semester } from './semesters.js';
import { shown } from '../../schema/shown.js';

@ObjectType({ description: 'One meeting in one week, with the names of everything it refers to.' })
export class TimetableItem {
  @shown(() => Id, 'Identifier of the class assignment.')
  assignmentId: string;

  @shown(() => Id, 'Identifier of the course.')
  courseId: string;

  @shown(() => String, 'Name of the course.')
  courseName: string;

  @shown(() => Id, 'Identifier of the teacher.')
  teacherId: string;

  @shown(() => String, 'Name of the teacher.')
  teacherName: string;

  @shown(() => Id, 'Identifier of the teaching class.')
  teachingClassId: string;

  @shown(() => String, 'Name of the teaching class.')
  teachingClassName: string;

  @shown(() => Id, 'Identifier of the campus.')
  campusId: string;

  @shown(() => String, 'Name of the campus.')
  campusName: string;

  @shown(() => Id, 'Identifier of the building.')
  buildingId: string;

  @shown(() => String, 'Name of the building.')
  buildingName: string;

  @shown(() => Id, 'Identifier of the classroom.')
  classroomId: string;

  @shown(() => String, 'Name of the classroom.')
  classroomName: string;

  @shown(() => Id, 'Identifier of the credit-hour type.', { nullable: true })
  creditHourTypeId: string | null;

  @shown(() => String, 'Name of the credit-hour type.', { nullable: true })
  creditHourTypeName: string | null;

  @shown(() => Float, 'Periods of the course in the semester.')
  totalHours: number;

  @shown(() => Int, '1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @shown(() => Int, 'The first period, from 1.')
  periodStart: number;

  @shown(() => Int, 'The last period, inclusive.')
  periodEnd: number;

  @shown(() => Int, 'Length in periods.')
  consecutivePeriods: number;

  @shown(() => Int, 'Teaching week, from 1.')
  week: number;
}

@ObjectType({ description: 'What a teacher teaches, or a student attends, week by week.' })
export class PersonalTimetable {
  @shown(() => Semester, 'The semester whose timetable it is.')
  semester: Row<Semester>;

  @shown(() => [TimetableItem], 'By week, day and period.')
  items: TimetableItem[];
}
