import type { Placement, Problem, Student } from '../model.js';
import { readJsonProblem, readJsonSolution, writeJsonSolution } from './json.js';

/** Reads and writes problems and solutions of one file type. */
export interface Format {
  /** Throws an error with all that is wrong; calls `pause` now and then, which may throw too. */
  readonly readProblem: (text: string, pause?: () => void) => Problem;
  readonly writeSolution: (problem: Problem, placements: readonly Placement[]) => string;
  readonly readSolution: (problem: Problem, text: string) => Placement[];
  /** The enrolments, in formats whose solutions contain them. */
  readonly readStudents?: (text: string) => Student[];
}

const JSON_FORMAT: Format = {
  readProblem: readJsonProblem,
  writeSolution: writeJsonSolution,
  readSolution: readJsonSolution,
};
const FORMATS = new Map([['.json', JSON_FORMAT]]);

/** Makes a further format known by the extension of its files. */
export const registerFormat = (extension: string, format: Format): void =>
  void FORMATS.set(extension, format);

const extensionOf = (file: string): string => /[^/\\](\.[^./\\]*)$/.exec(file)?.[1].toLowerCase() ?? '';

/** The format of a file, by its extension. */
export function formatOf(file: string): Format {
  const format = FORMATS.get(extensionOf(file));
  if (!format) {
    throw new Error(
      `${file} is of no known format.\nMaybe rename it: ${[...FORMATS.keys()].join(', ')} are known.`,
    );
  }
  return format;
}
