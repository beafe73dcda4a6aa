import type { EntityManager } from '@mikro-orm/postgresql';
import type { TeacherInRole } from '../../../entities/scheduling/further-teachers.js';
import type { App } from '../../../data/app.js';
import { systemContext, type Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { whatMakesAgain } from '../changes/changes.queries.js';
import type { Effects } from '../changes/record.js';
import { differentDates, type DateDifference } from '../changes/single-dates.js';
import { isSamePlace, type MeetingPlace, type StateChange } from '../changes/states.js';
import { readStates } from '../changes/states.queries.js';
import { differenceBetween } from '../drafts/diff.js';
import {
  dateAndClockOf,
  datesOf,
  shiftsBetween,
  type DateAndClock,
  type Season,
  type SemesterDates,
} from '../semester/dates.js';
import { calendarRules } from '../semester/semester.queries.js';
import {
  deleteOldNotices,
  plannedAtCampuses,
  plannedOnShifts,
  setTold,
  tell,
  tellOfDecision,
  untoldChange,
  type PlannedAtCampus,
  type PlannedOnShift,
  type ToldItem,
  type ToldPlace,
  type UntoldChange,
} from './telling.queries.js';
import { isSameTold } from './wording.js';

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
    const items = (await itemsOf(em, change)).map((item, at): ToldItem => ({ ...item, number: at + 1 }));
    const told = items.length > 0 ? await tell(em, change.id, json(items)) : [];
    await setTold(em, change.id);
    await announce(app, em, told);
    return true;
  };
  while (await transaction(ctx, tellNext));
}

/** Tells who made a request what was decided on it. */
export async function tellOfRequest(ctx: Context, em: EntityManager, request: string): Promise<void> {
  await announce(ctx.app, em, await tellOfDecision(em, request, ctx.viewer?.userId ?? null));
}

/** Lets the screens of people know that they have new notices. */
async function announce(app: App, em: EntityManager, told: readonly { user: string }[]): Promise<void> {
  const events = told.map(({ user }) => ({ id: user, sequence: Date.now() }));
  await app.bus.publishAll(noticesTopic, events, statementsIn(em));
}

/** What a change did: of a publication what differs from what was published before. */
const statesOf = (
  em: EntityManager,
  { id, kind, number, timetable, previous }: UntoldChange,
): Promise<StateChange[]> =>
  kind === ChangeKind.PUBLISH || kind === ChangeKind.ROLL_BACK
    ? differenceBetween(em, previous ? { timetable: previous } : null, { timetable, number })
    : whatMakesAgain(em, id);

type Item = Omit<ToldItem, 'number'>;

/** All that readers see of a change: what its items say, and what it means beside them. */
async function itemsOf(em: EntityManager, change: UntoldChange): Promise<Item[]> {
  const { timetable, semester } = change;
  const { ended = [], calendar, seasons, further = [] } = change.effects ?? {};
  const now = await calendarRules(em, semester);
  const rules = [calendar?.before ?? now, calendar?.after ?? now] as const;
  const dates = rules.map((each) => datesOf(change, each)) as [SemesterDates, SemesterDates];
  const states = await statesOf(em, change);
  const single = [...states, ...ended].flatMap((each) => itemsOfDates(each, dates));
  const moved = calendar ? await plannedOnShifts(em, timetable, json(shiftsBetween(change, ...rules))) : [];
  return [
    ...states.flatMap(itemsOfWeek),
    ...single,
    ...moved
      .map(itemOfShift)
      .filter(({ meeting, week }) => !single.some((each) => each.meeting === meeting && each.week === week)),
    ...(further.length > 0 ? await itemsOfTeachers(em, timetable, further) : []),
    ...(seasons ? itemsOfTimes(await plannedAtCampuses(em, timetable), dates[1], seasons) : []),
  ];
}

function itemOf(
  meeting: string,
  week: number | null,
  before: ToldPlace | null,
  after: ToldPlace | null,
): Item {
  const teachers = [before, after].flatMap((place) =>
    place ? [place.teacher, ...(place.further ?? [])] : [],
  );
  return { meeting, week, before, after, teachers };
}

/** What a change did in all weeks; nothing of locks and series. */
function itemsOfWeek({ meeting, before, after, further }: StateChange): Item[] {
  const [from, to] = [before?.place ?? null, after?.place ?? null];
  if (!further) return isSamePlace(from, to) ? [] : [itemOf(meeting, null, from, to)];
  const told = (place: MeetingPlace | null, beside: readonly TeacherInRole[]): ToldPlace | null =>
    place && { ...place, further: beside.map(({ teacher }) => teacher) };
  return [itemOf(meeting, null, told(from, further.before), told(to, further.after))];
}

/** What a change did on single dates. */
function itemsOfDates(change: StateChange, [was, is]: readonly [SemesterDates, SemesterDates]): Item[] {
  return differentDates(change)
    .map(({ week, from, to }) => itemOf(change.meeting, week, dated(from, was), dated(to, is)))
    .filter(({ before, after }) => !isSameTold(before, after));
}

/** Where a meeting is held in a week, with the date; null where the calendar lets it fall out. */
function dated(place: DateDifference['from'], dates: SemesterDates): ToldPlace | null {
  const date = place && dates.dateOf(place);
  if (!place || !date) return null;
  const { week: _, ...held } = place;
  return { ...held, date };
}

/** That a planned day is taught on another date, or falls out. */
function itemOfShift({ meeting, week, from, to, ...planned }: PlannedOnShift): Item {
  const { day, period, room, teacher } = planned;
  const on = (date: string | null): ToldPlace | null =>
    date === null ? null : { day, period, room, teacher, date };
  return itemOf(meeting, week, on(from), on(to));
}

/** Who teaches meetings beside their first teachers. */
async function itemsOfTeachers(
  em: EntityManager,
  timetable: string,
  changes: NonNullable<Effects['further']>,
): Promise<Item[]> {
  const meetings = changes.map(({ meeting }) => meeting);
  const states = await readStates(em, timetable, meetings);
  return changes.flatMap(({ meeting, before, after }) => {
    const place = states.get(meeting)?.place;
    if (!place) return [];
    return [itemOf(meeting, null, { ...place, further: before }, { ...place, further: after })];
  });
}

/** At what other times of the day meetings are held, from the first date on which they are. */
function itemsOfTimes(
  planned: readonly PlannedAtCampus[],
  dates: SemesterDates,
  seasons: NonNullable<Effects['seasons']>,
): Item[] {
  return planned.flatMap((each) => {
    const { meeting, weeks, day, period, room, teacher } = each;
    const timeOn = (week: number, of: readonly Season[]): DateAndClock | null =>
      dateAndClockOf({ ...each, week }, dates, of);
    for (const week of weeks) {
      const [was, is] = [timeOn(week, seasons.before), timeOn(week, seasons.after)];
      const [from, to] = [was, is].map((on) => on?.at && `${on.at.start}-${on.at.end}`);
      if (!is || from === to) continue;
      const told = (time: string | null | undefined): ToldPlace => {
        const place = { day, period, room, teacher, date: is.date };
        return time ? { ...place, time } : place;
      };
      return [itemOf(meeting, null, told(from), told(to))];
    }
    return [];
  });
}

/** Deletes notices that were kept long enough. */
export const forgetOldNotices = async (app: App): Promise<void> =>
  void (await deleteOldNotices(systemContext(app, 'sweep of old notices').em, daysKept));
