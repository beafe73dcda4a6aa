import { grouped } from '../grouping.js';
import type { Situation } from '../interpreter.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Avoided } from '../slots/wishes.js';
import { inPlainWords } from '../phrasings/phrasings.js';
import { tokensMax, tokensOf } from '../spot/lexer.js';
import { spelt } from '../spot/spelt.js';

/** What is said of the time before it: it is not wanted. */
const unwanted = /^(?:除外|不算|不行|免谈|不考虑|以外|之外|都不行|就算了|算了)$/;

/** A text in plain words, and what these are made of. */
export function tokensIn(
  text: string,
  situation: Situation,
): { readonly sentence: string; readonly tokens: readonly Token[] } {
  const sentence = inPlainWords(spelt(text, situation), situation.names);
  const tokens = tokensOf(sentence, situation);
  return { sentence, tokens: tokens.length > tokensMax ? [] : grouped(tokens, situation) };
}

/** Of a clause what a wish is filled with: known words, names, times. */
export const meaningful = (said: readonly Token[]): readonly Token[] => {
  const clause = withUnwanted(said);
  return clause.flatMap((token, at): readonly Token[] => {
    if (token.said === '都' && isEach(clause, at)) return [{ ...token, type: 'word', role: 'all' } as Token];
    if (token.said === '给我' && isWhat(clause[at + 1]))
      return [{ ...token, type: 'word', role: 'self' } as Token];
    if (token.type === 'unknown' || (token.type === 'name' && token.isGuess)) return [];
    if (isRole(token, 'filler', 'greet', 'ba') && !/^(?:想|要|希望|那就|定)$/.test(token.said)) return [];
    return isSpeaker(clause, at) ? [] : [token];
  });
};

const isWhat = (token: Token | undefined): boolean => token?.type === 'time' || token?.type === 'name';

/** 都换到周五, but not 上午都行. */
const isEach = (clause: readonly Token[], at: number): boolean =>
  !/^(?:行|可以|好|成|没问题|有空|有|是)/.test(clause[at + 1]?.said ?? '');

/** 周末不算: a time that is not wanted, by the word behind it. */
function withUnwanted(clause: readonly Token[]): readonly Token[] {
  return clause.flatMap((token, at): readonly Token[] => {
    const next = clause[at + 1];
    if (token.type === 'time' && next && unwanted.test(next.said)) {
      const avoid = avoidedAs(token);
      if (avoid)
        return [
          { start: token.start, end: next.end, said: token.said, type: 'wish', wish: { avoid: [avoid] } },
        ];
    }
    return [token];
  });
}

function avoidedAs({ piece }: Extract<Token, { type: 'time' }>): Avoided | null {
  if (piece.isFirst) return 'FIRST_PERIOD';
  if (piece.part) return piece.part;
  return piece.days?.join() === '6,7' ? 'WEEKEND' : null;
}

/** Why can't I move it, 我要出差: who speaks, and not whose lesson it is; but 替我, and 我来上. */
function isSpeaker(clause: readonly Token[], at: number): boolean {
  if (!/^(?:我|i|me)$/i.test(clause[at].said)) return false;
  if (/^me$/i.test(clause[at].said))
    return !/^(?:put|move|get|cover|replace|with|and|schedule)$/i.test(clause[at - 1]?.said ?? '');
  const [before, next] = [
    clause[at - 1],
    clause.slice(at + 1).find((token) => !isRole(token, 'filler') && !/^(?:d|ll|ve|m)$/.test(token.said)),
  ];
  if (isRole(before, 'and', 'teach', 'to', 'give') || isRole(next, 'and', 'teach', 'take')) return false;
  const owns = next?.type === 'time' || next?.type === 'name' || isRole(next, 'of', 'lesson', 'all', 'then');
  return !(owns && /我/.test(clause[at].said));
}
