import type { EntityManager } from '@mikro-orm/postgresql';
import { inputOf, inputType } from '../../data/inputs.js';
import { Department } from '../../entities/organisation.js';
import { errors, type DomainError, type FieldProblem } from '../../schema/errors.js';
import { administrators, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { departmentsAbove } from './organisation.queries.js';
import { departmentSheet } from '../../sheets/organisation.js';
import { ImportService } from '../imports/import-service.js';
import { lockKey } from '../../data/data.queries.js';

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

/** Key of the advisory lock for changes to the department tree; an arbitrary unique constant. */
const departmentTreeLock = 7_305_417_003;

class DepartmentService extends CrudService<Department, DepartmentInput> {
  constructor() {
    super(Department, {
      input: DepartmentInput,
      plural: 'departments',
      filters: ['parent', 'category', 'type', 'isEnabled'],
      rights: { ...writtenBy(administrators), one: signedIn, page: signedIn, options: signedIn },
    });
  }

  /** Also locks the tree, because two concurrent moves could form a cycle that neither of them sees. */
  protected override async lock(ctx: Context, em: EntityManager, id: string): Promise<Department> {
    await lockKey(em, departmentTreeLock);
    return super.lock(ctx, em, id);
  }

  override problemsOf(_ctx: Context, record: Record<string, unknown>): FieldProblem[] {
    const { establishedOn, expiredOn } = record as Partial<Record<string, string>>;
    if (!expiredOn || !establishedOn || expiredOn >= establishedOn) return [];
    return [
      {
        field: 'expiredOn',
        text: {
          zh: `失效日期 ${expiredOn} 不能早于成立日期 ${establishedOn}`,
          en: `Expiration date ${expiredOn} is before the establishment date ${establishedOn}.`,
        },
      },
    ];
  }

  protected override async check(_ctx: Context, em: EntityManager, department: Department): Promise<void> {
    const { id, parent } = department;
    if (!parent) return;
    const cycle = await departmentsAbove(em, parent.id, id);
    if (cycle.length) throw cyclicParent();
  }
}

const cyclicParent = (): DomainError =>
  errors.invalidField(
    'parent',
    '上级部门不能是该部门自身或其下级部门，请先调整该下级部门',
    'The parent department is this department itself or below it. Maybe move that one first.',
  );

export const departments = new DepartmentService();

export const departmentImport = new ImportService(departments, { sheet: departmentSheet });
