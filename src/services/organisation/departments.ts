import type { EntityManager } from '@mikro-orm/postgresql';
import { DepartmentGrant } from '../../entities/accounts.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import {
  AdministrativeClass,
  Department,
  Grade,
  Major,
  UnitCategory,
  UnitType,
} from '../../entities/organisation.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import {
  administrators,
  authorize,
  declareRights,
  planners,
  signedIn,
  viewerOf,
  writtenBy,
} from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService, type Filter } from '../../data/crud.js';

@inputType('What a caller may set on a unit category.')
export class UnitCategoryInput extends inputOf(
  UnitCategory,
  ['name', 'order', 'englishName', 'shortName', 'isEntity'],
  { required: ['isEntity'] },
) {}

export const unitCategories = new CrudService<UnitCategory, UnitCategoryInput>(UnitCategory, {
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

export const unitTypes = new CrudService<UnitType, UnitTypeInput>(UnitType, {
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

@inputType('What a caller may set on a department.')
export class DepartmentInput extends inputOf(
  Department,
  [
    'code',
    'name',
    'order',
    'englishName',
    'shortName',
    'address',
    'isEntity',
    'administrativeHead',
    'partyCommitteeHead',
    'establishedOn',
    'expiredOn',
    'category',
    'type',
    'parent',
    'buildings',
    'isTeachingCollege',
    'isAttendingCollege',
    'isTeachingOffice',
    'landline',
    'remark',
    'isEnabled',
  ],
  {
    required: [
      'order',
      'isEntity',
      'isTeachingCollege',
      'isAttendingCollege',
      'isTeachingOffice',
      'isEnabled',
    ],
  },
) {}

/**
 * Key of the advisory lock under which the tree of departments changes; any constant that nobody else uses.
 */
const departmentTreeLock = 7_305_417_003;

const isBelow = `
  with recursive above as (
    select id, parent_id from department where id = $1
    union select d.id, d.parent_id from department d join above on d.id = above.parent_id
  )
  select 1 from above where id = $2`;

class DepartmentService extends CrudService<Department, DepartmentInput> {
  constructor() {
    super(Department, {
      plural: 'departments',
      filters: ['parent', 'category', 'type', 'isEnabled'],
      rights: { ...writtenBy(administrators), one: signedIn, page: signedIn, options: signedIn },
    });
  }

  /**
   * Two moves at the same moment could close a circle that neither of them sees, so the tree changes one by
   * one.
   */
  protected override async locked(ctx: Context, em: EntityManager, id: string): Promise<Department> {
    await em.execute('select pg_advisory_xact_lock($1)', [departmentTreeLock]);
    return super.locked(ctx, em, id);
  }

  protected override async check(_ctx: Context, em: EntityManager, department: Department): Promise<void> {
    const { id, parent, establishedOn, expiredOn } = department;
    if (expiredOn && expiredOn < establishedOn) {
      throw errors.invalidInput([
        {
          field: 'expiredOn',
          text: {
            zh: `失效日期 ${expiredOn} 不能早于成立日期 ${establishedOn}`,
            en: `Expiration date ${expiredOn} is before the establishment date ${establishedOn}.`,
          },
        },
      ]);
    }
    if (!parent) return;
    const circle = await em.execute<object[]>(isBelow, [parent.id, id]);
    if (circle.length) throw inCircle();
  }
}

const inCircle = (): DomainError =>
  errors.invalidInput([
    {
      field: 'parent',
      text: {
        zh: '上级部门不能是该部门自身或其下级部门',
        en: 'The parent department is this department itself or below it. Maybe move that one first.',
      },
    },
  ]);

export const departments = new DepartmentService();

@inputType('What a caller may set on a grade.')
export class GradeInput extends inputOf(Grade, ['name', 'year', 'startDate', 'endDate', 'description']) {}

class GradeService extends CrudService<Grade, GradeInput> {
  constructor() {
    super(Grade, {
      plural: 'grades',
      filters: ['year'],
      order: 'year',
      rights: { ...writtenBy(administrators), one: signedIn, page: administrators, options: signedIn },
      options: { orderBy: { year: 'desc', id: 'desc' } },
    });
  }

  protected override async check({ app }: Context, _em: EntityManager, grade: Grade): Promise<void> {
    const { startDate, endDate } = grade;
    const timeZone = app.config.TIME_ZONE;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
    if (startDate > today) {
      throw errors.invalidInput([
        {
          field: 'startDate',
          text: {
            zh: `年级开始日期不能是未来日期：${startDate}`,
            en: `Start date ${startDate} is in the future; it is ${today} today.`,
          },
        },
      ]);
    }
    if (endDate && endDate < startDate) {
      throw errors.invalidInput([
        {
          field: 'endDate',
          text: {
            zh: `年级结束日期必须晚于开始日期：${endDate} 早于 ${startDate}`,
            en: `End date ${endDate} is before the start date ${startDate}.`,
          },
        },
      ]);
    }
  }
}

export const grades = new GradeService();

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
    about: 'Identifier of a new major; one is made when it is left out. A major keeps it.',
  })
  id?: string | null;
}

/** Keeps the majors of the departments whose name contains the text. */
const departmentNameFilter: Filter = {
  name: 'departmentName',
  type: () => String,
  about: 'Keeps those of departments with this text in their name.',
  isForPagesOnly: true,
  async where(part: string, ctx) {
    if (part.trim() === '') return {};
    const named = await ctx.rows.find(Department, { name: { $contains: part } });
    if (named.length === 0) throw noCollege(part.trim());
    return { department: { $in: named.map(({ id }) => id) } };
  },
};

const noCollege = (name: string): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `学院不存在：${name.slice(0, 64)}`,
    en: `No department has "${name.slice(0, 64)}" in its name.`,
  });

export const majors = new CrudService<Major, MajorInput>(Major, {
  plural: 'majors',
  filters: ['department', departmentNameFilter],
  rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
});

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

export const administrativeClasses = new CrudService<AdministrativeClass, AdministrativeClassInput>(
  AdministrativeClass,
  {
    plural: 'administrativeClasses',
    filters: ['department', 'major', 'grade', 'isEnabled'],
    rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
    options: { where: { isEnabled: true }, orderBy: { name: 'asc', id: 'asc' } },
  },
);

declareRights({ currentDepartmentGrant: signedIn });

/** The department for which the caller acts as a member of academic affairs; the oldest grant of several. */
export async function currentDepartmentGrant(ctx: Context): Promise<Row<DepartmentGrant>> {
  authorize(ctx, 'currentDepartmentGrant');
  const [grant] = await ctx.rows.find(DepartmentGrant, { user: viewerOf(ctx).userId }, { limit: 1 });
  if (grant) return grant;
  throw new DomainError('NOT_FOUND', {
    zh: '当前用户没有教务权限信息',
    en: 'No department is granted to you. Only members of academic affairs act for departments.',
  });
}
