import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';

const openers = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closers = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Whether brackets of a document stand deeper inside one another. Its parser calls itself for each of them,
 * and the stack may end before the tokens do. Faults of a text, and all behind its last token allowed, are
 * the parser's to find.
 */
export function isNestedDeeper(text: string, max: number, tokensMax: number): boolean {
  const lexer = new Lexer(new Source(text));
  try {
    for (let tokens = 0, depth = 0; tokens < tokensMax; tokens++) {
      const { kind } = lexer.advance();
      if (kind === TokenKind.EOF) return false;
      if (openers.has(kind) && ++depth > max) return true;
      if (closers.has(kind)) depth--;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return false;
}
