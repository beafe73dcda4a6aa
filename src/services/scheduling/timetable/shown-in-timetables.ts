import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import { RoleKey } from '../../../schema/enums.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { selected, type Selected } from '../../../data/lists/selected.js';

/**
 * What a column of the published assignments refers to that the caller is shown: members of academic affairs
 * are shown those of granted departments. Clients look the names of these up in pick lists, so the lists have
 * them even if nobody may choose them any more, or they are of other departments.
 */
export function shownBy({ viewer }: Context, column: 'classroom' | 'teachingClass'): Selected {
  const published = { timetable: { status: TimetableStatus.PUBLISHED } };
  const isOfDepartments = viewer?.role === RoleKey.ACADEMIC_AFFAIRS;
  const granted = { teachingClass: { department: { $in: viewer?.departmentIds ?? [] } } };
  return selected(ClassAssignment, column, isOfDepartments ? { $and: [published, granted] } : published);
}
