import {
  defaultFieldResolver,
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { currentBudget, type Budget } from '../../schema/budget.js';
import { batchMax, entriesPerObject, turns } from '../turns.js';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Fields that count already: those of introspection belong to graphql-js, and with it to every schema. */
const countedFields = new WeakSet<object>();

/**
 * Makes every field of the schema count the objects it returns, with either executor: each is charged to the
 * budget of its operation and waits for its turn.
 */
export function countObjects(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (!isCompositeType(getNamedType(field.type)) || countedFields.has(field)) continue;
      field.resolve = counted(field.resolve ?? defaultFieldResolver);
      countedFields.add(field);
    }
  }
}

const counted =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const budget = currentBudget();
    if (!budget) return resolve(source, args, context, info);
    if (budget.hasEnded) return budget.nothing;
    const value = resolve(source, args, context, info);
    return isPromise(value) ? value.then((result) => release(budget, result)) : release(budget, value);
  };

/**
 * The value, once it is its turn; never, if the budget is exhausted. An empty list takes as long as one.
 */
function release(budget: Budget, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const objects = Array.isArray(value) ? value.length : 1;
  if (!budget.spend(objects)) return budget.nothing;
  if (objects <= batchMax) return after(budget, entered(budget, Math.max(objects, 1)), value);
  // A hundred records that lead to the same long list would make promises of all its entries at once.
  const share = Math.ceil(objects / entriesPerObject);
  const turn = budget.enter(share, () => turns.take(budget, share, 'lists'));
  const list = value as unknown[];
  return turn ? turn.then(() => inPieces(budget, list)) : inPieces(budget, list);
}

/** A long list whose entries are released piece by piece. */
function inPieces(budget: Budget, list: readonly unknown[]): unknown[] {
  const pieces: unknown[] = [];
  for (let from = 0; from < list.length; from += batchMax) {
    const piece = list.slice(from, from + batchMax);
    const turn = entered(budget, piece.length);
    for (const entry of piece) pieces.push(after(budget, turn, entry));
  }
  return pieces;
}

const entered = (budget: Budget, objects: number): Promise<void> | undefined =>
  budget.enter(objects, () => turns.take(budget, objects));

const after = (budget: Budget, turn: Promise<void> | undefined, value: unknown): unknown =>
  turn ? turn.then(() => (budget.hasEnded ? budget.nothing : value)) : value;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as Promise<unknown> | null)?.then === 'function';
