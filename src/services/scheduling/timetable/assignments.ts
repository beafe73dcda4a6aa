import {
  ClassAssignment,
  type PlacedAssignment,
  type UnplacedMeeting,
} from '../../../entities/scheduling/assignments.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Context } from '../../../data/context.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import { selected } from '../../../data/lists/selected.js';
import { ClassGroupMember } from '../../../entities/class-groups.js';
import { Student } from '../../../entities/people.js';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { ArchivedTeacher, FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import { TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { isChosen, isCompulsory, isCurrent } from './timetable.queries.js';

/** Maximum number of assignments in one answer. */
const assignmentsMax = 20_000;

/** Restricts the assignments of a timetable; an absent field does not restrict. */
export interface AssignmentFilter {
  /** Who teaches it, alone or with others. */
  teacher?: string | null;
  administrativeClass?: string | null;
  /** What a student attends with the administrative class, or chose. */
  student?: string | null;
  classroom?: string | null;
  department?: string | null;
  teachingClass?: string | null;
  course?: string | null;
  /** Teaching week, from 1. */
  week?: number | null;
  /** Only what is held in one of these weeks; both ends count, an absent one is the end of the semester. */
  weekFrom?: number | null;
  weekTo?: number | null;
  /** Whether students choose it, instead of attending it with their administrative class. */
  isElective?: boolean | null;
}

/** The matching assignments of a timetable, by day and period. */
export async function assignmentsOf(
  ctx: Context,
  timetableId: string,
  filter: AssignmentFilter,
): Promise<PlacedAssignment[]> {
  const wasThen = Boolean(filter.teacher) && (await isArchived(ctx, timetableId));
  const name = `assignments ${wasThen} ${JSON.stringify(filter)}`;
  const read = async (ids: readonly string[]): Promise<Map<string, PlacedAssignment[]>> => {
    const rows = await findAssignments(ctx, {
      $and: [{ timetable: { $in: ids } }, ...conditionsOf(filter, wasThen)],
    });
    return groupBy(rows, (row) => row.timetable);
  };
  return loaderOf<PlacedAssignment[]>(ctx, name, read, []).load(timetableId);
}

/** Time and place of a meeting in the current timetable of its semester, if it has any. */
export function currentAssignment(ctx: Context, meetingId: string): Promise<PlacedAssignment | null> {
  const read = async (ids: readonly string[]): Promise<Map<string, PlacedAssignment>> => {
    const rows = await findAssignments(ctx, {
      meeting: { $in: ids },
      $sql: isCurrent,
    });
    return new Map(rows.map((row) => [row.meeting, row]));
  };
  return loaderOf<PlacedAssignment | null>(ctx, 'current assignment', read, null).load(meetingId);
}

async function findAssignments(ctx: Context, where: object): Promise<PlacedAssignment[]> {
  const orderBy = { dayOfWeek: 'asc', periodStart: 'asc', id: 'asc' } as const;
  const placed = { $and: [where, { dayOfWeek: { $isNull: false } }] };
  const rows = await ctx.rows.find(ClassAssignment, placed, { orderBy, limit: assignmentsMax + 1 });
  if (rows.length > assignmentsMax) throw tooManyAssignments();
  return rows as PlacedAssignment[];
}

/** The meetings that a timetable has no place for, in the order of their rows. */
export function unplacedOf(ctx: Context, timetableId: string): Promise<UnplacedRow[]> {
  const read = async (ids: readonly string[]): Promise<Map<string, UnplacedRow[]>> => {
    const where = { timetable: { $in: ids }, dayOfWeek: null };
    const rows = await ctx.rows.find(ClassAssignment, where, { limit: assignmentsMax });
    return groupBy(rows, (row) => row.timetable);
  };
  return loaderOf<UnplacedRow[]>(ctx, 'unplaced meetings', read, []).load(timetableId);
}

/** The row of an unplaced meeting, with the reason. */
export type UnplacedRow = UnplacedMeeting & Pick<Row<ClassAssignment>, 'reasonZh' | 'reasonEn'>;

/** Whether a timetable is archived, so that it keeps who taught beside the first teachers. */
export const isArchived = async ({ rows }: Context, timetable: string): Promise<boolean> =>
  (await rows.one(Timetable, timetable))?.status === TimetableStatus.ARCHIVED;

function conditionsOf(
  {
    teacher,
    classroom,
    teachingClass,
    department,
    administrativeClass,
    student,
    course,
    week,
    weekFrom,
    weekTo,
    isElective,
  }: AssignmentFilter,
  wasThen: boolean,
): object[] {
  const conditions: object[] = [];
  if (teacher) {
    const further = wasThen
      ? { id: { $in: selected(ArchivedTeacher, 'assignment', { teacher }) } }
      : { meeting: { $in: selected(FurtherTeacher, 'meeting', { teacher }) } };
    conditions.push({ $or: [{ teacher }, further] });
  }
  if (classroom) conditions.push({ classroom });
  if (teachingClass) conditions.push({ teachingClass });
  if (department) conditions.push({ teachingClass: { department: { $within: [department] } } });
  if (administrativeClass) {
    const attended = selected(TeachingClassGroup, 'teachingClass', { administrativeClass });
    conditions.push({ teachingClass: { $in: attended } });
  }
  if (student) {
    const homeClass = { $in: selected(Student, 'administrativeClass', { id: student }) };
    const groups = { $in: selected(ClassGroupMember, 'classGroup', { student }) };
    const attended = selected(TeachingClassGroup, 'teachingClass', {
      administrativeClass: homeClass,
      $or: [{ classGroup: null }, { classGroup: groups }],
    });
    const elected = selected(Enrolment, 'teachingClass', { student });
    conditions.push({ $or: [attended, elected].map((ids) => ({ teachingClass: { $in: ids } })) });
  }
  if (course) conditions.push({ teachingClass: { course } });
  if (typeof week === 'number') conditions.push({ weeks: { $has: week } });
  if (typeof weekFrom === 'number' || typeof weekTo === 'number')
    conditions.push({
      $or: weeksIn(weekFrom ?? 1, weekTo ?? weeksMax).map((each) => ({ weeks: { $has: each } })),
    });
  if (typeof isElective === 'boolean') conditions.push({ $sql: isElective ? isChosen : isCompulsory });
  return conditions;
}

/** More weeks than a semester has. */
const weeksMax = 60;

/** The weeks of a range; week 0, which no meeting has, where it is empty. */
function weeksIn(from: number, to: number): number[] {
  const [first, last] = [Math.max(1, from), Math.min(weeksMax, to)];
  return first > last ? [0] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const tooManyAssignments = (): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `一次最多读取 ${assignmentsMax} 条排课，请用教师、班级、教室、部门或周次筛选`,
    en:
      `A timetable gives at most ${assignmentsMax} assignments at once. Maybe filter by teacher, class, ` +
      `classroom, department or week.`,
  });
