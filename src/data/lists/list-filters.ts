import { alternativesMax, entryMax, problemWithTextLength } from '../bounds.js';
import { listedColumnsOf, type Class, type Column } from '../columns.js';
import type { FilterValues } from './lists.js';
import { errors } from '../../schema/errors.js';

/** The condition for the filter of a list. Null and omitted values do not restrict it. */
export function filterCondition(entity: Class, values: FilterValues | null | undefined): object {
  const columns = listedColumnsOf(entity);
  return {
    $and: presentEntries(values ?? {}).flatMap(([name, value]) => {
      const column = columns.find((candidate) => candidate.name === name)!;
      return conditionsOn(column, value).map((condition) => ({ [name]: condition }));
    }),
  };
}

const presentEntries = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null);

function conditionsOn(column: Column, value: unknown): unknown[] {
  if (column.kind === 'flag') return [value];
  if (column.kind === 'choice') return [{ $in: bounded(column, value as unknown[]) }];
  return presentEntries(value as object).map(([word, operand]) => conditionOn(column, word, operand));
}

function conditionOn(column: Column, word: string, operand: unknown): unknown {
  const isText = column.kind === 'text';
  if (typeof operand === 'string') requireComparable(column, [operand]);
  switch (word) {
    case 'equals':
      return isText ? { $same: operand } : operand;
    case 'in': {
      const values = bounded(column, operand as unknown[]);
      requireComparable(column, values);
      return isText ? { $sameAsOne: values } : { $in: values };
    }
    default:
      // The remaining words are operators of the same name.
      return { [`$${word}`]: operand };
  }
}

/** Refuses texts longer than their column: no record can match, and comparing them would be expensive. */
function requireComparable({ name, kind, label, max = entryMax }: Column, values: readonly unknown[]): void {
  if (kind !== 'text') return;
  const problems = values.map((value) => problemWithTextLength(label, max, value as string));
  const text = problems.find((problem) => problem !== null);
  if (text) throw errors.invalidInput([{ field: name, text }]);
}

function bounded({ name, label }: Column, values: readonly unknown[]): readonly unknown[] {
  if (values.length <= alternativesMax) return values;
  throw errors.invalidField(
    name,
    `${label.zh}最多可列出 ${alternativesMax} 个值（当前 ${values.length} 个），请分几次查询`,
    `${label.en} is compared with ${values.length} values, but with at most ` +
      `${alternativesMax} at once. Maybe ask several times.`,
  );
}
