import type { FieldNode, ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';

/** Limits the number of aliased fields of a document. */
export const aliasRule =
  (max: number): ValidationRule =>
  (context) => {
    const aliased: FieldNode[] = [];
    return {
      Field(field) {
        if (field.alias) aliased.push(field);
      },
      Document: {
        leave() {
          if (aliased.length > max)
            context.reportError(limitError('aliases', max, aliased.length, [aliased[max]]));
        },
      },
    };
  };
