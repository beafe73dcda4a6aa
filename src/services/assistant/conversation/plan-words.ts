import { z } from 'zod';
import type { Context } from '../../../data/context.js';
import { planMinutes, storePlan } from './plans.js';
import { outcome as outcomeFacts } from '../tool-answers.js';
import { identifier, operationOf } from '../typed-query.js';
import { outcomeLines } from '../planner/changed-words.js';
import { isWorse } from '../planner/checks.js';
import { joined, oneLine, say, timetableNamed } from '../planner/words.js';
import type { Language, Text } from '../../../schema/texts.js';

const shownPlan = z.object({
  changePlan: z.object({
    id: z.string(),
    timetable: z.object({ revision: z.number(), status: z.string() }).nullable(),
    appliedAt: z.string().nullable(),
    outcome: outcomeFacts,
  }),
});
const document = operationOf(z.object({ id: identifier }), shownPlan);

/** A plan as its person may read it. */
export type ShownPlan = z.infer<typeof shownPlan>['changePlan'];

export const readPlan = async (ctx: Context, id: string): Promise<ShownPlan> =>
  (await ctx.app.operations.run<z.infer<typeof shownPlan>>(ctx, document, { id })).changePlan;

/** A change that was judged, kept as a plan. */
export const storedPlan = async (...[ctx, ...change]: Parameters<typeof storePlan>): Promise<ShownPlan> =>
  readPlan(ctx, await storePlan(ctx, ...change));

/** What a plan shows, in words, from the facts that are read with it. */
export function planInWords({ timetable, outcome }: ShownPlan, language: Language): string {
  const { cost, isApplicable, warnings } = outcome;
  const { zh, en } = timetableNamed(timetable ?? { revision: 0, status: '' });
  const isWorsened = cost && (cost.hardAfter > cost.hardBefore || cost.rules.some(isWorse));
  const noted = isWorsened
    ? say('应用后以上硬约束会变差。', 'The hard rules above get worse by it. ')
    : warnings.length > 0
      ? say('应用后会有以上须注意之处。', 'What is noted above comes with it. ')
      : say('没有冲突。', 'Nothing clashes. ');
  const lines: Text[] = [
    say(`计划，${zh}：`, `Plan for ${en}:`),
    ...outcomeLines(outcome),
    isApplicable ? joined([noted, howToApply], '') : inapplicable,
  ];
  return lines.map((line) => oneLine(line)[language]).join('\n');
}

const howToApply = say(
  `尚未修改课表。请在 ${planMinutes} 分钟内回复“确认”应用此变更；说其他内容即放弃。`,
  `Nothing is changed yet: say "confirm" within ${planMinutes} minutes to apply this; ` +
    'anything else leaves it.',
);
const inapplicable = say('有妨碍，不能应用。', 'Something is in its way, so it cannot be applied.');
