import { ObjectionKind } from '../../../schema/timetables.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { filterCondition } from '../../../data/list-filters.js';
import type { FilterValues } from '../../../data/lists.js';
import { Classroom } from '../../../entities/places.js';
import { readForbiddenTimes } from '../../people/forbidden-times.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import type { MeetingFacts } from '../changes/states.js';
import { offeredSql } from '../snapshot.js';
import { askedMeeting, askedTimetable } from './questions.js';
import { objection, type Objection } from './why-not.js';

declareRights({ freeRooms: planners, freeTeachers: planners });

/** When something is wanted, and for which meeting. What is left out follows from the meeting. */
export interface Wanted {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly periodEnd?: number | null;
  readonly weeks?: readonly number[] | null;
  readonly meeting?: string | null;
  readonly max: number;
}

/** A room or teacher, and what speaks against it at a time. */
export interface Candidate {
  readonly id: string;
  readonly isFree: boolean;
  readonly objections: readonly Objection[];
}

/** How many rooms or teachers one answer has at most. */
export const candidatesMax = 500;

interface Moment {
  readonly timetable: ChangedTimetable;
  readonly facts: MeetingFacts | null;
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly weeks: readonly number[];
}

/**
 * The rooms at a time, those first that nothing speaks against; of equals the smallest.
 * @param filter what they must match; without one all rooms are candidates
 */
export async function freeRooms(
  ctx: Context,
  id: string,
  wanted: Wanted,
  filter?: FilterValues | null,
): Promise<Candidate[]> {
  authorize(ctx, 'freeRooms');
  const condition = filter && filterCondition(Classroom, filter);
  const moment = await momentOf(ctx, id, wanted);
  const matching = condition ? await ctx.rows.find(Classroom, condition) : null;
  const values = [...valuesOf(moment), matching?.map((room) => room.id) ?? null];
  const rooms = await ctx.em.fork().execute<RoomRow[]>(roomsSql, values);
  return ranked(
    rooms.map((room) => ({ id: room.id, objections: objectionsToRoom(room, moment.facts) })),
    wanted.max,
  );
}

/**
 * The teachers at a time, those first whom nothing speaks against: who may teach the course of the meeting,
 * or without one whoever may teach something in the semester.
 */
export async function freeTeachers(ctx: Context, id: string, wanted: Wanted): Promise<Candidate[]> {
  authorize(ctx, 'freeTeachers');
  const moment = await momentOf(ctx, id, wanted);
  const { facts } = moment;
  const values = [...valuesOf(moment), facts?.course ?? null, facts?.teacher ?? null];
  const teachers = await ctx.em.fork().execute<TeacherRow[]>(teachersSql, values);
  return ranked(
    teachers.map((teacher) => ({ id: teacher.id, objections: objectionsToTeacher(teacher, moment) })),
    wanted.max,
  );
}

/** What both statements ask with: $1 to $7. */
const valuesOf = ({ timetable, facts, day, first, last, weeks }: Moment): unknown[] => [
  timetable.semester,
  timetable.id,
  weeks,
  day,
  first,
  last,
  facts?.meeting ?? null,
];

function ranked(candidates: readonly Omit<Candidate, 'isFree'>[], max: number): Candidate[] {
  const weight = { PROBLEM: 1_000, CLASH: 100, RULE: 10, PREFERENCE: 1 };
  return candidates
    .map(({ id, objections }) => ({
      id,
      objections,
      isFree: objections.every(({ kind }) => kind === ObjectionKind.PREFERENCE),
      price: objections.reduce((sum, { kind }) => sum + weight[kind], 0),
    }))
    .sort((a, b) => a.price - b.price)
    .slice(0, max)
    .map(({ id, isFree, objections }) => ({ id, isFree, objections }));
}

