import { clausesOf } from '../clauses.js';
import { grouped } from '../grouping.js';
import type { Situation } from '../interpreter.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Avoided } from '../slots/wishes.js';
import { tokensOf } from '../spot/lexer.js';

/** What is said of the time before it: it is not wanted. */
const unwanted = /^(?:除外|不算|不行|免谈|不考虑|以外|之外|都不行|就算了|算了)$/;

/** The wishes of a sentence, one after the other, without what says why. */
export interface Spoken {
  readonly clauses: readonly (readonly Token[])[];
  /** Whether a time was told of a reason alone. */
  readonly hasOtherTimes: boolean;
}

/** The wishes of a plain sentence. */
export function spokenIn(sentence: string, situation: Situation): Spoken {
  const tokens = grouped(tokensOf(sentence, situation), situation);
  const clauses = clausesOf(tokens);
  const timesOf = (all: readonly Token[]): number => all.filter(({ type }) => type === 'time').length;
  return { clauses, hasOtherTimes: timesOf(clauses.flat()) < timesOf(tokens) };
}

/** Of a clause what a wish is filled with: known words, names, times. */
export const meaningful = (said: readonly Token[]): readonly Token[] => {
  const clause = withUnwanted(said);
  return clause.flatMap((token, at): readonly Token[] => {
    if (token.said === '都' && isEach(clause, at)) return [{ ...token, type: 'word', role: 'all' } as Token];
    if (token.said === '给我' && isWhat(clause[at + 1]))
      return [{ ...token, type: 'word', role: 'self' } as Token];
    if (token.type === 'unknown' || (token.type === 'name' && token.isGuess)) return [];
    if (isRole(token, 'filler', 'greet', 'ba')) return [];
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

/** Why can't I move it, 我要出差: who speaks, and not whose lesson it is. */
function isSpeaker(clause: readonly Token[], at: number): boolean {
  if (!/^(?:我|i)$/i.test(clause[at].said)) return false;
  const isAnd = isRole(clause[at - 1], 'and') || isRole(clause[at + 1], 'and');
  const next = clause.slice(at + 1).find((token) => !isRole(token, 'filler'));
  const owns = next?.type === 'time' || next?.type === 'name' || isRole(next, 'of', 'lesson', 'all', 'then');
  return !isAnd && !(owns && /我/.test(clause[at].said));
}
