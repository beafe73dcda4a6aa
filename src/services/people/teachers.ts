import type { EntityManager } from '@mikro-orm/postgresql';
import { ofGrantedDepartments, type Scope } from '../../data/callers.js';
import { entityInfo } from '../../data/columns.js';
import { inputOf, inputType } from '../../data/inputs.js';
import { Department } from '../../entities/organisation.js';
import { Teacher, TeacherType } from '../../entities/people.js';
import { teacherSheet } from '../../sheets/people.js';
import { RoleKey } from '../../schema/enums.js';
import { errors, type FieldProblem } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { numbersInUse } from '../accounts/sign-in-names.js';
import { accountStateFilter, hasAccount, switchAccount } from '../accounts/account-state.js';
import { actsFor, declareRights, authorize, planners, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { containsFilter, CrudService } from '../../data/crud.js';
import { forbiddenTimesText, readForbiddenTimes } from '../scheduling/semester/forbidden-times.js';
import { grantedDepartmentIds } from '../organisation/department-grants.js';
import { idsByName, ImportService } from '../imports/import-service.js';
import type { ImportPlan } from '../imports/import-plans.js';

@inputType('What a caller may set on a teacher.')
export class TeacherInput extends inputOf(Teacher, [
  'department',
  'code',
  'name',
  'englishName',
  'ethnic',
  'isMale',
  'type',
  'phone',
  'email',
  'jobTitle',
  'description',
  'weeklyPeriodsMax',
  'dailyPeriodsMax',
  'forbiddenTimes',
]) {}

declareRights({ disableTeacherAccount: planners });

class TeacherService extends CrudService<Teacher, TeacherInput> {
  constructor() {
    super(Teacher, {
      input: TeacherInput,
      plural: 'teachers',
      filters: [
        'department',
        'type',
        containsFilter('name', 'Only records with this text in the name.'),
        accountStateFilter,
      ],
      rights: { ...writtenBy(planners), one: planners, page: planners, options: signedIn },
      options: { orderBy: { name: 'asc', id: 'asc' } },
    });
  }

  /** Forbidden times are stored in one spelling. */
  protected override async complete(_ctx: Context, input: Partial<TeacherInput>): Promise<object> {
    const { forbiddenTimes } = input;
    if (!forbiddenTimes) return input;
    const read = readForbiddenTimes(forbiddenTimes);
    if ('problem' in read) throw errors.invalidInput([{ field: 'forbiddenTimes', text: read.problem }]);
    return { ...input, forbiddenTimes: forbiddenTimesText(read.times) };
  }

  /** Everyone may see teachers by reference; single records are only for those who act for the department. */
  override async one(ctx: Context, id: string): Promise<Row<Teacher>> {
    const teacher = await super.one(ctx, id);
    if (!actsFor(ctx, teacher.department)) throw errors.notFound(entityInfo(Teacher).noun, id);
    return teacher;
  }

  protected override listScope({ viewer }: Context): Scope {
    return viewer?.role === RoleKey.ACADEMIC_AFFAIRS ? ofGrantedDepartments()(viewer) : 'all';
  }

  /** Disables or enables the account with which the teacher signs in. */
  async disableAccount(ctx: Context, id: string, isDisabled: boolean): Promise<Row<Teacher>> {
    authorize(ctx, 'disableTeacherAccount');
    await this.write(ctx, async (em) => {
      const teacher = await this.lock(ctx, em, id);
      await this.requireDepartmentGrant(ctx, teacher);
      const none = { zh: '教师未注册', en: 'The teacher has no account.' };
      await switchAccount(ctx, em, teacher, { isDisabled, none });
    });
    return this.load(ctx, id);
  }

  protected override async checkRemoval(_: Context, __: EntityManager, { user }: Teacher): Promise<void> {
    if (!user) return;
    throw hasAccount({
      zh: '教师已注册，无法删除，请改为停用其账号',
      en: 'The teacher has an account. Maybe disable it instead.',
    });
  }
}

export const teachers = new TeacherService();

export const teacherImport = new ImportService(teachers, {
  sheet: teacherSheet,
  number: { column: 'code', usesOf: numbersInUse },
  plan: teacherPlan,
});

/**
 * Imported teachers are assigned to a department granted to the importing member of academic affairs;
 * administrators have to name one.
 */
async function teacherPlan(ctx: Context): Promise<ImportPlan> {
  const granted = grantedDepartmentIds(ctx);
  const [departments, types] = await Promise.all([
    idsByName(ctx, Department, { orderBy: { order: 'asc', id: 'asc' } }),
    idsByName(ctx, TeacherType, { orderBy: { id: 'asc' } }),
  ]);
  return {
    lookups: { departments, types },
    complete(input) {
      const named = input.department as string | null;
      if (granted) input.department = named && granted.includes(named) ? named : granted[0];
      return [...(input.department ? [] : [withoutDepartment]), ...settleForbiddenTimes(input)];
    },
  };
}

/** Puts the forbidden times of a row into their stored spelling, or says what is wrong with them. */
function settleForbiddenTimes(input: Record<string, unknown>): FieldProblem[] {
  if (!input.forbiddenTimes) return [];
  const read = readForbiddenTimes(String(input.forbiddenTimes));
  if ('problem' in read) return [{ field: 'forbiddenTimes', text: read.problem }];
  input.forbiddenTimes = forbiddenTimesText(read.times);
  return [];
}

const withoutDepartment = {
  field: 'department',
  text: { zh: '所属单位不存在或未填写', en: 'Department is missing or unknown.' },
};
