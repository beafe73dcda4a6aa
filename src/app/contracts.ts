import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentedSettings } from './config.js';
import { dumpSchema } from '../database/schema-dump.js';
import { projectRoot } from '../database/project-root.js';
import { coverageTable } from './coverage.js';
import { buildProductSchema, printedSchema } from './schema.js';
import { rightsDocument } from './rights.js';

/**
 * The generated files that are committed, by path: every change to a contract shows up as a readable diff,
 * and a test fails when one is out of date.
 */
export async function committedContracts(databaseUrl: string): Promise<Record<string, string>> {
  const schema = buildProductSchema();
  return {
    'src/schema/schema.graphql': printedSchema(schema),
    'migrations/schema.txt': await dumpSchema(databaseUrl),
    'docs/generated/rights.md': rightsDocument(),
    'docs/generated/settings.md': settingsDocument(),
    'docs/coverage.md': coverageTable(schema),
  };
}

/** The content of a committed file, or null if it does not exist. */
export function committedText(file: string): string | null {
  try {
    return readFileSync(path.join(projectRoot, file), 'utf8');
  } catch {
    return null;
  }
}

/** The table of settings, aligned as Prettier does. */
function settingsDocument(): string {
  const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
  const rows = documentedSettings().map(({ name, initial, meaning }) => [code(name), code(initial), meaning]);
  const table = [['variable', 'default', 'meaning'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...table.map((row) => row[at].length)));
  const [head, ...lines] = table.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`,
  );
  const intro = '# Settings\n\nEnvironment variables; wrong ones are listed all at once at start.\n';
  return [intro, head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines, ''].join(
    '\n',
  );
}
