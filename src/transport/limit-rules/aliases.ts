import type { FieldNode, ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';

/** So many fields of a document may go by another name, whatever the field. */
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
