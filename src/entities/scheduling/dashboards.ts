import type { SeenDepartments } from '../../data/statements.js';
import { Float, Int, ObjectType } from 'type-graphql';
import { TeachingRole } from '../../schema/timetables.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { LoggedRequest } from '../system.js';
import { Semester } from './semesters.js';
import { Timetable } from './timetables.js';
import { shown } from '../../schema/shown.js';

const count = (description: string): PropertyDecorator => shown(() => Int, description);
const hours = (description: string): PropertyDecorator => count(`${description}, in periods.`);

@ObjectType({ description: 'What the installation holds, and what was asked of /api/v1 last.' })
export class AdministratorDashboard {
  @count('Accounts.')
  userCount: number;

  @count('Campuses.')
  campusCount: number;

  @count('Buildings.')
  buildingCount: number;

  @count('Teachers.')
  teacherCount: number;

  @count('Students, graduates too.')
  studentCount: number;

  @shown(() => [LoggedRequest], 'The newest calls, at most 100.')
  requests: Row<LoggedRequest>[];
}

@ObjectType({ description: 'How many students a major has.' })
export class MajorStudentCount {
  @shown(() => Id, 'Identifier of the major.')
  majorId: string;

  @shown(() => String, 'Name of the major.')
  majorName: string;

  @count('Students of the major, graduates too.')
  studentCount: number;
}

@ObjectType({ description: 'What departments hold: people, classes and courses, in all semesters.' })
export class AcademicDashboard {
  @count('Teachers.')
  teacherCount: number;

  @count('Students, graduates too.')
  studentCount: number;

  @count('Administrative classes.')
  administrativeClassCount: number;

  @count('Teaching classes.')
  teachingClassCount: number;

  @count('Courses.')
  courseCount: number;

  @shown(() => [MajorStudentCount], 'The majors by name.')
  majors: MajorStudentCount[];
}

@ObjectType({ description: 'A teaching class that a teacher teaches, as published.' })
export class TaughtClass {
  @shown(() => Id, 'Identifier of the teaching class.')
  teachingClassId: string;

  @shown(() => String, 'Name of the teaching class.')
  teachingClassName: string;

  @shown(() => Id, 'Identifier of the course.')
  courseId: string;

  @shown(() => String, 'Name of the course.')
  courseName: string;

  @count('Students of the teaching class.')
  studentCount: number;

  @shown(
    () => Float,
    'Hours needed for all types of hours that the teacher teaches in it, else those of the course.',
  )
  totalHours: number;

  @shown(() => String, 'Names of the credit-hour types that the teacher teaches in it, joined by 、.', {
    nullable: true,
  })
  creditHourTypeName: string | null;

  @shown(() => [TeachingRole], 'As what the teacher teaches it.')
  roles: TeachingRole[];
}

@ObjectType({ description: 'What the calling teacher teaches, in all semesters, as published.' })
export class TeacherDashboard {
  @count('Courses.')
  courseCount: number;

  @count('Teaching classes.')
  classCount: number;

  @count('Students of all teaching classes; whoever attends two of them counts twice.')
  studentCount: number;

  @hours('Whole hours of all teaching classes')
  totalHours: number;

  @shown(() => [TaughtClass], 'The newest semester first, then by name.')
  classes: TaughtClass[];
}

@ObjectType({ description: 'What the calling student attends in a semester.' })
export class StudentDashboard {
  @shown(() => Semester, 'The semester that is told of.')
  semester: Row<Semester>;

  @count('Courses.')
  courseCount: number;

  @count('Teaching classes.')
  classCount: number;

  @shown(() => Float, 'Credits of the courses.')
  credits: number;
}

@ObjectType({ description: 'How much is held on one day of the week.' })
export class DayHours {
  @count('1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @hours('Over the whole semester')
  hours: number;
}

@ObjectType({ description: 'How much somebody teaches as what.' })
export class RoleHours {
  @shown(() => TeachingRole, 'As what.')
  role: TeachingRole;

  @hours('Over the whole semester')
  hours: number;
}

@ObjectType({ description: 'How much a person teaches or attends in a semester, and how it is spread.' })
export class PersonLoad {
  @hours('Over the whole semester')
  hours: number;

  @count('Over the whole semester, in minutes: as many for each period as the bell schedule says.')
  minutes: number;

  @hours('In the fullest week')
  weekHoursMax: number;

  @hours('On the fullest day')
  dayHoursMax: number;

  @shown(() => [DayHours], 'The days of the week with a meeting.')
  days: DayHours[];

  @shown(() => [RoleHours], 'What of it a teacher teaches as what; of a student nothing.')
  roles: RoleHours[];
}

@ObjectType({ description: 'How much a teacher teaches in a timetable.' })
export class TeacherLoad extends PersonLoad {
  /** Identifier of the teacher. */
  teacherId: string;
}

@ObjectType({ description: 'How full the rooms of a type are in one period of the week.' })
export class RoomHourUse {
  @count('1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @count('Period of the day, from 1.')
  period: number;

  @shown(() => Float, 'Share of the rooms that are in use, 0 to 1, over all weeks.')
  share: number;
}

@ObjectType({ description: 'How full the rooms of a type are.' })
export class RoomTypeUse {
  @shown(() => Id, 'Identifier of the type of classroom.')
  classroomTypeId: string;

  @shown(() => String, 'Name of the type of classroom.')
  classroomTypeName: string;

  @count('Rooms of the type that the semester may use, or uses.')
  roomCount: number;

  @shown(() => Float, 'Share of the periods of the grid in which a room is in use, 0 to 1.')
  share: number;

  @shown(() => [RoomHourUse], 'By day and period: those of the grid, and those beyond it that are used.')
  hours: RoomHourUse[];
}

@ObjectType({ description: 'How good a timetable is, in figures.' })
export class TimetableFigures {
  @shown(() => Timetable, 'The timetable that is told of.')
  timetable: Row<Timetable>;

  /** The departments that are told of. */
  departments: SeenDepartments;

  @count('Meetings that it holds.')
  meetingCount: number;

  @count('Of these, meetings that have no place.')
  unplacedCount: number;

  @hours('What is placed, over the whole semester')
  hours: number;

  @hours('What has no place, over the whole semester')
  unplacedHours: number;

  @count('Open conflicts in which one of the departments is on a side.')
  clashCount: number;

  @shown(() => [DayHours], 'The days of the week with a meeting.')
  days: DayHours[];
}
