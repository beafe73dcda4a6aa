import type { EntityClass } from '../data/columns.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from './class-groups.js';
import {
  Course,
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
} from './courses.js';
import { AdministrativeClass, Department, Grade, Major, UnitCategory, UnitType } from './organisation.js';
import { Student, Teacher, TeacherType } from './people.js';
import {
  Building,
  Campus,
  Classroom,
  ClassroomTag,
  ClassroomTagging,
  ClassroomType,
  FurnitureType,
} from './places.js';
import { ClassAssignment } from './scheduling/assignments.js';
import { BellSeason, CalendarDay } from './scheduling/calendar.js';
import { Change } from './scheduling/changes.js';
import { DateChange } from './scheduling/date-changes.js';
import { Enrolment } from './scheduling/enrolments.js';
import { FurtherTeacher } from './scheduling/further-teachers.js';
import { Meeting } from './scheduling/meetings.js';
import { BellSchedule, Semester } from './scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from './scheduling/teaching-classes.js';
import { Timetable } from './scheduling/timetables.js';

/** What timetables name: read with every one of them and written seldom, so that calls share its rows. */
export const keptEntities: readonly EntityClass[] = [
  ...[Campus, Building, Classroom, ClassroomTag, ClassroomTagging, ClassroomType, FurnitureType],
  ...[Department, UnitCategory, UnitType, Grade, Major, AdministrativeClass, ClassPartition, ClassGroup],
  ...[Teacher, TeacherType],
  ...[Course, CourseCategory, CourseNature, CourseProperty, CourseType, CreditHourType],
  ...[Semester, CalendarDay, TeachingClass, TeachingClassGroup, Meeting, FurtherTeacher, DateChange],
];

/** What else timetables are made of: none of its rows is kept by itself, but what is made of all of them. */
export const watchedEntities: readonly EntityClass[] = [
  ...[Timetable, ClassAssignment, Change, BellSchedule, BellSeason],
  ...[Student, ClassGroupMember, Enrolment],
];
