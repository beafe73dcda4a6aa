/** The door of the library: what to call, and the plain data that goes in and comes out. */
export * from './model.js';
export { settingOf } from './profiles.js';
export { RULES } from './rules/all.js';

export { solve, solveWithStudents } from './solve.js';
export { leastDisturbing, movesBetween } from './reschedule.js';
export { GAIN_SECONDS, improvablePercent, RecentGain } from './gain.js';
export {
  diagnoseInThread,
  floorsInThread,
  judgeInThread,
  solveInThreads,
  type SolveHandle,
  type ThreadedOptions,
} from './host/threads.js';

export { verify, type Verification } from './verify.js';
export { ChangeVerifier, scoreChange } from './verify-change.js';
export { verifyEnrolments } from './enrolments.js';
export { floorsOf } from './floors/floors.js';
export type { Judgement } from './judgement.js';

export { Alternatives, type TimeAlternative } from './alternatives.js';
export { findConflicts } from './conflicts/conflicts.js';
export { precheckWithin } from './conflicts/precheck.js';
export type { Diagnosis } from './diagnosis.js';
export { explainUnplaced } from './explain.js';
export { Suggester, type Suggestion, type SuggestOptions } from './suggest.js';

export { formatOf } from './formats/formats.js';
export { readProblemFile } from './host/files.js';
