import 'reflect-metadata';
import { Field, Float, InputType, Int, registerEnumType } from 'type-graphql';
import { OrderDirection } from '../schema/enums.js';
import { CivilDate, Id, Instant } from '../schema/scalars.js';
import { entityInfo, listedColumnsOf, snakeCase, type Class, type Column } from './columns.js';

/**
 * By what the lists of an entity are ordered and narrowed: input types that are derived from its columns, as
 * the inputs of changes are.
 */

/** One step of an order: later ones decide where earlier ones find two records equal. */
export interface Order {
  /** Name of a column. */
  field: string;
  direction: OrderDirection;
}

const orderTypes = new Map<Class, Class<Order>>();

/** The input type `CampusOrder`, with an enum of the columns that are declared as sorted. */
export function orderOf(entity: Class & { name: string }): Class<Order> {
  const known = orderTypes.get(entity);
  if (known) return known;
  const { noun } = entityInfo(entity);
  const columns = listedColumnsOf(entity).filter(({ sorted }) => sorted);
  const values = Object.fromEntries(columns.map(({ name }) => [snakeCase(name).toUpperCase(), name]));
  registerEnumType(values, {
    name: `${entity.name}OrderField`,
    description: `What lists of ${noun.en} can be ordered by.`,
    valuesConfig: Object.fromEntries(
      columns.map((column) => [snakeCase(column.name).toUpperCase(), { description: meaningOf(column) }]),
    ),
  });

  @InputType(`${entity.name}Order`, { description: `An order of lists of ${noun.en}.` })
  class OrderOfEntity {
    @Field(() => values, { description: 'What they are ordered by.' })
    field: string;

    @Field(() => OrderDirection, {
      description: 'Records without a value come last in ascending order, and first in descending order.',
    })
    direction: OrderDirection = OrderDirection.ASC;
  }
  orderTypes.set(entity, OrderOfEntity);
  return OrderOfEntity;
}

const chineseOrder = ' Chinese by pinyin and before Latin, numbers by their size.';

const meaningOf = ({ about, label, sorted }: Column): string =>
  (about ?? `${label.en}.`) + (sorted === 'chinese' ? chineseOrder : '');

/** What a caller says of the columns of wanted records, by column. */
export type FilterValues = Readonly<Record<string, unknown>>;

const filterTypes = new Map<Class, Class<FilterValues>>();

/** The input type `CampusFilter`: conditions on every column that callers see, all of which must hold. */
export function filterOf(entity: Class & { name: string }): Class<FilterValues> {
  const known = filterTypes.get(entity);
  if (known) return known;
  class FilterOfEntity {
    [column: string]: unknown;
  }
  for (const column of listedColumnsOf(entity)) {
    const type = conditionTypeOf(column);
    if (!type) continue;
    const description = column.about ?? `${column.label.en}.`;
    Field(type as () => never, { nullable: true, description })(FilterOfEntity.prototype, column.name);
  }
  const { noun } = entityInfo(entity);
  InputType(`${entity.name}Filter`, {
    description: `Which records of ${noun.en} are wanted: all conditions must hold.`,
  })(FilterOfEntity as never);
  filterTypes.set(entity, FilterOfEntity);
  return FilterOfEntity;
}

/** Greatest length of a text that lists are narrowed by; longer ones are documents. */
const filteredTextMax = 255;

/** The type of the conditions on a column; null for those that lists are not narrowed by. */
function conditionTypeOf({ kind, hidden, personal, max = 0, type }: Column): (() => object) | null {
  if (hidden || personal) return null;
  switch (kind) {
    case 'text':
      return max <= filteredTextMax ? () => TextCondition : null;
    case 'flag':
      return () => Boolean;
    case 'integer':
      return () => IntCondition;
    case 'decimal':
      return () => FloatCondition;
    case 'date':
      return () => DateCondition;
    case 'instant':
      return () => DateTimeCondition;
    case 'choice':
      return () => [type()];
    case 'reference':
      return () => ReferenceCondition;
    default:
      return null;
  }
}

const oneOfThese = 'Keeps those with one of these values, at most 200.';
const exactly = 'Keeps those with this value.';
const isMissing = 'true: keeps those without a value; false: those with one.';
const atLeast = 'Keeps those with this value or a greater one.';
const atMost = 'Keeps those with this value or a smaller one.';

/** Conditions on a text. */
@InputType({ description: 'Conditions on a text. Letter case and outer blanks do not count.' })
export class TextCondition {
  @Field(() => String, { nullable: true, description: exactly })
  equals?: string | null;

  @Field(() => [String], { nullable: true, description: oneOfThese })
  in?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Keeps those that contain the text; full-width characters count as half-width ones.',
  })
  contains?: string | null;

  @Field(() => Boolean, { nullable: true, description: isMissing })
  isNull?: boolean | null;
}

/** Conditions on a reference to another record. */
@InputType({ description: 'Conditions on a reference to another record.' })
export class ReferenceCondition {
  @Field(() => Id, { nullable: true, description: 'Keeps those that refer to this record.' })
  equals?: string | null;

  @Field(() => [Id], {
    nullable: true,
    description: 'Keeps those that refer to one of these records, at most 200.',
  })
  in?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'true: keeps those that refer to none; false: those that refer to one.',
  })
  isNull?: boolean | null;
}

/** Conditions on a value that has an order. */
function rangeCondition(name: string, type: () => object, of: string): Class<RangeCondition> {
  @InputType(name, { description: `Conditions on ${of}.` })
  class Condition implements RangeCondition {
    @Field(type as () => never, { nullable: true, description: exactly })
    equals?: unknown;

    @Field((() => [type()]) as () => never, { nullable: true, description: oneOfThese })
    in?: unknown[] | null;

    @Field(type as () => never, { nullable: true, description: atLeast })
    from?: unknown;

    @Field(type as () => never, { nullable: true, description: atMost })
    to?: unknown;

    @Field(() => Boolean, { nullable: true, description: isMissing })
    isNull?: boolean | null;
  }
  return Condition;
}

interface RangeCondition {
  equals?: unknown;
  in?: unknown[] | null;
  from?: unknown;
  to?: unknown;
  isNull?: boolean | null;
}

const IntCondition = rangeCondition('IntCondition', () => Int, 'a whole number');
const FloatCondition = rangeCondition('FloatCondition', () => Float, 'a decimal number');
const DateCondition = rangeCondition('DateCondition', () => CivilDate, 'a day of the calendar');

/** Conditions on a point in time. */
@InputType({ description: 'Conditions on a point in time.' })
export class DateTimeCondition {
  @Field(() => Instant, { nullable: true, description: 'Keeps those at this moment or later.' })
  from?: Date | null;

  @Field(() => Instant, { nullable: true, description: 'Keeps those before this moment.' })
  before?: Date | null;

  @Field(() => Boolean, { nullable: true, description: isMissing })
  isNull?: boolean | null;
}
