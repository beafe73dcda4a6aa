import type { Path } from './router.js';

/** Parameters that name a record; an empty one leaves the choice to the page. */
const named = [
  'semester',
  'class',
  'teacher',
  'room',
  'course',
  'building',
  'assignment',
  'meeting',
  'record',
  'account',
  'role',
];

const isIdentifier = (text: string): boolean =>
  /^(?:[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12})?$/i.test(text);
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(Date.parse(text));

/** The part of an address that can mean nothing, such as an identifier of which the end was not copied. */
export function mistakeIn({ area, rest, query }: Path): string | undefined {
  const wrong = [...query].find(([name, value]) =>
    name === 'date' ? !isDate(value) : named.includes(name) && !isIdentifier(value),
  );
  if (wrong) return wrong.join('=');
  return area === 'runs' && !isIdentifier(rest) ? rest : undefined;
}
