import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { systemContext } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { whatMakesAgain } from '../changes/changes.queries.js';
import { datesIn, differentDates, type DateDifference } from '../changes/single-dates.js';
import { isSamePlace, type StateChange } from '../changes/states.js';
import { differenceBetween } from '../drafts/diff.js';
import type { SemesterDates } from '../semester/dates.js';
import {
  deleteOldNotices,
  setTold,
  tell,
  untoldChange,
  type ToldItem,
  type ToldPlace,
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
    const [states, dates] = [await statesOf(em, change), await datesIn(em, change)];
    const items = states
      .flatMap((each) => toldItems(each, dates))
      .map((item, at): ToldItem => ({ ...item, number: at + 1 }));
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

/** What readers see of it: of all weeks, and of single dates; nothing of locks and series. */
function toldItems(change: StateChange, dates: SemesterDates): Omit<ToldItem, 'number'>[] {
  const { meeting, before, after, further } = change;
  const [from, to] = [before?.place ?? null, after?.place ?? null];
  const beside = [...(further?.before ?? []), ...(further?.after ?? [])].map(({ teacher }) => teacher);
  const item = (
    week: number | null,
    was: ToldPlace | null,
    is: ToldPlace | null,
  ): Omit<ToldItem, 'number'> => {
    const teachers = [was?.teacher, is?.teacher, ...beside].filter((each) => each !== undefined);
    return { meeting, week, before: was, after: is, teachers };
  };
  const ofDates = differentDates(change)
    .map((date) => item(date.week, dated(date.from, dates), dated(date.to, dates)))
    .filter((each) => !isSamePlace(each.before, each.after) || each.before?.date !== each.after?.date);
  return [...(isSamePlace(from, to) && !further ? [] : [item(null, from, to)]), ...ofDates];
}

/** Where a meeting is held in a week, with the date; null where the calendar lets it fall out. */
function dated(place: DateDifference['from'], dates: SemesterDates): ToldPlace | null {
  const date = place && dates.dateOf(place);
  if (!place || !date) return null;
  const { week: _, ...held } = place;
  return { ...held, date };
}

/** Deletes notices that were kept long enough. */
export const forgetOldNotices = async (app: App): Promise<void> =>
  void (await deleteOldNotices(systemContext(app, 'sweep of old notices').em, daysKept));
