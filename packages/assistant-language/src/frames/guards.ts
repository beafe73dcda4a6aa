import type { Intent } from '../intents.js';
import { isOfMany, type Slots } from '../slots/slots.js';
import { isNamed, isRole, isWhat, type Token } from '../slots/tokens.js';
import { isFallback } from '../slots/wishes.js';
import { mayBeName, mayBeSurname } from '../spot/name-like.js';
import { isUsual } from '../spot/usual-names.js';
import { isChange, type Act } from './acts.js';

type Clause = readonly Token[];

/** A clause as it was said, but for its names, and the times that are not wanted. */
export const withoutNames = (clause: Clause, sentence: string): string =>
  clause
    .map(
      (token, at) =>
        (token.type === 'name' || (token.type === 'wish' && token.wish.notAt) ? '#' : token.said) +
        sentence.slice(token.end, clause[at + 1]?.start ?? token.end),
    )
    .join('');

/**
 * 或者换个时间, 除了周三: words after which a change is another than it seems; and 不要把高数调到周四, 换教室了吗:
 * a word with which it is named and not wished, where it is not surely wished.
 */
export function isGuarded(act: Intent['type'], slots: Slots, sentence: string, isSure: boolean): boolean {
  if (act === 'undo' || act === 'redo')
    return slots.names.length > 0 || (!isSure && slots.times.length > 0) || isCounted.test(sentence);
  const isOfRooms = slots.has('roomNoun') && !slots.situation.lessons?.length;
  if (act === 'swap' && (isOfRooms || slots.has('conflict') || sentence.includes('撞'))) return true;
  if (act === 'changeWeeks' && slots.has('swap')) return true;
  if (/或者|干脆|\bor\b/i.test(sentence) && slots.has('anotherTime')) return true;
  if (/^(?:move|singleDate)$/.test(act) && unclear.test(sentence)) return true;
  const isClash = slots.has('conflict') && !slots.has('move', 'moveTo', 'anotherTime');
  if (limits.test(sentence) || (isClash && !isSure)) return true;
  // Unlock it, move it to Tuesday, lock it again: several steps.
  if (act === 'unlock' && slots.has('lock') && slots.has('move', 'moveTo')) return true;
  if (/^should (?:i|we)\b/i.test(sentence) || isTag.test(sentence)) return true;
  // In the lab, not in A101: what is not wanted is named beside what is.
  const isBeside = slots.tokens.some((token, at) => {
    const next = slots.tokens[at + 1];
    return isRole(token, 'not') && isWhat(next) && isNext.test(slots.sentence.slice(token.end, next.start));
  });
  if (isSure && !isBeside && !slots.has('correction')) return false;
  const denials = slots.tokens.filter((token) => isRole(token, 'not', 'cannot') && isOfWish(slots, token));
  // 202不行就用201: what is not possible is why another is named.
  const isDenied = denials.some((token) =>
    isRole(token, 'cannot') ? !isFallback(sentence) : !isToldByNot(act, slots),
  );
  return facts.test(sentence) || isDenied || slots.has('why', 'whether', 'correction');
}

/** I go to 302 then, right: asks whether it is so. */
const isTag = /[,，] ?(?:right|correct|对吧|是吧) ?[?？]?$/i;

/** What may stand between a word that denies and what it denies; 不确定该我管，周四的课 denies no Thursday. */
const isNext = /^(?: |in|on|at|for|the|要?[在到用是])*$/i;

/** Facilities can't say when, 税法上不成了: what denies and tells nothing behind it denies no change. */
function isOfWish({ tokens, sentence }: Slots, { end }: Token): boolean {
  const to = end + sentence.slice(end).search(/[,.;!?]|$/);
  return tokens.some(
    (one) =>
      one.start >= end &&
      one.start < to &&
      (isWhat(one) ||
        one.type === 'wish' ||
        isRole(one, 'it', 'move', 'moveTo', 'changeRoom', 'anotherTime')),
  );
}

/** Several steps at once, or one and not: what is taken back is one. */
const isCounted = /[两二三四\d]|two|three|\ball\b|actually|不对/i;

