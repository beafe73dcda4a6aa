import type { Intent } from '../intents.js';
import { meetingAt, needNames, type Slots } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import { meetingBefore } from './references.js';
import type { Rule } from './rule.js';

/** Lock and unlock, one or several. */
export const locks: Rule = (clause, before) => {
  if (!clause.has('lock', 'unlock')) return null;
  clause.only(
    'lock',
    'unlock',
    'at',
    'give',
    'and',
    'it',
    'self',
    'teacherNoun',
    'timeNoun',
    'roomNoun',
    'all',
    'can',
  );
  if (clause.has('teacherNoun', 'timeNoun') || (clause.has('lock') && clause.has('unlock'))) return null;
  const type = clause.has('lock') ? 'lock' : 'unlock';
  return meetings(clause, before).map((meeting) => ({ type, meeting }));
};

/** The meetings of a clause that does the same with each of a list: 高数和线代. */
export function meetings(clause: Slots, before: readonly Intent[]) {
  const earlier = meetingBefore(clause, before);
  if (earlier) return [earlier];
  needNames(clause);
  const at = clause.tokens.findIndex((token) => token.type === 'name');
  const listed = [clause.tokens[at]];
  for (let next = at + 1; isRole(clause.tokens[next], 'and'); next += 2) listed.push(clause.tokens[next + 1]);
  const names = listed.flatMap((token) => (token?.type === 'name' ? [token] : []));
  const isList = names.length > 1 && new Set(names.map(({ candidates }) => candidates[0].kind)).size === 1;
  if (!isList || clause.names.length > names.length) {
    clause.oneOfEachKind();
    return [meetingAt(clause)];
  }
  return names.map((name) =>
    meetingAt(clause.of(clause.tokens.filter((token) => token === name || !names.includes(token as never)))),
  );
}
