import { Resolver } from 'type-graphql';
import { UnitCategory } from '../entities/organisation.js';
import { unitCategories, UnitCategoryInput } from '../services/organisation.js';
import { crudResolver } from './crud.js';

@Resolver(() => UnitCategory)
export class UnitCategoryResolver extends crudResolver({
  input: UnitCategoryInput,
  service: unitCategories,
}) {}
