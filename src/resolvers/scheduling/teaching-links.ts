import { Resolver } from 'type-graphql';
import { TeachingLink } from '../../entities/scheduling/teaching-links.js';
import { teachingLinks } from '../../services/scheduling/curriculum/teaching-links.js';
import { crudResolver } from '../crud.js';

@Resolver(() => TeachingLink)
export class TeachingLinkResolver extends crudResolver(teachingLinks) {}
