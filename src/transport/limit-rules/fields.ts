import type { ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';
import { measure, subjectOf, sum } from './measure.js';

/**
 * An operation has so many fields at most after its fragments were put in: fragments can multiply each other.
 */
export const fieldRule =
  (max: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const fields = measure(operation, subjectOf(context), {
        ofField: (_, inner) => 1 + inner,
        combine: sum,
      });
      if (fields > max) context.reportError(limitError('fields', max, fields, [operation]));
    },
  });
