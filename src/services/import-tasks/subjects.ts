import { ImportSubject } from '../../schema/enums.js';
import { classroomImport, classroomTypeImport } from '../places/classrooms.js';
import { administrativeClassImport } from '../organisation/administrative-classes.js';
import { departmentImport } from '../organisation/departments.js';
import { gradeImport } from '../organisation/grades.js';
import { majorImport } from '../organisation/majors.js';
import { furnitureTypeImport } from '../places/furniture-types.js';
import { courseImport } from '../courses/courses.js';
import { qualificationImport } from '../courses/qualifications.js';
import type { ImportService } from '../imports/import-service.js';
import { campusImport } from '../places/campuses.js';
import { buildingImport } from '../places/buildings.js';
import { studentImport } from '../people/students.js';
import { enrolmentImport } from '../scheduling/curriculum/enrolments.js';
import { teacherImport } from '../people/teachers.js';

/** The import service of each subject. */
export const importServices: Record<
  ImportSubject,
  Pick<ImportService<never, never>, 'operations' | 'template' | 'run' | 'attempt' | 'marked'>
> = {
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
};
