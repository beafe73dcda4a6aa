import { beginningOf } from '../../../schema/texts.js';

/** Pieces in which the words of one answer are passed on while they come; what is more comes at the end. */
const piecesMax = 200;
/** Greatest number of characters that are passed on of what a model says in one answer. */
const charactersMax = 8_000;

/**
 * Passes on what a model says while it says it: the first words at once, further ones as soon as those before
 * them are stored.
 */
export class Spoken {
  #waiting = '';
  #pieces = 0;
  #characters = 0;
  #writing: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(private readonly write: (text: string) => Promise<void>) {}

  add(words: string): void {
    const rest = beginningOf(words, charactersMax - this.#characters);
    if (rest === '') return;
    this.#characters += rest.length;
    this.#waiting += rest;
    // Begun only where there is something to wait for: otherwise it would end before it is kept as running.
    if (!this.#writing && this.#pieces < piecesMax) this.#writing = this.#flush();
  }

  async #flush(): Promise<void> {
    try {
      while (this.#waiting !== '' && this.#pieces < piecesMax) {
        const text = this.#waiting;
        this.#waiting = '';
        this.#pieces += 1;
        await this.write(text);
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#writing = null;
    }
  }

  /** Waits until everything is stored. @throws what storing it failed with */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#failure) throw this.#failure as Error;
    if (this.#pieces > 0) await this.write(`${this.#waiting}\n`);
  }
}
