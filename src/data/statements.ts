import type { EntityManager } from '@mikro-orm/postgresql';
import { prepared, sentAhead } from '../database/prepared.js';
import { RoleKey } from '../schema/enums.js';
import type { Actor } from './callers.js';

export { prepared };

/** A statement as a function of the entity manager that sends it and of its values, the one of `$1` first. */
export type Statement<R, V extends readonly unknown[]> = (em: EntityManager, ...values: V) => Promise<R[]>;

/**
 * Text of SQL with the type of the rows that it gives and of its values. It lies in a file `*.queries.ts`,
 * and takes the departments whose rows a caller may see where that decides which rows it reads.
 */
export function statement<R = object, V extends readonly unknown[] = []>(text: string): Statement<R, V> {
  const sent = text.trim();
  return (em, ...values) => em.execute<R[]>(sent, values.map(sentAs));
}

/** A statement of which no rows are wanted. */
export const command = <V extends readonly unknown[]>(text: string): Statement<object, V> => statement(text);

/** A statement that is sent so often that every connection prepares it. */
export const preparedStatement = <R, V extends readonly unknown[]>(text: string): Statement<R, V> =>
  statement<R, V>(prepared(text.trim()));

/** One that always succeeds, and of which no rows are wanted: it is sent together with the next one. */
export const aheadCommand = <V extends readonly unknown[]>(text: string): Statement<object, V> =>
  statement(sentAhead(text.trim()));

/** Values that a statement takes apart as JSON. */
export type Json<T> = string & { readonly [inside]: T };
declare const inside: unique symbol;

export const json = <T>(values: T): Json<T> => JSON.stringify(values) as Json<T>;

/**
 * The departments whose rows a statement may read for a caller, sent as their ids; null for all. A statement
 * that takes them cannot be given any that the caller may not see.
 */
export class SeenDepartments {
  private constructor(readonly ids: readonly string[] | null) {}

  /** Those that a planner plans for; nobody else has any. */
  static of({ viewer, systemReason }: Actor): SeenDepartments {
    const isEverywhere = systemReason !== null || viewer?.role === RoleKey.ADMINISTRATOR;
    const isPlanner = viewer?.role === RoleKey.ACADEMIC_AFFAIRS;
    return new SeenDepartments(isEverywhere ? null : isPlanner ? viewer.departmentIds : []);
  }

  /** Those of them that are named. */
  among(named: readonly string[]): SeenDepartments {
    return new SeenDepartments(named.filter((id) => this.ids?.includes(id) ?? true));
  }
}

const sentAs = (value: unknown): unknown => (value instanceof SeenDepartments ? value.ids : value);
