import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { Random } from '../../src/demo/random.js';
import { Documents } from '../../src/transport/graphql/documents.js';
import { costOf } from '../../src/transport/limit-rules/cost.js';

type Field = GraphQLField<unknown, unknown>;

/** Fields inside one another; one more is sometimes asked for than the limits allow. */
const depthMax = 13;
const fieldsMax = 120;
/** Documents of which the dearest that the limits allow is taken. */
const candidates = 12;
const unknownId = '01900000-0000-7000-8000-000000000000';
const words = ['测试', '王', '1', 'SEED', 'x'.repeat(64), '', '%', '😀'];

export interface DocumentOptions {
  readonly seed: number;
  /** Identifiers of records, by the names of their types. */
  readonly ids: Readonly<Record<string, string>>;
  /** Whether the caller may ask for a root field: what is refused at once shows nothing. */
  readonly mayAsk: (operation: string) => boolean;
}

/** Makes valid documents of a schema by chance, which ask for as much as they can: lists within lists. */
export class RandomDocuments {
  readonly #random: Random;
  readonly #documents: Documents;
  #fields = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly options: DocumentOptions,
  ) {
    this.#random = new Random(options.seed);
    this.#documents = new Documents(schema, true);
  }

  /** The next document: mostly the dearest of several that the limits allow, sometimes any. */
  next(): string {
    if (this.#random.chance(0.1)) return this.#any();
    const allowed = Array.from({ length: candidates }, () => this.#any()).map((query) => ({
      query,
      cost: this.#costOf(query),
    }));
    return allowed.reduce((dearest, each) => (each.cost > dearest.cost ? each : dearest)).query;
  }

  /** What the server expects a document to cost; nothing when it refuses it. */
  #costOf(query: string): number {
    const prepared = this.#documents.prepare({ query });
    return prepared.errors ? 0 : costOf({ schema: this.schema, variables: {}, ...prepared });
  }

  #any(): string {
    this.#fields = 0;
    const roots = Object.values(this.schema.getQueryType()!.getFields());
    const deep = roots.filter(
      ({ name, type }) => isObjectType(getNamedType(type)) && this.options.mayAsk(name),
    );
    // The same again under other names is what a caller would multiply.
    const isRepeated = this.#random.chance(0.3);
    // Of records that hold lists themselves one asks for all at once, where pages bound what they give.
    const holders = deep.filter(
      ({ type }) =>
        !isLong({ type }) &&
        Object.values((getNamedType(type) as GraphQLObjectType).getFields()).some(isLong),
    );
    const pick = (): Field => this.#random.pick(this.#random.chance(0.5) ? holders : deep);
    const first = pick();
    const count = this.#random.pick([1, 1, 1, 2, 3, 20]);
    const selections = Array.from({ length: count }, (_, at) => {
      const field = isRepeated ? first : pick();
      return this.#field(field, this.#random.whole(2, depthMax), `a${at}: `);
    });
    return `{ ${selections.join(' ')} }`;
  }

  #field(field: Field, depth: number, alias = ''): string {
    this.#fields++;
    const type = getNamedType(field.type);
    const inner = isObjectType(type) ? this.#selections(type, depth - 1) : '';
    return `${alias}${field.name}${this.#arguments(field, type.name)}${inner}`;
  }

  #selections(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter(({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0);
    const chosen = this.#some(leaves, 2).map(({ name }) => name);
    if (depth > 0 && this.#fields < fieldsMax) {
      const deeper = fields.filter(({ type }) => isObjectType(getNamedType(type)));
      const lists = deeper.filter(isLong);
      const next = lists.length > 0 && this.#random.chance(0.8) ? lists : deeper;
      chosen.push(...this.#some(next, 2).map((field) => this.#field(field, depth)));
    }
    return ` { ${chosen.length > 0 ? chosen.join(' ') : '__typename'} }`;
  }

  #arguments({ args }: Field, target: string): string {
    const given = args.flatMap(({ name, type, defaultValue }) => {
      const isNeeded = isNonNullType(type) && defaultValue === undefined;
      const isSize = ['size', 'first'].includes(name);
      if (!isNeeded && !this.#random.chance(isSize ? 0.7 : 0.05)) return [];
      if (isSize) return [`${name}: ${this.#random.pick([5, 50, 200, 200, 201])}`];
      return [`${name}: ${name === 'id' ? `"${this.options.ids[target] ?? unknownId}"` : this.#value(type)}`];
    });
    return given.length > 0 ? `(${given.join(', ')})` : '';
  }

  #value(type: GraphQLInputType): string {
    const inner = getNullableType(type);
    if (isListType(inner)) return `[${this.#value(inner.ofType)}]`;
    if (isEnumType(inner)) return this.#random.pick(inner.getValues()).name;
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields());
      const needed = fields.filter(({ type }) => isNonNullType(type));
      const given = new Set([...needed, this.#random.pick(fields)]);
      return `{ ${[...given].map(({ name, type }) => `${name}: ${this.#value(type)}`).join(', ')} }`;
    }
    switch (inner.name) {
      case 'Int':
        return String(this.#random.pick([0, 1, 2, 16, -1, 2_147_483_647]));
      case 'Float':
        return String(this.#random.pick([0, 1.5, -1e9]));
      case 'Boolean':
        return String(this.#random.chance(0.5));
      case 'ID':
        return `"${this.#random.pick([unknownId, ...Object.values(this.options.ids)])}"`;
      case 'Date':
        return '"2026-09-01"';
      case 'DateTime':
        return '"2026-09-01T00:00:00Z"';
      default:
        return JSON.stringify(this.#random.pick(words));
    }
  }

  #some<T>(values: readonly T[], most: number): T[] {
    return this.#random.shuffled(values).slice(0, this.#random.whole(1, most));
  }
}

/** Whether a field gives many, by itself or as the records of a page. */
const isLong = ({ type }: Pick<Field, 'type'>): boolean =>
  isListType(getNullableType(type)) || /(Page|Connection|Edge)$/.test(getNamedType(type).name);
