import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs one benchmark of the folder `bench`, compiled next to this file. */
export async function bench(what: string, rest: string[]): Promise<void> {
  const folder = path.join(import.meta.dirname, '../../bench');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.basename(file, '.js'));
  if (!names.includes(what))
    throw new Error(`There is no benchmark "${what}". There are: ${names.join(', ')}.`);
  const { run } = (await import(pathToFileURL(path.join(folder, `${what}.js`)).href)) as {
    run(args: string[]): Promise<void>;
  };
  await run(rest);
}
