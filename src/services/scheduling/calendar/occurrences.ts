import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { signedIn } from '../../../data/access.js';
import type { Thing } from '../../../data/kept/kept-rows.js';
import { findRows } from '../../../data/lists/queries.js';
import { readOne } from '../../../data/lists/reading.js';
import type { Soon } from '../../../data/relations.js';
import { Classroom, Building } from '../../../entities/places.js';
import type { PlacedAssignment } from '../../../entities/scheduling/assignments.js';
import type { MeetingDate } from '../../../entities/scheduling/calendar.js';
import {
  DateChange,
  type ChangedOccurrence,
  type DatedPlace,
  type MeetingOccurrence,
} from '../../../entities/scheduling/date-changes.js';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import type { TimetableItem } from '../../../entities/scheduling/personal-timetables.js';
import { Teacher } from '../../../entities/people.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import type { Row } from '../../../schema/rows.js';
import { DateChangeKind, TimetableStatus } from '../../../schema/timetables.js';
import { dateAt } from '../semester/weeks.js';
import { assignmentsOf, currentAssignment, type AssignmentFilter } from '../timetable/assignments.js';
import { itemOf } from '../timetable/personal-timetables.js';
import { currentTimetable } from '../timetable/timetables.js';
import { datesOfSemester, meetingDateOf } from './held-dates.js';

/** What stands otherwise on single dates, by pages. */
export const dateChanges = new CrudService(DateChange, {
  plural: 'dateChanges',
  filters: ['timetable', 'meeting', 'kind', 'week', 'teacher', 'classroom'],
  rights: { one: signedIn, page: signedIn },
});

/** More than one semester has. */
const changesMax = 20_000;

/** Memory of a row, about. */
const rowBytes = 800;

/** What stands otherwise on single dates of a published timetable, as calls share it. */
class SharedDates implements Thing {
  readonly bytes: number;
  readonly byMeeting: ReadonlyMap<string, readonly Row<DateChange>[]>;

  constructor(readonly rows: readonly Row<DateChange>[]) {
    this.bytes = (rows.length + 1) * rowBytes;
    this.byMeeting = Map.groupBy(rows, ({ meeting }) => meeting);
    for (const row of rows) Object.freeze(row);
    Object.freeze(rows);
  }
}

/** Of a timetable that the caller sees; null where the call reads everything from the database. */
const sharedDates = (ctx: Context, timetable: string): Soon<SharedDates> | null =>
  ctx.rows.made(`dates of ${timetable}`, [DateChange], async (em) => {
    const range = { orderBy: { id: 'asc' }, limit: changesMax } as const;
    return new SharedDates(await findRows<Row<DateChange>>(em, DateChange, { timetable }, range));
  });

/** All that stands otherwise on single dates of the published timetable of a semester. */
async function dateChangesOf(ctx: Context, semester: string): Promise<readonly Row<DateChange>[]> {
  const timetable = await currentTimetable(ctx, semester);
  if (timetable?.status !== TimetableStatus.PUBLISHED) return [];
  const shared = await sharedDates(ctx, timetable.id);
  return shared?.rows ?? ctx.rows.find(DateChange, { timetable: timetable.id }, { limit: changesMax });
}

/** The same of one meeting, where the timetable is published; asked together with those of other meetings. */
async function dateChangesIn(
  ctx: Context,
  timetable: Row<Timetable> | null,
  meeting: string,
): Promise<readonly Row<DateChange>[]> {
  if (timetable?.status !== TimetableStatus.PUBLISHED) return [];
  const shared = await sharedDates(ctx, timetable.id);
  if (shared) return shared.byMeeting.get(meeting) ?? [];
  const changes = await ctx.rows.many<DateChange>(DateChange, 'meeting', meeting);
  return changes.filter((each) => each.timetable === timetable.id);
}

/** Where a meeting stands in one week. */
type Place = Pick<PlacedAssignment, 'dayOfWeek' | 'periodStart' | 'periodEnd' | 'classroom' | 'teacher'> & {
  readonly week: number;
};

/** What is told of a change of a single date. */
type DateTold = Omit<Row<DateChange>, 'timetable' | 'id' | 'createdAt' | 'updatedAt' | 'version'>;

/** Where a meeting is held by a change of a single date; null if it is not. */
function placeBy(planned: Omit<Place, 'week'>, change: DateTold): Place | null {
  if (change.kind === DateChangeKind.CANCELLED) return null;
  const periodStart = change.toPeriod ?? planned.periodStart;
  return {
    week: change.toWeek ?? change.week,
    dayOfWeek: change.toDay ?? planned.dayOfWeek,
    periodStart,
    periodEnd: periodStart + planned.periodEnd - planned.periodStart,
    classroom: change.classroom ?? planned.classroom,
    teacher: change.teacher ?? planned.teacher,
  };
}

