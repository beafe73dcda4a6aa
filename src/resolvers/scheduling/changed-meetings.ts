import { Arg } from 'type-graphql';
import type { AffectedPeople, ChangedMeeting, Clash } from '../../entities/scheduling/changes.js';
import type { ChangedDate } from '../../entities/scheduling/date-changes.js';
import { AdministrativeClass } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Classroom } from '../../entities/places.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import type { MeetingPlace } from '../../entities/scheduling/tasks.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { madeInTurns } from '../../data/in-turns.js';
import { datedPlace } from '../../services/scheduling/calendar/occurrences.js';
import type { Clash as NamedClash } from '../../services/scheduling/changes/clashes.js';
import { differentDates, type EndedDate } from '../../services/scheduling/changes/single-dates.js';
import type { MeetingPlace as Place, StateChange } from '../../services/scheduling/changes/states.js';
import type { Affected } from '../../services/scheduling/drafts/affected.js';

/** Two meetings that need one thing at the same time, as records and in words. */
export async function clashFor(
  { rows, language }: Context,
  { kind, resourceName, first, second, times, text }: NamedClash,
): Promise<Clash> {
  return {
    kind,
    resourceName,
    first: await rows.referenced(Meeting, first.meeting),
    second: await rows.referenced(Meeting, second.meeting),
    times: times.map(({ week, day, period }) => ({ week, dayOfWeek: day, period })),
    text: text[language],
  };
}

/** Whom a change concerns, as records. */
export async function affectedFor(
  ctx: Context,
  { teachers, administrativeClasses, studentCount }: Affected,
): Promise<AffectedPeople> {
  const rows = async (
    entity: typeof Teacher | typeof AdministrativeClass,
    ids: readonly string[],
  ): Promise<object[]> => {
    const found = await Promise.all(ids.map((id) => ctx.rows.referenced(entity, id)));
    return found.filter((row) => row !== null);
  };
  return {
    teachers: await rows(Teacher, teachers),
    administrativeClasses: await rows(AdministrativeClass, administrativeClasses),
    studentCount,
  };
}

/** A place, with the records that it refers to. */
export const placeFor = async (
  { rows }: Context,
  { day, period, room, teacher }: Place,
): Promise<MeetingPlace> => ({
  dayOfWeek: day,
  periodStart: period,
  classroom: await rows.referenced(Classroom, room),
  teacher: await rows.referenced(Teacher, teacher),
});

/** What changes do to meetings, with the records that the places refer to. */
export const changedMeetings = (ctx: Context, changes: readonly StateChange[]): Promise<ChangedMeeting[]> =>
  madeInTurns(changes, (change) => changedMeeting(ctx, change));

async function changedMeeting(ctx: Context, change: StateChange): Promise<ChangedMeeting> {
  const { meeting, before, after, further } = change;
  const [row, from, to] = await Promise.all([
    ctx.rows.referenced(Meeting, meeting),
    before?.place ? placeFor(ctx, before.place) : null,
    after?.place ? placeFor(ctx, after.place) : null,
  ]);
  return {
    meeting: row,
    from,
    to,
    wasHeld: before !== null,
    isHeld: after !== null,
    wasLocked: before?.isLocked ?? false,
    isLocked: after?.isLocked ?? false,
    furtherTeachers: further ? { from: further.before, to: further.after } : null,
    dates: await changedDates(ctx, change),
  };
}

/** What a change does to single dates of a meeting, by date and with the records that places refer to. */
async function changedDates(ctx: Context, change: StateChange): Promise<ChangedDate[]> {
  const different = differentDates(change);
  if (different.length === 0) return [];
  const meeting = await ctx.rows.one(Meeting, change.meeting);
  const teachingClass = (await ctx.rows.referenced(
    TeachingClass,
    meeting!.teachingClass,
  )) as Row<TeachingClass>;
  const placed = ({ week, day, period, room, teacher }: Place & { readonly week: number }) =>
    datedPlace(ctx, teachingClass.semester, {
      ...{ week, dayOfWeek: day, periodStart: period, periodEnd: period + meeting!.periods - 1 },
      ...{ classroom: room, teacher },
    });
  return Promise.all(
    different.map(async ({ week, before, after, from, to }) => ({
      ...{ meeting, week, before: before?.kind ?? null, after: after?.kind ?? null },
      from: from && (await placed(from)),
      to: to && (await placed(to)),
    })),
  );
}

/** What a change is told that goes on in spite of clashes. */
export const acceptsClashesText =
  'Carries it out although meetings clash then; each clash is kept as an ignored conflict.';

/** The argument that says yes to the end of changes of single dates. */
export const endsDatesText =
  'Carries it out although changes of single dates end, because they mean nothing any more.';

export const endsDates = Arg('endsDates', () => Boolean, { defaultValue: false, description: endsDatesText });

/** The changes of single dates that end with changes. */
export async function endedDatesFor(
  ctx: Context,
  changes: readonly StateChange[],
  ended: readonly EndedDate[],
): Promise<ChangedDate[]> {
  const lists = await Promise.all(
    changes.map(async (change) => {
      const weeks = ended.filter(({ meeting }) => meeting === change.meeting).map(({ week }) => week);
      return weeks.length === 0
        ? []
        : (await changedDates(ctx, change)).filter(({ week }) => weeks.includes(week));
    }),
  );
  return lists.flat();
}
