import {
  getArgumentValues,
  getNamedType,
  GraphQLError,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Budget } from '../../schema/budget.js';
import { entriesPerObject, pieceMax, turns } from '../turns.js';
import { isPromise } from './counted-fields.js';

/**
 * How the queries of a document are answered, worked out once: for each field how its value is found and
 * written into the answer. What is at hand is written at once, without a promise, a path or a closure of its
 * own. What is out of the ordinary, such as null where there must be a value, is left to graphql-js,
 * which reads the query again and tells what is wrong.
 */
export interface Plan {
  /** How many fields it has. */
  readonly fieldCount: number;
  /** The answer; null if graphql-js has to give it. Never, if the budget has ended. */
  answer(execution: ExecutionArgs, variables: Variables, budget: Budget | undefined): Promise<Answer | null>;
}

type Variables = Readonly<Record<string, unknown>>;
type Answer = ExecutionResult<Record<string, unknown>>;
/** The object or list of the answer that a value is written into. */
type Out = Record<string | number, unknown>;
type Write = (run: Run, value: any, out: Out, key: string | number) => void;
/** Writes a field of an object into the answer. */
type WriteField = (run: Run, source: any, out: Out) => void;

/** Fields of a plan; more are left to graphql-js. */
const fieldsMax = 2_000;
/** Thrown where graphql-js has to answer. */
const unplanned = new Error('It is not planned.');
/** Thrown where the budget has ended. */
const ended = new Error('The budget has ended.');

/** The plan of a query; null if graphql-js has to execute it. @param variables decide what is skipped */
export function planOf(
  { schema, document }: ExecutionArgs,
  operation: OperationDefinitionNode,
  variables: Variables,
): Plan | null {
  const type = schema.getQueryType();
  if (!type || operation.operation !== 'query') return null;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  const planner = new Planner({ schema, fragments, variables, operation });
  try {
    const roots = planner.roots(type);
    return {
      fieldCount: planner.fieldCount,
      answer: (execution, values, budget) => new Run(execution, values, budget).answer(roots),
    };
  } catch (error) {
    // It tells what is wrong, such as null for what decides whether a field is skipped.
    if (error === unplanned || error instanceof GraphQLError) return null;
    throw error;
  }
}

interface Source extends Pick<ExecutionArgs, 'schema'> {
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  readonly operation: OperationDefinitionNode;
}

/** A field of the root, whose failure is told here. */
interface Root {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly isRequired: boolean;
  readonly value: (run: Run, source: any) => unknown;
  readonly write: Write;
}

/** A field and how its arguments and what is told to its resolver are found, once for an execution. */
interface Call {
  readonly field: GraphQLField<unknown, unknown>;
  readonly info: Omit<GraphQLResolveInfo, 'rootValue' | 'variableValues'>;
}

class Planner {
  fieldCount = 0;

  constructor(private readonly source: Source) {}

  roots(type: GraphQLObjectType): Root[] {
    const { schema, fragments, variables, operation } = this.source;
    const fields = collectFields(schema, fragments, variables as never, type, operation.selectionSet);
    return [...fields].map(([key, nodes]): Root => {
      const field = this.#fieldOf(type, key, nodes);
      const isRequired = isNonNullType(field?.type);
      const write: Write = field ? this.#write(field.type, nodes) : (_, value, out) => (out[key] = value);
      return { key, nodes, isRequired, value: this.#value(type, key, nodes), write };
    });
  }

  /** The declaration of a field; undefined for the name of its type. */
  #fieldOf(type: GraphQLObjectType, key: string, [{ name, alias }]: readonly FieldNode[]) {
    if (++this.fieldCount > fieldsMax) throw unplanned;
    const isTypeName = name.value === '__typename' && !alias;
    const field = type.getFields()[name.value];
    // Such names have a meaning of their own in JavaScript, or are questions for the schema.
    if (!isTypeName && (!field || key.startsWith('__'))) throw unplanned;
    return isTypeName ? undefined : field;
  }

