import { readFile } from 'node:fs/promises';
import { formatOf } from '../formats/formats.js';
import type { Problem } from '../model.js';

/** Reads a problem from a file of any known format. */
export async function readProblemFile(file: string): Promise<Problem> {
  const { readProblem } = formatOf(file);
  const text = await readText(file);
  try {
    return readProblem(text);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Reads a file; the error message names a file that cannot be opened. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be opened (${code ?? messageOf(error)}).\nMaybe check its name.`, {
      cause: error,
    });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
