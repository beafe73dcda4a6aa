import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { allEntities, columnsOf, type Class } from '../../src/data/columns.js';

/** A place among the arguments of an operation at which a caller can put one value. */
export interface Place {
  readonly operation: string;
  readonly kind: 'query' | 'mutation';
  /** Such as `timetable.assignments(student)` or `students(filter.user.equals)`. */
  readonly label: string;
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
  /** Whether it is for one entry of a list, which is a place itself. */
  readonly isEntry: boolean;
  /** What the field answers with. */
  readonly answer: string;
  /** The field with the value at this place, a literal or a variable, and samples of what must be given. */
  readonly fieldFor: (value: string) => string;
}

type Field = GraphQLField<unknown, unknown>;
type Argument = GraphQLArgument | GraphQLInputField;
type Put = (text: string) => string;
type InnerPlace = Pick<Place, 'path' | 'type' | 'isEntry'>;
type WithinField = Omit<Place, 'operation' | 'kind'>;

/** Greatest number of inputs inside one another. */
const depthMax = 4;

/** All places of a schema. */
export class Places {
  /**
   * @param known an identifier of each kind of record that everybody sees, for samples
   * @param select what is selected of an answer
   */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly known: ReadonlyMap<Class, string>,
    private readonly select: (type: GraphQLOutputType) => string = selectionOf,
  ) {}

  all(): Place[] {
    const roots = [
      ['query', this.schema.getQueryType()!],
      ['mutation', this.schema.getMutationType()!],
    ] as const;
    return roots.flatMap(([kind, type]) =>
      Object.values(type.getFields()).flatMap((field) =>
        [...this.#ofField(field), ...(kind === 'query' ? this.#behind(field) : [])].map((place) => ({
          ...place,
          kind,
          operation: field.name,
        })),
      ),
    );
  }

  /** Those of the fields of what a query answers with. */
  #behind(root: Field): WithinField[] {
    const type = getNamedType(root.type);
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      this.#ofField(field).map((place) => ({
        ...place,
        label: `${root.name}.${place.label}`,
        fieldFor: (value: string) => `${root.name}${this.#given(root.args)} { ${place.fieldFor(value)} }`,
      })),
    );
  }

  #ofField(field: Field): WithinField[] {
    return field.args.flatMap((argument) =>
      this.#within(argument, []).map(({ put, ...place }) => ({
        ...place,
        label: `${field.name}(${place.path.join('.')})`,
        answer: getNamedType(field.type).name,
        fieldFor: (value: string) =>
          field.name + this.#given(field.args, argument.name, put(value)) + this.select(field.type),
      })),
    );
  }

  #within(argument: Argument, above: readonly string[]): (InnerPlace & { put: Put })[] {
    const path = [...above, argument.name];
    const type = entryOf(argument.type);
    const isEntry = type !== argument.type && isListType(getNullableType(argument.type));
    const put: Put = isEntry ? (text) => `[${text}]` : (text) => text;
    const list = isEntry ? [{ path, type: argument.type, isEntry: false, put: (text: string) => text }] : [];
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return [...list, { path, type, isEntry, put }];
    if (path.length === depthMax) return list;
    const fields = Object.values(named.getFields());
    const inner = fields.flatMap((field) =>
      this.#within(field, path).map((place) => ({
        ...place,
        put: (text: string) => put(`{ ${this.#valuesOf(fields, field.name, place.put(text)).join(', ')} }`),
      })),
    );
    return [...list, ...inner];
  }

  #given(args: readonly GraphQLArgument[], name?: string, value?: string): string {
    const texts = this.#valuesOf(args, name, value);
    return texts.length ? `(${texts.join(', ')})` : '';
  }

  /** The value in question, and samples for the others that must be given. */
  #valuesOf(given: readonly Argument[], name?: string, value?: string): string[] {
    return given
      .filter((each) => each.name === name || (isNonNullType(each.type) && each.defaultValue === undefined))
      .map((each) => `${each.name}: ${each.name === name ? value! : this.#sample(each.type, each.name)}`);
  }

  #sample(type: GraphQLInputType, name: string): string {
    if (isNonNullType(type)) return this.#sample(type.ofType, name);
    if (isListType(type)) return `[${this.#sample(type.ofType, name)}]`;
    if (isInputObjectType(type)) return `{ ${this.#valuesOf(Object.values(type.getFields())).join(', ')} }`;
    const [target] = namedBy(name) ?? [];
    const samples: Record<string, string> = {
      ID: `"${(target && this.known.get(target)) ?? anotherId}"`,
      String: '"Abc12345"',
      Date: '"2030-01-01"',
      DateTime: '"2030-01-01T00:00:00Z"',
      Upload: '"Abc12345"',
      Boolean: 'true',
    };
    if ('getValues' in type) return type.getValues()[0].name;
    return samples[type.name] ?? '1';
  }
}

/** Identifiers of nothing. */
export const unknownId = '019aa000-0000-7000-8000-00000000dead';
const anotherId = '019aa000-0000-7000-8000-00000000beef';

/** The type of the entries of a list, or the type itself. */
const entryOf = (type: GraphQLInputType): GraphQLInputType => {
  const nullable = getNullableType(type);
  return isListType(nullable) ? (nullable.ofType as GraphQLInputType) : type;
};

/**
 * The kinds of records that a value at the place can name: by the column of a filter, the answer of the
 * operation, or a reference of that name. All of them where an identifier does not tell, none of them where a
 * text names nothing.
 */
export function targetsOf({ path, type, answer, operation }: Place): readonly Class[] {
  const { name: typeName } = getNamedType(type);
  // A text beside other arguments may be an identifier too; one in a filter is compared with a column.
  if (isListType(getNullableType(type))) return [];
  if (typeName !== 'ID' && (typeName !== 'String' || path.length > 1)) return [];
  const name = path.findLast((word) => !['equals', 'in'].includes(word))!;
  if (['id', 'ids', 'keyword'].includes(name)) {
    const shown = called(answer.replace(/(?:Page|Connection)$/, ''));
    return shown.length ? shown : entities().filter((entity) => operation.endsWith(entity.name));
  }
  return namedBy(name) ?? (typeName === 'ID' ? entities() : []);
}

const entities = (): Class[] => allEntities().map(({ target }) => target);
const called = (word: string): Class[] =>
  entities().filter((entity) => entity.name.toLowerCase() === word.toLowerCase());

/** What a name means: an entity, or what references of that name refer to; null where it does not tell. */
function namedBy(name: string): readonly Class[] | null {
  // Lists are called as their entries are.
  const direct = [name, name.replace(/s$/, ''), name.replace(/es$/, '')].flatMap(called);
  if (direct.length) return direct;
  const references = entities()
    .flatMap((entity) => columnsOf(entity))
    .flatMap((column) => (column.name === name && column.target ? [column.target()] : []));
  return references.length ? [...new Set(references)] : null;
}

/** The least selection. */
export const leastOf = (type: GraphQLOutputType): string =>
  isLeafType(getNamedType(type)) ? '' : ' { __typename }';

/** A selection that tells which rows came: identifiers, and whatever is no list of other things. */
function selectionOf(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  const fields = Object.values((named as GraphQLObjectType).getFields()).filter(
    ({ args }) => !args.some((each) => isNonNullType(each.type) && each.defaultValue === undefined),
  );
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const lists = fields.filter(({ name }) => ['items', 'nodes'].includes(name));
  const inner = depth < 1 ? lists.map((field) => field.name + selectionOf(field.type, depth + 1)) : [];
  return ` { __typename ${[...leaves, ...inner].join(' ')} }`;
}
