import { parse, type DocumentNode } from 'graphql';
import { z } from 'zod';

type Type = z.core.$ZodType;
/** Arguments of fields, as their queries write them. */
type Calls = Readonly<Record<string, string>>;

/** What a type says in a wrapper, such as an optional one or a list; undefined where it is none. */
const within = ({ _zod: { def } }: Type): Type | undefined => {
  const { innerType, element } = def as { innerType?: Type; element?: Type };
  return innerType ?? element;
};

/** The fields of a type, and of all types within it, as a query asks for them. */
function selectionOf(type: Type, calls: Calls = {}): string {
  const inner = within(type);
  if (inner) return selectionOf(inner, calls);
  const { shape } = type._zod.def as { shape?: z.core.$ZodShape };
  if (!shape) return '';
  const fields = Object.entries(shape).map(
    ([name, field]) => `${name}${calls[name] ?? ''}${selectionOf(field, calls)}`,
  );
  return ` { ${fields.join(' ')} }`;
}

/** An identifier of a record. */
export const identifier = z.uuid().meta({ title: 'ID' });

const scalars: Readonly<Record<string, string>> = { number: 'Int', boolean: 'Boolean', literal: 'Boolean' };

/** The type of a variable; of inputs and identifiers it is the title of theirs. */
function typeOf(type: z.ZodType): string {
  const inner = within(type) as z.ZodType | undefined;
  if (!inner) return `${type.meta()?.title ?? scalars[type.def.type]}!`;
  if (type.def.type === 'array') return `[${typeOf(inner)}]!`;
  return type.def.type === 'default' ? typeOf(inner) : typeOf(inner).replace(/!$/, '');
}

/** Arguments that are variables of the same names. */
export const passing = (parameters: object): string => {
  const given = Object.keys(parameters).map((name) => `${name}: $${name}`);
  return given.length > 0 ? `(${given.join(', ')})` : '';
};

/**
 * An operation by the types of its parameters and of its answer.
 * @param calls what is written behind names of fields; without it the first has all parameters
 */
export function operationOf(
  parameters: z.ZodObject,
  answer: z.ZodObject,
  calls: Calls = { [Object.keys(answer.shape)[0]]: passing(parameters.shape) },
  kind: 'query' | 'mutation' = 'query',
): DocumentNode {
  const variables = Object.entries(parameters.shape).map(
    ([name, type]) => `$${name}: ${typeOf(type as z.ZodType)}`,
  );
  const declared = variables.length > 0 ? ` (${variables.join(', ')})` : '';
  return parse(`${kind}${declared}${selectionOf(answer, calls)}`, { noLocation: true });
}
