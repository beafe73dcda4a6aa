import type { ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';
import { measure, subjectOf, sum } from './measure.js';

/**
 * Limits the number of fields of an operation with fragments expanded, because fragments can multiply them.
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
