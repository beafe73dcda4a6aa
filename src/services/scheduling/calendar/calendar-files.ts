import ICAL from 'ical.js';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { authorize, viewerOf } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import type { TimetableItem } from '../../../entities/scheduling/personal-timetables.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { currentBudget } from '../../../schema/budget.js';
import { DomainError } from '../../../schema/errors.js';
import { hashOf } from '../../../schema/hash.js';
import { RecentMap } from '../../../schema/recent-map.js';
import type { Row } from '../../../schema/rows.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import type { AssignmentFilter } from '../timetable/assignments.js';
import { currentTimetable } from '../timetable/timetables.js';
import type { DateAndClock } from '../semester/dates.js';
import { later } from '../semester/weeks.js';
import { changedLast } from './calendar.queries.js';
import { ownerOf, type TimetableOwnerInput } from './dated-meetings.js';
import { dateAndClock } from './held-dates.js';
import { occurrencesOf, type HeldOccurrence } from './occurrences.js';

/** Days for which a semester that is over stays in calendars. */
const daysKept = 180;

/** A calendar file. */
export interface CalendarFile {
  /** Names its content. */
  readonly tag: string;
  /** Null where the caller has it. */
  readonly content: string | null;
}

/** A tag, and of how many changes it knows. */
interface KnownTag {
  readonly tag: string;
  readonly changes: number;
}

/** Calendars whose tags a process remembers. */
const tagsMax = 20_000;
const tagsByApp = new WeakMap<App, RecentMap<string, KnownTag>>();

/** What a calendar is restricted to; it is by dates, which revisions do not have. */
interface CalendarPart {
  readonly semester?: string;
  readonly timetable?: string;
  readonly week?: number;
}

/**
 * The published timetable of a class, teacher or another owner as an iCalendar file (RFC 5545): an event for
 * each date, so that no reader has to understand odd weeks and holidays. It is not made where the caller has
 * it, and nothing changed that calls share since.
 * @param had the tags of what the caller has
 */
export async function calendarFile(
  ctx: Context,
  of: TimetableOwnerInput,
  had: readonly string[],
  { semester: id, timetable, week }: CalendarPart = {},
): Promise<CalendarFile> {
  authorize(ctx, 'datedMeetings');
  if (timetable !== undefined || week !== undefined) throw onlySemester();
  const semester = id === undefined ? null : await readOne(ctx, Semester, id);
  const owner = ownerOf(ctx, of);
  const oldest = later(new Date().toISOString().slice(0, 10), -daysKept);
  const { sessionId: _, ...viewer } = viewerOf(ctx);
  const name = hashOf(JSON.stringify([viewer, owner, ctx.language, oldest, id]));
  const { changes } = ctx.rows;
  const tags = tagsByApp.get(ctx.app) ?? new RecentMap(tagsMax);
  tagsByApp.set(ctx.app, tags);
  const known = tags.get(name);
  if (known && changes !== null && known.changes >= changes && had.includes(known.tag))
    return { tag: known.tag, content: null };
  const content = await make(ctx, of, owner, semester ? [semester] : await semestersSince(ctx, oldest));
  const tag = hashOf(content);
  if (changes !== null) tags.set(name, { tag, changes });
  return { tag, content: had.includes(tag) ? null : content };
}

/** The semesters that are in calendars of all. */
async function semestersSince({ rows }: Context, oldest: string): Promise<Row<Semester>[]> {
  const enabled = await rows.find(Semester, { isEnabled: true }, { orderBy: { startDate: 'asc' } });
  return enabled.filter(({ endDate }) => endDate >= oldest);
}

async function make(
  ctx: Context,
  of: TimetableOwnerInput,
  owner: AssignmentFilter,
  semesters: readonly Row<Semester>[],
): Promise<string> {
  const zone = zoneOf(ctx.app.config.TIME_ZONE);
  const events = await Promise.all(semesters.map((semester) => eventsOf(ctx, semester, owner, zone)));
  return written(await nameOf(ctx, of), zone, events.flat());
}

async function nameOf(ctx: Context, { administrativeClass: id }: TimetableOwnerInput): Promise<string> {
  return id
    ? (await readOne(ctx, AdministrativeClass, id)).name
    : { zh: '课表', en: 'Timetable' }[ctx.language];
}

/** Properties and components as jCal has them (RFC 7265), which the library writes out. */
type Line = readonly [name: string, parameters: object, type: string, value: string | number];
type Component = readonly [name: string, lines: readonly Line[], parts: readonly Component[]];

/** A time zone as calendars name and describe it, for those who do not know it. */
interface Zone {
  readonly tzid: string;
  readonly parts: readonly Component[];
}

function zoneOf(timeZone: string): Zone {
  const [block, line] = tzlib_get_ical_block(timeZone);
  if (!block) return { tzid: timeZone, parts: [] };
  return { tzid: line.slice('TZID='.length), parts: [ICAL.parse(block) as never] };
}

