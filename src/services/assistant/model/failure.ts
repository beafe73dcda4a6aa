/** Why a model gave no reading, as docs/assistant.md tells it. */
export type FailureReason =
  | 'QUOTA'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'BUSY'
  | 'REDIRECT'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'TOKENS'
  | 'NO_READING';

/** A model gave no reading; the built-in interpreter is asked then. Holds nothing that was said. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(readonly reason: FailureReason) {
    super(`the language model gave no reading: ${reason}`);
  }
}