/** A meeting in one week, as it stands by date. */
export interface HeldOccurrence {
  readonly item: TimetableItem;
  /** The week for which it is planned, by which it stays known wherever it is held. */
  readonly plannedWeek: number;
  /** Whether it is held so; else a single date was changed, so that its owner does not have it then. */
  readonly isHeld: boolean;
}

/**
 * What an owner has of the current timetable, week by week, as it is held: with single dates as they were
 * changed, and what is not held for that.
 */
export async function occurrencesOf(
  ctx: Context,
  semesterId: string,
  owner: AssignmentFilter,
): Promise<HeldOccurrence[]> {
  const timetable = await currentTimetable(ctx, semesterId);
  if (!timetable) return [];
  const { weekFrom, weekTo, ...of } = owner;
  const changes = await dateChangesOf(ctx, semesterId);
  const byMeeting = Map.groupBy(changes, ({ meeting }) => meeting);
  const own = await assignmentsOf(ctx, timetable, changes.length === 0 ? owner : of);
  const known = new Set(own.map(({ meeting }) => meeting));
  const gained = changes.filter(
    ({ meeting, teacher, classroom }) =>
      !known.has(meeting) &&
      ((of.teacher && teacher === of.teacher) || (of.classroom && classroom === of.classroom)),
  );
  const meetings = [...new Set(gained.map(({ meeting }) => meeting))];
  const others = meetings.length ? await assignmentsOf(ctx, timetable, { meetings }) : [];
  const lists = await Promise.all(
    [...own, ...others].map((assignment) => {
      const changed = byMeeting.get(assignment.meeting) ?? [];
      return heldOf(ctx, semesterId, assignment, { of, changed, isOwn: known.has(assignment.meeting) });
    }),
  );
  const isWithin = (week: number): boolean => week >= (weekFrom ?? 1) && week <= (weekTo ?? Infinity);
  return lists.flat().filter(({ item }) => isWithin(item.week));
}

/** An assignment week by week, with the dates that were changed. */
async function heldOf(
  ctx: Context,
  semesterId: string,
  assignment: PlacedAssignment,
  terms: {
    readonly of: AssignmentFilter;
    readonly changed: readonly Row<DateChange>[];
    readonly isOwn: boolean;
  },
): Promise<HeldOccurrence[]> {
  const { of, changed, isOwn } = terms;
  const items = async (weeks: readonly number[], place?: Place): Promise<TimetableItem[]> => {
    const item = await itemOf(ctx, semesterId, { ...assignment, ...place });
    return item ? weeks.map((week) => ({ ...item, week })) : [];
  };
  const usual = assignment.weeks.filter((week) => !changed.some((each) => each.week === week));
  const plain = isOwn && usual.length > 0 ? await items(usual) : [];
  const found: HeldOccurrence[] = plain.map((item) => ({
    item: { ...item, dateChange: null },
    plannedWeek: item.week,
    isHeld: true,
  }));
  for (const change of changed) {
    const place = placeBy(assignment, change);
    const dateChange = { change, planned: assignment };
    const add = async (isHeld: boolean, [item]: TimetableItem[]): Promise<unknown> =>
      item && found.push({ item: { ...item, dateChange }, plannedWeek: change.week, isHeld });
    const isHeldByOwner = place !== null && (await isHeldBy(ctx, of, assignment.meeting, place, isOwn));
    if (isHeldByOwner) await add(true, await items([place.week], place));
    if (isOwn && (!isHeldByOwner || change.toWeek !== null)) await add(false, await items([change.week]));
  }
  return found;
}

/** Whether the owner has the meeting where it stands on a single date. */
async function isHeldBy(
  ctx: Context,
  { teacher, classroom }: AssignmentFilter,
  meeting: string,
  place: Place,
  isOwn: boolean,
): Promise<boolean> {
  if (classroom) return place.classroom === classroom;
  if (!teacher) return isOwn;
  if (place.teacher === teacher) return true;
  const further = (await ctx.rows.many(FurtherTeacher, 'meeting', meeting)) as Row<FurtherTeacher>[];
  return further.some((each) => each.teacher === teacher);
}

/** A change of a single date, with where the week has the meeting. */
type PlannedChange = NonNullable<TimetableItem['dateChange']>;

