import type { EntityManager } from '@mikro-orm/postgresql';
import { BellSchedule, bellScheduleId } from '../../../entities/scheduling/semesters.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { administrators, authorize, signedIn } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { longestBand } from './periods.js';

@inputType('What an administrator may set on the bell schedule.')
export class BellScheduleInput extends inputOf(BellSchedule, ['longBreaks', 'lessonMinutes']) {}

/** The bell schedule of the institution; migrations make it, so it is always there. */
class BellScheduleService extends CrudService<BellSchedule, BellScheduleInput> {
  constructor() {
    super(BellSchedule, {
      input: BellScheduleInput,
      plural: 'bellSchedules',
      rights: { one: signedIn, update: administrators },
    });
  }

  /** @returns what everybody's timetable keeps to */
  get(ctx: Context): Promise<Row<BellSchedule>> {
    authorize(ctx, 'bellSchedule');
    return this.load(ctx, bellScheduleId);
  }

  /** The periods after which a long break follows. */
  async longBreaks(ctx: Context): Promise<readonly number[]> {
    return (await this.load(ctx, bellScheduleId)).longBreaks;
  }

  protected override async check(_ctx: Context, _em: EntityManager, record: BellSchedule): Promise<void> {
    record.longBreaks = [...new Set(record.longBreaks)].sort((a, b) => a - b);
    const unknown = record.longBreaks.find((period) => period < 1 || period >= periodsMax);
    const problem = (zh: string, en: string): Error =>
      errors.invalidInput([{ field: 'longBreaks', text: { zh, en } }]);
    if (unknown !== undefined)
      throw problem(
        `长课间须在第 1 至 ${periodsMax - 1} 节之后，现有 ${unknown}`,
        `A long break follows one of the periods 1 to ${periodsMax - 1}, not ${unknown}.`,
      );
    if (longestBand(periodsMax, record.longBreaks) < 2)
      throw problem(
        '长课间之间至少要有两节连续的课，请减少长课间',
        'No two periods follow each other without a long break. Maybe name fewer.',
      );
  }
}

/** The long breaks as an entity manager sees them. */
export async function longBreaksIn(em: EntityManager): Promise<readonly number[]> {
  const found = await em.findOneOrFail(BellSchedule, bellScheduleId, { disableIdentityMap: true });
  return found.longBreaks;
}

/** The most periods that a day has. */
const periodsMax = 24;

export const bellSchedule = new BellScheduleService();
