import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Placement, Problem, Student } from '../model.js';
import { readCtt, readCttSolution, writeCttSolution } from '../formats/ctt.js';
import {
  readItc2019,
  readItc2019Solution,
  readItc2019Students,
  writeItc2019Solution,
} from '../formats/itc2019.js';
import { readJsonProblem, readJsonSolution, writeJsonSolution } from '../formats/json.js';

/** How problems and solutions are written in one kind of file. */
interface Format {
  readonly readProblem: (text: string) => Problem;
  readonly writeSolution: (problem: Problem, placements: readonly Placement[]) => string;
  readonly readSolution: (problem: Problem, text: string) => Placement[];
  /** Who attends what, where solutions say so. */
  readonly readStudents?: (text: string) => Student[];
}

const CTT: Format = { readProblem: readCtt, writeSolution: writeCttSolution, readSolution: readCttSolution };
const JSON_FORMAT: Format = {
  readProblem: readJsonProblem,
  writeSolution: writeJsonSolution,
  readSolution: readJsonSolution,
};
const ITC2019: Format = {
  readProblem: readItc2019,
  writeSolution: writeItc2019Solution,
  readSolution: readItc2019Solution,
  readStudents: readItc2019Students,
};
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['.ctt', CTT],
  ['.ectt', CTT],
  ['.json', JSON_FORMAT],
  ['.xml', ITC2019],
]);

/** The format that a file's extension stands for. */
export function formatOf(file: string): Format {
  const format = FORMATS.get(extname(file).toLowerCase());
  if (!format) {
    throw new Error(
      `${file} is of no known format.\nMaybe rename it: ${[...FORMATS.keys()].join(', ')} are known.`,
    );
  }
  return format;
}

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

/** Reads a file; one that cannot be opened is told by name. */
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
