import type { ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';
import { measure, subjectOf, sum } from './measure.js';

/** An operation has so many root fields at most, so that one request is not many, for example of sign-ins. */
export const rootFieldRule =
  (max: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const fields = measure(operation, subjectOf(context), { ofField: () => 1, combine: sum });
      if (fields > max) context.reportError(limitError('rootFields', max, fields, [operation]));
    },
  });
