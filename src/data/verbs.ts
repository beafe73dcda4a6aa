import type { EntityClass } from './columns.js';

export type Verb = 'one' | 'page' | 'connection' | 'options' | 'create' | 'update' | 'remove';

/** The GraphQL names of the standard operations of an entity. */
export function operationsOf(entity: EntityClass, plural: string): Record<Verb, string> {
  const singular = entity.name[0].toLowerCase() + entity.name.slice(1);
  return {
    one: singular,
    page: plural,
    connection: `${plural}Connection`,
    options: `${singular}Options`,
    create: `create${entity.name}`,
    update: `update${entity.name}`,
    remove: `delete${entity.name}`,
  };
}
