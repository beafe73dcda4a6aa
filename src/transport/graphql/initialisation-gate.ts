import { Kind, type OperationDefinitionNode } from 'graphql';
import { errors, type DomainError } from '../../schema/errors.js';

/** Root fields that are served before the initialisation. */
const allowed = new Set(['initialise', 'initialisation', '__typename', '__schema', '__type']);

/** The error for every other operation until the first administrator exists; null if it may run. */
export async function refusalBeforeInitialisation(
  operation: OperationDefinitionNode,
  isInitialised: () => Promise<boolean>,
): Promise<DomainError | null> {
  if (isAllowed(operation) || (await isInitialised())) return null;
  return errors.notInitialised();
}

/** Fragments at the root are not resolved but rejected: no client initialises through one. */
const isAllowed = ({ selectionSet }: OperationDefinitionNode): boolean =>
  selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && allowed.has(selection.name.value),
  );
