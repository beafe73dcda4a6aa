import { classrooms, classroomTags, classroomTypes } from '../services/places/classrooms.js';
import { campuses } from '../services/places/campuses.js';
import { buildings } from '../services/places/buildings.js';
import { furnitureTypes } from '../services/places/furniture-types.js';
import { crudResolvers } from './crud.js';

export const placesResolvers = crudResolvers(
  campuses,
  buildings,
  furnitureTypes,
  classroomTypes,
  classroomTags,
  classrooms,
);