/** What was changed of an item of a timetable, planned or held; null if it stands as the week says. */
export async function changeOf(ctx: Context, item: TimetableItem): Promise<PlannedChange | null> {
  if (item.dateChange !== undefined) return item.dateChange;
  const timetable = await currentTimetable(ctx, item.semesterId);
  const changes = await dateChangesIn(ctx, timetable, item.meetingId);
  const change = changes.find(({ week, dayOfWeek }) => week === item.week && dayOfWeek === item.dayOfWeek);
  const { dayOfWeek, periodStart, periodEnd, classroomId: classroom, teacherId: teacher } = item;
  return change ? { change, planned: { dayOfWeek, periodStart, periodEnd, classroom, teacher } } : null;
}

/** When an item is held; null if it falls out, by the calendar or because its date was changed. */
export async function heldWhen(ctx: Context, item: TimetableItem): Promise<MeetingDate | null> {
  const found = item.dateChange === undefined ? await changeOf(ctx, item) : null;
  const place = found && placeBy(found.planned, found.change);
  if (found && !place) return null;
  if (!place) return meetingDateOf(ctx, item);
  const room = await ctx.rows.one(Classroom, place.classroom);
  const building = room && (await ctx.rows.one(Building, room.building));
  return meetingDateOf(ctx, { ...item, ...place, campusId: building?.campus ?? item.campusId });
}

/** What was changed of a single date, as records and dates. */
export async function changedOccurrence(
  ctx: Context,
  semester: string,
  { change, planned }: { readonly change: DateTold; readonly planned: Omit<Place, 'week'> },
): Promise<ChangedOccurrence> {
  const { kind, publicNote, week } = change;
  const place = placeBy(planned, change);
  return {
    kind,
    publicNote,
    planned: await datedPlace(ctx, semester, { ...planned, week }),
    actual: place && (await datedPlace(ctx, semester, place)),
  };
}

/** The same of a change by itself; null once its timetable is archived. */
export async function occurrenceOf(ctx: Context, change: Row<DateChange>): Promise<ChangedOccurrence | null> {
  const planned = await currentAssignment(ctx, change.meeting);
  return planned?.timetable === change.timetable ? occurrenceBy(ctx, change) : null;
}

/** How a meeting would stand by a change of a single date; null where it has no place. */
export async function occurrenceBy(ctx: Context, change: DateTold): Promise<ChangedOccurrence | null> {
  const planned = await currentAssignment(ctx, change.meeting);
  const timetable = planned && (await ctx.rows.one(Timetable, planned.timetable));
  return timetable ? changedOccurrence(ctx, timetable.semester, { change, planned }) : null;
}

/** An assignment week by week, by date. */
export async function occurrencesOfAssignment(
  ctx: Context,
  assignment: PlacedAssignment,
): Promise<MeetingOccurrence[]> {
  const timetable = (await ctx.rows.one(Timetable, assignment.timetable))!;
  const { semester } = timetable;
  const { startDate } = await readOne(ctx, Semester, semester);
  const { dates } = await datesOfSemester(ctx, semester);
  const changes = await dateChangesIn(ctx, timetable, assignment.meeting);
  const occurrences = assignment.weeks.map(async (week): Promise<MeetingOccurrence> => {
    const planned = { week, day: assignment.dayOfWeek };
    const held = dates.dateOf(planned);
    const change = changes.find((each) => each.week === week);
    return {
      week,
      date: held ?? dateAt(startDate, planned),
      isFallenOut: held === null,
      change: change ? await changedOccurrence(ctx, semester, { change, planned: assignment }) : null,
    };
  });
  return Promise.all(occurrences);
}

/** A place in one week, by date and with the records that it refers to. */
export async function datedPlace(
  ctx: Context,
  semester: string,
  { week, dayOfWeek: day, periodStart, periodEnd, classroom, teacher }: Place,
): Promise<DatedPlace> {
  const { dates } = await datesOfSemester(ctx, semester);
  return {
    date: dates.dateOf({ week, day }),
    periodStart,
    periodEnd,
    classroom: await ctx.rows.referenced(Classroom, classroom),
    teacher: await ctx.rows.referenced(Teacher, teacher),
  };
}

/** The same of a change that is asked for; to move what is out otherwise is to make up for it. */
export async function wantedOccurrence(ctx: Context, change: DateTold): Promise<ChangedOccurrence | null> {
  const wanted = await occurrenceBy(ctx, change);
  if (wanted?.kind !== DateChangeKind.MOVED) return wanted;
  const { meeting, week } = change;
  const assignment = (await currentAssignment(ctx, meeting))!;
  const timetable = await ctx.rows.one(Timetable, assignment.timetable);
  const stored = (await dateChangesIn(ctx, timetable, meeting)).find((each) => each.week === week);
  const isOut = stored?.kind === DateChangeKind.CANCELLED || stored?.kind === DateChangeKind.MADE_UP;
  return isOut || wanted.planned.date === null ? { ...wanted, kind: DateChangeKind.MADE_UP } : wanted;
}
