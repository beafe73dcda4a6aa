/**
 * Keeps a text from being taken for a formula, here or by a program that the workbook is copied into. The
 * reader takes the apostrophe away again.
 */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
