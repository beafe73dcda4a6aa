import {
  coerceInputValue,
  GraphQLError,
  isEnumType,
  isInputType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { textOf } from './error-texts.js';
import type { FieldProblem } from '../../schema/errors.js';
import { beginningOf, type Text } from '../../schema/texts.js';
import { GraphqlFault } from './graphql-fault.js';

type CoercedVariables = { readonly values: Record<string, unknown> } | { readonly error: GraphQLError };

/** Maximum number of problems in one answer. */
const problemsMax = 50;

/** Ends the coercion: a problem costs as much as a hundred values, and a body holds half a million. */
class EnoughProblems extends Error {}

interface Request {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly hideSuggestions: boolean;
}

/** Whether there are more values in variables, nested ones too; each costs time before anybody is asked. */
export function hasMoreValues(variables: object, max: number): boolean {
  const waiting: object[] = [variables];
  for (let count = 0; waiting.length > 0;) {
    const values = Object.values(waiting.pop()!) as unknown[];
    count += values.length;
    if (count > max) return true;
    for (const value of values) if (isOfJson(value)) waiting.push(value);
  }
  return false;
}

/** Removes the variables that an operation does not declare. */
export function forgetUndeclared(
  variables: Record<string, unknown>,
  { variableDefinitions = [] }: OperationDefinitionNode,
): void {
  const declared = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
  for (const name of Object.keys(variables)) if (!declared.has(name)) delete variables[name];
}

/** Files of a form are values of their own. */
const isOfJson = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** The variables as they were given, and for which operation they were coerced last. */
const coercedOf = new WeakMap<object, { readonly operation: object; readonly coerced: CoercedVariables }>();

/** The coerced variables of an operation: once, although it is first judged by them and then executed. */
export function coerceVariables(request: Request): CoercedVariables {
  const { operation, variables } = request;
  const known = coercedOf.get(variables);
  if (known?.operation === operation) return known.coerced;
  const coerced = coerce(request);
  if ('values' in coerced) coercedOf.set(variables, { operation, coerced });
  return coerced;
}

/**
 * The coerced variables of an operation. Problems name the path and the rule, but not the value: graphql-js
 * would print whole inputs, passwords included.
 */
function coerce({ schema, operation, variables, hideSuggestions }: Request): CoercedVariables {
  // A variable may be called __proto__.
  const values: Record<string, unknown> = Object.create(null);
  const problems: FieldProblem[] = [];
  const report = (field: string, text: Text): void => {
    problems.push({ field, text });
    if (problems.length >= problemsMax) throw new EnoughProblems();
  };
  try {
    for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
      const name = variable.name.value;
      const type = typeFromAST(schema, typeNode as never) as GraphQLInputType | undefined;
      // Validation reports such types, so this only happens with a document that was not validated.
      if (!type || !isInputType(type)) throw new GraphQLError(`Variable "$${name}" has no input type.`);
      const hasValue = Object.hasOwn(variables, name) && variables[name] !== undefined;
      if (!hasValue) {
        if (defaultValue) values[name] = valueFromAST(defaultValue, type);
        else if (isNonNullType(type)) report(name, required(String(type)));
        continue;
      }
      values[name] = coerceInputValue(
        variables[name],
        type,
        (path, value, error) => {
          const allowed = hideSuggestions ? null : allowedInstead(schema, value, error);
          report([name, ...path].join('.'), allowed ?? textOf(error));
        },
        hideSuggestions,
      );
    }
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  return problems.length === 0 ? { values } : { error: faultOf(operation, problems) };
}

/** Characters of a value that a message repeats. */
const shownMax = 40;

/** What may stand in place of a value that is none of its enum; null of other errors. */
function allowedInstead(schema: GraphQLSchema, value: unknown, { message }: GraphQLError): Text | null {
  const [, name] = /(?:does not exist in|^Enum) "(\w+)"/.exec(message) ?? [];
  const type = name ? schema.getType(name) : undefined;
  if (!isEnumType(type)) return null;
  const said = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const shown = said.length > shownMax ? `${beginningOf(said, shownMax)}…` : said;
  const names = type.getValues().map((each) => each.name);
  return {
    zh: `枚举 ${name} 没有值“${shown}”，应为 ${names.join('、')} 之一`,
    en: `"${shown}" does not exist in the enum "${name}". Maybe one of ${names.join(', ')}.`,
  };
}

const required = (type: string): Text => ({
  zh: `缺少类型 ${type} 的值`,
  en: `A value of type "${type}" is required.`,
});

function faultOf(operation: OperationDefinitionNode, problems: FieldProblem[]): GraphQLError {
  const [{ field, text: first }] = problems;
  const text = {
    zh: `变量 $${field} 不合法：${first.zh}`,
    en: `The variable $${field} is not valid: ${first.en}`,
  };
  return new GraphQLError(text.en, {
    nodes: operation.variableDefinitions,
    originalError: new GraphqlFault('BAD_USER_INPUT', text, { problems }),
  });
}
