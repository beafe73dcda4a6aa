import { Resolver } from 'type-graphql';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import { teachingClasses } from '../../services/scheduling/teaching-classes.js';
import { crudResolver } from '../crud.js';

@Resolver(() => TeachingClass)
export class TeachingClassResolver extends crudResolver({ service: teachingClasses }) {}
