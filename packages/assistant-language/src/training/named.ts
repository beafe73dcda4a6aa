/** Records of a kind, as id, name and code; of classes also what they study. */
export const named = (
  kind: Named['kind'],
  rows: readonly (readonly [string, string, string | null, string?])[],
): Named[] => rows.map(([id, name, code, major]) => ({ kind, id, name, code, ...(major && { major }) }));
import type { Named } from '../interpreter.js';
