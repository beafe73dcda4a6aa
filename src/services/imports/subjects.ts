import { ImportSubject } from '../../schema/enums.js';
import { classroomImport } from '../classrooms.js';
import { courseImport } from '../course-library.js';
import type { ImportService } from '../imports.js';
import { buildingImport, campusImport } from '../places.js';
import { studentImport } from '../students.js';
import { teacherImport } from '../teachers.js';

/** Who imports what. */
export const importServices: Record<
  ImportSubject,
  Pick<ImportService<never, never>, 'operations' | 'attempt' | 'marked'>
> = {
  [ImportSubject.CAMPUSES]: campusImport,
  [ImportSubject.BUILDINGS]: buildingImport,
  [ImportSubject.CLASSROOMS]: classroomImport,
  [ImportSubject.TEACHERS]: teacherImport,
  [ImportSubject.STUDENTS]: studentImport,
  [ImportSubject.COURSES]: courseImport,
};
