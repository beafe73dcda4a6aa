import { Ctx, Query, Resolver } from 'type-graphql';
import { DepartmentGrant } from '../entities/accounts.js';
import {
  AdministrativeClass,
  Department,
  Grade,
  Major,
  UnitCategory,
  UnitType,
} from '../entities/organisation.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../data/context.js';
import { DepartmentInput, departments } from '../services/organisation/departments.js';
import {
  AdministrativeClassInput,
  administrativeClasses,
} from '../services/organisation/administrative-classes.js';
import { currentDepartmentGrant } from '../services/organisation/department-grants.js';
import { GradeInput, grades } from '../services/organisation/grades.js';
import { MajorInput, majors } from '../services/organisation/majors.js';
import {
  unitCategories,
  UnitCategoryInput,
  UnitTypeInput,
  unitTypes,
} from '../services/organisation/units.js';
import { crudResolver } from './crud.js';

@Resolver(() => UnitCategory)
export class UnitCategoryResolver extends crudResolver({
  input: UnitCategoryInput,
  service: unitCategories,
}) {}

@Resolver(() => UnitType)
export class UnitTypeResolver extends crudResolver({ input: UnitTypeInput, service: unitTypes }) {}

@Resolver(() => Department)
export class DepartmentResolver extends crudResolver({ input: DepartmentInput, service: departments }) {}

@Resolver(() => Grade)
export class GradeResolver extends crudResolver({ input: GradeInput, service: grades }) {}

@Resolver(() => Major)
export class MajorResolver extends crudResolver({ input: MajorInput, service: majors }) {}

@Resolver(() => AdministrativeClass)
export class AdministrativeClassResolver extends crudResolver({
  input: AdministrativeClassInput,
  service: administrativeClasses,
}) {}

@Resolver()
export class DepartmentGrantResolver {
  @Query(() => DepartmentGrant, {
    description: 'The department for which the caller acts as a member of academic affairs.',
  })
  currentDepartmentGrant(@Ctx() ctx: Context): Promise<Row<DepartmentGrant>> {
    return currentDepartmentGrant(ctx);
  }
}
