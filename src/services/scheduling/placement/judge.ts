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
  const faults: PlacementFault[] = [];
  await inTurns(wanted, (each) => faults.push(...judgedIn(arrangement, each, terms, rules)));
  return faults;
}

/** What speaks against each of several places, of which one is wanted. */
export async function judgeAlternatives(
  around: Surroundings,
  alternatives: readonly WantedPlace[],
  terms: PlacementTerms,
  rules: readonly PlacementRule[] = placementRules,
): Promise<PlacementFault[][]> {
  const faults: PlacementFault[][] = [];
  await inTurns(alternatives, (each) =>
    faults.push(judgedIn(new Arrangement(around, [each]), each, terms, rules)),
  );
  return faults;
}

function judgedIn(
  arrangement: Arrangement,
  place: WantedPlace,
  terms: PlacementTerms,
  rules: readonly PlacementRule[],
): PlacementFault[] {
  const { around } = arrangement;
  const { meeting } = place.needs;
  const faults: PlacementFault[] = [];
  for (const rule of rules) {
    const { acts, judge } = rule;
    const texts = (acts[terms.act] !== 'silent' && judge?.({ ...place, arrangement, around })) || [];
    if (texts.length === 0) continue;
    const isRefusal = isRefused(rule, terms);
    const people = rule.isPersonal ? teachersAt(place.needs, place.to) : [];
    const solver = people.every((id) => around.teachers.get(id)?.isKnown) ? rule.solver : null;
    const { zh, en } = (isRefusal && acts[terms.act] === 'reason' && rule.remedy) || nothing;
    for (const { owner, other, ...told } of texts) {
      const text = { zh: told.zh + zh, en: told.en + en };
      faults.push({ rule, solver, meeting, owner, other, isRefusal, text });
    }
  }
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
