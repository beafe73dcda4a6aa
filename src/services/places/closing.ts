import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredEntity } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { given } from '../../data/inputs.js';
import { Building, Campus } from '../../entities/places.js';
import { termsOf } from '../scheduling/curriculum/attendance.js';
import { settleClosure, type Closable } from '../scheduling/changes/live-timetables.js';

interface ClosingReason {
  reason?: string | null;
}

/** The input with the reason why a room, building or campus is closed although meetings are held there. */
export function closable<I extends object>(input: new () => I): new () => I & ClosingReason {
  class ClosableInput extends (input as new () => object) {
    @given('text', '原因', 'Reason', {
      max: reasonMax,
      optional: true,
      aboutInChinese: '停用时仍有已发布的课在此上，须说明原因',
      about: 'Why it is closed although published meetings are held there; refused without one.',
    })
    reason?: string | null;
  }
  return ClosableInput as never;
}

/** The standard operations of what meetings are held in: closing it is judged by the timetables. */
export class ClosableService<T extends StoredEntity, I extends ClosingReason> extends CrudService<T, I> {
  protected override async complete(_ctx: Context, input: Partial<I>, _id?: string): Promise<object> {
    return { ...input, reason: undefined };
  }

  protected override settle(
    ctx: Context,
    em: EntityManager,
    { id }: T,
    { reason }: Partial<I>,
  ): Promise<void> {
    return settleClosure(em, this.#kind(), id, termsOf(ctx, reason));
  }

  #kind(): Closable {
    const kinds = new Map<unknown, Closable>([
      [Building, 'building'],
      [Campus, 'campus'],
    ]);
    return kinds.get(this.entity) ?? 'classroom';
  }
}
import { reasonMax } from '../../schema/timetables.js';
