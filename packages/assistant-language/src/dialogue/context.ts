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

/** What stands before a text of a conversation; nothing where it begins one. */
export function contextIn({
  before = [],
  open = [],
  seen = [],
  asked,
  hasPlan,
}: Situation): readonly string[] {
  const last = before.at(-1) ?? open.at(-1);
  const answer = asked
    ? asked.options.length > 0
      ? 'OPTIONS'
      : 'ASKED'
    : hasPlan
      ? 'PLAN'
      : seen.some(({ teachingClasses }) => teachingClasses)
        ? 'LESSONS'
        : seen.some(({ rooms }) => rooms)
          ? 'ROOMS'
          : seen.some(({ teachers }) => teachers)
            ? 'PEOPLE'
            : seen.some(({ at }) => at)
              ? 'TIMES'
              : 'OTHER';
  return last || answer !== 'OTHER' ? contextOf(last?.type, answer) : [];
}
