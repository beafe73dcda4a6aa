import { inputOf, inputType } from '../../data/inputs.js';
import { Building, Campus, FurnitureType } from '../../entities/places.js';
import { buildingSheet, campusSheet } from '../../sheets/places.js';
import { DomainError } from '../../schema/errors.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import { CrudService } from '../../data/crud.js';
import { idsByName, ImportService } from '../imports/import-service.js';

@inputType('What a caller may set on a campus.')
export class CampusInput extends inputOf(
  Campus,
  ['name', 'code', 'description', 'address', 'isEnabled', 'latitude', 'longitude'],
  { required: ['description', 'isEnabled'] },
) {}

export const campuses = new CrudService<Campus, CampusInput>(Campus, {
  plural: 'campuses',
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
});

@inputType('What a caller may set on a building.')
export class BuildingInput extends inputOf(Building, ['name', 'campus', 'isEnabled'], {
  required: ['isEnabled'],
}) {}

export const buildings = new CrudService<Building, BuildingInput>(Building, {
  plural: 'buildings',
  filters: ['campus'],
  rights: { ...writtenBy(administrators), one: administrators, page: administrators, options: signedIn },
  options: { where: { isEnabled: true } },
});

@inputType('What a caller may set on a furniture type.')
export class FurnitureTypeInput extends inputOf(FurnitureType, ['name', 'description', 'picture']) {}

export const furnitureTypes = new CrudService<FurnitureType, FurnitureTypeInput>(FurnitureType, {
  plural: 'furnitureTypes',
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
  options: { orderBy: { name: 'asc', id: 'asc' } },
});

export const campusImport = new ImportService(campuses, CampusInput, { sheet: campusSheet });

export const buildingImport = new ImportService(buildings, BuildingInput, {
  sheet: buildingSheet,
  plan: async (ctx) => {
    const campuses = await idsByName(ctx, Campus);
    if (campuses.size === 0) {
      throw new DomainError('NOT_FOUND', {
        zh: '系统中不存在校区信息，请先添加校区',
        en: 'There is no campus yet. Maybe add one first.',
      });
    }
    return { lookups: { campuses } };
  },
});
