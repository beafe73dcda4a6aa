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

/** Reads a file in UTF-8; the error message names a file that cannot be opened, or is no such text. */
export async function readText(file: string): Promise<string> {
  const found = await stat(file).catch((error: unknown) => refuseToOpen(file, error));
  const refuse = (why: string) => new Error(`${file} cannot be read: ${why}`);
  // A device or pipe may never end.
  if (!found.isFile()) throw refuse('it is no file.');
  if (found.size > CHARACTERS_MAX)
    throw refuse(`it has ${found.size} bytes; at most ${CHARACTERS_MAX} can be read.`);
  const bytes = await readFile(file).catch((error: unknown) => refuseToOpen(file, error));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('it is not written in UTF-8.\nMaybe save it with that encoding.');
  }
}

function refuseToOpen(file: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  throw new Error(`${file} cannot be opened (${code ?? messageOf(error)}).\nMaybe check its name.`, {
    cause: error,
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
