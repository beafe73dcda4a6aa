import type { Intent } from '../intents.js';
import type { Situation } from '../interpreter.js';

/** What the last answer was, as what is said next depends on it. */
export const shown = ['PLAN', 'OPTIONS', 'ASKED', 'LESSONS', 'ROOMS', 'PEOPLE', 'TIMES', 'OTHER'] as const;
export type Shown = (typeof shown)[number];

/** What stands before a text, as features of its shape: the wish before, and what was answered. */
export const contextOf = (last: Intent['type'] | undefined, answer: Shown): readonly string[] => [
  `shown ${answer}`,
  ...(last ? [`after ${last}`] : []),
];

/** What was shown, by what anything of that tells; earlier ones first. */
const kinds = [
  ['LESSONS', 'teachingClasses'],
  ['ROOMS', 'rooms'],
  ['PEOPLE', 'teachers'],
  ['TIMES', 'at'],
] as const;

/** What stands before a text of a conversation; nothing where it begins one. */
export function contextIn(situation: Situation): readonly string[] {
  const { before = [], open = [], seen = [], asked, hasPlan } = situation;
  const last = before.at(-1) ?? open.at(-1);
  const [seenFirst = 'OTHER'] = kinds.find(([, part]) => seen.some((ref) => ref[part])) ?? [];
  const question = asked && (asked.options.length > 0 ? 'OPTIONS' : 'ASKED');
  const answer = question ?? (hasPlan ? 'PLAN' : seenFirst);
  return last || answer !== 'OTHER' ? contextOf(last?.type, answer) : [];
}
