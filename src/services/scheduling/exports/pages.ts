import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../data/context.js';
import { Teacher } from '../../../entities/people.js';
import { BellSchedule, bellScheduleId, type Semester } from '../../../entities/scheduling/semesters.js';
import { TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { BellSeason } from '../../../entities/scheduling/calendar.js';
import type { TimetableItem } from '../../../entities/scheduling/personal-timetables.js';
import type { Timetable } from '../../../entities/scheduling/timetables.js';
import { dateIn } from '../../../schema/clock.js';
import type { Row } from '../../../schema/rows.js';
import type { Language } from '../../../schema/texts.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import type {
  PrintedFrame,
  PrintedGrid,
  PrintedMeeting,
  PrintedPage,
} from '../../../sheets/print/printed.js';
import { attendeeName } from '../attendance/attendees.js';
import { datedMeetings } from '../calendar/dated-meetings.js';
import { calendarDaysOf } from '../calendar/held-dates.js';
import { seasonOf, type Season } from '../semester/dates.js';
import { range, shownWeeks, usualBreaks } from '../semester/periods.js';
import { dateAt, dayOf, later, schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import { placedItems, type PlacedItem } from '../timetable/personal-timetables.js';
import { teachersOfAssignment } from '../timetable/who-teaches.js';
import { placeOf, type PageOwner } from './owners.js';
import { printedWords, shownDays, shownFoot } from './words.js';

/** What all pages of a file are of. */
export interface PageSource {
  readonly semester: Row<Semester>;
  readonly timetable: Row<Timetable>;
  /** The week whose grid they have besides; null for none. */
  readonly week: number | null;
  /** Whether whoever has nothing to show has a page nevertheless. */
  readonly isEmptyShown: boolean;
}

/** What all pages of a file share. */
export async function frameOf(ctx: Context, { semester }: PageSource): Promise<PrintedFrame> {
  const { language } = ctx;
  const bells = await ctx.rows.one(BellSchedule, bellScheduleId);
  return {
    title: semester.name,
    foot: shownFoot(dateIn(ctx.app.config.TIME_ZONE))[language],
    breaks: bells?.longBreaks ?? usualBreaks,
    words: printedWords[language],
  };
}

/** The pages one by one, so that no turn is long and no more is held than one. */
export async function* pagesOf(
  ctx: Context,
  source: PageSource,
  owners: readonly PageOwner[],
  onPage?: (number: number, count: number) => void,
): AsyncGenerator<readonly PrintedPage[]> {
  let count = 0;
  for (const [at, owner] of owners.entries()) {
    onPage?.(at + 1, owners.length);
    const page = await pageOf(ctx, source, owner);
    if (!page) continue;
    yield [page];
    count += 1;
    await nextTurn();
  }
  if (count === 0 && owners.length > 0)
    yield [(await pageOf(ctx, { ...source, isEmptyShown: true }, owners[0]))!];
}

async function pageOf(ctx: Context, source: PageSource, owner: PageOwner): Promise<PrintedPage | null> {
  const { semester, timetable, week } = source;
  const items = await placedItems(ctx, timetable, owner.filter);
  if (items.length === 0 && !source.isEmptyShown) return null;
  const named = await Promise.all(items.map((item) => namedItem(ctx, timetable, item)));
  const campuses = [...new Set(items.map(({ campusId }) => campusId))];
  const campus = campuses.length === 1 ? campuses[0] : null;
  return {
    title: owner.title,
    subtitle: subtitleOf(ctx, source, owner),
    semester: await semesterGrid(ctx, source, owner, { named, campus }),
    week: week === null ? null : await weekGrid(ctx, { semester, timetable }, owner, { week, campus }),
    rows: merged(named).map((item) => rowOf(ctx, owner, item)),
  };
}

const draftWords = (revision: number): Record<'zh' | 'en', string> => ({
  zh: `草稿（第 ${revision} 版，未发布）`,
  en: `draft, revision ${revision}, not published`,
});

function subtitleOf(ctx: Context, { semester, timetable }: PageSource, { about }: PageOwner): string {
  const { status, revision } = timetable;
  const draft = status === TimetableStatus.DRAFT ? [draftWords(revision)[ctx.language]] : [];
  return [semester.name, ...about, ...draft].filter(Boolean).join(' · ');
}

/** A meeting with all who teach and attend it, by name. */
interface NamedItem extends PlacedItem {
  readonly teachers: string;
  readonly attendees: string;
}

async function namedItem(ctx: Context, { id }: Row<Timetable>, item: PlacedItem): Promise<NamedItem> {
  const { rows } = ctx;
  const assignment = {
    id: item.assignmentId,
    timetable: id,
    meeting: item.meetingId,
    teacher: item.teacherId,
  };
  const [teachers, groups] = await Promise.all([
    teachersOfAssignment(ctx, assignment as never),
    rows.many(TeachingClassGroup, 'teachingClass', item.teachingClassId) as Promise<
      Row<TeachingClassGroup>[]
    >,
  ]);
  const names = await Promise.all(
    teachers.map(
      async ({ teacher }) => ((await rows.referenced(Teacher, teacher)) as Row<Teacher> | null)?.name,
    ),
  );
  const attendees = await Promise.all(groups.map((group) => attendeeName(ctx, group)));
  return {
    ...item,
    teachers: names.filter(Boolean).join('、'),
    attendees: attendees.join('、') || item.teachingClassName,
  };
}

/** Items that differ in their weeks alone are one. */
function merged(items: readonly NamedItem[]): NamedItem[] {
  const keyOf = (item: NamedItem): string =>
    [
      ...[item.dayOfWeek, item.periodStart, item.periodEnd, item.courseId, item.teachingClassId],
      ...[item.classroomId, item.teachers, item.creditHourTypeId],
    ].join(' ');
  return [...Map.groupBy(items, keyOf).values()].map((alike) => ({
    ...alike[0],
    weeks: alike.flatMap(({ weeks }) => weeks),
  }));
}

function rowOf({ language }: Context, { title }: PageOwner, item: NamedItem): string[] {
  const { periodStart: first, periodEnd: last } = item;
  return [
    ...[title, item.courseName, item.teachingClassName, item.creditHourTypeName ?? ''],
    ...[item.teachers, item.attendees, shownDays[language][item.dayOfWeek - 1]],
    ...[first === last ? `${first}` : `${first}-${last}`, shownWeeks(item.weeks)[language]],
    ...[item.campusName, item.buildingName, item.classroomName],
  ];
}

/** What a cell says below the course: nothing of what the whole page is of. */
function linesOf({ of }: PageOwner, item: NamedItem): string[] {
  const place = placeOf(item.buildingName, item.classroomName);
  return [
    ...(of.classroom ? [] : [place]),
    ...(of.teacher ? [] : [item.teachers]),
    ...(of.administrativeClass && !item.groupNames.length ? [] : [item.attendees]),
  ];
}

interface GridFacts {
  readonly named: readonly NamedItem[];
  /** The campus of all that is held, if it is one: that whose times count. */
  readonly campus: string | null;
}

async function semesterGrid(
  ctx: Context,
  { semester }: PageSource,
  owner: PageOwner,
  { named, campus }: GridFacts,
): Promise<PrintedGrid> {
  const { language } = ctx;
  const meetings = merged(named).map((item): PrintedMeeting => ({
    ...{ day: item.dayOfWeek, first: item.periodStart, last: item.periodEnd, course: item.courseName },
    lines: [shownWeeks(item.weeks)[language], ...linesOf(owner, item)],
  }));
  const dayCount = daysShown(semester, meetings);
  return {
    title: { zh: '学期课表', en: 'Timetable' }[language],
    days: shownDays[language].slice(0, dayCount),
    times: timesWithin(semester, await ctx.rows.find(BellSeason, {}), { campus, language }),
    meetings,
  };
}

/** Days of a grid: as many as runs use or something is held on. */
const daysShown = (semester: Row<Semester>, meetings: readonly PrintedMeeting[]): number =>
  Math.max(...schedulingDaysOf(semester), ...meetings.map(({ day }) => day), 1);

/** From when to when the periods are on a date. */
function timesOn(
  { periodsPerDay }: Row<Semester>,
  seasons: readonly Season[],
  date: string,
  campus: string | null,
): string[] {
  const season = seasonOf(seasons, campus, date);
  return range(0, periodsPerDay).map((at) => season?.times[at] ?? '');
}

/** The same at the beginning of a semester, and what it becomes until its end. */
function timesWithin(
  semester: Row<Semester>,
  seasons: readonly Season[],
  { campus, language }: { campus: string | null; language: Language },
): string[] {
  const { startDate, endDate } = semester;
  const timesFrom = (date: string): string[] => timesOn(semester, seasons, date, campus);
  const last = timesFrom(endDate);
  const changes = (date: string): boolean => timesFrom(date).join() === last.join();
  const since =
    range(0, 7 * weekCountOf(semester))
      .map((days) => later(startDate, days))
      .find(changes) ?? endDate;
  const words = { zh: `${since.slice(5)} 起`, en: `from ${since.slice(5)}` }[language];
  return timesFrom(startDate).map((time, at) =>
    time === last[at] ? time : `${time}\n${words}\n${last[at]}`,
  );
}

/** What is held on the dates of a week, by the calendar. */
async function weekGrid(
  ctx: Context,
  { semester, timetable }: Pick<PageSource, 'semester' | 'timetable'>,
  owner: PageOwner,
  { week, campus }: { week: number; campus: string | null },
): Promise<PrintedGrid> {
  const { language } = ctx;
  const from = dateAt(semester.startDate, { week, day: 1 });
  const dates = range(0, 7).map((days) => later(from, days));
  const all = await datedMeetings(ctx, owner.of, { from, to: dates[6] });
  const items = all.filter(({ item }) => item.semesterId === semester.id);
  const meetings = await Promise.all(
    items.map(async ({ held, item, isHeld }): Promise<PrintedMeeting> => {
      const named = await namedItem(ctx, timetable, { ...item, weeks: [item.week] });
      return {
        ...{ day: dayOf(held.date), first: item.periodStart, last: item.periodEnd, course: item.courseName },
        lines: [...noteOf(ctx, item, isHeld), ...linesOf(owner, named)].filter(Boolean),
      };
    }),
  );
  const rules = new Map((await calendarDaysOf(ctx, semester.id)).map((rule) => [rule.date, rule.name]));
  const labels = dates.map((date, at) =>
    [shownDays[language][at], date.slice(5), rules.get(date)].filter(Boolean).join(' '),
  );
  return {
    title: { zh: `第 ${week} 周`, en: `Week ${week}` }[language],
    days: labels.slice(0, daysShown(semester, meetings)),
    times: timesOn(semester, await ctx.rows.find(BellSeason, {}), from, campus),
    meetings,
  };
}

/** What is said of a meeting that does not stand as the week says. */
function noteOf({ language }: Context, { dateChange }: TimetableItem, isHeld: boolean): string[] {
  const note = dateChange?.change.publicNote;
  if (!isHeld) return [{ zh: '【本次不在此时上课】', en: '[not held this time]' }[language], note ?? ''];
  return dateChange ? [{ zh: '【本次调整】', en: '[changed this time]' }[language], note ?? ''] : [];
}

/** Number of the week of today, or the nearest of the semester. */
export function weekOfToday({ app }: Context, { startDate, endDate }: Row<Semester>): number {
  const date = dateIn(app.config.TIME_ZONE);
  if (date <= startDate) return 1;
  return weekCountOf({ startDate, endDate: date < endDate ? date : endDate });
}
