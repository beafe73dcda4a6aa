import type { EntityManager } from '@mikro-orm/postgresql';
import { isOver } from './lottery.js';
import { offersOfRound, type OfferFacts, type RoundOfStudent } from './offers.queries.js';

/** An offer with what becomes of the student's wish for it. */
export interface FittedOffer extends OfferFacts {
  readonly freeSeats: number | null;
  /** Whether nothing but seats speaks against it: no clash, no bound, and not the course twice. */
  readonly fits: boolean;
}

/** What a round offers a student who takes part in it. */
export async function offersWithin(
  em: EntityManager,
  student: string,
  round: RoundOfStudent,
): Promise<FittedOffer[]> {
  const offers = await offersOfRound(em, student, round.id);
  return offers.map((offer) => ({ ...offer, freeSeats: freeOf(offer), fits: fitsInto(round, offer) }));
}

const freeOf = ({ seats, enrolled, waiting }: OfferFacts): number | null =>
  seats === null ? null : Math.max(0, seats - enrolled - waiting);

const fitsInto = (round: RoundOfStudent, offer: OfferFacts): boolean =>
  !offer.isEnrolled &&
  !offer.hasCourse &&
  offer.clashes.length === 0 &&
  (round.countMax === null || round.count < round.countMax) &&
  !isOver(round.credits + offer.credits, round.creditsMax);
