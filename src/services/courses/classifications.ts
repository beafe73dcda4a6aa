import type { EntityClass, StoredEntity } from '../../data/columns.js';
import {
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
} from '../../entities/courses.js';
import { signedIn } from '../../data/access.js';
import { CrudService } from '../../data/crud.js';

/** A list that is part of the reference data, and cannot be changed. */
const classification = <T extends StoredEntity & { name: string }>(
  entity: EntityClass<T>,
  plural: string,
): CrudService<T, never> =>
  new CrudService(entity, {
    plural,
    rights: { one: signedIn, options: signedIn },
  });

export const courseNatures = classification(CourseNature, 'courseNatures');
export const courseTypes = classification(CourseType, 'courseTypes');
export const courseProperties = classification(CourseProperty, 'courseProperties');
export const courseCategories = classification(CourseCategory, 'courseCategories');
export const creditHourTypes = classification(CreditHourType, 'creditHourTypes');
