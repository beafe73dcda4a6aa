import { given, inputOf, inputType } from '../../data/inputs.js';
import { Department, Major } from '../../entities/organisation.js';
import { DomainError } from '../../schema/errors.js';
import { planners, signedIn, writtenBy } from '../../data/access.js';
import { majorSheet } from '../../sheets/organisation.js';
import { ImportService } from '../imports/import-service.js';
import { CrudService, type Filter } from '../../data/crud.js';

@inputType('What a caller may set on a major.')
export class MajorInput extends inputOf(Major, [
  'name',
  'code',
  'description',
  'isEnabled',
  'department',
  'educationYears',
  'trainingLevel',
]) {
  @given('reference', '专业主键', 'Identifier', {
    optional: true,
    about: 'Identifier of a new major; generated if omitted. It cannot be changed.',
  })
  id?: string | null;
}

/** A filter for the majors of departments whose name contains the text, and of departments below them. */
const departmentNameFilter: Filter = {
  name: 'departmentName',
  type: () => String,
  about: 'Only records of departments with this text in their name, or of departments below them.',
  isForPagesOnly: true,
  async where(part: string, ctx) {
    if (part.trim() === '') return {};
    const named = await ctx.rows.find(Department, { name: { $contains: part } });
    if (named.length === 0) throw noDepartment(part.trim());
    return { department: { $within: named.map(({ id }) => id) } };
  },
};

const noDepartment = (name: string): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `学院不存在：${name.slice(0, 64)}`,
    en: `No department has "${name.slice(0, 64)}" in its name.`,
  });

export const majors = new CrudService(Major, {
  input: MajorInput,
  plural: 'majors',
  filters: ['department', departmentNameFilter],
  rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
});

export const majorImport = new ImportService(majors, { sheet: majorSheet });
