import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { CopiedClass, CopiedMeeting } from './source.js';

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
export interface SemesterPair {
  readonly source: SemesterFacts;
  readonly target: SemesterFacts;
}

/** The teaching classes of the target that earlier copies made, by what they were copied from. */
export async function knownCopies(
  em: EntityManager,
  target: string,
  classes: readonly CopiedClass[],
): Promise<Map<string, { id: string; isEnabled: boolean }>> {
  const rows = await em.execute<{ id: string; from: string; isEnabled: boolean }[]>(
    `select id, copied_from_id as "from", is_enabled as "isEnabled" from teaching_class
     where semester_id = $1 and copied_from_id = any($2)`,
    [target, classes.map(({ id }) => id)],
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
): Promise<{ readonly ids: readonly string[]; readonly copies: readonly MeetingCopy[] }> {
  const made = new Map(classes.map(({ id }) => [id, uuidv7()]));
  const codes = await freeCodes(em, semesters, classes);
  await em.execute(classesSql, [
    semesters.target.id,
    JSON.stringify(
      classes.map(({ id, leftStudents }) => ({
        id: made.get(id),
        from: id,
        code: codes.get(id),
        left: leftStudents,
      })),
    ),
  ]);
  await em.execute(groupsSql, [
    JSON.stringify(
      classes.flatMap(({ id, groups }) =>
        groups.map((group) => ({ id: uuidv7(), class: made.get(id), group })),
      ),
    ),
  ]);
  const meetingIds = new Map(meetings.map(({ id }) => [id, uuidv7()]));
  await em.execute(meetingsSql, [
    JSON.stringify(
      meetings.map(({ id, class: of, weeks, teacher, hasTeacherLeft }) => ({
        id: meetingIds.get(id),
        from: id,
        class: made.get(of),
        weeks,
        teacher: hasTeacherLeft ? null : teacher,
      })),
    ),
  ]);
  const series = await storeSeries(em, made, meetings);
  const copies = meetings.map((from) => ({
    id: meetingIds.get(from.id)!,
    from,
    series: (from.series && series.get(from.series)) ?? null,
  }));
  return { ids: [...made.values()], copies };
}

const classesSql = `
  insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
    student_count, seats, min_working_days, description, planned_kind, copied_from_id)
  select x.id, x.code, t.name, $1, t.course_id, t.department_id, t.is_compulsory,
    greatest(t.student_count - x."left", 0), t.seats, t.min_working_days, t.description, t.planned_kind, t.id
  from jsonb_to_recordset($2) as x (id uuid, "from" uuid, code text, "left" int)
    join teaching_class t on t.id = x."from"`;

const groupsSql = `
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
  select x.id, x."class", x."group" from jsonb_to_recordset($1) as x (id uuid, "class" uuid, "group" uuid)`;

const meetingsSql = `
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
    classroom_type_id, teacher_id)
  select x.id, x."class", m.sequence, m.periods, x.weeks, m.credit_hour_type_id, m.classroom_type_id,
    x.teacher
  from jsonb_to_recordset($1) as x (id uuid, "from" uuid, "class" uuid, weeks int[], teacher uuid)
    join meeting m on m.id = x."from"`;

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
  await em.execute(
    `insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
       total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
     select x.id, x."class", s.credit_hour_type_id, s.teaching_hours, s.scheduled_hours, s.total_hours,
       s.priority, s.course_ownership, s.teaching_campus_id, s.consecutive_periods
     from jsonb_to_recordset($1) as x (id uuid, "from" uuid, "class" uuid)
       join series s on s.id = x."from"`,
    [JSON.stringify([...classes].map(([from, of]) => ({ id: ids.get(from), from, class: of })))],
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
  const rows = await em.execute<{ id: string; class: string; sequence: number; series: string | null }[]>(
    `select m.id, m.teaching_class_id as class, m.sequence, (
       select a.series_id from class_assignment a join timetable t on t.id = a.timetable_id
       where a.meeting_id = m.id and a.series_id is not null order by t.revision desc limit 1) as series
     from meeting m where m.teaching_class_id = any($1) and not m.is_replaced`,
    [[...known.values()]],
  );
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
  const rows = await em.execute<{ code: string }[]>(
    'select code from teaching_class where btrim(code) ~ $1',
    [`-${after}(-[0-9]+)?$`],
  );
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
