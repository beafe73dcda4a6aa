import type { DocumentNode } from 'graphql';

/** The operations of the schema, for those of the product's own parts that act as a person would. */
export interface Operations {
  /**
   * Runs an operation as the caller of the context, as if that person had sent it: with the same rights, rows
   * and bounds. What it costs is part of the budget of the call that it belongs to, or a budget of its own.
   * @param context the context of the call
   * @param document read once and kept, because documents are recognised by their identity
   * @returns the data of the answer
   * @throws what the operation refuses, or its first failure
   */
  run<D>(context: object, document: DocumentNode, variables?: Readonly<Record<string, unknown>>): Promise<D>;
}
