import type { Placement, Problem, Student } from '../model.js';
import { readCtt, readCttSolution, writeCttSolution } from './ctt.js';
import { readItc2019, readItc2019Solution, readItc2019Students, writeItc2019Solution } from './itc2019.js';
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
