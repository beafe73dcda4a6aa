import type { EntityManager } from '@mikro-orm/postgresql';
import { command, type Statement, statement } from '../../../data/statements.js';
import type { MeetingFacts, MeetingState } from './states.js';

/** The state of a row `a` of class_assignment, as it is kept with changes. */
export const stateSql = `jsonb_build_object('id', a.id, 'isLocked', a.is_locked, 'series', a.series_id,
  'reasonZh', a.reason_zh, 'reasonEn', a.reason_en, 'place',
  case when a.day_of_week is not null then jsonb_build_object('day', a.day_of_week, 'period', a.period_start,
    'room', a.classroom_id, 'teacher', a.teacher_id) end) || coalesce((
    select jsonb_build_object('dates', jsonb_agg(jsonb_build_object('id', d.id, 'week', d.week,
      'day', d.day_of_week, 'kind', d.kind, 'toWeek', d.to_week, 'toDay', d.to_day, 'toPeriod', d.to_period,
      'room', d.classroom_id, 'teacher', d.teacher_id, 'note', d.public_note) order by d.week))
    from date_change d where d.timetable_id = a.timetable_id and d.meeting_id = a.meeting_id
    having count(*) > 0), '{}')`;

/** The facts of a meeting `m` of a teaching class `t`. */
const factsSql = `m.id as meeting, t.semester_id as semester, t.id as "teachingClass",
  t.name as "teachingClassName", t.is_made_with_series as "isMadeWithSeries",
  t.department_id as department, t.course_id as course,
  (select d.name from department d where d.id = t.department_id) as "departmentName",
  (select c.name from course c where c.id = t.course_id) as "courseName",
  t.student_count as "studentCount", m.sequence, m.periods, m.weeks,
  m.credit_hour_type_id as "creditHourType", m.classroom_type_id as "classroomType",
  m.teacher_id as teacher, array(select f.teacher_id::text from further_teacher f where f.meeting_id = m.id
    order by f.id) as "furtherTeachers"`;

interface StateRow {
  readonly meeting: string;
  readonly state: MeetingState | null;
}

type Meetings = readonly string[];

const statesIn = <V extends readonly unknown[]>(rest: string): Statement<StateRow, [string, ...V]> =>
  statement<StateRow, [timetable: string, ...V]>(`
    select a.meeting_id as meeting, ${stateSql} as state from class_assignment a
    where a.timetable_id = $1 ${rest} order by a.meeting_id`);

const allStates = statesIn('');
const statesOfMeetings = statesIn<[meetings: Meetings]>('and a.meeting_id = any($2)');
const statesOfSeries = statesIn<[series: readonly string[]]>('and a.series_id = any($2)');

const statesWithoutSeries = statesIn('and a.day_of_week is not null and a.series_id is null');

const statesAt = statement<StateRow, [timetable: string, number: number]>(`
  with later as (
    select distinct on (i.meeting_id) i.meeting_id, i.before
    from change_item i join change c on c.id = i.change_id
    where c.timetable_id = $1 and c.number > $2 order by i.meeting_id, c.number)
  select coalesce(a.meeting_id, l.meeting_id) as meeting,
    case when l.meeting_id is not null then l.before else ${stateSql} end as state
  from (select * from class_assignment where timetable_id = $1) a
  full join later l on l.meeting_id = a.meeting_id order by 1`);

const factsAndStates = statement<MeetingFacts & StateRow, [timetable: string, meetings: Meetings]>(`
  select ${factsSql}, case when a.id is not null then ${stateSql} end as state
  from meeting m join teaching_class t on t.id = m.teaching_class_id
    left join class_assignment a on a.timetable_id = $1 and a.meeting_id = m.id
  where m.id = any($2) order by m.id`);

const othersOfSeries = statement<
  MeetingFacts & StateRow,
  [timetable: string, series: readonly string[], known: Meetings]
>(`
  select ${factsSql}, ${stateSql} as state
  from class_assignment a join meeting m on m.id = a.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where a.timetable_id = $1 and a.series_id = any($2) and a.meeting_id <> all($3) order by m.id`);

