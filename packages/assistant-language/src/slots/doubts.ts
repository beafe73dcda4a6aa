import type { Text } from '../texts.js';
import type { Option } from '../interpreter.js';

/** Something that cannot be told from the text, and so is asked: never guessed. */
export class Doubt extends Error {
  constructor(
    readonly question: Text,
    readonly options: readonly Option[] = [],
    /** The word that was not understood, if it is that. */
    readonly word: string | null = null,
  ) {
    super(question.en);
  }
}

/** What the forms of wishes do not hold: a strange word, or no form at all. */
export class Unread extends Doubt {}

/** Something that the assistant does not do. */
export class OutOfScope extends Error {}
