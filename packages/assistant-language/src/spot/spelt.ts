import type { Situation } from '../interpreter.js';
import { readable } from './characters.js';
import { withDigits } from './numbers.js';
import { withoutTypingErrors } from './typing-errors.js';

/** A text as it is read: readable, without typing errors that are plain, and its numbers as digits. */
export const spelt = (text: string, { names }: Pick<Situation, 'names'>): string =>
  withDigits(withoutTypingErrors(readable(text), names));
