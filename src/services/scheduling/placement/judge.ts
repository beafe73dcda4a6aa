import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import { inTurns } from '../../../data/in-turns.js';
import type { Text } from '../../../schema/texts.js';
import { Arrangement, type Objected } from './arrangement.js';
import type { PlacementTerms } from './acts.js';
import {
  readSurroundings,
  teachersAt,
  type Grid,
  type LeftPlace,
  type Surroundings,
  type WantedPlace,
} from './facts.js';
import { isRefused, placementRules, type PlacementRule } from './rules.js';

/** What speaks against a place, by the rule that says it. */
export interface PlacementFault extends Pick<Objected, 'owner' | 'other'> {
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
  wanted: readonly WantedPlace[],
  terms: PlacementTerms,
  rules: readonly PlacementRule[] = placementRules,
): Promise<PlacementFault[]> {
  const arrangement = new Arrangement(around, wanted);
  const asking = rules.filter(({ judge, acts }) => judge && acts[terms.act] !== 'silent');
  const faults: PlacementFault[] = [];
  await inTurns(wanted, (each) => {
    for (const rule of asking) {
      const texts = rule.judge!({ ...each, arrangement, around });
      const isRefusal = texts.length > 0 && isRefused(rule, terms);
      const { meeting } = each.needs;
      const { acts } = rule;
      const people = rule.isPersonal ? teachersAt(each.needs, each.to) : [];
      const isHidden = rule.isPersonal && !people.every((id) => around.teachers.get(id)?.isKnown);
      const solver = isHidden ? null : rule.solver;
      const { zh, en } = (isRefusal && acts[terms.act] === 'reason' && rule.remedy) || nothing;
      for (const { owner, other, ...told } of texts) {
        const text = { zh: told.zh + zh, en: told.en + en };
        faults.push({ rule, solver, meeting, owner, other, isRefusal, text });
      }
    }
  });
  return faults;
}

const nothing: Text = { zh: '', en: '' };

/** Reads what places refer to, as far as the rules of the act ask for it, and judges them. */
export async function readAndJudge(
  ctx: Context,
  em: EntityManager,
  grid: Grid,
  { wanted, left }: { readonly wanted: readonly WantedPlace[]; readonly left?: readonly LeftPlace[] },
  terms: PlacementTerms,
): Promise<{ readonly around: Surroundings; readonly faults: PlacementFault[] }> {
  const asksHeld = placementRules.some((rule) => rule.asksHeld && rule.acts[terms.act] !== 'silent');
  const around = await readSurroundings(ctx, em, grid, wanted, { left, asksHeld });
  return { around, faults: await judgePlaces(around, wanted, terms) };
}
