import { inputOf, inputType } from '../../data/inputs.js';
import { AdministrativeClass } from '../../entities/organisation.js';
import { planners, signedIn, writtenBy } from '../../data/access.js';
import { administrativeClassSheet } from '../../sheets/organisation.js';
import { ImportService } from '../imports/import-service.js';
import { CrudService } from '../../data/crud.js';
import { selected } from '../../data/lists/selected.js';
import { TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import { shownBy } from '../scheduling/timetable/shown-in-timetables.js';

@inputType('What a caller may set on an administrative class.')
export class AdministrativeClassInput extends inputOf(AdministrativeClass, [
  'department',
  'major',
  'code',
  'name',
  'grade',
  'studentCount',
  'counselor',
  'monitor',
  'isEnabled',
  'description',
]) {}

export const administrativeClasses = new CrudService(AdministrativeClass, {
  input: AdministrativeClassInput,
  plural: 'administrativeClasses',
  filters: ['department', 'major', 'grade', 'isEnabled'],
  rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
  options: {
    where: { isEnabled: true },
    referred: (ctx) => ({
      id: {
        $in: selected(TeachingClassGroup, 'administrativeClass', {
          teachingClass: { $in: shownBy(ctx, 'teachingClass') },
        }),
      },
    }),
    orderBy: { name: 'asc', id: 'asc' },
  },
});

export const administrativeClassImport = new ImportService(administrativeClasses, {
  sheet: administrativeClassSheet,
});
