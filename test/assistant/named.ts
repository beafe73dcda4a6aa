import type { Named } from '../../src/services/assistant/interpreter.js';

/** Records of a kind, as id, name and code. */
export const named = (
  kind: Named['kind'],
  rows: readonly (readonly [string, string, string | null])[],
): Named[] => rows.map(([id, name, code]) => ({ kind, id, name, code }));
