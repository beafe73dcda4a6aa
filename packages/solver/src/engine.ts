/** The door to what works in the calling thread and may take long. */
export { Alternatives, type TimeAlternative } from './alternatives.js';
export { findConflicts } from './conflicts/conflicts.js';
export { precheckWithin } from './conflicts/precheck.js';
export { explainUnplaced } from './explain.js';
export { floorsOf } from './floors/floors.js';
export { solve, solveWithStudents } from './solve.js';
