import { isOpenByReference, scopeOf } from './access.js';
import type { Actor } from './callers.js';
import { columnsOf, type Class } from './columns.js';
import { isPath } from './lists/conditions.js';
import { Selected, selected } from './lists/selected.js';

/** The condition that no record meets. */
export const nothing = { $or: [] };

/**
 * A condition as it counts for a caller: what it says of other records can hold of those only that the caller
 * sees, as if there were no others, so that no list tells by its length what none of its rows shows. Constant
 * SQL says nothing that comes from callers and stays.
 */
export const asSeen = (actor: Actor, entity: Class, where: object): object => ({
  $and: Object.entries(where)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]: [string, unknown]) =>
      name === '$and' || name === '$or'
        ? { [name]: (part as object[]).map((each) => asSeen(actor, entity, each)) }
        : partAsSeen(actor, entity, name, part),
    ),
});

function partAsSeen(actor: Actor, entity: Class, name: string, part: unknown): object {
  const target = columnsOf(entity)
    .find((column) => column.name === name)
    ?.target?.();
  const wanted = {
    [name]:
      target && isObject(part) && isPath(part) ? asSeen(actor, target, part) : valuesAsSeen(actor, part),
  };
  // Whoever sees a row sees to which identifier it refers, so whether it does is told already.
  const namesNothing = part === null || (isObject(part) && '$isNull' in part);
  if (!target || namesNothing || isOpenByReference(target)) return wanted;
  const scope = scopeOf(actor, target);
  if (scope === 'all') return wanted;
  return scope === 'none' ? nothing : { $and: [wanted, { [name]: scope }] };
}

/** Values that other rows have: only those of rows that the caller sees. */
function valuesAsSeen(actor: Actor, part: unknown): unknown {
  if (!isObject(part) || !('$in' in part) || !(part.$in instanceof Selected)) return part;
  const { entity, column, where } = part.$in;
  const scope = scopeOf(actor, entity);
  const seen = scope === 'none' ? nothing : scope === 'all' ? {} : scope;
  return { ...part, $in: selected(entity, column, { $and: [asSeen(actor, entity, where), seen] }) };
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;
