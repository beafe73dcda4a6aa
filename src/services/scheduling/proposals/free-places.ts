import type { EntityManager } from '@mikro-orm/postgresql';
import { json } from '../../../data/statements.js';
import type { Context } from '../../../data/context.js';
import { readSurroundings, type Grid, type Place, type WantedPlace } from '../placement/facts.js';
import { judgeAlternatives } from '../placement/judge.js';
import { placementRule } from '../placement/rules.js';
import { sharesWeek, spansOverlap, type Span } from '../semester/periods.js';
import type { Time } from '../series/wanted-times.js';
import { busyAtTimes, type RoomChoice, type TeacherChoice } from './proposals.queries.js';

/** What is searched for a place: so many periods at once, in these weeks. */
export interface Shape {
  readonly periods: number;
  readonly weeks: readonly number[];
}

/** What is looked for, and where it may be found. The first teachers and rooms are the best ones. */
export interface Search {
  /** Without a timetable nothing is occupied. */
  readonly grid: Grid;
  readonly course: string;
  readonly classes: readonly string[];
  readonly teachers: readonly TeacherChoice[];
  readonly rooms: readonly RoomChoice[];
  /** Meetings whose own places do not count as occupied. */
  readonly own: readonly string[];
  /** For each meeting the times at which it may be, the best first. */
  readonly meetings: readonly (readonly Time[])[];
}

/** Teacher, room and times that go together. */
export interface FoundPlace {
  readonly teacher: TeacherChoice;
  readonly room: RoomChoice;
  readonly times: readonly Time[];
  /** Whether everything is free then. */
  readonly isFree: boolean;
}

/** How many steps are tried for each teacher. */
const stepsMax = 2_000;

/** A time at which a meeting may be, with what is not free then. */
interface Slot {
  readonly time: Time;
  readonly busy: ReadonlySet<string>;
}

/**
 * The first teacher, and for that one the best times and room, at which nothing is in the way; else those
 * that least is in the way of. Null where there is no teacher, room or time at all.
 */
export async function findPlace(ctx: Context, em: EntityManager, search: Search): Promise<FoundPlace | null> {
  const { teachers, rooms, meetings } = search;
  if (teachers.length === 0 || rooms.length === 0 || meetings.some((times) => times.length === 0))
    return null;
  const slots = await slotsOf(ctx, em, search);
  for (const teacher of teachers) {
    const found = new Attempt(search, slots, teacher).find();
    if (found) return { ...found, teacher, isFree: true };
  }
  return leastBusy(search, slots);
}

class Attempt {
  #steps = 0;

  constructor(
    private readonly search: Search,
    private readonly slots: readonly (readonly Slot[])[],
    private readonly teacher: TeacherChoice,
  ) {}

  find(): { room: RoomChoice; times: Time[] } | null {
    return this.#place([], this.search.rooms);
  }

  #place(chosen: readonly Time[], rooms: readonly RoomChoice[]): { room: RoomChoice; times: Time[] } | null {
    const options = this.slots[chosen.length];
    if (!options) return { room: rooms[0], times: [...chosen] };
    const needed = [this.teacher.id, ...this.search.classes, this.search.course];
    for (const { time, busy } of spread(options, chosen)) {
      if (++this.#steps > stepsMax) return null;
      if (needed.some((id) => busy.has(id)) || chosen.some((other) => overlap(other, time))) continue;
      const left = rooms.filter(({ id }) => !busy.has(id));
      const found = left.length > 0 ? this.#place([...chosen, time], left) : null;
      if (found) return found;
    }
    return null;
  }
}

/** The slots in their order, but those of days that have a meeting already behind all others. */
function spread(slots: readonly Slot[], chosen: readonly Time[]): readonly Slot[] {
  const nearness = ({ time }: Slot): number =>
    Math.max(0, ...chosen.map(({ dayOfWeek }) => 2 - Math.min(2, Math.abs(dayOfWeek - time.dayOfWeek))));
  return chosen.length === 0 ? slots : slots.toSorted((a, b) => nearness(a) - nearness(b));
}

export const overlap = (a: Time, b: Time): boolean =>
  spansOverlap(spanOf(a), spanOf(b)) && sharesWeek(a.weeks, b.weeks);

const spanOf = ({ dayOfWeek: day, periodStart: first, periodEnd: last }: Time): Span => ({
  day,
  first,
  last,
});

