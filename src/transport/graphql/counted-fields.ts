import {
  defaultFieldResolver,
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { currentBudget, type Budget } from '../../schema/budget.js';
import { batchMax, entriesPerObject, pieceMax, turns } from '../turns.js';

declare module 'graphql' {
  interface GraphQLResolveInfo {
    /** Whether whoever asks for the field counts what it returns. */
    countsItself?: boolean;
  }
}

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
    const budget = info.countsItself ? undefined : currentBudget();
    if (!budget) return resolve(source, args, context, info);
    if (budget.hasEnded) return budget.nothing;
    const value = resolve(source, args, context, info);
    if (typeof value !== 'object' || value === null) return value;
    if (isPromise(value)) return value.then((result) => release(budget, result));
    return isSmall(value) ? atHand(budget, value) : release(budget, value);
  };

const isSmall = (value: object): boolean => !Array.isArray(value) || value.length <= entriesPerObject;

/**
 * A single object or short list that is at hand: it counts and does not wait by itself, because the entry of
 * the long list above it has waited, unless those below all entries are many in one turn.
 */
function atHand(budget: Budget, value: object): unknown {
  const objects = Array.isArray(value) ? value.length : 1;
  if (turns.isOver) return release(budget, value);
  turns.charge(objects);
  return budget.spend(objects) ? value : budget.nothing;
}

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
  for (let from = 0; from < list.length; from += pieceMax) {
    const piece = list.slice(from, from + pieceMax);
    const turn = entered(budget, piece.length);
    for (const entry of piece) pieces.push(after(budget, turn, entry));
  }
  return pieces;
}

const entered = (budget: Budget, objects: number): Promise<void> | undefined =>
  budget.enter(objects, () => turns.take(budget, objects));

const after = (budget: Budget, turn: Promise<void> | undefined, value: unknown): unknown =>
  turn ? turn.then(() => (budget.hasEnded ? budget.nothing : value)) : value;

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function';
