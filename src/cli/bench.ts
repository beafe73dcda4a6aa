import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../database/project-root.js';

const FOLDERS = ['dist/bench', 'packages/solver/dist/bench'].map((folder) => path.join(projectRoot, folder));

/** Runs one benchmark, of the server or of the solver, from what was compiled. */
export async function bench(what: string, rest: string[]): Promise<void> {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))
    .filter((file) => file.endsWith('.js'))
    .sort();
  const chosen = files.find((file) => path.basename(file, '.js') === what);
  if (!chosen) {
    const names = files.map((file) => path.basename(file, '.js'));
    throw new Error(`There is no benchmark "${what}". There are: ${names.join(', ')}.`);
  }
  const { run } = (await import(pathToFileURL(chosen).href)) as { run(args: string[]): Promise<void> };
  await run(rest);
}
