const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** A text as HTML that shows it: names of courses and all else that people typed are data. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>"'\n]/g, (character) => entities[character]);
