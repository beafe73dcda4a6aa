import { inputOf, inputType } from '../entities/inputs.js';
import { UnitCategory } from '../entities/organisation.js';
import { administrators, writtenBy } from './access.js';
import { CrudService } from './crud.js';

@inputType('What a caller may set on a unit category.')
export class UnitCategoryInput extends inputOf(
  UnitCategory,
  ['name', 'order', 'englishName', 'shortName', 'isEntity'],
  { required: ['isEntity'] },
) {}

export const unitCategories = new CrudService<UnitCategory, UnitCategoryInput>(UnitCategory, {
  plural: 'unitCategories',
  search: ['name', 'englishName', 'shortName'],
  rights: {
    ...writtenBy(administrators),
    one: administrators,
    page: administrators,
    options: administrators,
  },
  options: { orderBy: { order: 'asc', id: 'asc' } },
});
