import { inputOf, inputType } from '../../data/inputs.js';
import { FurnitureType } from '../../entities/places.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import { furnitureTypeSheet } from '../../sheets/places.js';
import { ImportService } from '../imports/import-service.js';
import { CrudService } from '../../data/crud.js';

@inputType('What a caller may set on a furniture type.')
export class FurnitureTypeInput extends inputOf(FurnitureType, ['name', 'description', 'picture']) {}

export const furnitureTypes = new CrudService(FurnitureType, {
  input: FurnitureTypeInput,
  plural: 'furnitureTypes',
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
  options: { orderBy: { name: 'asc', id: 'asc' } },
});

export const furnitureTypeImport = new ImportService(furnitureTypes, { sheet: furnitureTypeSheet });
