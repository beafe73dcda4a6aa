import { teachingClasses } from '../../services/scheduling/teaching-classes.js';
import { crudResolvers } from '../crud.js';

export const teachingClassesResolvers = crudResolvers(teachingClasses);
