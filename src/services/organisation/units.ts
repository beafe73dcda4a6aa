import { inputOf, inputType } from '../../data/inputs.js';
import { UnitCategory, UnitType } from '../../entities/organisation.js';
import { administrators, writtenBy } from '../../data/access.js';
import { CrudService } from '../../data/crud.js';

@inputType('What a caller may set on a unit category.')
export class UnitCategoryInput extends inputOf(
  UnitCategory,
  ['name', 'order', 'englishName', 'shortName', 'isEntity'],
  { required: ['isEntity'] },
) {}

export const unitCategories = new CrudService(UnitCategory, {
  input: UnitCategoryInput,
  plural: 'unitCategories',
  rights: {
    ...writtenBy(administrators),
    one: administrators,
    page: administrators,
    options: administrators,
  },
  options: { orderBy: { order: 'asc', id: 'asc' } },
});

@inputType('What a caller may set on a unit type.')
export class UnitTypeInput extends inputOf(UnitType, ['name', 'englishName', 'shortName', 'order']) {}

export const unitTypes = new CrudService(UnitType, {
  input: UnitTypeInput,
  plural: 'unitTypes',
  order: 'order',
  rights: {
    ...writtenBy(administrators),
    one: administrators,
    page: administrators,
    options: administrators,
  },
  options: { orderBy: { order: 'asc', id: 'asc' } },
});
