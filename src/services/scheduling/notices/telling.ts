import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { systemContext } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { whatMakesAgain } from '../changes/changes.queries.js';
import { isSamePlace, type StateChange } from '../changes/states.js';
import { differenceBetween } from '../drafts/diff.js';
import {
  deleteOldNotices,
  setTold,
  tell,
  untoldChange,
  type ToldItem,
  type UntoldChange,
} from './telling.queries.js';

/** Topic on which people are told that their notices have changed. */
export const noticesTopic = 'notices';

/** Days for which notices are kept: longer than a semester. */
const daysKept = 200;

/**
 * Tells everybody whom changes of published timetables concern, in the order of the changes. It looks at what
 * is untold, so that a crash loses nothing and who changes a timetable waits for none of it.
 */
export async function tellOfChanges(app: App): Promise<void> {
  const ctx = systemContext(app, 'notices of changes');
  const tellNext = async (em: EntityManager): Promise<boolean> => {
    const [change] = await untoldChange(em);
    if (!change) return false;
    const items = (await statesOf(em, change)).flatMap(toldItem);
    const told = items.length > 0 ? await tell(em, change.id, json(items)) : [];
    await setTold(em, change.id);
    const events = told.map(({ user }) => ({ id: user, sequence: Date.now() }));
    await app.bus.publishAll(noticesTopic, events, statementsIn(em));
    return true;
  };
  while (await transaction(ctx, tellNext));
}

/** What a change did: of a publication what differs from what was published before. */
const statesOf = (
  em: EntityManager,
  { id, kind, number, timetable, previous }: UntoldChange,
): Promise<StateChange[]> =>
  kind === ChangeKind.PUBLISH || kind === ChangeKind.ROLL_BACK
    ? differenceBetween(em, previous ? { timetable: previous } : null, { timetable, number })
    : whatMakesAgain(em, id);

/** What readers see of it; none of locks and series. */
function toldItem({ meeting, before, after, further }: StateChange, at: number): ToldItem[] {
  const [from, to] = [before?.place ?? null, after?.place ?? null];
  if (isSamePlace(from, to) && !further) return [];
  const beside = [...(further?.before ?? []), ...(further?.after ?? [])].map(({ teacher }) => teacher);
  const teachers = [from?.teacher, to?.teacher, ...beside].filter((each) => each !== undefined);
  return [{ number: at + 1, meeting, before: from, after: to, teachers }];
}

/** Deletes notices that were kept long enough. */
export const forgetOldNotices = async (app: App): Promise<void> =>
  void (await deleteOldNotices(systemContext(app, 'sweep of old notices').em, daysKept));
