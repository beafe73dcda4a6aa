import 'reflect-metadata';
import { Field, Float, InputType, Int, registerEnumType } from 'type-graphql';
import { OrderDirection } from '../../schema/enums.js';
import { CivilDate, Id, Instant } from '../../schema/scalars.js';
import { entityInfo, listedColumnsOf, snakeCase, type Class, type Column } from '../columns.js';

/** Sorting and filtering of lists: GraphQL input types that are derived from the columns of an entity. */

/** One sort key; later ones decide between records that are equal by the earlier ones. */
export interface Order {
  /** Name of a column. */
  field: string;
  direction: OrderDirection;
}

const orderTypes = new Map<Class, Class<Order>>();

/** The input type for sorting, such as `CampusOrder`, with an enum of the columns declared as `sorted`. */
export function orderOf(entity: Class & { name: string }): Class<Order> {
  const existing = orderTypes.get(entity);
  if (existing) return existing;
  const { noun } = entityInfo(entity);
  const columns = listedColumnsOf(entity).filter(({ sorted }) => sorted);
  const values = Object.fromEntries(columns.map(({ name }) => [snakeCase(name).toUpperCase(), name]));
  registerEnumType(values, {
    name: `${entity.name}OrderField`,
    description: `Columns by which lists of ${noun.en} can be sorted.`,
    valuesConfig: Object.fromEntries(
      columns.map((column) => [snakeCase(column.name).toUpperCase(), { description: meaningOf(column) }]),
    ),
  });

  @InputType(`${entity.name}Order`, { description: `A sort key for lists of ${noun.en}.` })
  class OrderOfEntity {
    @Field(() => values, { description: 'Column to sort by.' })
    field: string;

    @Field(() => OrderDirection, {
      description: 'Records without a value come last in ascending order, and first in descending order.',
    })
    direction: OrderDirection = OrderDirection.ASC;
  }
  orderTypes.set(entity, OrderOfEntity);
  return OrderOfEntity;
}

const chineseOrder = ' Chinese sorts by pinyin and before Latin, numbers by value.';

const meaningOf = ({ about, label, sorted }: Column): string =>
  (about ?? `${label.en}.`) + (sorted === 'chinese' ? chineseOrder : '');

/** The values of a filter, by column. */
export type FilterValues = Readonly<Record<string, unknown>>;

const filterTypes = new Map<Class, Class<FilterValues>>();

/** The input type for filtering, such as `CampusFilter`: a condition for every column visible to callers. */
export function filterOf(entity: Class & { name: string }): Class<FilterValues> {
  const existing = filterTypes.get(entity);
  if (existing) return existing;
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
    description: `A filter for lists of ${noun.en}: all conditions must hold.`,
  })(FilterOfEntity as never);
  filterTypes.set(entity, FilterOfEntity);
  return FilterOfEntity;
}

/** Maximum length of a text column that lists can be filtered by; longer ones hold prose. */
const filteredTextMax = 255;

/** The input type for conditions on a column; null if lists cannot be filtered by it. */
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

const oneOfThese = 'Only records with one of these values, at most 200.';
const exactly = 'Only records with this value.';
const isMissing = 'true: only records without a value; false: only records with one.';
const atLeast = 'Only records with this value or a greater one.';
const atMost = 'Only records with this value or a smaller one.';

/** Conditions on a text. */
@InputType({ description: 'Conditions on a text; case and surrounding blanks are ignored.' })
export class TextCondition {
  @Field(() => String, { nullable: true, description: exactly })
  equals?: string | null;

  @Field(() => [String], { nullable: true, description: oneOfThese })
  in?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only records that contain the text; full-width characters equal their half-width forms.',
  })
  contains?: string | null;

  @Field(() => Boolean, { nullable: true, description: isMissing })
  isNull?: boolean | null;
}

/** Conditions on a reference to another record. */
@InputType({ description: 'Conditions on a reference to another record.' })
export class ReferenceCondition {
  @Field(() => Id, { nullable: true, description: 'Only records that refer to this one.' })
  equals?: string | null;

  @Field(() => [Id], {
    nullable: true,
    description: 'Only records that refer to one of these, at most 200.',
  })
  in?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'true: only records without a reference; false: only records with one.',
  })
  isNull?: boolean | null;
}

/** Conditions on a value that can be compared. */
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
  @Field(() => Instant, { nullable: true, description: 'Only records at this time or later.' })
  from?: Date | null;

  @Field(() => Instant, { nullable: true, description: 'Only records before this time.' })
  before?: Date | null;

  @Field(() => Boolean, { nullable: true, description: isMissing })
  isNull?: boolean | null;
}