/** 不冲突的话: a condition that is told behind what it is of. */
const conditional = /不.{1,6}的话|不行就/;
/** Whether a wish holds under a condition alone, other than that it can be done. */
export const isConditional = (clause: Clause, sentence: string): boolean =>
  (clause.some((token) => isRole(token, 'condition')) || conditional.test(sentence)) &&
  !isFallback(sentence) &&
  !wherePossible.test(sentence);

/** If there is one, 只要在8日之前补上就行: whether it can be done, and within what. */
const wherePossible = new RegExp(
  "\\bif (?:you c(?:an|ould)|(?:at all )?possible|there(?:'s| is| are)(?: any| one)?" +
    "|(?:it|one|that)(?:'s| is) free)\\b" +
    '|(?:可以|可能|能|行|有)的话|只要.{0,40}(?:就|都|也)(?:行|可以|好|成)|只要.{0,40}即可',
  'i',
);

/** From a week on, on the same day as another, for oneself: is no plain move. */
const unclear = /^(?:book|reserve)\b|同一?天/i;

/** 别让人动, no calculus tomorrow: wishes by a word that denies. */
function isToldByNot(act: Act, slots: Slots): boolean {
  if (act === 'singleDate') return !slots.has('cancel', 'suspend', 'move', 'moveTo', 'makeUp', 'makeUpTo');
  const lock = slots.index('lock');
  return act === 'lock' && (lock < 0 || lock < slots.index('not'));
}

/** Has it been moved, 没说要换, should I: asks or tells, and wishes nothing. */
const facts = new RegExp(
  '^(?!is it (?:possible|ok|okay|fine|all ?right|feasible))' +
    '(?:has|had|was|were|did|does|will|is|are|should)\\b|没说|没让|没要|已经',
  'i',
);
/** All but calculus, 最多调三节: words after which something else is meant than what they name. */
export const limits = new RegExp(
  '\\b(?:except|other than|apart from)\\b|\\b(?:all|any|every)(?:one|body|thing|where)? .{0,60}\\bbut\\b|除' +
    '|(?:[最至]多|[不别]要?超过)(?:只?能?[动调换改])?[一二两三四五六\\d]{1,2}[节次门]',
  'i',
);

/** Whether a strange word is called a person by the word beside it: 王小明老师, Dr Kowalski, Kowalski's. */
const isPerson = (clause: Clause, at: number): boolean => {
  const { said, start, end } = clause[at];
  const [before, next] = [clause[at - 1], clause[at + 1]];
  if (/^[A-Z][a-z]+$/.test(said))
    return next?.said === "'s" || (isRole(before, 'teacherNoun') && before.end >= start - 1);
  return mayBeSurname(said) && isRole(next, 'teacherNoun') && next.start === end;
};

const strangePlace =
  /\b(?!(?:(?:an)?other|different|same|th\w+|whole|entire|any|of) )\w+ building$|[\d一二三四五六]号?楼$/i;

/** 土木2401, 王小明的课: what names a record that is not there, where a change would be of another one. */
export const strangeName = (act: Act, clause: Clause, sentence: string): Token | undefined =>
  clause.find(({ type, said, start, end }, at) => {
    if (type !== 'unknown') return false;
    // 高等数学-03: a number right behind a name is a part of it.
    const before = clause[at - 1];
    const isPart = /^\d+$/.test(said) && before?.type === 'name' && start - before.end <= 1;
    const isNumbered =
      isNamed(before, 'building') ||
      /[-\d]$/.test(sentence.slice(before?.end, start) || (before?.said ?? ''));
    if (isChange(act) && isPart && isNumbered) return true;
    if (isOfMany(said)) return false;
    // The second building, 4号楼: a place that is not there.
    if (isChange(act) && strangePlace.test(sentence.slice(0, end))) return true;
    if (/\d{4}/.test(said) || isUsual(said) || isPerson(clause, at)) return true;
    const next = clause[at + 1];
    const isOwner =
      next?.start === end &&
      (isRole(next, 'of', 'teacherNoun') || next.type === 'name' || next.type === 'time');
    const isApart =
      /^(?:$|[,:;.])/.test(sentence.slice(end)) && /(?:^|[,;:.]) ?$/.test(sentence.slice(0, start));
    const isTitled = /^[A-Z]/.test(said) && start > 0;
    return isChange(act) && (isOwner || isApart || isTitled) && mayBeName(said);
  });