const factsOfMeetings = statement<MeetingFacts, [meetings: Meetings]>(`
  select ${factsSql} from meeting m join teaching_class t on t.id = m.teaching_class_id
  where m.id = any($1)`);

type States = Map<string, MeetingState>;

const byMeeting = (rows: readonly StateRow[]): States =>
  new Map(rows.flatMap(({ meeting, state }) => (state ? [[meeting, state] as const] : [])));

interface KnownMeetings {
  readonly facts: Map<string, MeetingFacts>;
  readonly states: States;
}

const toldApart = (rows: readonly (MeetingFacts & StateRow)[]): KnownMeetings => ({
  facts: new Map(rows.map(({ state: _, ...row }) => [row.meeting, row])),
  states: byMeeting(rows),
});

/** What a timetable says of the meetings, or of all that it holds. */
export const readStates = async (
  em: EntityManager,
  timetable: string,
  meetings?: Meetings,
): Promise<States> =>
  byMeeting(await (meetings ? statesOfMeetings(em, timetable, meetings) : allStates(em, timetable)));

/**
 * What a timetable said of its meetings when the newest change of its semester was `number`: today's states,
 * with what each meeting was before the first change that came later.
 */
export const readStatesAt = async (em: EntityManager, timetable: string, number: number): Promise<States> =>
  byMeeting(await statesAt(em, timetable, number));

/** The states in the timetable of all meetings of the series. */
export const readSeries = async (
  em: EntityManager,
  timetable: string,
  series: readonly string[],
): Promise<States> => byMeeting(await statesOfSeries(em, timetable, series));

/** The states of placed meetings without a series, as older releases left them. */
export const readWithoutSeries = async (em: EntityManager, timetable: string): Promise<States> =>
  byMeeting(await statesWithoutSeries(em, timetable));

/** The facts of the meetings that exist, and what a timetable says of those that it holds; both by id. */
export const readMeetings = async (
  em: EntityManager,
  timetable: string,
  meetings: Meetings,
): Promise<KnownMeetings> => toldApart(await factsAndStates(em, timetable, meetings));

/** Further meetings of series in a timetable: their facts, and what the timetable says of them. */
export const readOthers = async (
  em: EntityManager,
  timetable: string,
  series: readonly string[],
  known: Meetings,
): Promise<KnownMeetings> => toldApart(await othersOfSeries(em, timetable, series, known));

/** The facts of the meetings, by id; of those that exist. */
export const readFacts = async (em: EntityManager, meetings: Meetings): Promise<Map<string, MeetingFacts>> =>
  new Map((await factsOfMeetings(em, meetings)).map((row) => [row.meeting, row]));

const addMeetingLike = command<[meeting: string, id: string, weeks: readonly number[]]>(`
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
    classroom_type_id, teacher_id)
  select $2, m.teaching_class_id,
    1 + (select max(o.sequence) from meeting o where o.teaching_class_id = m.teaching_class_id), m.periods,
    $3::int[], m.credit_hour_type_id, m.classroom_type_id, m.teacher_id
  from meeting m where m.id = $1
  on conflict (id) do nothing`);

const addTeachersLike = command<[meeting: string, id: string]>(`
  insert into further_teacher (id, meeting_id, teacher_id, role)
  select gen_random_uuid(), $2, f.teacher_id, f.role from further_teacher f where f.meeting_id = $1
  on conflict do nothing`);

/** Adds a meeting like another one, taught by the same, that is held in other weeks; unless it is there. */
export async function addInOtherWeeks(
  em: EntityManager,
  meeting: string,
  id: string,
  weeks: readonly number[],
): Promise<void> {
  await addMeetingLike(em, meeting, id, weeks);
  await addTeachersLike(em, meeting, id);
}

/** Lets further runs leave out the first meetings, and plan the others. */
export const markReplaced = command<[replaced: Meetings, held: Meetings]>(`
  update meeting set is_replaced = id = any($1), version = version + 1
  where id = any($1) or id = any($2)`);
