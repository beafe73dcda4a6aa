import { selected } from '../../data/lists/selected.js';
import { inputOf, inputType } from '../../data/inputs.js';
import { Building, Campus, Classroom } from '../../entities/places.js';
import { buildingSheet } from '../../sheets/places.js';
import { DomainError } from '../../schema/errors.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import { idsByName, ImportService } from '../imports/import-service.js';
import { shownBy } from '../scheduling/timetable/shown-in-timetables.js';
import { closable, ClosableService } from './closing.js';

@inputType('What a caller may set on a building.')
export class BuildingInput extends closable(
  inputOf(Building, ['name', 'campus', 'isEnabled'], { required: ['isEnabled'] }),
) {}

export const buildings = new ClosableService(Building, {
  input: BuildingInput,
  plural: 'buildings',
  filters: ['campus'],
  rights: { ...writtenBy(administrators), one: administrators, page: administrators, options: signedIn },
  options: {
    where: { isEnabled: true },
    referred: (ctx) => ({
      id: { $in: selected(Classroom, 'building', { id: { $in: shownBy(ctx, 'classroom') } }) },
    }),
  },
});

export const buildingImport = new ImportService(buildings, {
  sheet: buildingSheet,
  plan: async (ctx) => ({ lookups: { campuses: await idsByName(ctx, Campus) } }),
  refuseAlone(_ctx, { campuses }) {
    if (campuses.size > 0) return;
    throw new DomainError('NOT_FOUND', {
      zh: '系统中不存在校区信息，请先添加校区',
      en: 'There is no campus yet. Maybe add one first with createCampus or importCampuses.',
    });
  },
});
