import { readFile, stat } from 'node:fs/promises';
import { CHARACTERS_MAX } from '../formats/bounds.js';
import { formatOf } from '../formats/formats.js';
import type { Problem } from '../model.js';

/** Reads a problem from a file of any known format; calls `pause` now and then, which may throw. */
export async function readProblemFile(file: string, pause?: () => void): Promise<Problem> {
  const { readProblem } = formatOf(file);
  const text = await readText(file);
  try {
    return readProblem(text, pause);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Reads a file; the error message names a file that cannot be opened. */
export async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > CHARACTERS_MAX) throw new Error(`it has ${size} bytes; at most ${CHARACTERS_MAX} can be read`);
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be opened (${code ?? messageOf(error)}).\nMaybe check its name.`, {
      cause: error,
    });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
