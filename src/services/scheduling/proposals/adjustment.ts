import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { requireGrant } from '../../organisation/grants.js';
import { invalid } from '../changes/timetable.js';
import { adjustSeries, type Adjustment } from '../series/adjust.js';
import { noSeries } from '../series/open.js';
import { heldMeetings } from '../series/series.queries.js';
import { joinedTimes, shownTimes, type Time } from '../series/wanted-times.js';
import { noRoom, noTime } from './addition.js';
import { roomsFor, teachersFor } from './candidates.js';
import { changedFields, labels } from './changed-fields.js';
import { findPlace, type FoundPlace, type Search } from './free-places.js';
import {
  roomById,
  seriesFacts,
  teacherById,
  type RoomChoice,
  type SeriesFacts,
  type TeacherChoice,
} from './proposals.queries.js';
import {
  onlyWords,
  statedTimes,
  timesIn,
  told,
  verdictOf,
  whether,
  type Adjusted,
  type Basis,
  type Proposal,
  type Said,
} from './proposal.js';
import { matches, timesFor } from './wished-times.js';
import { plain, shownRoom } from '../../../schema/texts.js';
import { partsOf } from '../semester/periods.js';
import type { Wishes } from './wished-times.js';

/** How a series stands, or would stand by its form. */
interface Standing {
  readonly room: RoomChoice;
  readonly teacher: TeacherChoice;
  readonly times: readonly Time[];
}

/** Proposes how a series may change: by what is said, and where nothing is by its form. */
export async function proposeAdjustment(
  ctx: Context,
  basis: Basis,
  { id, form }: { readonly id: string; readonly form: SeriesFormInput },
  { wishes, isAsked }: Said,
): Promise<Proposal> {
  const em = ctx.em.fork();
  const [facts] = await seriesFacts(em, id);
  if (!facts || basis.timetable === null) throw noSeries(id);
  await requireGrant(ctx, facts.department);
  if (facts.semester !== basis.semester)
    throw invalid(
      `排课属于学期“${facts.semesterName}”，不属于所选学期`,
      `The series belongs to the semester "${facts.semesterName}", not to the one that was named.`,
    );
  const held = await heldMeetings(em, basis.timetable, id);
  if (held.length === 0) throw noSeries(id);
  const now = { room: held[0].room, teacher: held[0].teacher, times: joinedTimes(held) };
  const stands: Standing = {
    room: await roomWith(em, form.classroom ?? now.room),
    teacher: await teacherWith(em, form.teacher ?? now.teacher),
    times: orElse(timesIn(form, basis), now.times),
  };
  const isChanged =
    stands.room.id !== now.room || stands.teacher.id !== now.teacher || !isSame(stands.times, now.times);
  const isSaid =
    Boolean(wishes.at || wishes.avoid || wishes.room || wishes.teachers.length) ||
    wishes.isOtherTeacher ||
    wishes.isOtherTime;
  if (!isSaid && !isChanged) return whatToChange(facts, stands);
  const meetings = meetingsFor(stands.times, basis, wishes);
  if ('text' in meetings) return meetings;
  const found = await changed(ctx, em, {
    ...{ basis, facts, stands, wishes, meetings },
    own: held.map(({ meeting }) => meeting),
    mayMove: !isSaid,
    isRoomChosen: stands.room.id !== now.room,
    isAsked,
  });
  if ('text' in found) return found;
  const adjustment: Adjusted = {
    series: id,
    room: found.room.id,
    teacher: found.teacher.id,
    times: found.times,
    consecutivePeriods: form.consecutivePeriods ?? facts.consecutivePeriods,
    priority: form.priority ?? facts.priority,
  };
  const verdict = await verdictOf(() => check(ctx, adjustment));
  if (isAsked) return whether(found, verdict);
  const filledIn = orElse(statedTimes(form), now.times);
  const changes = changedFields([
    { label: labels.times, before: shownTimes(filledIn), after: shownTimes(found.times) },
    { label: labels.room, before: shownRoom(stands.room), after: shownRoom(found.room) },
    { label: labels.teacher, before: plain(stands.teacher.name), after: plain(found.teacher.name) },
  ]);
  const { isFree } = found;
  const text = told(wordsFor(facts, found), changes, { ...verdict, isFree });
  return { adjustment, problems: verdict.problems, text };
}

interface Wanted {
  readonly basis: Basis;
  readonly facts: SeriesFacts;
  readonly stands: Standing;
  readonly wishes: Wishes;
  readonly meetings: readonly (readonly Time[])[];
  readonly own: readonly string[];
  /** Whether other times may be taken where those of the form are not free. */
  readonly mayMove: boolean;
  /** Whether the room of the form is another one than now, which was wished for before. */
  readonly isRoomChosen: boolean;
  /** Whether it is only asked if the form may have what is wished for. */
  readonly isAsked: boolean;
}

