import { inputOf, inputType } from '../../data/inputs.js';
import { TeacherType } from '../../entities/people.js';
import { administrators, planners, writtenBy } from '../../data/access.js';
import { CrudService } from '../../data/crud.js';

@inputType('What a caller may set on a teacher type.')
export class TeacherTypeInput extends inputOf(TeacherType, ['name', 'englishName', 'description']) {}

export const teacherTypes = new CrudService(TeacherType, {
  input: TeacherTypeInput,
  plural: 'teacherTypes',
  rights: { ...writtenBy(administrators), one: planners, page: administrators, options: planners },
});
