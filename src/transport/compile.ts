import {
  getOperationAST,
  GraphQLScalarType,
  Kind,
  visit,
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { Logger } from 'pino';

/** Stands for the type of every variable of a compiled operation: its value was coerced before. */
const coercedType = new GraphQLScalarType({ name: 'CoercedVariable__' });

/** The compiled operation, or null when graphql-js has to execute it. */
export function compile(
  { schema, document, operationName }: ExecutionArgs,
  log: Pick<Logger, 'debug'>,
): CompiledQuery | null {
  if (!isCompilable(document, operationName)) return null;
  const compiled = compileQuery(
    knowingCoercedType(schema),
    withCoercedVariables(document),
    operationName ?? undefined,
  );
  if (isCompiledQuery(compiled)) return compiled;
  log.debug({ reason: compiled.errors?.[0]?.message }, 'a query is executed without being compiled');
  return null;
}

/**
 * The compiler makes program text from the document. A text literal would become part of it, and version
 * 0.8.9 lets crafted ones become code; so documents with text literals, which rarely come twice, are never
 * compiled. In literal objects and lists it takes a variable that was left out for null, which would empty
 * fields. Response names of the kind `__proto__` mean something else in program text, and introspection comes
 * once per client.
 */
function isCompilable(document: DocumentNode, operationName: string | null | undefined): boolean {
  const operation = getOperationAST(document, operationName);
  if (!operation || operation.operation === 'subscription') return false;
  let isSafe = true;
  const refuse = (): typeof BREAK => {
    isSafe = false;
    return BREAK;
  };
  visit(document, {
    [Kind.STRING]: refuse,
    [Kind.OBJECT]: refuse,
    [Kind.LIST]: refuse,
    [Kind.FIELD]: ({ name, alias }) => {
      const responseName = (alias ?? name).value;
      if (responseName.startsWith('__') && !(alias === undefined && responseName === '__typename'))
        return refuse();
      return name.value === '__schema' || name.value === '__type' ? refuse() : undefined;
    },
  });
  return isSafe;
}

/** The schema, which finds the stand-in by its name too. Everything else is the schema's own. */
function knowingCoercedType(schema: GraphQLSchema): GraphQLSchema {
  return Object.create(schema, {
    getType: { value: (name: string) => (name === coercedType.name ? coercedType : schema.getType(name)) },
  }) as GraphQLSchema;
}

/** The document with variables that take their values as they are, defaults included. */
function withCoercedVariables(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.VARIABLE_DEFINITION]: ({ kind, variable }) => ({
      kind,
      variable,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedType.name } },
    }),
  });
}
