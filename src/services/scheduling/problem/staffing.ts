import { groupBy } from '../../../data/loaders.js';
import { weekPattern, type Meeting, type Pieces, type TimeSpan, type Travel } from '@class-scheduling/solver';
import { forbiddenSpans as spansOf } from '../placement/facts.js';
import type { Snapshot, SnapshotQualification } from './snapshot.js';
import { dayBit } from './solver-places.js';

/** What records say of teachers and of the ways between campuses, in the terms of the solver. */

/** The times at which a teacher teaches in no semester, as far as this semester has them. */
export function forbiddenSpans(
  text: string | null | undefined,
  { weeks, days, periods }: Pick<Snapshot, 'weeks' | 'days' | 'periods'>,
): TimeSpan[] {
  return spansOf({ forbiddenTimes: text ?? null })
    .filter(({ day, first }) => day <= days && first <= periods)
    .map(({ day, first, last }) => ({
      weeks: '1'.repeat(weeks),
      days: 1 << (day - 1),
      start: first - 1,
      length: Math.min(last, periods) - first + 1,
    }));
}

/** When rooms, teachers and groups are absent, or taken by meetings that are no part of the problem. */
export function awayIn({
  unavailable,
  taken = [],
  weeks: count,
}: Snapshot): ReadonlyMap<string, readonly TimeSpan[]> {
  const away = new Map<string | null, TimeSpan[]>();
  const add = (owners: readonly (string | null)[], span: TimeSpan): void => {
    for (const owner of new Set(owners)) {
      const spans = away.get(owner);
      if (spans) spans.push(span);
      else away.set(owner, [span]);
    }
  };
  const always = '1'.repeat(count);
  for (const { room, teacher, day, period } of unavailable)
    add([room, teacher], { weeks: always, days: dayBit(day), start: period - 1, length: 1 });
  for (const { room, teacher, furtherTeachers = [], groups, day, period, periods, weeks } of taken) {
    const span = { weeks: weekPattern(weeks, count), days: dayBit(day), start: period - 1, length: periods };
    add([room, teacher, ...furtherTeachers, ...groups], span);
  }
  return away as Map<string, TimeSpan[]>;
}

/** Lead teachers stand above all levels of qualification, which go from 1 to 3. */
const leadRank = 4;

/** How far each teacher of a course stands below the best, for the courses whose teachers differ. */
export function levelPenalties(
  qualifications: readonly SnapshotQualification[],
): ReadonlyMap<string, { readonly teacherPenalties: Readonly<Record<string, number>> }> {
  const ranks = new Map<string, Map<string, number>>();
  for (const { course, teacher, level = 1, isPrimary = false } of qualifications) {
    const ofCourse = ranks.get(course) ?? new Map<string, number>();
    ranks.set(
      course,
      ofCourse.set(teacher, Math.max(ofCourse.get(teacher) ?? 0, isPrimary ? leadRank : level)),
    );
  }
  const penalties = [...ranks].map(([course, ofCourse]) => {
    const best = Math.max(...ofCourse.values());
    const below = [...ofCourse].flatMap(([teacher, rank]) => (rank < best ? [[teacher, best - rank]] : []));
    return [course, { teacherPenalties: Object.fromEntries(below) as Record<string, number> }] as const;
  });
  return new Map(penalties.filter(([, { teacherPenalties }]) => Object.keys(teacherPenalties).length > 0));
}

/** The free periods needed between every two campuses with rooms: the larger number of the two. */
export function travelBetweenCampuses({ rooms, campuses = [] }: Snapshot): Travel[] {
  const used = new Set(rooms.map(({ campus }) => campus));
  const ends = campuses.filter(({ id }) => used.has(id));
  return ends.flatMap((from, at) =>
    ends.slice(at + 1).flatMap((to): Travel[] => {
      const periods = Math.max(from.travelPeriods, to.travelPeriods);
      return periods > 0 ? [{ from: from.id, to: to.id, periods }] : [];
    }),
  );
}

/**
 * The meetings, of which those of one kind of hours of a teaching class are a set that one teacher teaches,
 * if there is one who may: meetings for which others are named stay apart. In pieces.
 */
export function* withTeacherSets(
  meetings: readonly Meeting[],
  kindOf: (meeting: string) => string,
): Pieces<readonly Meeting[]> {
  const sets = new Map<string, string>();
  const byKind = groupBy(meetings, ({ id, teachingClass }) => `${teachingClass} ${kindOf(id)}`);
  for (const list of byKind.values()) {
    yield;
    const open = list.filter(({ teachers }) => teachers.length > 1);
    const set = [list, open].find((each) => each.length > 1 && teachersOfAll(each).length > 0);
    if (!set || open.length === 0) continue;
    for (const { id, teachingClass } of set) sets.set(id, `${teachingClass} ${kindOf(id) || 'all'}`);
  }
  yield;
  return meetings.map((meeting) => {
    const teacherSet = sets.get(meeting.id);
    return teacherSet === undefined ? meeting : { ...meeting, teacherSet };
  });
}

const teachersOfAll = ([first, ...others]: readonly Meeting[]): string[] =>
  first.teachers.filter((teacher) => others.every(({ teachers }) => teachers.includes(teacher)));

/**
 * The meetings without the sets that several teach already, because somebody wanted it.
 * @param present who teaches a meeting so far
 */
export function withoutSplitSets(
  meetings: readonly Meeting[],
  present: (meeting: string) => string | null | undefined,
): readonly Meeting[] {
  const sets = groupBy(
    meetings.filter(({ teacherSet }) => teacherSet !== undefined),
    ({ teacherSet }) => teacherSet!,
  );
  const split = new Set(
    [...sets.values()].filter((set) => new Set(set.flatMap(({ id }) => present(id) ?? [])).size > 1).flat(),
  );
  return meetings.map((meeting) => (split.has(meeting) ? { ...meeting, teacherSet: undefined } : meeting));
}
