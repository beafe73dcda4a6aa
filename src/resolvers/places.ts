import { Resolver } from 'type-graphql';
import { Building, Campus } from '../entities/places.js';
import { BuildingInput, buildings, CampusInput, campuses } from '../services/places.js';
import { crudResolver } from './crud.js';

@Resolver(() => Campus)
export class CampusResolver extends crudResolver({ input: CampusInput, service: campuses }) {}

@Resolver(() => Building)
export class BuildingResolver extends crudResolver({ input: BuildingInput, service: buildings }) {}
