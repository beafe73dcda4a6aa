import type { EntityManager } from '@mikro-orm/postgresql';
import { authorize, declareRights } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { rowById } from '../../../data/loaders.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { WaitingPlace } from '../../../entities/scheduling/enrolment-rounds.js';
import { WaitingState } from '../../../schema/enrolment.js';
import type { Row } from '../../../schema/rows.js';
import { Id } from '../../../schema/scalars.js';
import { countWithdrawal } from './enrolling.js';
import { endWaiting } from './enrolling.queries.js';
import { seenTakerOf, takerOf, takers } from './takers.js';
import { waitingFacts, waitingPositions } from './waiting.queries.js';

declareRights({ leaveWaitingList: takers, waitingPlacesChanged: takers });

/** Topic on which students are told that their waiting has ended somewhere. */
const waitingTopic = 'waitingPlaces';

const semesterFilter: Filter = {
  name: 'semester',
  type: () => Id,
  about: 'Only those of rounds of this semester.',
  where: (semester: string) => ({ round: { semester } }),
};

class WaitingPlaceService extends CrudService<WaitingPlace> {
  constructor() {
    super(WaitingPlace, {
      plural: 'waitingPlaces',
      filters: ['round', 'teachingClass', 'student', 'state', semesterFilter],
      rights: { one: takers, page: takers },
    });
  }

  /** Gives up a place; what has been settled already stays as it is. */
  async leave(ctx: Context, id: string): Promise<Row<WaitingPlace>> {
    authorize(ctx, 'leaveWaitingList');
    const { student } = await this.load(ctx, id);
    const { isStaff } = takerOf(ctx, student);
    await transaction(ctx, async (em) => {
      const [facts] = await waitingFacts(em, id);
      const [left] = await endWaiting(em, id, WaitingState.LEFT);
      if (left && !isStaff) await countWithdrawal(em, student, facts);
      if (left) await tellWaiting(ctx, em, student);
    });
    ctx.rows.forget(WaitingPlace);
    return this.load(ctx, id);
  }
}

export const waitingPlaces = new WaitingPlaceService();

/** Tells whoever follows the waiting places of a student, once the transaction commits. */
export const tellWaiting = ({ app }: Context, em: EntityManager, student: string): Promise<void> =>
  app.bus.publish(waitingTopic, { id: student, sequence: Date.now() }, statementsIn(em));

/** Greatest number of places that followers are told of: those in which something happened last. */
const placesMax = 50;

/** Follows how the student's waiting ends, who is the caller or whom staff name. */
export const followWaiting = (ctx: Context, student?: string | null): AsyncIterableIterator<unknown> => {
  authorize(ctx, 'waitingPlacesChanged');
  return ctx.app.bus.follow(waitingTopic, takerOf(ctx, student).student);
};

/** The places of a student on waiting lists, those first in which something happened last. */
export async function latestPlaces(ctx: Context, named?: string | null): Promise<Row<WaitingPlace>[]> {
  authorize(ctx, 'waitingPlacesChanged');
  const { student } = await seenTakerOf(ctx, named);
  ctx.rows.forget(WaitingPlace);
  return ctx.rows.find(WaitingPlace, { student }, { orderBy: { updatedAt: 'desc' }, limit: placesMax });
}

/** The place on the list, from 1; null of one that does not wait any more. */
export const waitingPosition = async (ctx: Context, id: string): Promise<number | null> =>
  (await rowById(ctx, 'waiting position', waitingPositions, id))?.position ?? null;