/** Reads what is asked for, and refuses what the semester does not have. */
async function momentOf(ctx: Context, id: string, wanted: Wanted): Promise<Moment> {
  const { timetable, facts } = wanted.meeting
    ? await askedMeeting(ctx, id, wanted.meeting)
    : { ...(await askedTimetable(ctx, id)), facts: null };
  const { dayOfWeek: day, periodStart: first, max } = wanted;
  const last = wanted.periodEnd ?? first + (facts?.periods ?? 1) - 1;
  const all = Array.from({ length: timetable.weeks }, (_, at) => at + 1);
  const weeks = wanted.weeks ?? facts?.weeks ?? all;
  const problems: FieldProblem[] = [];
  const refuse = (field: string, zh: string, en: string): unknown =>
    problems.push({ field, text: { zh, en } });
  if (max < 1 || max > candidatesMax)
    refuse(
      'max',
      `数量须为 1 至 ${candidatesMax}，现为 ${max}`,
      `"max" must be 1 to ${candidatesMax}, not ${max}.`,
    );
  if (day < 1 || day > timetable.days)
    refuse(
      'dayOfWeek',
      `星期 ${day} 不在作息表内（每周 ${timetable.days} 天）`,
      `The semester has days 1 to ${timetable.days}, not ${day}.`,
    );
  if (first < 1 || last < first || last > timetable.periods)
    refuse(
      'periodStart',
      `第 ${first}-${last} 节不在作息表内（每天 ${timetable.periods} 节）`,
      `The semester has periods 1 to ${timetable.periods}, not ${first} to ${last}.`,
    );
  const outside = weeks.filter((week) => !all.includes(week));
  if (outside.length > 0 || weeks.length === 0)
    refuse(
      'weeks',
      `周次须在 1 至 ${timetable.weeks} 之间，现为 ${outside.join('、') || '空'}`,
      `The semester has weeks 1 to ${timetable.weeks}, not ${outside.join(', ') || 'none'}.`,
    );
  if (problems.length > 0) throw errors.invalidInput(problems);
  return { timetable, facts, day, first, last, weeks };
}

interface Holder {
  readonly meeting: string;
  readonly name: string;
}

/**
 * Who occupies things at the time, of the timetable $2, without the meeting $7: read once for all of them, as
 * rows of `busy`.
 */
const busySql = `
  busy as materialized (
    select y.resource,
      json_agg(json_build_object('meeting', m.id, 'name', k.name) order by k.name, m.id) as holders
    from (select occurrences($3::int[], $4::int, $5::int, $6::int) as slots offset 0) w
    join occupancy y on y.timetable_id = $2 and y.occurrences && w.slots
    join meeting m on m.id = y.meeting_id join teaching_class k on k.id = m.teaching_class_id
    where y.meeting_id is distinct from $7::uuid group by y.resource)`;

const holdersSql = (resource: string): string =>
  `coalesce((select busy.holders from busy where busy.resource = ${resource}), '[]')`;

const unavailableSql = (column: string, id: string): string => `
  exists (select from unavailability u where u.semester_id = $1 and u.${column} = ${id}
    and u.day_of_week = $4 and u.period between $5 and $6)`;

interface RoomRow {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly type: string;
  readonly isOpen: boolean;
  readonly isOffered: boolean;
  readonly isUnavailable: boolean;
  readonly holders: readonly Holder[];
}

const roomsSql = `
  with ${busySql}
  select r.id, r.name, r.capacity, r.type_id as type, o.offered as "isOffered",
    r.is_enabled and b.is_enabled and c.is_enabled as "isOpen",
    ${unavailableSql('classroom_id', 'r.id')} as "isUnavailable",
    ${holdersSql('r.id')} as holders
  from ${offeredSql}
  where $8::uuid[] is null or r.id = any($8)
  order by r.capacity, r.name, r.id`;

const quoted = (holders: readonly Holder[]): { zh: string; en: string } => {
  const names = [...new Set(holders.map(({ name }) => name))];
  return { zh: names.map((name) => `“${name}”`).join('、'), en: names.map((name) => `"${name}"`).join(', ') };
};

function objectionsToRoom(room: RoomRow, facts: MeetingFacts | null): Objection[] {
  const { PROBLEM, CLASH, RULE } = ObjectionKind;
  const { name, holders } = room;
  const found: Objection[] = [];
  if (!room.isOpen)
    found.push(
      objection(PROBLEM, {
        zh: `教室“${name}”或其楼宇、校区已停用`,
        en: `Room "${name}", its building or campus is closed.`,
      }),
    );
  else if (!room.isOffered)
    found.push(
      objection(RULE, {
        zh: `教室“${name}”所在校区不属于本学期`,
        en: `Room "${name}" is on a campus that does not serve this semester.`,
      }),
    );
  if (holders.length > 0) {
    const by = quoted(holders);
    const text = { zh: `教室“${name}”已被${by.zh}占用`, en: `Room "${name}" is occupied by ${by.en}.` };
    found.push(objection(CLASH, text, { meetings: holders.map(({ meeting }) => meeting) }));
  }
  if (room.isUnavailable)
    found.push(
      objection(
        RULE,
        { zh: `教室“${name}”此时不可用`, en: `Room "${name}" is unavailable then.` },
        { rule: 'room-availability' },
      ),
    );
  if (facts && room.capacity < facts.studentCount)
    found.push(
      objection(
        RULE,
        {
          zh: `“${facts.teachingClassName}”有 ${facts.studentCount} 人，教室“${name}”只有 ${room.capacity} 座`,
          en:
            `"${facts.teachingClassName}" has ${facts.studentCount} students, room "${name}" only ` +
            `${room.capacity} seats.`,
        },
        { rule: 'room-capacity' },
      ),
    );
  if (facts?.classroomType && facts.classroomType !== room.type)
    found.push(
      objection(
        RULE,
        {
          zh: `教室“${name}”不是“${facts.teachingClassName}”要求的教室类型`,
          en: `Room "${name}" is not of the type that "${facts.teachingClassName}" asks for.`,
        },
        { rule: 'room-type' },
      ),
    );
  return found;
}

