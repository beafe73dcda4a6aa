import { inputOf, inputType } from '../entities/inputs.js';
import { Student, Teacher, TeacherType } from '../entities/people.js';
import { RoleKey } from '../schema/enums.js';
import {
  administrators,
  declarePersonal,
  declareScope,
  ofGrantedDepartments,
  planners,
  writtenBy,
  type Viewer,
} from './access.js';
import { CrudService } from './crud.js';

const isGranted = ({ role, departmentIds }: Viewer, department: string): boolean =>
  role === RoleKey.ADMINISTRATOR || (role === RoleKey.ACADEMIC_AFFAIRS && departmentIds.includes(department));

declarePersonal(
  Teacher,
  (viewer, { id, department }) => viewer.teacherId === id || isGranted(viewer, department),
);

declareScope(Student, (viewer) => {
  if (viewer?.role === RoleKey.ADMINISTRATOR) return 'all';
  if (viewer?.role === RoleKey.ACADEMIC_AFFAIRS) return ofGrantedDepartments('department')(viewer);
  return viewer?.studentId ? { id: viewer.studentId } : 'none';
});

@inputType('What a caller may set on a teacher type.')
export class TeacherTypeInput extends inputOf(TeacherType, ['name', 'englishName', 'description']) {}

export const teacherTypes = new CrudService<TeacherType, TeacherTypeInput>(TeacherType, {
  plural: 'teacherTypes',
  rights: { ...writtenBy(administrators), one: planners, page: administrators, options: planners },
});
