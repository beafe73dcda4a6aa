import { inTurns } from '../../../data/in-turns.js';
import type { Text } from '../../../schema/texts.js';
import type { Act, PlacementTerms } from './acts.js';
import type { Surroundings, Wanted } from './facts.js';
import { isRefused, placementRules, type PlacementRule } from './rules.js';
import { Situation } from './situation.js';

/** What speaks against a place, by the rule that says it. */
export interface PlacementFault {
  readonly rule: PlacementRule;
  /** The rule by which runs are charged for the same; null of what the caller may not know, too. */
  readonly solver: PlacementRule['solver'];
  readonly meeting: string;
  /** Whether the act is not carried out for it. */
  readonly isRefusal: boolean;
  readonly text: Text;
}

/** Everything that speaks against places that are wanted together, as far as the act is told of it. */
export async function judgePlaces(
  around: Surroundings,
  wanted: readonly Wanted[],
  terms: PlacementTerms,
  rules: readonly PlacementRule[] = placementRules,
): Promise<PlacementFault[]> {
  const situation = new Situation(around, wanted);
  const asking = rules.filter(({ judge, acts }) => judge && acts[terms.act] !== 'silent');
  const faults: PlacementFault[] = [];
  await inTurns(wanted, (each) => {
    for (const rule of asking) {
      const texts = rule.judge!({ ...each, situation, around });
      const isRefusal = texts.length > 0 && isRefused(rule, terms);
      const { meeting } = each.needs;
      const isHidden = rule.isPersonal && !around.teachers.get(each.to.teacher)?.isKnown;
      const solver = isHidden ? null : rule.solver;
      for (const text of texts.map((told) => withRemedy(told, rule, isRefusal && terms.act)))
        faults.push({ rule, solver, meeting, isRefusal, text });
    }
  });
  return faults;
}

/** What helps against a refusal where a reason does. */
const withRemedy = ({ zh, en }: Text, { id, acts }: PlacementRule, act: Act | false): Text =>
  id === 'qualification' && act && acts[act] === 'reason'
    ? { zh: `${zh}，请先批准，或说明原因`, en: `${en} Maybe approve one first, or give a reason.` }
    : { zh, en };
