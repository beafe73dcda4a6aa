import { Ctx, Query, Resolver } from 'type-graphql';
import { DepartmentGrant } from '../entities/accounts.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../data/context.js';
import { departments } from '../services/organisation/departments.js';
import { administrativeClasses } from '../services/organisation/administrative-classes.js';
import { currentDepartmentGrant } from '../services/organisation/department-grants.js';
import { grades } from '../services/organisation/grades.js';
import { majors } from '../services/organisation/majors.js';
import { unitCategories, unitTypes } from '../services/organisation/units.js';
import { crudResolvers } from './crud.js';

@Resolver()
export class DepartmentGrantResolver {
  @Query(() => DepartmentGrant, {
    description: 'The department for which the caller acts as a member of academic affairs.',
  })
  currentDepartmentGrant(@Ctx() ctx: Context): Promise<Row<DepartmentGrant>> {
    return currentDepartmentGrant(ctx);
  }
}

export const organisationResolvers = crudResolvers(
  unitCategories,
  unitTypes,
  departments,
  grades,
  majors,
  administrativeClasses,
);
