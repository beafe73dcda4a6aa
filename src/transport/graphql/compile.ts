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

/** The type of every variable of a compiled operation; passes values on, because they are already coerced. */
const coercedType = new GraphQLScalarType({ name: 'CoercedVariable__' });

/** The compiled operation, or null if graphql-js has to execute it. */
export function compile(
  { schema, document, operationName }: ExecutionArgs,
  log: Pick<Logger, 'debug'>,
): CompiledQuery | null {
  if (!isCompilable(document, operationName)) return null;
  const compiled = compileQuery(
    withCoercedType(schema),
    withCoercedVariables(document),
    operationName ?? undefined,
  );
  if (isCompiledQuery(compiled)) return compiled;
  log.debug({ reason: compiled.errors?.[0]?.message }, 'a query is executed without being compiled');
  return null;
}

/**
 * The compiler generates JavaScript from the document. Text literals are copied into it, and version 0.8.9
 * allows code injection through crafted ones, so documents with text literals, which rarely repeat anyway,
 * are never compiled. In object and list literals it treats an omitted variable as null, which would clear
 * fields. Response names such as `__proto__` have another meaning in JavaScript, and introspection is
 * requested once per client.
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

/** The same schema, extended by `coercedType`. */
function withCoercedType(schema: GraphQLSchema): GraphQLSchema {
  return Object.create(schema, {
    getType: { value: (name: string) => (name === coercedType.name ? coercedType : schema.getType(name)) },
  }) as GraphQLSchema;
}

/** The document with all variables declared as `coercedType`, without defaults. */
function withCoercedVariables(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.VARIABLE_DEFINITION]: ({ kind, variable }) => ({
      kind,
      variable,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedType.name } },
    }),
  });
}
