import type { SeenDepartments } from '../../data/statements.js';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { LoggedRequest } from '../system.js';
import { Semester } from './semesters.js';
import { Timetable } from './timetables.js';

const count = (description: string): PropertyDecorator =>
  Field(() => Int, { description, simple: true }) as PropertyDecorator;
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

  @Field(() => [LoggedRequest], { description: 'The newest calls, at most 100.', simple: true })
  requests: Row<LoggedRequest>[];
}

@ObjectType({ description: 'How many students a major has.' })
export class MajorStudentCount {
  @Field(() => Id, { description: 'Identifier of the major.', simple: true })
  majorId: string;

  @Field(() => String, { description: 'Name of the major.', simple: true })
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

  @Field(() => [MajorStudentCount], { description: 'The majors by name.', simple: true })
  majors: MajorStudentCount[];
}

@ObjectType({ description: 'A teaching class that a teacher teaches, as published.' })
export class TaughtClass {
  @Field(() => Id, { description: 'Identifier of the teaching class.', simple: true })
  teachingClassId: string;

  @Field(() => String, { description: 'Name of the teaching class.', simple: true })
  teachingClassName: string;

  @Field(() => Id, { description: 'Identifier of the course.', simple: true })
  courseId: string;

  @Field(() => String, { description: 'Name of the course.', simple: true })
  courseName: string;

  @count('Students of the teaching class.')
  studentCount: number;

  @Field(() => Float, {
    description:
      'Hours needed for all types of hours that the teacher teaches in it, else those of the course.',
    simple: true,
  })
  totalHours: number;

  @Field(() => String, {
    nullable: true,
    description: 'Names of the credit-hour types that the teacher teaches in it, joined by 、.',
    simple: true,
  })
  creditHourTypeName: string | null;
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

  @Field(() => [TaughtClass], { description: 'The newest semester first, then by name.', simple: true })
  classes: TaughtClass[];
}

@ObjectType({ description: 'What the calling student attends in a semester.' })
export class StudentDashboard {
  @Field(() => Semester, { description: 'The semester that is told of.', simple: true })
  semester: Row<Semester>;

  @count('Courses.')
  courseCount: number;

  @count('Teaching classes.')
  classCount: number;

  @Field(() => Float, { description: 'Credits of the courses.', simple: true })
  credits: number;
}

@ObjectType({ description: 'How much is held on one day of the week.' })
export class DayHours {
  @count('1 Monday to 7 Sunday.')
  dayOfWeek: number;

  @hours('Over the whole semester')
  hours: number;
}

@ObjectType({ description: 'How much a person teaches or attends in a semester, and how it is spread.' })
export class PersonLoad {
  @hours('Over the whole semester')
  hours: number;

  @hours('In the fullest week')
  weekHoursMax: number;

  @hours('On the fullest day')
  dayHoursMax: number;

  @Field(() => [DayHours], { description: 'The days of the week with a meeting.', simple: true })
  days: DayHours[];
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

  @Field(() => Float, {
    description: 'Share of the rooms that are in use, 0 to 1, over all weeks.',
    simple: true,
  })
  share: number;
}

@ObjectType({ description: 'How full the rooms of a type are.' })
export class RoomTypeUse {
  @Field(() => Id, { description: 'Identifier of the type of classroom.', simple: true })
  classroomTypeId: string;

  @Field(() => String, { description: 'Name of the type of classroom.', simple: true })
  classroomTypeName: string;

  @count('Rooms of the type that the semester may use, or uses.')
  roomCount: number;

  @Field(() => Float, {
    description: 'Share of the periods of the grid in which a room is in use, 0 to 1.',
    simple: true,
  })
  share: number;

  @Field(() => [RoomHourUse], {
    description: 'By day and period: those of the grid, and those beyond it that are used.',
    simple: true,
  })
  hours: RoomHourUse[];
}

@ObjectType({ description: 'How good a timetable is, in figures.' })
export class TimetableFigures {
  @Field(() => Timetable, { description: 'The timetable that is told of.', simple: true })
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

  @Field(() => [DayHours], { description: 'The days of the week with a meeting.', simple: true })
  days: DayHours[];
}
