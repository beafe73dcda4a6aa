import { inputOf, inputType } from '../../data/inputs.js';
import { Campus } from '../../entities/places.js';
import { campusSheet } from '../../sheets/places.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import { ImportService } from '../imports/import-service.js';
import { closable, ClosableService } from './closing.js';

@inputType('What a caller may set on a campus.')
export class CampusInput extends closable(
  inputOf(
    Campus,
    ['name', 'code', 'description', 'address', 'isEnabled', 'latitude', 'longitude', 'travelPeriods'],
    { required: ['description', 'isEnabled'] },
  ),
) {}

export const campuses = new ClosableService(Campus, {
  input: CampusInput,
  plural: 'campuses',
  rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
});

export const campusImport = new ImportService(campuses, { sheet: campusSheet });
