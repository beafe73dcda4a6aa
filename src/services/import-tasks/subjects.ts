import { ImportSubject } from '../../schema/enums.js';
import { classroomImport, classroomTypeImport } from '../places/classrooms.js';
import { administrativeClassImport } from '../organisation/administrative-classes.js';
import { departmentImport } from '../organisation/departments.js';
import { gradeImport } from '../organisation/grades.js';
import { majorImport } from '../organisation/majors.js';
import { furnitureTypeImport } from '../places/furniture-types.js';
import { courseImport } from '../courses/courses.js';
import { preferenceImport } from '../courses/preferences.js';
import { qualificationImport } from '../courses/qualifications.js';
import type { ImportService } from '../imports/import-service.js';
import { campusImport } from '../places/campuses.js';
import { buildingImport } from '../places/buildings.js';
import { studentImport } from '../people/students.js';
import { bellSeasonImport } from '../scheduling/calendar/bell-seasons.js';
import { calendarDayImport } from '../scheduling/calendar/calendar-days.js';
import { enrolmentImport } from '../scheduling/enrolment/enrolments.js';
import { teachingClassImport } from '../scheduling/curriculum/teaching-class-import.js';
import { teachingLinkImport } from '../scheduling/curriculum/teaching-link-import.js';
import { classGroupImport } from '../scheduling/groups/group-import.js';
import { semesterImport } from '../scheduling/semester/semesters.js';
import { teacherImport } from '../people/teachers.js';

/** What a workbook of one sheet contains. */
export type SingleSubject = Exclude<ImportSubject, ImportSubject.INSTITUTION>;

/** Imports and exports of one subject. */
export type SubjectService = Pick<ImportService<never, never>, keyof ImportService<never, never>>;

/** The import service of each subject that has a sheet. */
export const subjectServices: Record<SingleSubject, SubjectService> = {
  [ImportSubject.DEPARTMENTS]: departmentImport,
  [ImportSubject.GRADES]: gradeImport,
  [ImportSubject.MAJORS]: majorImport,
  [ImportSubject.ADMINISTRATIVE_CLASSES]: administrativeClassImport,
  [ImportSubject.CLASSROOM_TYPES]: classroomTypeImport,
  [ImportSubject.FURNITURE_TYPES]: furnitureTypeImport,
  [ImportSubject.CAMPUSES]: campusImport,
  [ImportSubject.BUILDINGS]: buildingImport,
  [ImportSubject.CLASSROOMS]: classroomImport,
  [ImportSubject.TEACHERS]: teacherImport,
  [ImportSubject.STUDENTS]: studentImport,
  [ImportSubject.COURSES]: courseImport,
  [ImportSubject.ENROLMENTS]: enrolmentImport,
  [ImportSubject.QUALIFICATIONS]: qualificationImport,
  [ImportSubject.SEMESTERS]: semesterImport,
  [ImportSubject.CALENDAR_DAYS]: calendarDayImport,
  [ImportSubject.BELL_SEASONS]: bellSeasonImport,
  [ImportSubject.CLASS_GROUPS]: classGroupImport,
  [ImportSubject.TEACHING_CLASSES]: teachingClassImport,
  [ImportSubject.TEACHING_LINKS]: teachingLinkImport,
  [ImportSubject.PREFERENCES]: preferenceImport,
};
