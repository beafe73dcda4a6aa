import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { CopiedClass, CopiedMeeting } from './copies.queries.js';
import { json } from '../../../data/statements.js';
import {
  classesCopiedFrom,
  codesMatching,
  insertCopiedClasses,
  insertCopiedGroups,
  insertCopiedMeetings,
  insertCopiedSeries,
  insertCopiedTeachers,
  meetingsOfCopies,
} from './copies.queries.js';

/** A meeting of the target, and what it is a copy of. */
export interface MeetingCopy {
  readonly id: string;
  readonly from: CopiedMeeting;
  /** The series that it is part of; none: the timetable gives it one. */
  readonly series: string | null;
}

interface SemesterFacts {
  readonly id: string;
  readonly startDate: string;
}

/** The semester that is copied, and the one that it is copied into. */
interface SemesterPair {
  readonly source: SemesterFacts;
  readonly target: SemesterFacts;
}

/** The teaching classes of the target that earlier copies made, by what they were copied from. */
export async function knownCopies(
  em: EntityManager,
  target: string,
  classes: readonly CopiedClass[],
): Promise<Map<string, { id: string; isEnabled: boolean }>> {
  const rows = await classesCopiedFrom(
    em,
    target,
    classes.map(({ id }) => id),
  );
  return new Map(rows.map(({ from, id, isEnabled }) => [from, { id, isEnabled }]));
}

/**
 * Stores copies of teaching classes with their groups, and of their meetings and series. The number of
 * statements does not depend on how many there are.
 */
export async function storeClasses(
  em: EntityManager,
  semesters: SemesterPair,
  classes: readonly CopiedClass[],
  meetings: readonly CopiedMeeting[],
): Promise<{ readonly made: ReadonlyMap<string, string>; readonly copies: readonly MeetingCopy[] }> {
  const made = new Map(classes.map(({ id }) => [id, uuidv7()]));
  const codes = await freeCodes(em, semesters, classes);
  await insertCopiedClasses(
    em,
    semesters.target.id,
    json(
      classes.map(({ id, leftStudents }) => ({
        id: made.get(id),
        from: id,
        code: codes.get(id),
        left: leftStudents,
      })),
    ),
  );
  await insertCopiedGroups(
    em,
    json(
      classes.flatMap(({ id, attendees }) =>
        attendees.map((attendee) => ({ id: uuidv7(), copy: made.get(id), ...attendee })),
      ),
    ),
  );
  const meetingIds = new Map(meetings.map(({ id }) => [id, uuidv7()]));
  await insertCopiedMeetings(
    em,
    json(
      meetings.map(({ id, class: of, weeks, teacher, hasTeacherLeft }) => ({
        id: meetingIds.get(id),
        from: id,
        class: made.get(of),
        weeks,
        teacher: hasTeacherLeft ? null : teacher,
      })),
    ),
  );
  await insertCopiedTeachers(em, json([...meetingIds].map(([from, id]) => ({ id, from }))));
  const series = await storeSeries(em, made, meetings);
  const copies = meetings.map((from) => ({
    id: meetingIds.get(from.id)!,
    from,
    series: (from.series && series.get(from.series)) ?? null,
  }));
  return { made, copies };
}

/** Series of the copies, with the further fields of those that they stand for. */
async function storeSeries(
  em: EntityManager,
  made: ReadonlyMap<string, string>,
  meetings: readonly CopiedMeeting[],
): Promise<Map<string, string>> {
  const classes = new Map(
    meetings.flatMap(({ series, class: of }) => (series ? [[series, made.get(of)!] as const] : [])),
  );
  const ids = new Map([...classes.keys()].map((series) => [series, uuidv4()]));
  await insertCopiedSeries(
    em,
    json([...classes].map(([from, of]) => ({ id: ids.get(from), from, class: of }))),
  );
  return ids;
}

/**
 * The meetings of teaching classes that an earlier copy made, by number, and the series in which a timetable
 * of the target has held them last.
 */
export async function knownMeetings(
  em: EntityManager,
  known: ReadonlyMap<string, string>,
  meetings: readonly CopiedMeeting[],
): Promise<MeetingCopy[]> {
  const rows = await meetingsOfCopies(em, [...known.values()]);
  const byNumber = new Map(rows.map((row) => [`${row.class} ${row.sequence}`, row]));
  return meetings.flatMap((from) => {
    const found = byNumber.get(`${known.get(from.class)} ${from.sequence}`);
    return found ? [{ id: found.id, from, series: found.series }] : [];
  });
}

/** What is added to it has at most eleven characters, of 32. */
const codeMax = 20;

const monthOf = (startDate: string): string => startDate.slice(2, 7).replace('-', '');

/** Codes that no teaching class has: as they were, but for the month in which the semester starts. */
async function freeCodes(
  em: EntityManager,
  { source, target }: SemesterPair,
  classes: readonly CopiedClass[],
): Promise<ReadonlyMap<string, string>> {
  const [before, after] = [monthOf(source.startDate), monthOf(target.startDate)];
  const rows = await codesMatching(em, `-${after}(-[0-9]+)?$`);
  const taken = new Set(rows.map(({ code }) => keyOf(code)));
  const numbers = new Map<string, number>();
  return new Map(
    classes.map(({ id, code: old }) => {
      const stem = old
        .trim()
        .replace(new RegExp(`-${before}(?:-\\d+)?$`), '')
        .slice(0, codeMax);
      const codeOf = (number: number): string => `${stem}-${after}${number > 1 ? `-${number}` : ''}`;
      let number = numbers.get(keyOf(stem)) ?? 1;
      while (taken.has(keyOf(codeOf(number)))) number += 1;
      numbers.set(keyOf(stem), number + 1);
      return [id, codeOf(number)];
    }),
  );
}

const keyOf = (code: string): string => code.trim().toLowerCase();
