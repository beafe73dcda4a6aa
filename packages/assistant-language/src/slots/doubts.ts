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

/** What can be told without asking, or null. */
export function unlessDoubt<T>(tell: () => T): T | null {
  try {
    return tell();
  } catch (failure) {
    if (failure instanceof Doubt) return null;
    throw failure;
  }
}

/** Which lesson, or what of it, was not plain by the words alone: the timetable may tell it. */
export class OpenDoubt extends Doubt {}

/** Something that the assistant does not do. */
export class OutOfScope extends Error {
  constructor(
    /** What is said of it, where that is more than that it is not done, or is surely elsewhere. */
    readonly hint?: Text | 'ELSEWHERE',
  ) {
    super();
  }
}

/** Asked where a swap names fewer than two lessons. */
export const whichTwo = (): Doubt =>
  new OpenDoubt({
    zh: '要交换哪两门课？例如：交换周三的高数和周四的线代。',
    en: 'Which two lessons shall be swapped? For example: swap the Wednesday calculus with linear algebra.',
  });
