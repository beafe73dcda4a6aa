/** Letters of a column number: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Row and column numbers of a reference such as B12, or null when it is not one. */
export function parseAddress(reference: string): { row: number; column: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(reference);
  if (!match) return null;
  const [, letters = '', digits = ''] = match;
  return { row: Number(digits), column: columnNumber(letters) };
}

/** Number of a column given by letters; 0 for no letters. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
