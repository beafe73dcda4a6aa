import { Kind, visit, type FragmentDefinitionNode, type ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';

/** Refuses fragments that contain themselves, because such a query would never end. */
export const fragmentCycleRule: ValidationRule = (context) => ({
  Document(document) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    }
    const cyclic = firstInCycle(fragments);
    if (cyclic) context.reportError(limitError('fragmentCycle', 0, null, [cyclic]));
  },
});

function firstInCycle(fragments: ReadonlyMap<string, FragmentDefinitionNode>): FragmentDefinitionNode | null {
  const finished = new Set<string>();
  const open = new Set<string>();
  const hasCycle = (name: string): boolean => {
    const fragment = fragments.get(name);
    if (!fragment || finished.has(name)) return false;
    if (open.has(name)) return true;
    open.add(name);
    const found = spreadsOf(fragment).some(hasCycle);
    open.delete(name);
    finished.add(name);
    return found;
  };
  return [...fragments.values()].find(({ name }) => hasCycle(name.value)) ?? null;
}

function spreadsOf(fragment: FragmentDefinitionNode): string[] {
  const names = new Set<string>();
  visit(fragment, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}
