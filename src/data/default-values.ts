import type { Text } from '../schema/texts.js';

/** The values of a record that is being made, by name of the column. */
export type NewValues = Record<string, unknown>;

/**
 * What a new record gets where its maker says nothing: declared beside the column, told to callers, found
 * by `fillIn`. What a column always begins with, such as a flag, is its `initial` value instead.
 * `isUntold`: nobody misses a word of it after an import.
 */
export type Default = { readonly told: Text; readonly isUntold?: boolean } & (
  | { readonly is: 'next' | 'first' | 'today' }
  | { readonly is: 'inherited'; readonly from: string }
  | { readonly is: 'derived'; readonly value: (record: Readonly<NewValues>) => unknown }
);

/** A number after all that there are. */
export const afterLast: Default = {
  is: 'next',
  told: { zh: '现有最大值加 1', en: 'the greatest there is, plus 1' },
};

/** The record that comes first in the list of those that the column may refer to. */
export const firstThereIs: Default = {
  is: 'first',
  told: { zh: '列表中的第一个', en: 'the first there is' },
};

/** The day on which the record is made. */
export const dayOfCreation: Default = {
  is: 'today',
  told: { zh: '录入当天', en: 'the day of creation' },
};

/** What the record that another column refers to has in the column of this name. */
export const inheritedFrom = (from: string, told: Text): Default => ({ is: 'inherited', from, told });

/** What follows from the other values. */
export const derived = (
  zh: string,
  en: string,
  value: (record: Readonly<NewValues>) => unknown,
): Default => ({ is: 'derived', told: { zh, en }, value });

/** The same for every record. */
export const always = (value: string | number): Default => ({
  ...derived(String(value), JSON.stringify(value), () => value),
  isUntold: value === '',
});
