import { inputOf, inputType } from '../entities/inputs.js';
import { Building, Campus } from '../entities/places.js';
import { administrators, signedIn, writtenBy } from './access.js';
import { CrudService } from './crud.js';

@inputType('What a caller may set on a campus.')
export class CampusInput extends inputOf(
  Campus,
  ['name', 'code', 'description', 'address', 'isEnabled', 'latitude', 'longitude'],
  { required: ['description', 'isEnabled'] },
) {}

export const campuses = new CrudService<Campus, CampusInput>(Campus, {
  plural: 'campuses',
  search: ['name', 'code', 'address'],
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
});

@inputType('What a caller may set on a building.')
export class BuildingInput extends inputOf(Building, ['name', 'campus', 'isEnabled'], { required: ['isEnabled'] }) {}

export const buildings = new CrudService<Building, BuildingInput>(Building, {
  plural: 'buildings',
  search: ['name'],
  rights: { ...writtenBy(administrators), one: administrators, page: administrators, options: signedIn },
  options: { where: { isEnabled: true } },
});