function written(name: string, zone: Zone, events: readonly Component[]): string {
  const lines: Line[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//class-scheduling//timetables//ZH'],
    ['method', {}, 'text', 'PUBLISH'],
    text('x-wr-calname', name),
    ['refresh-interval', {}, 'duration', 'PT1H'],
    ['x-published-ttl', {}, 'duration', 'PT1H'],
  ];
  return `${ICAL.stringify(['vcalendar', lines, [...zone.parts, ...events]] as never)}\r\n`;
}

/** Events of one semester in a file: many times what a person has. */
const eventsMax = 5_000;

/** A line of text. The library escapes line feeds alone, and a carriage return would end the line. */
const text = (name: string, value: string): Line => [name, {}, 'text', value.replaceAll(/\r\n?/g, '\n')];

/** From when the numbers of changes are counted, which have to fit into 32 bits. */
const epoch = Date.parse('2020-01-01T00:00:00Z');

async function eventsOf(
  ctx: Context,
  { id }: Row<Semester>,
  owner: AssignmentFilter,
  { tzid }: Zone,
): Promise<Component[]> {
  const timetable = await currentTimetable(ctx, id);
  if (timetable?.status !== TimetableStatus.PUBLISHED) return [];
  const occurrences = onceEach(await occurrencesOf(ctx, id, owner));
  if (occurrences.length > eventsMax) throw tooMany(occurrences.length);
  const budget = currentBudget();
  if (budget && !budget.spend(occurrences.length)) return budget.ended;
  const [{ at }] = await changedLast(ctx.em, timetable.id);
  const events = occurrences.map(async (each): Promise<Component | null> => {
    const held = await dateAndClock(ctx, each.item);
    return held && ['vevent', [...timesOf(held, tzid), ...linesOf(ctx, each, new Date(at))], []];
  });
  return (await Promise.all(events)).filter((event) => event !== null);
}

/** What is held, and what of the rest is held at no other time. */
function onceEach(occurrences: readonly HeldOccurrence[]): HeldOccurrence[] {
  const keyOf = ({ item, plannedWeek }: HeldOccurrence): string => uidOf(item, plannedWeek);
  const held = new Set(occurrences.filter(({ isHeld }) => isHeld).map(keyOf));
  return occurrences
    .filter((each) => each.isHeld || !held.has(keyOf(each)))
    .sort((a, b) => a.item.week - b.item.week || a.item.dayOfWeek - b.item.dayOfWeek);
}

const uidOf = ({ meetingId }: TimetableItem, plannedWeek: number): string =>
  `${meetingId}-${plannedWeek}@class-scheduling`;

/** From when to when, by the clock of the institution; the whole date where the periods have no times. */
const timesOf = ({ date, at }: DateAndClock, tzid: string): Line[] =>
  at
    ? [
        ['dtstart', { tzid }, 'date-time', `${date}T${at.start}:00`],
        ['dtend', { tzid }, 'date-time', `${date}T${at.end}:00`],
      ]
    : [['dtstart', {}, 'date', date]];

/** An event is the meeting in its planned week, wherever that is held. */
function linesOf(ctx: Context, { item, plannedWeek, isHeld }: HeldOccurrence, changed: Date): Line[] {
  const note = item.dateChange?.change.publicNote;
  const stamp = `${changed.toISOString().slice(0, 19)}Z`;
  const periods = item.periodStart === item.periodEnd ? '' : `-${item.periodEnd}`;
  const words = {
    zh: `${item.teacherName}，第 ${item.week} 周，第 ${item.periodStart}${periods} 节`,
    en: `${item.teacherName}, week ${item.week}, period ${item.periodStart}${periods}`,
  };
  return [
    ['uid', {}, 'text', uidOf(item, plannedWeek)],
    ['dtstamp', {}, 'date-time', stamp],
    ['last-modified', {}, 'date-time', stamp],
    ['sequence', {}, 'integer', Math.floor((changed.getTime() - epoch) / 1_000)],
    text('summary', item.courseName),
    text('location', `${item.campusName} ${item.buildingName} ${item.classroomName}`),
    text('description', words[ctx.language] + (note ? `\n${note}` : '')),
    ['status', {}, 'text', isHeld ? 'CONFIRMED' : 'CANCELLED'],
  ];
}

const onlySemester = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: '日历文件只能用 semester 限定学期：它总是发布的课表，没有单独的版本或周次，请去掉 timetable 和 week',
    en:
      'A calendar is that of the published timetable in all its weeks. Maybe leave timetable and week out; ' +
      'semester names a semester.',
  });

const tooMany = (count: number): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `日历文件最多 ${eventsMax} 次课，这里有 ${count} 次，请改用班级的课表`,
    en: `A calendar file has at most ${eventsMax} meetings, not ${count}. Maybe ask for that of a class.`,
  });
