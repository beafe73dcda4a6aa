import type { DirectiveNode, ValidationRule } from 'graphql';
import { limitError } from './limit-error.js';

/** A document has so many directives at most, known ones or not. */
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
