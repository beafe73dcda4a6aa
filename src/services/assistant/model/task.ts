import type { Situation } from '@class-scheduling/assistant-language';
import type { Handles } from './handles.js';

/** What a model is asked to make of a text. */
export interface ModelTask<R> {
  /** What it is told first; nothing in it was written by a person of the university. */
  readonly instructionsFor: (situation: Situation) => string;
  /** JSON schema of what it may answer. */
  readonly schema: Record<string, unknown>;
  /** Judges what it answered to a text: its shape, and that it names only what it was shown. */
  readonly judge: (value: unknown, handles: Handles, text: string) => Judged<R>;
}

/** A reading, or everything that speaks against what the model answered, for another try of it. */
export type Judged<R> = { readonly reading: R } | { readonly faults: readonly string[] };
