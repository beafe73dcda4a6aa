/** What may mean something in a text of a script or in HTML; it is written as its code. */
const harmful = /[^\p{L}\p{M}\p{N} _.,:;@#%+*()~^!?/|，。、：；（）！？《》【】“”‘’·…—-]/gu;

/** A text as a literal of a script that may stand in a script element. */
const literal = (text: string): string =>
  `'${text.replace(harmful, (character) => character.split('').map(codeOf).join(''))}'`;

const codeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The only script that is ever sent, whatever was said: one statement of this form for each known field, by
 * the id of its element, which sets its value, or whether it is checked.
 */
export const scriptOf = (values: ReadonlyMap<string, string | boolean>): string =>
  [...values]
    .map(([id, value]) => {
      const set = typeof value === 'boolean' ? `checked=${value}` : `value=${literal(value)}`;
      return `document.getElementById(${literal(id)}).${set};`;
    })
    .join('');
