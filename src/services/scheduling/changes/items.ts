import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { dayNames, dayNamesEn } from './clashes.js';
import { isRefused, type PlacementTerms } from './severity.js';
import {
  isSamePlace,
  type MeetingFacts,
  type MeetingPlace,
  type MeetingState,
  type StateChange,
} from './states.js';

/** What a caller asks of one meeting in a timetable; what is left out stays as it is. */
export interface ItemRequest {
  readonly meeting: string;
  /** The new place, or what of it changes; null takes the meeting out of its place. */
  readonly place?: Partial<MeetingPlace> | null;
  readonly isLocked?: boolean | null;
  /** Takes the meeting out of the timetable altogether. */
  readonly isRetired?: boolean | null;
  /** Where the caller believes the meeting to be; null: without a place. What is left out is not judged. */
  readonly expected?: Partial<MeetingPlace> | null;
  /** The series that it joins, which has the same room and teacher. */
  readonly series?: string;
}

/** The grid of a semester and everything that places refer to. */
export interface Surroundings {
  readonly semester: string;
  readonly days: number;
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  readonly weeks: number;
  readonly rooms: ReadonlyMap<string, RoomFacts>;
  readonly teachers: ReadonlyMap<string, { readonly name: string; readonly courses: readonly string[] }>;
}

interface RoomFacts {
  readonly name: string;
  readonly capacity: number;
  readonly type: string;
  readonly isUsable: boolean;
}

const takenOut: Text = { zh: '已由人工取出，尚未安排', en: 'It was taken out of its place by hand.' };

const unplaced = (id: string): MeetingState => ({
  id,
  place: null,
  isLocked: false,
  series: null,
  reasonZh: takenOut.zh,
  reasonEn: takenOut.en,
});

/** Reads the rooms and teachers that the changes lead to, in one statement. */
export async function readSurroundings(
  em: EntityManager,
  semester: Omit<Surroundings, 'rooms' | 'teachers'>,
  changes: readonly StateChange[],
): Promise<Surroundings> {
  const places = changes.flatMap(({ after }) => (after?.place ? [after.place] : []));
  const rows = await em.execute<(RoomFacts & { id: string; courses: string[] | null })[]>(
    `select r.id, r.name, r.capacity, r.type_id as type,
       r.is_enabled and b.is_enabled and c.is_enabled as "isUsable", null::uuid[] as courses
     from classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id
     where r.id = any($1)
     union all
     select t.id, t.name, null, null, null, array(select q.course_id from teacher_qualification q
       where q.teacher_id = t.id and q.status = 'APPROVED')
     from teacher t where t.id = any($2)`,
    [[...new Set(places.map(({ room }) => room))], [...new Set(places.map(({ teacher }) => teacher))]],
  );
  return {
    ...semester,
    rooms: new Map(rows.filter(({ courses }) => !courses).map((room) => [room.id, room])),
    teachers: new Map(
      rows.flatMap(({ id, name, courses }) => (courses ? [[id, { name, courses }] as const] : [])),
    ),
  };
}

const problem = (field: string, zh: string, en: string): FieldProblem => ({ field, text: { zh, en } });

