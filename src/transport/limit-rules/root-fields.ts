import type { ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';
import { measure, subjectOf, sum } from './measure.js';

/** Limits the root fields of an operation, so that one request cannot hold many, such as sign-in attempts. */
export const rootFieldRule =
  (max: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const fields = measure(operation, subjectOf(context), { ofField: () => 1, combine: sum });
      if (fields > max) context.reportError(limitError('rootFields', max, fields, [operation]));
    },
  });
