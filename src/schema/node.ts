import { isInterfaceType, type GraphQLSchema } from 'graphql';
import { getMetadataStorage, InterfaceType } from 'type-graphql';
import { Id } from './scalars.js';
import { shown } from './shown.js';

@InterfaceType({
  description: 'A record that can be read again by its identifier alone. 可仅凭主键读取的记录。',
})
export abstract class Node {
  @shown(() => Id, 'Identifier, a UUID version 7.')
  id: string;
}

/** Makes records of a type nodes: what reads them is known only after the type was declared. */
export function implementNode(type: object): void {
  const declared = getMetadataStorage().objectTypes.find(({ target }) => target === type);
  if (!declared) throw new Error('Only a declared type can be a node.');
  declared.interfaceClasses = [Node];
}

/** Nodes say of which type they are. Compiled documents cannot wait for it, as those of TypeGraphQL would. */
export function resolveNodes(schema: GraphQLSchema): void {
  const node = schema.getType(Node.name);
  if (isInterfaceType(node)) node.resolveType = ({ __typename }: { __typename: string }) => __typename;
}
