import { existsSync } from 'node:fs';
import path from 'node:path';

/** The package's folder, whether this file is source or was compiled into dist. */
export const PACKAGE = ((): string => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
})();
export const INSTANCES = path.join(PACKAGE, '../../instances/itc2007-ctt');