/** What the timetable would say of each meeting, and what makes that impossible before any clash. */
export function statesAfter(
  requests: readonly ItemRequest[],
  before: ReadonlyMap<string, MeetingState>,
  facts: ReadonlyMap<string, MeetingFacts>,
  semester: string,
): { changes: StateChange[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const changes = requests.flatMap((request, at): StateChange[] => {
    const { meeting } = request;
    const field = `items.${at}`;
    const known = facts.get(meeting);
    if (known?.semester !== semester) {
      problems.push(
        known
          ? problem(
              `${field}.meeting`,
              `课次 ${meeting}（${known.teachingClassName}）属于另一个学期，请改用该学期的课表`,
              `Meeting ${meeting} ("${known.teachingClassName}") belongs to another semester than the ` +
                `timetable. Maybe change a timetable of that one.`,
            )
          : problem(
              `${field}.meeting`,
              `课次 ${meeting} 不存在，请刷新课表后重试`,
              `There is no meeting ${meeting}. Maybe read the timetable again.`,
            ),
      );
      return [];
    }
    if (seen.has(meeting)) {
      problems.push(
        problem(
          `${field}.meeting`,
          `课次 ${meeting}（${known.teachingClassName}）在同一次变更中出现两次`,
          `Meeting ${meeting} ("${known.teachingClassName}") is in the change twice. Maybe join its items.`,
        ),
      );
      return [];
    }
    seen.add(meeting);
    const state = before.get(meeting) ?? null;
    const found = stateAfter(request, state, known, field);
    if ('problem' in found) problems.push(found.problem);
    else return [{ meeting, before: state, after: found.after }];
    return [];
  });
  return { changes, problems };
}

function stateAfter(
  { place, isLocked, isRetired, expected, series }: ItemRequest,
  before: MeetingState | null,
  { teachingClassName: name, sequence, teacher }: MeetingFacts,
  field: string,
): { after: MeetingState | null } | { problem: FieldProblem } {
  const label = { zh: `“${name}”第 ${sequence} 课次`, en: `Meeting ${sequence} of "${name}"` };
  if (expected !== undefined && !isAsExpected(expected, before?.place ?? null)) {
    const now = whereNow(expected, before?.place ?? null);
    return {
      problem: problem(
        `${field}.expected`,
        `${label.zh}不在预期的位置：${now.zh}，请刷新后重试`,
        `${label.en} is not where it was expected: ${now.en}. Maybe read the timetable again and repeat ` +
          'the change.',
      ),
    };
  }
  if ((isRetired && (place || isLocked)) || (place === null && isLocked)) {
    const what = isRetired ? { zh: '移出课表', en: 'retired' } : { zh: '取出', en: 'taken out of its place' };
    return {
      problem: problem(
        isLocked ? `${field}.isLocked` : `${field}.place`,
        `${label.zh}不能既${what.zh}又安排或锁定，请只选其一`,
        `${label.en} cannot be ${what.en} and placed or locked at once. Maybe ask for one of the two.`,
      ),
    };
  }
  if (isRetired && !before) {
    return {
      problem: problem(
        `${field}.isRetired`,
        `课表中没有${label.zh}，无需移除`,
        `${label.en} is not in the timetable, so there is nothing to retire.`,
      ),
    };
  }
  const from = before ?? unplaced(uuidv7());
  const wanted = place && { ...(from.place ?? (teacher && { teacher })), ...given(place) };
  const isMoved = wanted !== undefined && !isSamePlace(wanted as MeetingPlace | null, from.place);
  if ((isRetired || isMoved) && from.isLocked && isLocked !== false) {
    return {
      problem: problem(
        `${field}.${isRetired ? 'isRetired' : 'place'}`,
        `${label.zh}已锁定，请先解锁`,
        `${label.en} is locked. Maybe unlock it first, or in the same change.`,
      ),
    };
  }
  if (isRetired) return { after: null };
  if (place === null) return { after: { ...unplaced(from.id), series: from.series } };
  const to = wanted ?? from.place;
  if (to && !isComplete(to)) {
    return {
      problem: problem(
        `${field}.place`,
        `${label.zh}还没有位置，请给出星期、节次、教室和教师`,
        `${label.en} has no place yet. Maybe give day, period, room and teacher.`,
      ),
    };
  }
  if (!to && isLocked) {
    return {
      problem: problem(
        `${field}.isLocked`,
        `${label.zh}还没有位置，无法锁定`,
        `${label.en} has no place that could be locked. Maybe place it first.`,
      ),
    };
  }
  if (!to) return { after: before };
  const locked = isLocked ?? from.isLocked;
  const settled = { isLocked: locked, series: series ?? from.series, reasonZh: null, reasonEn: null };
  return { after: { ...from, place: to, ...settled } };
}

const isAsExpected = (expected: Partial<MeetingPlace> | null, place: MeetingPlace | null): boolean =>
  expected && place ? isSamePlace({ ...place, ...given(expected) }, place) : !expected && !place;

/** Where a meeting is that somebody expected elsewhere. */
function whereNow(expected: Partial<MeetingPlace> | null, place: MeetingPlace | null): Text {
  if (!place) return { zh: '现在没有位置', en: 'it has no place now' };
  const { day, period } = place;
  const isSameTime =
    expected !== null && (expected.day ?? day) === day && (expected.period ?? period) === period;
  return {
    zh: `现在是星期 ${day} 第 ${period} 节起${isSameTime ? '，但教室或教师不同' : ''}`,
    en:
      `it is on day ${day} from period ${period} now` +
      (isSameTime ? ', but with another room or teacher' : ''),
  };
}

const given = (place: Partial<MeetingPlace>): Partial<MeetingPlace> =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined && value !== null));

