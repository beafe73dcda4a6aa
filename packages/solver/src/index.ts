/** For callers that must stay responsive: searches in threads of their own, and quick judgements. */
export * from './model.js';
export { settingOf } from './profiles.js';
export { RULES } from './rules/all.js';

export {
  diagnoseInThread,
  floorsInThread,
  judgeInThread,
  solveInThreads,
  type SolveHandle,
  type ThreadedOptions,
} from './host/threads.js';
export { solveInProcess } from './host/processes.js';
export type { Diagnosis } from './diagnosis.js';
export type { Judgement } from './judgement.js';
export { GAIN_SECONDS, improvablePercent, RecentGain } from './gain.js';
export { leastDisturbing, movesBetween } from './reschedule.js';

export { finished, type Pieces } from './pieces.js';
export { verify, verifying, type Verification } from './verify.js';
export { ChangeVerifier, scoreChange, type Comparison } from './verify-change.js';
export { verifyEnrolments } from './enrolments.js';
export { Suggester, type Suggestion, type SuggestOptions } from './suggest.js';
