import { Resolver } from 'type-graphql';
import {
  Building,
  Campus,
  Classroom,
  ClassroomTag,
  ClassroomType,
  FurnitureType,
} from '../entities/places.js';
import {
  classroomImport,
  ClassroomInput,
  classrooms,
  classroomTags,
  classroomTypes,
} from '../services/places/classrooms.js';
import {
  buildingImport,
  BuildingInput,
  buildings,
  campusImport,
  CampusInput,
  campuses,
  FurnitureTypeInput,
  furnitureTypes,
} from '../services/places/campuses.js';
import { crudResolver } from './crud.js';
import { importResolver } from './imports/factory.js';

@Resolver(() => Campus)
export class CampusResolver extends crudResolver({ input: CampusInput, service: campuses }) {}

@Resolver(() => Building)
export class BuildingResolver extends crudResolver({ input: BuildingInput, service: buildings }) {}

@Resolver(() => FurnitureType)
export class FurnitureTypeResolver extends crudResolver({
  input: FurnitureTypeInput,
  service: furnitureTypes,
}) {}

@Resolver()
export class CampusImportResolver extends importResolver(campusImport) {}

@Resolver()
export class BuildingImportResolver extends importResolver(buildingImport) {}

@Resolver(() => ClassroomType)
export class ClassroomTypeResolver extends crudResolver({ service: classroomTypes }) {}

@Resolver(() => ClassroomTag)
export class ClassroomTagResolver extends crudResolver({ service: classroomTags }) {}

@Resolver(() => Classroom)
export class ClassroomResolver extends crudResolver({ input: ClassroomInput, service: classrooms }) {}

@Resolver()
export class ClassroomImportResolver extends importResolver(classroomImport) {}
