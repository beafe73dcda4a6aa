import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's folder, whether this file is source or was compiled into dist. */
export const projectRoot = ((): string => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}.`);
    folder = parent;
  }
  return folder;
})();

/** The release that this is, such as `0.1.0`. */
export const { version: release } = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
) as { version: string };
