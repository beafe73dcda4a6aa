/** What a script sets: the value of an element, or whether it is checked. */
export interface Assignment {
  /** Identifier of a known field. */
  readonly id: string;
  readonly value: string | boolean;
}

/** What may mean something in a text of a script or in HTML; it is written as its code. */
const harmful = /[^\p{L}\p{M}\p{N} _.,:;@#%+*()~^!?/|，。、：；（）！？《》【】“”‘’·…—-]/gu;

/** A text as a literal of a script that may stand in a script element. */
const literal = (text: string): string =>
  `'${text.replace(harmful, (character) => character.split('').map(codeOf).join(''))}'`;

const codeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The only script that is ever sent: one statement of this form for each field, whatever was said. */
export const scriptOf = (assignments: readonly Assignment[]): string =>
  assignments
    .map(({ id, value }) => {
      const set = typeof value === 'boolean' ? `checked=${value}` : `value=${literal(value)}`;
      return `document.getElementById(${literal(id)}).${set};`;
    })
    .join('');
