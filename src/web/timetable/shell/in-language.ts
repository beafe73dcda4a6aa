import { language } from '../../language.js';

type Text = string | ((...values: never[]) => string);
interface Pair<T extends Text> {
  readonly zh: T;
  readonly en: T;
}

/** The texts of a catalogue in the reader's language. A text with values in it is a function of them. */
export function inLanguage<Catalogue extends Record<string, Pair<Text>>>(
  catalogue: Catalogue,
): { readonly [Name in keyof Catalogue]: Catalogue[Name]['zh'] } {
  const rows = Object.entries(catalogue).map(([name, pair]) => [name, pair[language as 'zh' | 'en']]);
  return Object.fromEntries(rows);
}
