import { statement } from '../../data/statements.js';

/** Of all teachers, because a pair exists once, whoever sees it. */
export const heldQualifications = statement<{ teacher: string; course: string }>(
  'select teacher_id as teacher, course_id as course from teacher_qualification',
);