  #value(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): Root['value'] {
    const field = this.#fieldOf(type, key, nodes);
    if (!field) return () => type.name;
    const { schema, fragments, operation } = this.source;
    const { name: fieldName, type: returnType } = field;
    const path = { prev: undefined, key, typename: type.name };
    const place = { fieldName, fieldNodes: nodes, returnType, parentType: type, path };
    const info = { ...place, schema, fragments, operation, countsItself: true };
    const { relation } = field.extensions;
    if (relation) return (run, source) => relation(source, run.context, info as never);
    const call: Call = { field, info };
    const { resolve } = field;
    if (resolve)
      return (run, source) => resolve(source, run.argumentsOf(call), run.context, run.infoOf(call));
    return (_, source) => {
      const value = source?.[fieldName] as unknown;
      if (typeof value === 'function') throw unplanned;
      return value;
    };
  }

  #fields(type: GraphQLObjectType, nodes: readonly FieldNode[]): readonly WriteField[] {
    const { schema, fragments, variables } = this.source;
    const fields = collectSubfields(schema, fragments, variables as never, type, nodes as never);
    return [...fields].map(([key, each]): WriteField => {
      const [field, value] = [this.#fieldOf(type, key, each), this.#value(type, key, each)];
      if (!field) return (_, __, out) => (out[key] = type.name);
      const write = this.#write(field.type, each);
      return (run, source, out) => run.write(write, value(run, source), out, key);
    });
  }

  /** @param isCounted whether an object is charged already, as an entry of a list */
  #write(type: GraphQLOutputType, nodes: readonly FieldNode[], isCounted = false): Write {
    if (isNonNullType(type)) {
      const inner = this.#write(type.ofType, nodes, isCounted);
      return (run, value, out, key) => {
        if (value === null || value === undefined) throw unplanned;
        inner(run, value, out, key);
      };
    }
    const inner = isListType(type)
      ? this.#writeList(type.ofType, nodes)
      : isLeafType(type)
        ? writeLeaf(type)
        : this.#writeObject(type, nodes, isCounted);
    return (run, value, out, key) => {
      if (value === null || value === undefined) out[key] = null;
      else inner(run, value, out, key);
    };
  }

  #writeList(type: GraphQLOutputType, nodes: readonly FieldNode[]): Write {
    const write = this.#write(type, nodes, true);
    const isOfObjects = isCompositeType(getNamedType(type));
    return (run, values, out, key) => {
      if (!Array.isArray(values)) throw unplanned;
      const list = (out[key] = new Array<unknown>(values.length)) as unknown as Out;
      if (isOfObjects) run.writeObjects(values, write, list);
      else for (let at = 0; at < values.length; at++) run.write(write, values[at], list, at);
    };
  }

  #writeObject(
    type: GraphQLObjectType | GraphQLAbstractType,
    nodes: readonly FieldNode[],
    isCounted: boolean,
  ): Write {
    const fieldsOf = isAbstractType(type) ? this.#fieldsByType(type, nodes) : this.#fieldsOfOne(type, nodes);
    return (run, source, out, key) => {
      if (typeof source !== 'object' || source instanceof Error) throw unplanned;
      if (!isCounted) run.charge(1);
      const object: Out = {};
      out[key] = object;
      for (const write of fieldsOf(run, source as object)) write(run, source, object);
    };
  }

  #fieldsOfOne(type: GraphQLObjectType, nodes: readonly FieldNode[]) {
    // Made when first needed: types lead to one another in circles, documents do not.
    const fields = this.#fields(type, nodes);
    if (!type.isTypeOf) return () => fields;
    return (run: Run, source: object) => {
      if (type.isTypeOf!(source, run.context, {} as never) !== true) throw unplanned;
      return fields;
    };
  }

  #fieldsByType(type: GraphQLAbstractType, nodes: readonly FieldNode[]) {
    const known = new Map<string, readonly WriteField[]>();
    return (run: Run, source: object): readonly WriteField[] => {
      const name = type.resolveType
        ? type.resolveType(source, run.context, {} as never, type)
        : (source as { __typename?: unknown }).__typename;
      if (typeof name !== 'string') throw unplanned;
      const one = this.source.schema.getType(name);
      if (!isObjectType(one) || !this.source.schema.isSubType(type, one)) throw unplanned;
      const fields = known.get(name) ?? this.#fields(one, nodes);
      known.set(name, fields);
      return fields;
    };
  }
}

const writeLeaf =
  (type: GraphQLLeafType): Write =>
  (_, value, out, key) => {
    if (value instanceof Error) throw unplanned;
    const told = type.serialize(value) as unknown;
    if (told === null || told === undefined) throw unplanned;
    out[key] = told;
  };

/** One execution. */
class Run {
  readonly context: unknown;
  readonly #data: Record<string, unknown> = {};
  readonly #errors: GraphQLError[] = [];
  readonly #arguments = new Map<Call, Record<string, unknown>>();
  readonly #infos = new Map<Call, GraphQLResolveInfo>();
  #objects = 0;
  #waiting = 0;
  #isOver = false;
  #end!: (answer: Answer | null) => void;

