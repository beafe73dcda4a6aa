import { Resolver } from 'type-graphql';
import {
  Building,
  Campus,
  Classroom,
  ClassroomTag,
  ClassroomType,
  FurnitureType,
} from '../entities/places.js';
import { ClassroomInput, classrooms, classroomTags, classroomTypes } from '../services/places/classrooms.js';
import { CampusInput, campuses } from '../services/places/campuses.js';
import { BuildingInput, buildings } from '../services/places/buildings.js';
import { FurnitureTypeInput, furnitureTypes } from '../services/places/furniture-types.js';
import { crudResolver } from './crud.js';

@Resolver(() => Campus)
export class CampusResolver extends crudResolver({ input: CampusInput, service: campuses }) {}

@Resolver(() => Building)
export class BuildingResolver extends crudResolver({ input: BuildingInput, service: buildings }) {}

@Resolver(() => FurnitureType)
export class FurnitureTypeResolver extends crudResolver({
  input: FurnitureTypeInput,
  service: furnitureTypes,
}) {}

@Resolver(() => ClassroomType)
export class ClassroomTypeResolver extends crudResolver({ service: classroomTypes }) {}

@Resolver(() => ClassroomTag)
export class ClassroomTagResolver extends crudResolver({ service: classroomTags }) {}

@Resolver(() => Classroom)
export class ClassroomResolver extends crudResolver({ input: ClassroomInput, service: classrooms }) {}
