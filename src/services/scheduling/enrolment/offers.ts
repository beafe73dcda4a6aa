import { authorize, declareRights } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { checkCursors, readConnection, readOne } from '../../../data/lists/reading.js';
import { rowById } from '../../../data/loaders.js';
import type { Offer, OfferFilter, OwnEnrolmentRound } from '../../../entities/scheduling/enrolment-offers.js';
import { EnrolmentRound } from '../../../entities/scheduling/enrolment-rounds.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import type { Connection, ConnectionArgs } from '../../../schema/connections.js';
import type { Row } from '../../../schema/rows.js';
import { offersWithin, type FittedOffer } from './fitting.js';
import { offerTimes, roundOfStudent, type OfferTimes } from './offers.queries.js';
import { clashTime, notForYou } from './refusals.js';
import { roundsOfStudent } from './rounds.queries.js';
import { seenTakerOf, takers } from './takers.js';

declareRights({ offers: takers, myEnrolmentRounds: takers });

const byCode = { order: 'code' } as const;

/** What a round offers the calling student, or one whom staff name: a list paged by cursor. */
export async function offersOf(
  ctx: Context,
  roundId: string,
  args: ConnectionArgs,
  { student: named, ...filter }: OfferFilter & { student?: string | null },
): Promise<Connection<Offer>> {
  authorize(ctx, 'offers');
  checkCursors(TeachingClass, args, byCode);
  const { student } = await seenTakerOf(ctx, named);
  const { name } = await readOne(ctx, EnrolmentRound, roundId);
  const [round] = await roundOfStudent(ctx.em, student, roundId);
  if (!round) throw notForYou(name);
  const found = await offersWithin(ctx.em, student, round);
  const byId = new Map(found.filter((each) => matches(each, filter)).map((each) => [each.id, each]));
  const where = { id: { $in: [...byId.keys()] } };
  const connection = await readConnection(ctx, TeachingClass, args, { where, ...byCode });
  const shown = (row: Row<TeachingClass>): Offer => offerFor(ctx, row, byId.get(row.id)!);
  return {
    ...connection,
    nodes: async () => (await connection.nodes()).map(shown),
    edges: async () => (await connection.edges()).map(({ node, cursor }) => ({ node: shown(node), cursor })),
  };
}

const matches = (offer: FittedOffer, { course, department, ...flags }: OfferFilter): boolean =>
  (!course || offer.course === course) &&
  (!department || offer.department === department) &&
  (flags.fits ?? offer.fits) === offer.fits &&
  (flags.isTaken ?? offer.isEnrolled) === offer.isEnrolled &&
  (flags.hasFreeSeats ?? offer.freeSeats !== 0) === (offer.freeSeats !== 0);

function offerFor({ language }: Context, teachingClass: Row<TeachingClass>, offer: FittedOffer): Offer {
  return {
    ...offer,
    teachingClass,
    enrolledCount: offer.enrolled,
    waitingCount: offer.waiting,
    isTaken: offer.isEnrolled,
    hasClash: offer.clashes.length > 0,
    clashes: offer.clashes.map((clash) => ({
      teachingClassName: clash.name,
      message: clashTime(clash)[language],
    })),
  };
}

/** When and by whom an offer is held, read for all offers of a page at once. */
export const timesOfOffer = async (ctx: Context, id: string): Promise<OfferTimes> =>
  (await rowById(ctx, 'times of an offer', offerTimes, id)) ?? { id, times: [], teachers: [] };

/** The rounds in which the calling student takes part, or one whom staff name, with what is left to take. */
export async function ownRounds(
  ctx: Context,
  { semester = null, student: named }: { semester?: string | null; student?: string | null },
): Promise<OwnEnrolmentRound[]> {
  authorize(ctx, 'myEnrolmentRounds');
  const { student } = await seenTakerOf(ctx, named);
  const own = await roundsOfStudent(ctx.em, student, semester);
  return Promise.all(
    own.map(async ({ id, ...facts }) => {
      const round = await readOne(ctx, EnrolmentRound, id);
      const left = (max: number | null, taken: number): number | null =>
        max === null ? null : Math.max(0, Math.round((Number(max) - taken) * 100) / 100);
      return {
        ...facts,
        round,
        creditsLeft: left(round.creditsMax, facts.credits),
        countLeft: left(round.countMax, facts.count),
        wishIds: facts.wishes,
      };
    }),
  );
}
