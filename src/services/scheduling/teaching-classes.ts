import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import { signedIn } from '../../data/access.js';
import { CrudService } from '../../data/crud.js';

export const teachingClasses = new CrudService(TeachingClass, {
  plural: 'teachingClasses',
  filters: ['semester', 'department'],
  rights: { one: signedIn, page: signedIn },
});
