import { access, constants, mkdir } from 'node:fs/promises';
import { ConfigError } from './config.js';

/** Why nothing can be written to the data folder, as the code of the system's error; null where it can. */
export const whyUnwritable = (dataDir: string): Promise<string | null> =>
  access(dataDir, constants.W_OK | constants.X_OK).then(() => null, codeOf);

/** Makes the data folder where it is missing. @throws ConfigError when nothing can be written to it */
export async function openDataDir(dataDir: string): Promise<void> {
  const why = await mkdir(dataDir, { recursive: true }).then(() => whyUnwritable(dataDir), codeOf);
  if (why === null) return;
  throw new ConfigError([
    `DATA_DIR "${dataDir}": is no folder that this account can write to (${why}). Maybe give it to the ` +
      'account that runs the server, or set DATA_DIR to another one.',
  ]);
}

const codeOf = ({ code, name }: NodeJS.ErrnoException): string => code ?? name;