const isComplete = (place: Partial<MeetingPlace>): place is MeetingPlace =>
  place.day !== undefined && place.period !== undefined && !!place.room && !!place.teacher;

/** That people place something on a day on which runs place nothing, such as a Sunday. */
export const notScheduled = (name: string, day: number): Text => ({
  zh: `“${name}”：星期${dayNames[day - 1]}不在学期的排课星期内，请确认`,
  en: `"${name}" is on a ${dayNamesEn[day - 1]}, on which runs of the semester place nothing.`,
});

/** What makes new places impossible, and what speaks against them without forbidding them. */
export function judgePlaces(
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
  { days, schedulingDays, periods, rooms, teachers }: Surroundings,
  fieldOf: (meeting: string) => string,
  terms: PlacementTerms,
): { problems: FieldProblem[]; warnings: Text[] } {
  const [problems, warnings] = [[] as FieldProblem[], [] as Text[]];
  for (const { meeting, before, after } of changes) {
    const place = after?.place;
    if (!place || isSamePlace(place, before?.place ?? null)) continue;
    const {
      teachingClassName: name,
      periods: length,
      course,
      courseName,
      studentCount,
      classroomType,
    } = facts.get(meeting)!;
    const refuse = (zh: string, en: string): unknown => problems.push(problem(fieldOf(meeting), zh, en));
    const last = place.period + length - 1;
    if (place.day < 1 || place.day > days || place.period < 1 || last > periods) {
      refuse(
        `“${name}”：星期 ${place.day} 第 ${place.period}-${last} 节不在作息表内（每周 ${days} 天，每天 ${periods} 节），请另选时间`,
        `"${name}": day ${place.day}, periods ${place.period} to ${last} are outside the grid of ` +
          `${days} days with ${periods} periods. Maybe take a time within it.`,
      );
    } else if (!schedulingDays.includes(place.day) && before?.place?.day !== place.day)
      warnings.push(notScheduled(name, place.day));
    const room = rooms.get(place.room);
    if (!room)
      refuse(
        `“${name}”：教室 ${place.room} 不存在，请另选教室`,
        `"${name}": there is no room ${place.room}. Maybe take another one.`,
      );
    else if (!room.isUsable && before?.place?.room !== place.room) {
      refuse(
        `“${name}”：教室“${room.name}”或其楼宇、校区已停用`,
        `"${name}": room "${room.name}", its building or campus is closed. Maybe take another room.`,
      );
    } else {
      if (room.capacity < studentCount)
        warnings.push({
          zh: `“${name}”有 ${studentCount} 人，教室“${room.name}”只有 ${room.capacity} 座`,
          en: `"${name}" has ${studentCount} students, but room "${room.name}" only ${room.capacity} seats.`,
        });
      if (classroomType && room.type !== classroomType)
        warnings.push({
          zh: `教室“${room.name}”不是“${name}”要求的教室类型`,
          en: `Room "${room.name}" is not of the type that "${name}" asks for.`,
        });
    }
    const teacher = teachers.get(place.teacher);
    if (!teacher)
      refuse(
        `“${name}”：教师 ${place.teacher} 不存在，请另选教师`,
        `"${name}": there is no teacher ${place.teacher}. Maybe take another one.`,
      );
    else if (
      before?.place?.teacher !== place.teacher &&
      facts.get(meeting)!.teacher !== place.teacher &&
      !teacher.courses.includes(course)
    ) {
      const isRefusal = isRefused('qualification', terms);
      const text = unqualified(teacher.name, courseName, isRefusal && terms.act === 'edit');
      if (isRefusal) problems.push({ field: fieldOf(meeting), text });
      else warnings.push(text);
    }
  }
  return { problems, warnings };
}

/** @param mayGiveReason whether it is told that a reason helps */
function unqualified(teacher: string, course: string, mayGiveReason: boolean): Text {
  const zh = `教师“${teacher}”没有课程“${course}”的已批准任课资格`;
  const en = `Teacher "${teacher}" has no approved qualification for the course "${course}".`;
  return mayGiveReason
    ? { zh: `${zh}，请先批准，或说明原因`, en: `${en} Maybe approve one first, or give a reason.` }
    : { zh, en };
}
