import type { EntityManager } from '@mikro-orm/postgresql';
import type { MeetingNeeds, MeetingPlace, WantedPlace } from '../placement/facts.js';

export type { MeetingPlace };

/** Everything that a timetable says of a meeting that it holds; place and lock, or why there is none. */
export interface MeetingState {
  /** Identifier of the row, the same again after the meeting was retired and that was taken back. */
  readonly id: string;
  readonly place: MeetingPlace | null;
  readonly isLocked: boolean;
  readonly series: string | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
}

/** What never changes of a meeting once a timetable holds it. */
export interface MeetingFacts extends MeetingNeeds {
  readonly semester: string;
  /** Whether a series was the reason to make the teaching class. */
  readonly isMadeWithSeries: boolean;
  readonly department: string;
  readonly departmentName: string;
  readonly sequence: number;
  readonly creditHourType: string | null;
}

/** What a change does to one meeting; null where the timetable does not hold it. */
export interface StateChange {
  readonly meeting: string;
  readonly before: MeetingState | null;
  readonly after: MeetingState | null;
}

export const isSamePlace = (a: MeetingPlace | null, b: MeetingPlace | null): boolean =>
  a?.day === b?.day && a?.period === b?.period && a?.room === b?.room && a?.teacher === b?.teacher;

/** The places that changes lead to, as far as they are new. */
export const wantedPlaces = (
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingNeeds>,
): WantedPlace[] =>
  changes.flatMap(({ meeting, before, after }) => {
    const [from, to] = [before?.place ?? null, after?.place ?? null];
    return to && !isSamePlace(from, to) ? [{ needs: facts.get(meeting)!, from, to }] : [];
  });

/** Whether the timetable says the same of a meeting. */
export const isSameState = (a: MeetingState | null, b: MeetingState | null): boolean =>
  (a === null) === (b === null) &&
  isSamePlace(a?.place ?? null, b?.place ?? null) &&
  a?.isLocked === b?.isLocked &&
  a?.series === b?.series &&
  a?.reasonZh === b?.reasonZh &&
  a?.reasonEn === b?.reasonEn;

/** The state of a row `a` of class_assignment, as it is kept with changes. */
const stateSql = `jsonb_build_object('id', a.id, 'isLocked', a.is_locked, 'series', a.series_id,
  'reasonZh', a.reason_zh, 'reasonEn', a.reason_en, 'place',
  case when a.day_of_week is not null then jsonb_build_object('day', a.day_of_week, 'period', a.period_start,
    'room', a.classroom_id, 'teacher', a.teacher_id) end)`;

type StateRow = { meeting: string; state: MeetingState | null };

const byMeeting = (rows: readonly StateRow[]): Map<string, MeetingState> =>
  new Map(rows.flatMap(({ meeting, state }) => (state ? [[meeting, state] as const] : [])));

/** What a timetable says of the meetings, or of all that it holds. */
export async function readStates(
  em: EntityManager,
  timetable: string,
  meetings?: readonly string[],
): Promise<Map<string, MeetingState>> {
  const rows = await em.execute<StateRow[]>(
    `select a.meeting_id as meeting, ${stateSql} as state from class_assignment a
     where a.timetable_id = $1 ${meetings ? 'and a.meeting_id = any($2)' : ''} order by a.meeting_id`,
    meetings ? [timetable, meetings] : [timetable],
  );
  return byMeeting(rows);
}

/**
 * What a timetable said of its meetings when the newest change of its semester was `number`: today's states,
 * with what each meeting was before the first change that came later.
 */
export async function readStatesAt(
  em: EntityManager,
  timetable: string,
  number: number,
): Promise<Map<string, MeetingState>> {
  const rows = await em.execute<StateRow[]>(
    `with later as (
       select distinct on (i.meeting_id) i.meeting_id, i.before
       from change_item i join change c on c.id = i.change_id
       where c.timetable_id = $1 and c.number > $2 order by i.meeting_id, c.number)
     select coalesce(a.meeting_id, l.meeting_id) as meeting,
       case when l.meeting_id is not null then l.before else ${stateSql} end as state
     from (select * from class_assignment where timetable_id = $1) a
     full join later l on l.meeting_id = a.meeting_id order by 1`,
    [timetable, number],
  );
  return byMeeting(rows);
}

