/** What a script sets: the value of an element, or whether it is checked. */
export interface Assignment {
  /** Identifier of a known field. */
  readonly id: string;
  readonly value: string | boolean;
}

/** What means nothing in a text of a script and in HTML; everything else is written as its code. */
const harmless = /[\p{L}\p{M}\p{N} _.,:;@#%+*()~^!?/|，。、：；（）！？《》【】“”‘’·…—-]/u;

/** A text as a literal of a script that may stand in a script element. */
function literal(text: string): string {
  const escaped = [...text].map((character) =>
    harmless.test(character)
      ? character
      : Array.from({ length: character.length }, (_, at) => codeOf(character.charCodeAt(at))).join(''),
  );
  return `'${escaped.join('')}'`;
}

const codeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** The only script that is ever sent: one statement of this form for each field, whatever was said. */
export const scriptOf = (assignments: readonly Assignment[]): string =>
  assignments
    .map(({ id, value }) => {
      const element = `document.getElementById(${literal(id)})`;
      return typeof value === 'boolean'
        ? `${element}.checked=${value};`
        : `${element}.value=${literal(value)};`;
    })
    .join('');
