import type { ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';
import { isIntrospection, measure, subjectOf } from './measure.js';

/** Limits the nesting depth of fields. */
export const depthRule =
  (max: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const depth = measure(operation, subjectOf(context), {
        ofField: (field, inner) => (isIntrospection(field) ? 1 : 1 + inner),
        combine: Math.max,
      });
      if (depth > max) context.reportError(limitError('depth', max, depth, [operation]));
    },
  });
