import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Classroom } from '../entities/places.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../data/context.js';
import { labelOfClassroom } from '../services/places/classroom-labels.js';
import { classrooms, classroomTags, classroomTypes } from '../services/places/classrooms.js';
import { campuses } from '../services/places/campuses.js';
import { buildings } from '../services/places/buildings.js';
import { furnitureTypes } from '../services/places/furniture-types.js';
import { crudResolver, crudResolvers } from './crud.js';

@Resolver(() => Classroom)
class ClassroomResolver extends crudResolver(classrooms) {
  @FieldResolver(() => String, {
    description: 'Its name; with the building where another building has a room of that name, too.',
  })
  label(@Ctx() ctx: Context, @Root() room: Row<Classroom>): Promise<string> {
    return labelOfClassroom(ctx, room);
  }
}

export const placesResolvers = [
  ClassroomResolver,
  ...crudResolvers(campuses, buildings, furnitureTypes, classroomTypes, classroomTags),
];