/** The place that is wished for, with the room of now if it can be; another one where it is not free. */
async function changed(
  ctx: Context,
  em: EntityManager,
  { basis, facts, stands, wishes, meetings, own, mayMove, isRoomChosen, isAsked }: Wanted,
): Promise<FoundPlace | Proposal> {
  const { course } = facts;
  const teachers =
    wishes.teachers.length > 0 || wishes.isOtherTeacher
      ? await teachersFor(em, { course, timetable: basis.timetable }, wishes.teachers)
      : [stands.teacher];
  const asked = wishes.isOtherTeacher ? teachers.filter(({ id }) => id !== stands.teacher.id) : teachers;
  if (asked.length === 0)
    return onlyWords(
      `没有其他教师具有“${facts.name}”已批准的任课资格，请先批准资格。`,
      `No other teacher has an approved qualification for "${facts.name}". Maybe approve one first.`,
    );
  const others = await roomsFor(em, {
    ...{ semester: basis.semester, students: facts.students, type: facts.type, campus: stands.room.campus },
    wish: wishes.room ?? {},
  });
  const rooms = wishes.room
    ? others.filter(({ id }) => wishes.room!.room || id !== stands.room.id)
    : [stands.room];
  if (rooms.length === 0) return noRoom(Math.max(facts.students, wishes.room?.capacityMin ?? 0));
  const search: Search = {
    ...{ grid: basis, course: facts.course, classes: facts.classes },
    ...{ teachers: asked, rooms, own, meetings },
  };
  const anywhere = stands.times.map((time) =>
    timesFor({ periods: time.periodEnd - time.periodStart + 1, weeks: time.weeks }, basis, wishes),
  );
  // A room that was wished for before is given up for one that holds as many, if there is one.
  const asLarge = isRoomChosen ? others.filter(({ capacity }) => capacity >= stands.room.capacity) : [];
  const elsewhere = wishes.room ? [] : [asLarge, others].filter((each) => each.length > 0);
  const attempts: Search[] = [
    search,
    ...(isAsked ? [] : elsewhere.map((each) => ({ ...search, rooms: each }))),
    ...(mayMove ? [{ ...search, meetings: anywhere }] : []),
  ];
  let best: FoundPlace | null = null;
  for (const attempt of attempts) {
    const found = await findPlace(ctx, em, attempt);
    if (found?.isFree) return found;
    best ??= found;
  }
  return best ?? noTime();
}

/** For each meeting the times at which it may be: those that are said to move where that is wished. */
function meetingsFor(times: readonly Time[], basis: Basis, wishes: Wishes): (readonly Time[])[] | Proposal {
  const { at, avoid, from, isOtherTime } = wishes;
  if (!at && !avoid && !isOtherTime) return times.map((time) => [time]);
  const parts = partsOf(basis.periods, basis.longBreaks);
  const options = (time: Time): Time[] =>
    timesFor(
      { periods: time.periodEnd - time.periodStart + 1, weeks: at?.weeks ?? time.weeks },
      basis,
      wishes,
    );
  if (isOtherTime)
    return times.map((time) =>
      from && !matches(time, from, parts)
        ? [time]
        : options(time).filter((other) => !isSame([other], [time])),
    );
  const stays = (time: Time): boolean =>
    from ? !matches(time, from, parts) : options(time).some((other) => isSame([other], [time]));
  const moving = times.filter((time) => !stays(time));
  if (from && moving.length === 0)
    return onlyWords(
      `该课程不在所说的时间，现为${shownTimes(times).zh}。`,
      `It is not held then, but on ${shownTimes(times).en}.`,
    );
  if (!from && at?.days?.length && moving.length > 1)
    return onlyWords(
      `该课程每周有 ${times.length} 次：${shownTimes(times).zh}。请说明调整哪一次，例如“把周一的换到周四下午”。`,
      `It is held ${times.length} times: ${shownTimes(times).en}. Which one shall move?`,
    );
  return times.map((time) => (moving.includes(time) ? options(time) : [time]));
}

const orElse = (times: readonly Time[], others: readonly Time[]): readonly Time[] =>
  times.length > 0 ? times : others;

const isSame = (a: readonly Time[], b: readonly Time[]): boolean => {
  const text = (times: readonly Time[]): string =>
    times
      .map(
        ({ dayOfWeek, periodStart, periodEnd, weeks }) =>
          `${dayOfWeek} ${periodStart} ${periodEnd} ${weeks.join()}`,
      )
      .sort()
      .join(';');
  return text(a) === text(b);
};

async function roomWith(em: EntityManager, id: string): Promise<RoomChoice> {
  const [room] = await roomById(em, id);
  if (!room) throw errors.notFound({ zh: '教室', en: 'classroom' }, id);
  return room;
}

async function teacherWith(em: EntityManager, id: string): Promise<TeacherChoice> {
  const [teacher] = await teacherById(em, id);
  if (!teacher) throw errors.notFound({ zh: '教师', en: 'teacher' }, id);
  return teacher;
}

/** Judges the proposal as if it were stored. */
function check(ctx: Context, { series, room, teacher, times, ...stated }: Adjusted): Promise<Adjustment> {
  const adjustments = {
    ...stated,
    ...{ classroom: room, teacher },
    times: times.map((time) => ({ ...time, weeks: [...time.weeks] })),
  };
  const input = { adjustments, acceptsClashes: false };
  return adjustSeries(ctx, series, input, { act: 'form', isDryRun: true });
}

function wordsFor({ name }: SeriesFacts, { teacher, ...found }: FoundPlace): Text {
  const [when, room] = [shownTimes(found.times), shownRoom(found.room)];
  return {
    zh: `建议将“${name}”调整为：${when.zh}，教室${room.zh}，教师${teacher.name}。`,
    en: `Proposed for "${name}": ${when.en}, ${room.en}, by ${teacher.name}.`,
  };
}

function whatToChange({ name }: SeriesFacts, { room, teacher, times }: Standing): Proposal {
  const when = shownTimes(times);
  return onlyWords(
    `“${name}”现为${when.zh}，教室${room.name}，教师${teacher.name}。请说明要调整什么，例如“换到周四下午”“换一间 80 座的教室”。`,
    `"${name}" is held on ${when.en} in ${room.name} by ${teacher.name}. What shall change? Maybe say ` +
      `"Thursday afternoon" or "a room with 80 seats".`,
  );
}
