import { Kind, type OperationDefinitionNode } from 'graphql';
import { errors, type DomainError } from '../schema/errors.js';

/** What may be asked of a system that awaits its initialisation, beside its schema. */
const allowed = new Set(['initialise', 'initialisation', '__typename', '__schema', '__type']);

/** The one error that everything else meets until the first administrator exists. */
export async function refusalBeforeInitialisation(
  operation: OperationDefinitionNode,
  isInitialised: () => Promise<boolean>,
): Promise<DomainError | null> {
  if (isAllowed(operation) || (await isInitialised())) return null;
  return errors.notInitialised();
}

/** Root fields in fragments count as others: nobody initialises through a fragment. */
const isAllowed = ({ selectionSet }: OperationDefinitionNode): boolean =>
  selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && allowed.has(selection.name.value),
  );
