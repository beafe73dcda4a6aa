import { Int, ObjectType } from 'type-graphql';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { DateChange } from './date-changes.js';
import { Semester } from './semesters.js';
import { shown } from '../../schema/shown.js';

@ObjectType({ description: 'One meeting in one week, with the names of everything it refers to.' })
export class TimetableItem {
  @shown(() => Id, 'Identifier of the class assignment.')
  assignmentId: string;

  @shown(() => Id, 'Identifier of its series, which /api/v1 calls a class assignment.', { nullable: true })
  seriesId: string | null;

  semesterId: string;

  /** Identifier of the meeting, by which its teachers are read. */
  meetingId: string;

  /**
   * The change of a single date by which it stands so, null where it stands as the week says; left out
   * where it is what the week says, whatever was changed.
   */
  dateChange?: {
    readonly change: Row<DateChange>;
    readonly planned: {
      readonly dayOfWeek: number;
      readonly periodStart: number;
      readonly periodEnd: number;
      readonly classroom: string;
      readonly teacher: string;
    };
  } | null;

  @shown(() => Id, 'Identifier of the course.', { deprecationReason: 'Select `course { id }`.' })
  courseId: string;

  @shown(() => String, 'Name of the course.', { deprecationReason: 'Select `course { name }`.' })
  courseName: string;

  @shown(() => Id, 'Identifier of the teacher.', { deprecationReason: 'Select `teacher { id }`.' })
  teacherId: string;

  @shown(() => String, 'Name of the teacher.', { deprecationReason: 'Select `teacher { name }`.' })
  teacherName: string;

  @shown(() => Id, 'Identifier of the teaching class.', {
    deprecationReason: 'Select `teachingClass { id }`.',
  })
  teachingClassId: string;

  @shown(() => String, 'Name of the teaching class.', {
    deprecationReason: 'Select `teachingClass { name }`.',
  })
  teachingClassName: string;

  @shown(
    () => [String],
    'Groups of administrative classes that attend it by themselves, by name of class and group.',
  )
  groupNames: string[];

  @shown(() => Id, 'Identifier of the campus.', {
    deprecationReason: 'Select `classroom { building { campus { id } } }`.',
  })
  campusId: string;

  @shown(() => String, 'Name of the campus.', {
    deprecationReason: 'Select `classroom { building { campus { name } } }`.',
  })
  campusName: string;

  @shown(() => Id, 'Identifier of the building.', {
    deprecationReason: 'Select `classroom { building { id } }`.',
  })
  buildingId: string;

  @shown(() => String, 'Name of the building.', {
    deprecationReason: 'Select `classroom { building { name } }`.',
  })
  buildingName: string;

  @shown(() => Id, 'Identifier of the classroom.', { deprecationReason: 'Select `classroom { id }`.' })
  classroomId: string;

  @shown(() => String, 'Name of the classroom.', { deprecationReason: 'Select `classroom { name }`.' })
  classroomName: string;

  @shown(() => Id, 'Identifier of the credit-hour type.', { nullable: true })
  creditHourTypeId: string | null;

  @shown(() => String, 'Name of the credit-hour type.', { nullable: true })
  creditHourTypeName: string | null;

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