  constructor(
    private readonly execution: ExecutionArgs,
    private readonly variables: Variables,
    private readonly budget: Budget | undefined,
  ) {
    this.context = execution.contextValue;
  }

  answer(roots: readonly Root[]): Promise<Answer | null> {
    const answer = new Promise<Answer | null>((resolve) => (this.#end = resolve));
    this.#waiting = 1;
    this.#go(() => {
      for (const root of roots) this.#writeRoot(root);
    });
    return answer;
  }

  #writeRoot(root: Root): void {
    const { key, value, write } = root;
    const failed = (error: unknown): void => {
      if (root.isRequired) throw unplanned;
      this.#data[key] = null;
      this.#errors.push(locatedError(error, root.nodes, [key]));
    };
    let found: unknown;
    try {
      found = value(this, this.execution.rootValue);
    } catch (error) {
      return failed(error);
    }
    if (!isPromise(found)) return write(this, found, this.#data, key);
    this.#data[key] = null;
    this.#wait(found, (ready) => write(this, ready, this.#data, key), failed);
  }

  /** Writes a value into the answer, now or once it is there. */
  write(write: Write, value: unknown, out: Out, key: string | number): void {
    if (!isPromise(value)) return write(this, value, out, key);
    // Fields keep the order in which they were asked for.
    out[key] = null;
    this.#wait(value, (ready) => write(this, ready, out, key), fail);
  }

  /** Writes the entries of a list: those of a long one in pieces, each in its turn. */
  writeObjects(values: readonly unknown[], write: Write, list: Out): void {
    const { budget } = this;
    const { length } = values;
    if (!budget || (length <= entriesPerObject && !turns.isOver)) {
      this.charge(length);
      return this.#writePiece(values, write, list, 0, length);
    }
    this.#spend(length);
    const writeFrom = (from: number): void => {
      for (let at = from; at === 0 || at < length; at += pieceMax) {
        const objects = Math.max(1, Math.min(pieceMax, length - at));
        const turn = budget.enter(objects, () => turns.take(budget, objects));
        if (turn) {
          const goOn = (): void => {
            if (budget.hasEnded) throw ended;
            this.#writePiece(values, write, list, at, Math.min(at + pieceMax, length));
            if (at + pieceMax < length) writeFrom(at + pieceMax);
          };
          return this.#wait(turn, goOn, fail);
        }
        this.#writePiece(values, write, list, at, Math.min(at + pieceMax, length));
      }
    };
    writeFrom(0);
  }

  /** Counts objects that do not wait for a turn by themselves. */
  charge(objects: number): void {
    if (!this.budget) return;
    turns.charge(objects);
    this.#spend(objects);
  }

  argumentsOf(call: Call): Record<string, unknown> {
    const { field, info } = call;
    const known = this.#arguments.get(call) ?? getArgumentValues(field, info.fieldNodes[0], this.variables);
    this.#arguments.set(call, known);
    return known;
  }

  infoOf(call: Call): GraphQLResolveInfo {
    const { rootValue } = this.execution;
    const variableValues = this.variables as Record<string, unknown>;
    const info = this.#infos.get(call) ?? { ...call.info, rootValue, variableValues };
    this.#infos.set(call, info);
    return info;
  }

  #writePiece(values: readonly unknown[], write: Write, list: Out, from: number, to: number): void {
    for (let at = from; at < to; at++) this.write(write, values[at], list, at);
  }

  #spend(objects: number): void {
    this.#objects += objects;
    if (this.budget && !this.budget.spend(objects)) throw ended;
  }

  #wait<V>(promise: Promise<V>, then: (value: V) => void, failed: (error: unknown) => void): void {
    this.#waiting++;
    promise.then(
      (value) => this.#go(() => then(value)),
      (error: unknown) => this.#go(() => failed(error)),
    );
  }

  /** Goes on with what was waited for, and ends when nothing is waited for any more. */
  #go(work: () => void): void {
    this.#waiting--;
    if (this.#isOver) return;
    try {
      work();
    } catch (error) {
      this.#isOver = true;
      if (error === ended) return;
      this.budget?.spend(-this.#objects);
      return this.#end(null);
    }
    if (this.#waiting > 0) return;
    this.#isOver = true;
    const errors = this.#errors;
    this.#end(errors.length > 0 ? { errors, data: this.#data } : { data: this.#data });
  }
}

const fail = (): never => {
  throw unplanned;
};
