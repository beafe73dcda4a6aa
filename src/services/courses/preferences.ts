import { TeacherPreference } from '../../entities/courses.js';
import { inputOf, inputType } from '../../data/inputs.js';
import { RoleKey } from '../../schema/enums.js';
import type { Page, PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, planners, signedIn, writtenBy, type Rule } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { preferenceSheet } from '../../sheets/courses.js';
import { ImportService } from '../imports/import-service.js';
import { ownTeacherId } from '../people/own-teacher.js';

@inputType('What a teacher may set on a preference of their own.')
export class TeacherPreferenceInput extends inputOf(TeacherPreference, [
  'semester',
  'dayOfWeek',
  'period',
  'level',
  'reason',
]) {}

/** Nobody may enter preferences for somebody else. */
const onlyTeachers: Rule = [RoleKey.TEACHER];

declareRights({ myTeacherPreferences: onlyTeachers });

class PreferenceService extends CrudService<TeacherPreference, TeacherPreferenceInput> {
  constructor() {
    super(TeacherPreference, {
      input: TeacherPreferenceInput,
      plural: 'teacherPreferences',
      filters: ['teacher', 'semester'],
      rights: { ...writtenBy(onlyTeachers), one: signedIn, page: planners, options: planners },
      options: { orderBy: { dayOfWeek: 'asc', period: 'asc', id: 'asc' } },
    });
  }

  protected override async complete(
    ctx: Context,
    input: Partial<TeacherPreferenceInput>,
    id?: string,
  ): Promise<object> {
    return id ? input : { ...input, teacher: ownTeacherId(ctx) };
  }

  /** A page of the preferences of the calling teacher. */
  async pageOfOwn(
    ctx: Context,
    args: PageArgs,
    semester?: string | null,
  ): Promise<Page<Row<TeacherPreference>>> {
    authorize(ctx, 'myTeacherPreferences');
    return this.pageOf(ctx, args, { teacher: ownTeacherId(ctx), semester });
  }
}

export const preferences = new PreferenceService();

export const preferenceImport = new ImportService(preferences, {
  sheet: preferenceSheet,
  rule: planners,
  identity: ['semester', 'dayOfWeek', 'period', 'teacher'],
  exported: { keys: ['semester', 'dayOfWeek', 'period', 'teacher'] },
});