/** What is chosen where nothing is free: at each time the least is in the way. */
function leastBusy(
  { teachers, rooms, classes, course }: Search,
  slots: readonly (readonly Slot[])[],
): FoundPlace {
  const [teacher] = teachers;
  const needed = [teacher.id, ...classes, course];
  const times: Time[] = [];
  const taken: ReadonlySet<string>[] = [];
  for (const options of slots) {
    const inTheWay = ({ busy }: Slot): number => needed.filter((id) => busy.has(id)).length;
    const apart = options.filter(({ time }) => !times.some((other) => overlap(other, time)));
    const [best] = (apart.length > 0 ? apart : options).toSorted((a, b) => inTheWay(a) - inTheWay(b));
    times.push(best.time);
    taken.push(best.busy);
  }
  const clashes = ({ id }: RoomChoice): number => taken.filter((busy) => busy.has(id)).length;
  const [room] = rooms.toSorted((a, b) => clashes(a) - clashes(b));
  return { teacher, room, times, isFree: false };
}

async function slotsOf(ctx: Context, em: EntityManager, search: Search): Promise<Slot[][]> {
  const times = [...new Map(search.meetings.flat().map((time) => [keyOf(time), time])).values()];
  const busy = await busyAt(em, search, times);
  const closed = await closedAt(ctx, em, search, times);
  const whole = new Map(
    times.map((time) => {
      const all = new Set([...(busy.get(keyOf(time)) ?? []), ...(closed.get(keyOf(time)) ?? [])]);
      return [keyOf(time), { time, busy: all }];
    }),
  );
  return search.meetings.map((options) => options.map((time) => whole.get(keyOf(time))!));
}

const keyOf = ({ dayOfWeek, periodStart, periodEnd, weeks }: Time): string =>
  `${dayOfWeek} ${periodStart} ${periodEnd} ${weeks.join()}`;

/** Teachers, classes and rooms that other meetings need at each of the times. */
async function busyAt(
  em: EntityManager,
  { grid: { timetable }, teachers, rooms, classes, own }: Search,
  times: readonly Time[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (timetable === null) return new Map();
  const resources = [...teachers.map(({ id }) => id), ...rooms.map(({ id }) => id), ...classes];
  const numbered = json(times.map((time, at) => ({ ...time, at })));
  const rows = await busyAtTimes(em, timetable, numbered, resources, own);
  return new Map(rows.map(({ at, busy }) => [keyOf(times[at]), busy]));
}

/** The rules that tell whether somebody or something may be had at a time at all, whoever else has it. */
const availability = ['teacher-availability', 'room-availability', 'course-availability'].map(placementRule);

/** Whom and what no program gives to a meeting at each of the times, by the rules about places. */
async function closedAt(
  ctx: Context,
  em: EntityManager,
  { grid, course, teachers, rooms }: Search,
  times: readonly Time[],
): Promise<Map<string, string[]>> {
  const asked = times.flatMap((time) => [
    ...teachers.map(({ id }) => ({ time, id, place: wantedAt(time, course, { teacher: id, room: null }) })),
    ...rooms.map(({ id }) => ({ time, id, place: wantedAt(time, course, { teacher: null, room: id }) })),
  ]);
  const places = asked.map(({ place }) => place);
  const around = await readSurroundings(ctx, em, grid, places, { asksHeld: false });
  const faults = await judgeAlternatives(around, places, { act: 'propose' }, availability);
  const closed = new Map<string, string[]>();
  for (const [at, { time, id }] of asked.entries())
    for (const { rule } of faults[at]) {
      const key = keyOf(time);
      closed.set(key, [...(closed.get(key) ?? []), rule.about === 'time' ? course : id]);
    }
  return closed;
}

/** A place at a time for a meeting that nobody has made yet. */
const wantedAt = (
  { dayOfWeek: day, periodStart: period, periodEnd, weeks }: Time,
  course: string,
  of: Pick<Place, 'room' | 'teacher'>,
): WantedPlace => ({
  needs: {
    ...{ meeting: '', teachingClass: '', teachingClassName: '', course, courseName: '', studentCount: 0 },
    ...{ periods: periodEnd - period + 1, weeks, classroomType: null, furtherTeachers: [] },
    teacher: of.teacher,
  },
  from: null,
  to: { day, period, ...of },
});
