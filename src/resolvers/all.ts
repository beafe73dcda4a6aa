import { UnitCategoryResolver } from './organisation.js';
import { BuildingResolver, CampusResolver } from './places.js';

/** Every resolver of the product. */
export const resolvers = [BuildingResolver, CampusResolver, UnitCategoryResolver];
