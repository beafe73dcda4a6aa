import type { Class } from '../entities/columns.js';
import { problemsOf } from '../entities/inputs.js';
import { errors } from '../schema/errors.js';

/**
 * The values, if they keep the rules of the input class; outer blanks of texts are gone. Everything wrong is
 * said at once.
 */
export function judged<T extends object>(input: Class<T>, values: T): T {
  const copy = { ...values };
  const problems = problemsOf(input, copy);
  if (problems.length > 0) throw errors.invalidInput(problems);
  return copy;
}