/** The states in the timetable of all meetings of the series. */
export async function readSeries(
  em: EntityManager,
  timetable: string,
  series: readonly string[],
): Promise<Map<string, MeetingState>> {
  const rows = await em.execute<StateRow[]>(
    `select a.meeting_id as meeting, ${stateSql} as state from class_assignment a
     where a.timetable_id = $1 and a.series_id = any($2) order by a.meeting_id`,
    [timetable, series],
  );
  return byMeeting(rows);
}

/** The facts of a meeting `m` of a teaching class `t`. */
const factsSql = `m.id as meeting, t.semester_id as semester, t.id as "teachingClass",
  t.name as "teachingClassName", t.is_made_with_series as "isMadeWithSeries",
  t.department_id as department, t.course_id as course,
  (select d.name from department d where d.id = t.department_id) as "departmentName",
  (select c.name from course c where c.id = t.course_id) as "courseName",
  t.student_count as "studentCount", m.sequence, m.periods, m.weeks,
  m.credit_hour_type_id as "creditHourType", m.classroom_type_id as "classroomType",
  m.teacher_id as teacher`;

/** The facts of the meetings that exist, and what a timetable says of those that it holds; both by id. */
export async function readMeetings(
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<{ facts: Map<string, MeetingFacts>; states: Map<string, MeetingState> }> {
  const rows = await em.execute<(MeetingFacts & StateRow)[]>(
    `select ${factsSql}, case when a.id is not null then ${stateSql} end as state
     from meeting m join teaching_class t on t.id = m.teaching_class_id
       left join class_assignment a on a.timetable_id = $1 and a.meeting_id = m.id
     where m.id = any($2) order by m.id`,
    [timetable, meetings],
  );
  return toldApart(rows);
}

const toldApart = (
  rows: readonly (MeetingFacts & StateRow)[],
): { facts: Map<string, MeetingFacts>; states: Map<string, MeetingState> } => {
  const facts = rows.map(({ state: _, ...row }) => [row.meeting, row] as const);
  return { facts: new Map(facts), states: byMeeting(rows) };
};

/** Further meetings of series in a timetable: their facts, and what the timetable says of them. */
export async function readOthers(
  em: EntityManager,
  timetable: string,
  series: readonly string[],
  known: readonly string[],
): Promise<{ facts: Map<string, MeetingFacts>; states: Map<string, MeetingState> }> {
  const rows = await em.execute<(MeetingFacts & StateRow)[]>(
    `select ${factsSql}, ${stateSql} as state
     from class_assignment a join meeting m on m.id = a.meeting_id
       join teaching_class t on t.id = m.teaching_class_id
     where a.timetable_id = $1 and a.series_id = any($2) and a.meeting_id <> all($3) order by m.id`,
    [timetable, series, known],
  );
  return toldApart(rows);
}

/** The facts of the meetings, by id; of those that exist. */
export async function readFacts(
  em: EntityManager,
  meetings: readonly string[],
): Promise<Map<string, MeetingFacts>> {
  const rows = await em.execute<MeetingFacts[]>(
    `select ${factsSql} from meeting m join teaching_class t on t.id = m.teaching_class_id
     where m.id = any($1)`,
    [meetings],
  );
  return new Map(rows.map((row) => [row.meeting, row]));
}

/** The meetings whose states differ between two timetables or instants, in the order of their ids. */
export function differenceOf(
  before: ReadonlyMap<string, MeetingState>,
  after: ReadonlyMap<string, MeetingState>,
): StateChange[] {
  const meetings = [...new Set([...before.keys(), ...after.keys()])].sort();
  return meetings
    .map((meeting) => ({ meeting, before: before.get(meeting) ?? null, after: after.get(meeting) ?? null }))
    .filter((change) => !isSameState(change.before, change.after));
}
