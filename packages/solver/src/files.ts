/** The door to problems and timetables as text and in files. */
export { formatOf, type Format } from './formats/formats.js';
export { readJsonProblem, readJsonSolution, writeJsonProblem, writeJsonSolution } from './formats/json.js';
export { readProblemFile } from './host/files.js';