interface TeacherRow {
  readonly id: string;
  readonly name: string;
  readonly dailyMax: number | null;
  readonly weeklyMax: number | null;
  readonly forbiddenTimes: string | null;
  readonly isUnavailable: boolean;
  readonly level: number | null;
  readonly daily: number;
  readonly weekly: number;
  readonly holders: readonly Holder[];
}

/** The most periods that the teacher has in one of the weeks already. */
const loadSql = (and: string): string => `
  (select coalesce(max(load), 0)::int from (
     select sum(a.period_end - a.period_start + 1) as load
     from class_assignment a cross join unnest(a.weeks) as week
     where a.timetable_id = $2 and a.teacher_id = t.id and a.meeting_id is distinct from $7::uuid
       and week = any($3::int[]) ${and} group by week) loads)`;

const teachersSql = `
  with ${busySql}
  select t.id, t.name, t.daily_periods_max as "dailyMax", t.weekly_periods_max as "weeklyMax",
    t.forbidden_times as "forbiddenTimes", ${unavailableSql('teacher_id', 't.id')} as "isUnavailable",
    (select min(p.level) from teacher_preference p where p.semester_id = $1 and p.teacher_id = t.id
       and p.day_of_week = $4 and p.period between $5 and $6) as level,
    ${loadSql('and a.day_of_week = $4')} as daily, ${loadSql('')} as weekly,
    ${holdersSql('t.id')} as holders
  from teacher t where t.id = $9::uuid or t.id in (
    select q.teacher_id from teacher_qualification q where q.status = 'APPROVED' and case
      when $8::uuid is not null then q.course_id = $8
      else q.course_id in (select k.course_id from teaching_class k where k.semester_id = $1) end)
  order by t.name, t.id`;

function objectionsToTeacher(teacher: TeacherRow, { day, first, last }: Moment): Objection[] {
  const { CLASH, RULE, PREFERENCE } = ObjectionKind;
  const { name, holders, dailyMax, weeklyMax } = teacher;
  const length = last - first + 1;
  const found: Objection[] = [];
  if (holders.length > 0) {
    const by = quoted(holders);
    const text = { zh: `教师“${name}”此时讲授${by.zh}`, en: `"${name}" teaches ${by.en} then.` };
    found.push(objection(CLASH, text, { meetings: holders.map(({ meeting }) => meeting) }));
  }
  const forbidden = readForbiddenTimes(teacher.forbiddenTimes ?? '');
  const isForbidden =
    'times' in forbidden &&
    forbidden.times.some((time) => time.day === day && time.periodStart <= last && first <= time.periodEnd);
  if (teacher.isUnavailable || isForbidden)
    found.push(
      objection(
        RULE,
        { zh: `教师“${name}”此时不可用`, en: `"${name}" is unavailable then.` },
        { rule: 'teacher-availability' },
      ),
    );
  if (dailyMax && teacher.daily + length > dailyMax)
    found.push(
      objection(
        RULE,
        {
          zh: `教师“${name}”当天将有 ${teacher.daily + length} 节，上限 ${dailyMax} 节`,
          en: `"${name}" would have ${teacher.daily + length} periods that day, the maximum is ${dailyMax}.`,
        },
        { rule: 'daily-load' },
      ),
    );
  if (weeklyMax && teacher.weekly + length > weeklyMax)
    found.push(
      objection(
        RULE,
        {
          zh: `教师“${name}”一周将有 ${teacher.weekly + length} 节，上限 ${weeklyMax} 节`,
          en: `"${name}" would have ${teacher.weekly + length} periods in a week, more than ${weeklyMax}.`,
        },
        { rule: 'weekly-load' },
      ),
    );
  if (teacher.level !== null && teacher.level < 3)
    found.push(
      objection(
        PREFERENCE,
        { zh: `教师“${name}”不希望此时上课`, en: `"${name}" would rather not teach then.` },
        { rule: 'teacher-preference' },
      ),
    );
  return found;
}
