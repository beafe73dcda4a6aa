import { authorize, declareRights } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { rowById } from '../../../data/loaders.js';
import { transaction } from '../../../data/transaction.js';
import { WaitingPlace } from '../../../entities/scheduling/enrolment-rounds.js';
import { WaitingState } from '../../../schema/enrolment.js';
import type { Row } from '../../../schema/rows.js';
import { Id } from '../../../schema/scalars.js';
import { countWithdrawal } from './enrolling.js';
import { endWaiting } from './enrolling.queries.js';
import { takerOf, takers } from './takers.js';
import { waitingFacts, waitingPositions } from './waiting.queries.js';

declareRights({ leaveWaitingList: takers });

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
    });
    ctx.rows.forget(WaitingPlace);
    return this.load(ctx, id);
  }
}

export const waitingPlaces = new WaitingPlaceService();

/** The place on the list, from 1; null of one that does not wait any more. */
export const waitingPosition = async (ctx: Context, id: string): Promise<number | null> =>
  (await rowById(ctx, 'waiting position', waitingPositions, id))?.position ?? null;
