import type { Distribution, Problem, Room } from '../model.js';
import { distributionFault } from './distribution-types.js';
import type { Finding, Rule } from './rule.js';
import { travelBetween } from './travel.js';
import type { Placed, View } from './view.js';
import { nameOf, relationName } from './words.js';

/**
 * The distribution types of ITC-2019. A required relation counts one violation for each pair (or unit above
 * the limit) that breaks it; another costs its penalty for each, in competitions.
 */
export const distribution: Rule = {
  id: 'distribution',
  level: 'hard',
  weight: 1,
  meaning: { zh: '课与课之间的时间与教室关系须满足', en: 'The relations between meetings hold.' },
  judge: (view) => judgeAll(view, ({ required }) => required || !areWishesApart(view.problem)),
};

/** The relations that are only wished. */
export const wishedDistribution: Rule = {
  id: 'wished-distribution',
  level: 'soft',
  weight: 1,
  meaning: { zh: '尽量满足课与课之间期望的关系', en: 'The relations that are wished between meetings hold.' },
  judge: (view) => judgeAll(view, ({ required }) => !required),
};

/** Whether relations that are only wished are a rule of their own: competitions know one for both. */
const areWishesApart = ({ profile }: Problem): boolean => profile === 'PRODUCT';

function* judgeAll(
  { problem, placed, beside }: View,
  isJudged: (relation: Distribution) => boolean,
): Generator<Finding> {
  const byId = new Map(placed.map((p) => [p.meeting.id, p]));
  const find = (id: string) => byId.get(id) ?? beside?.(id);
  const travel = travelBetween(problem);
  for (const relation of problem.distributions ?? [])
    if (isJudged(relation)) yield* judgeOne(problem, relation, find, travel);
}

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
    level: relation.required || areWishesApart(problem) ? undefined : 'soft',
    meetings: meetings.map((p) => p.meeting.id),
    sentence: {
      zh: `“${shown}”不满足关系“${relationName(relation.type).zh}”。`,
      en: `${shown} break the relation ${relationName(relation.type).en}.`,
    },
  };
}
