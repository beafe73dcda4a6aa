import type { Text } from '../texts.js';
import type { Shift } from '../intents.js';
import type { Named } from '../interpreter.js';
import type { TimePiece } from './times.js';
import type { Role } from '../spot/vocabulary.js';
import type { WishPiece } from './wishes.js';

/** A part of the text that means something, or that nothing is known of. */
export type Token = {
  readonly start: number;
  readonly end: number;
  readonly said: string;
} & (
  | { readonly type: 'name'; readonly candidates: readonly Named[]; readonly isGuess: boolean }
  | { readonly type: 'time'; readonly piece: TimePiece }
  | { readonly type: 'wish'; readonly wish: WishPiece }
  | { readonly type: 'shift'; readonly shift: SaidShift }
  /** A part of a class, such as A组, by how names write it. */
  | { readonly type: 'group'; readonly spellings: readonly string[] }
  | { readonly type: 'word'; readonly role: Role }
  | { readonly type: 'unknown' }
);
export type NameToken = Extract<Token, { type: 'name' }>;
/** How much later or earlier, as it was said: weeks are understood, and are no shift of a weekly time. */
export type SaidShift = Shift & { readonly weeks?: number; readonly isUpTo?: true };
export type TimeToken = Extract<Token, { type: 'time' }>;

/** Whether a token is a word with one of the roles. */
export const isRole = (token: Token | undefined, ...roles: readonly Role[]): boolean =>
  token?.type === 'word' && roles.includes(token.role);

/** Whether a token names a record of the kind. */
export const isNamed = (token: Token | undefined, kind: Named['kind']): token is NameToken =>
  token?.type === 'name' && token.candidates[0].kind === kind;

/** A name as buttons show it: with its code where it has one. */
export function labelOf({ name, code, building }: Named): Text {
  const told = building === undefined ? code : name.startsWith(building) ? null : building;
  return told === null || told === name
    ? { zh: name, en: name }
    : { zh: `${name}（${told}）`, en: `${name} (${told})` };
}

/** Where a token stands, for another that takes its place. */
export const placeOf = ({ start, end, said }: Token) => ({ start, end, said });

/** Names and times: what something is said of. */
export const isWhat = (token: Token | undefined): boolean => token?.type === 'name' || token?.type === 'time';

/** Whether somebody takes a lesson over, and has none of it yet. */
export const isTaker = (tokens: readonly Token[], at: number): boolean =>
  isRole(tokens[at - 1], 'let', 'give', 'by', 'moveTo', 'to', 'replace') || isRole(tokens[at + 1], 'teach');

/** Names and times alone say nothing of what is wished. */
export const isFragment = (token: Token): boolean =>
  isWhat(token) || isRole(token, 'of', 'and', 'at', 'filler');
