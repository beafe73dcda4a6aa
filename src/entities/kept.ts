import type { EntityClass } from '../data/columns.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from './class-groups.js';
import {
  Course,
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
  TeacherPreference,
  TeacherQualification,
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
import { BellSchedule, Semester, Unavailability } from './scheduling/semesters.js';
import { Series } from './scheduling/series.js';
import { TeachingClass, TeachingClassGroup } from './scheduling/teaching-classes.js';
import { TeachingLink } from './scheduling/teaching-links.js';
import { Timetable } from './scheduling/timetables.js';

/** What timetables name: read with every one of them and written seldom, so that calls share its rows. */
export const keptEntities: readonly EntityClass[] = [
  ...[Campus, Building, Classroom, ClassroomTag, ClassroomTagging, ClassroomType, FurnitureType],
  ...[Department, UnitCategory, UnitType, Grade, Major, AdministrativeClass, ClassPartition, ClassGroup],
  ...[Teacher, TeacherType],
  ...[Course, CourseCategory, CourseNature, CourseProperty, CourseType, CreditHourType],
  ...[Semester, CalendarDay, TeachingClass, TeachingClassGroup, Meeting, Series, FurtherTeacher],
  DateChange,
];

/** What else timetables and their problems are made of: no row is kept by itself, but what is made of all. */
export const watchedEntities: readonly EntityClass[] = [
  ...[Timetable, ClassAssignment, Change, BellSchedule, BellSeason],
  ...[Student, ClassGroupMember, Enrolment],
  ...[TeacherQualification, TeacherPreference, Unavailability, TeachingLink],
];
