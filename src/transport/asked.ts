import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from './caller.js';

/** Who asks, as far as the log tells it. */
export interface Account {
  readonly user: string;
  readonly role: string;
}

/**
 * What is found out about a request or an operation while it is answered, for the one line that it leaves in
 * the log: names of the schema and of the document, but no values, tokens or texts.
 */
export interface Asked extends Partial<Account> {
  kind?: string;
  /** The name that the caller gave the operation. */
  operation?: string;
  /** The names of its root fields. */
  fields?: readonly string[];
  /** The codes of the failures that the caller was told. */
  codes?: readonly string[];
}

/** Tells whose a context is; null for nobody. */
export type AccountOf = (context: object) => Account | null;

/** Names in a line at most, and the length of one that callers choose. */
const [namesMax, charactersMax] = [10, 64];

/** What is found out about the request of a response. */
export const askedIn = ({ locals }: { readonly locals: Record<string, unknown> }): Asked =>
  (locals.asked ??= {}) as Asked;

/** Notes what a valid document asks for. */
export function noteOperation(
  asked: Asked,
  document: DocumentNode,
  { operation: kind, name, selectionSet }: OperationDefinitionNode,
): void {
  asked.kind = kind;
  if (name) asked.operation = name.value.slice(0, charactersMax);
  asked.fields = [...fieldsIn(selectionSet, document)].slice(0, namesMax);
}

/** Notes a failure that the caller is told. */
export function noteFailure(asked: Asked, code: string): void {
  const { codes = [] } = asked;
  if (!codes.includes(code) && codes.length < namesMax) asked.codes = [...codes, code];
}

/** The line that a WebSocket leaves of what was asked over it, which no line of a request tells. */
export function tellOfSocket(
  log: Pick<Logger, 'info'>,
  message: 'subscribed' | 'answered',
  { requestId, address }: Caller,
  facts: Asked & { readonly ms?: number; readonly path: string },
): void {
  log.info({ requestId, transport: 'websocket', address, ...facts }, message);
}

/** Whole milliseconds since then. */
export const msSince = (startMs: number): number => Math.round(performance.now() - startMs);

/** The names of the fields; each fragment is gone through once, however often it is spread. */
function fieldsIn(root: SelectionSetNode, { definitions }: DocumentNode): Set<string> {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const names = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        fragments.delete(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(root);
  return names;
}
