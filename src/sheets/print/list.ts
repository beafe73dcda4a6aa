import { guardFormula } from '../parse.js';
import { plain, type PrintedFrame, type PrintedPage } from './printed.js';

/** The rows of all pages as comma-separated values (RFC 4180), with a mark by which Excel knows UTF-8. */
export function listOf({ words }: PrintedFrame, pages: readonly PrintedPage[]): Uint8Array {
  const rows = [words.columns, ...pages.flatMap((page) => page.rows)];
  const lines = rows.map((row) => `${row.map(field).join(',')}\r\n`);
  return Buffer.from(`\uFEFF${lines.join('')}`);
}

function field(text: string): string {
  const guarded = guardFormula(plain(text));
  return /[",]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
