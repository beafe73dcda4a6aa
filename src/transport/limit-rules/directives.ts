import type { DirectiveNode, ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';

/** Limits the number of directives of a document, known or unknown. */
export const directiveRule =
  (max: number): ValidationRule =>
  (context) => {
    const directives: DirectiveNode[] = [];
    return {
      Directive(directive) {
        directives.push(directive);
      },
      Document: {
        leave() {
          if (directives.length > max)
            context.reportError(limitError('directives', max, directives.length, [directives[max]]));
        },
      },
    };
  };
