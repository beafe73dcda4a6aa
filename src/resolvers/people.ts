import { Resolver } from 'type-graphql';
import { TeacherType } from '../entities/people.js';
import { TeacherTypeInput, teacherTypes } from '../services/people.js';
import { crudResolver } from './crud.js';

@Resolver(() => TeacherType)
export class TeacherTypeResolver extends crudResolver({ input: TeacherTypeInput, service: teacherTypes }) {}
