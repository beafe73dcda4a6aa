import { isRole, type Token } from '../slots/tokens.js';

export type Tokens = readonly Token[];
/** Where a mention begins, and what it is made of. */
export type Group = readonly [number, Tokens];

/** 两节对调, the two morning lessons: of which all that is told is said. */
const ofTwo = /[两俩][次节堂门]|\b(?:two|both)\b/i;

/** Where a swap parts its halves: at a word, else in the middle; or whether all that is told is of both. */
export function partingOf(
  tokens: Tokens,
  mentions: readonly Group[],
  sentence: string,
): { readonly middle: number; readonly isOfTwo: boolean } {
  const parting = wordOf(tokens, mentions);
  const half = mentions[Math.ceil(mentions.length / 2)]?.[0] ?? tokens.length;
  return { middle: parting ?? half, isOfTwo: parting === null && ofTwo.test(sentence) };
}

/** The word between two mentions that parts best; null where none does. */
function wordOf(tokens: Tokens, mentions: readonly Group[]): number | null {
  const verb = tokens.findIndex((token) => isRole(token, 'swap'));
  const isBetween = (at: number, from: number): boolean =>
    mentions.some(([place]) => place < at && place > from) && mentions.some(([place]) => place > at);
  const isBehind = verb < 0 || verb > tokens.findLastIndex(isWith);
  for (const from of [verb, -1])
    for (const isParting of isBehind ? partings : partings.slice(1)) {
      const found = tokens.findLastIndex(
        (token, at) =>
          isParting(token) && !isRole(tokens[at + 1], 'swap') && isBetween(at, from < at ? from : -1),
      );
      if (found >= 0) return found;
    }
  return null;
}

const isWith = ({ said }: Token): boolean => /^with$/i.test(said);

const partings: readonly ((token: Token) => boolean)[] = [
  // X and Y with 2501 be exchanged
  (token) => isRole(token, 'and') && !isWith(token),
  (token) =>
    (isRole(token, 'and', 'give') && !/^for$/i.test(token.said)) ||
    /^(?:<->|↔|<>|跟|和|与)$/.test(token.said),
  (token) => isRole(token, 'moveTo', 'to') || /^for$/i.test(token.said),
];
