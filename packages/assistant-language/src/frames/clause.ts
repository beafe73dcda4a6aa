import { grouped } from '../grouping.js';
import type { MeetingRef } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { unlessDoubt } from '../slots/doubts.js';
import { Slots } from '../slots/slots.js';
import { isRole, isWhat, type Token } from '../slots/tokens.js';
import { inPlainWords } from '../phrasings.js';
import { onceFor } from '../spot/once-for.js';
import { tokensMax, tokensOf } from '../spot/lexer.js';
import { readable } from '../spot/characters.js';
import { withDigits } from '../spot/numbers.js';
import { withoutTypingErrors } from '../spot/slips.js';

/** A text in plain words: readable, without typing errors that are plain, and its numbers as digits. */
export const sentenceOf = onceFor((text: string, situation: Situation): string =>
  inPlainWords(withDigits(withoutTypingErrors(readable(text), situation))),
);

/** A text in plain words, and what these are made of. */
export const tokensIn = onceFor(
  (text: string, situation: Situation): { readonly sentence: string; readonly tokens: readonly Token[] } => {
    const sentence = sentenceOf(text, situation);
    const tokens = tokensOf(sentence, situation);
    return { sentence, tokens: tokens.length > tokensMax ? [] : grouped(tokens, situation) };
  },
);

/** The records that a text names, and when, whatever is said of them. */
export const namedIn = (text: string, situation: Situation): MeetingRef => {
  const { sentence, tokens } = tokensIn(text, situation);
  const slots = new Slots(meaningful(tokens), situation, sentence);
  const at = unlessDoubt(() => slots.time())?.wish;
  return { ...unlessDoubt(() => slots.named()), ...(at && { at }) };
};

/** Of a clause what a wish is filled with: known words, names, times. */
export const meaningful = (clause: readonly Token[]): readonly Token[] =>
  clause.flatMap((token, at): readonly Token[] => {
    if (token.said === '都' && isEach(clause, at)) return [{ ...token, type: 'word', role: 'all' } as Token];
    if (token.said === '给我' && isWhat(clause[at + 1]))
      return [{ ...token, type: 'word', role: 'self' } as Token];
    if (token.type === 'unknown' || (token.type === 'name' && token.isGuess)) return [];
    if (isToNowhere(clause, at)) return [];
    if (isRole(token, 'filler', 'greet', 'ba') && !/^(?:想|要|希望|那就|定)$/.test(token.said)) return [];
    return isSpeaker(clause, at) ? [] : [token];
  });

/** Asked to the ministry on the 7th: somewhere that is no place of a timetable. */
const isToNowhere = (clause: readonly Token[], at: number): boolean =>
  /^(?:to|到)$/i.test(clause[at].said) &&
  clause.slice(at + 1).find((token) => !isRole(token, 'filler'))?.type === 'unknown';

/** 都换到周五, but not 上午都行. */
const isEach = (clause: readonly Token[], at: number): boolean =>
  !/^(?:行|可以|好|成|没问题|有空|有|是|坏)/.test(clause[at + 1]?.said ?? '') &&
  // 键盘都不灵了
  !(isRole(clause[at + 1], 'not') && clause[at + 2]?.type === 'unknown');

/** My friend in music 2601: of whom it is asked, and not of the caller. */
const beside = new RegExp(
  '^(?:(?:boy|girl)?friend|(?:room|flat|class)?mate|mum|mom|dad|parents|sister|brother|cousin' +
    '|[室舍]友|同桌|朋友|闺蜜|老乡|[男女]朋友|对象|[妈爸])',
  'i',
);

/** Why can't I move it, 我要出差: who speaks, and not whose lesson it is; but 替我, and 我来上. */
function isSpeaker(clause: readonly Token[], at: number): boolean {
  if (/^(?:我的?|my)$/i.test(clause[at].said) && beside.test(clause[at + 1]?.said ?? '')) return true;
  if (!/^(?:我|i|me)$/i.test(clause[at].said)) return false;
  if (/^me$/i.test(clause[at].said))
    return (
      !isRole(clause[at + 1], 'and') &&
      !/^(?:put|move|get|cover|replace|with|and|schedule)$/i.test(clause[at - 1]?.said ?? '')
    );
  const [before, next] = [
    clause[at - 1],
    clause.slice(at + 1).find((token) => !isRole(token, 'filler') && !/^(?:d|ll|ve|m)$/.test(token.said)),
  ];
  const [other] = clause.slice(at + 1).filter((token) => !isRole(token, 'and'));
  // 我跟同桌想去: with whom no timetable is.
  if (isRole(next, 'and') && other?.type === 'unknown') return true;
  if (isRole(before, 'and', 'teach', 'to', 'give') || isRole(next, 'and', 'teach', 'take')) return false;
  // 比我多吗: beside whoever was asked about.
  if (/(?:比|than)$/i.test(before?.said ?? '')) return false;
  // I can't do Monday: whose lesson it is.
  if (isRole(next, 'cannot') && isRole(clause[clause.indexOf(next!) + 1], 'have')) return false;
  const owns = next?.type === 'time' || next?.type === 'name' || isRole(next, 'of', 'lesson', 'all', 'then');
  return !(owns && /我/.test(clause[at].said));
}
