import type { Distribution, Problem, Room } from '../model.js';
import { distributionFault } from './distribution-types.js';
import type { Finding, Rule } from './rule.js';
import { travelBetween } from './travel.js';
import type { Placed } from './view.js';
import { nameOf } from './words.js';

/**
 * The distribution types of ITC-2019. A required relation counts one violation for each pair (or unit above
 * the limit) that breaks it; another costs its penalty for each.
 */
export const distribution: Rule = {
  id: 'distribution',
  level: 'hard',
  weight: 1,
  meaning: { zh: '课与课之间的时间与教室关系须满足', en: 'The relations between meetings hold.' },
  *judge({ problem, placed, beside }) {
    const byId = new Map(placed.map((p) => [p.meeting.id, p]));
    const find = (id: string) => byId.get(id) ?? beside?.(id);
    const travel = travelBetween(problem);
    for (const relation of problem.distributions ?? []) yield* judgeOne(problem, relation, find, travel);
  },
};

function* judgeOne(
  problem: Problem,
  relation: Distribution,
  find: (meeting: string) => Placed | undefined,
  travel: (a: Room, b: Room) => number,
): Generator<Finding> {
  const members = relation.meetings.flatMap((id) => find(id) ?? []);
  const { amount, meetings } = distributionFault(problem, relation, members, travel);
  if (amount === 0) return;
  const names = [...new Set(meetings.map(nameOf))];
  const shown = names.slice(0, 4).join(', ') + (names.length > 4 ? ', …' : '');
  yield {
    penalty: amount,
    level: relation.required ? undefined : 'soft',
    meetings: meetings.map((p) => p.meeting.id),
    sentence: {
      zh: `“${shown}”不满足关系“${relation.type}”。`,
      en: `${shown} break the relation ${relation.type}.`,
    },
  };
}
