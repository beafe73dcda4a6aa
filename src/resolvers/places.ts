import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { Building, Campus } from '../entities/places.js';
import { PageArgs, pageOf, type Page } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import type { Context } from '../services/context.js';
import {
  buildingImport,
  BuildingInput,
  buildings,
  campusImport,
  CampusInput,
  campuses,
} from '../services/places.js';
import { crudResolver } from './crud.js';
import { importResolver } from './imports.js';

@Resolver(() => Campus)
export class CampusResolver extends crudResolver({ input: CampusInput, service: campuses }) {}

const BuildingPage = pageOf(Building);

@Resolver(() => Building)
export class BuildingResolver extends crudResolver({
  input: BuildingInput,
  service: buildings,
  omit: ['page'],
}) {
  @Query(() => BuildingPage, { description: 'A page of the list of building.' })
  buildings(
    @Ctx() ctx: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg('campus', () => Id, { nullable: true, description: 'Keeps the buildings of the campus.' })
    campus?: string,
  ): Promise<Page<Row<Building>>> {
    return buildings.page(ctx, args, campus ? { campus } : {});
  }
}

@Resolver()
export class CampusImportResolver extends importResolver(campusImport) {}

@Resolver()
export class BuildingImportResolver extends importResolver(buildingImport) {}
