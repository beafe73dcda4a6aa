import {
  ClassAssignment,
  type PlacedAssignment,
  type UnplacedMeeting,
} from '../../../entities/scheduling/assignments.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Context } from '../../../data/context.js';
import { entityInfo } from '../../../data/columns.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import { selected } from '../../../data/lists/selected.js';
import { ClassGroupMember } from '../../../entities/class-groups.js';
import { Course } from '../../../entities/courses.js';
import { AdministrativeClass, Department } from '../../../entities/organisation.js';
import { Student, Teacher } from '../../../entities/people.js';
import { Classroom } from '../../../entities/places.js';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { ArchivedTeacher, FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { requireWeeks, weekCountOf } from '../semester/weeks.js';
import { byTime, publishedMeetings, type PublishedMeetings } from './published-timetable.js';
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
  meetings?: readonly string[];
  /** Teaching week, from 1. */
  week?: number | null;
  /** Only what is held in one of these weeks; both ends count, an absent one is the end of the semester. */
  weekFrom?: number | null;
  weekTo?: number | null;
  /** Whether students choose it, instead of attending it with their administrative class. */
  isElective?: boolean | null;
}

/** What a caller may ask for by its record; of a student, nothing says whether there is one. */
const askedRecords = {
  teacher: Teacher,
  administrativeClass: AdministrativeClass,
  classroom: Classroom,
  department: Department,
  teachingClass: TeachingClass,
  course: Course,
} as const;

/**
 * The assignments that a caller asks for. @throws NOT_FOUND where there are none because a record is not
 * there, OPERATION_INVALID for weeks that the semester does not have
 */
export async function askedAssignments(
  ctx: Context,
  timetable: Pick<Row<Timetable>, 'id' | 'status' | 'semester'>,
  filter: AssignmentFilter,
): Promise<readonly PlacedAssignment[]> {
  const { week, weekFrom, weekTo } = filter;
  if ([week, weekFrom, weekTo].some((each) => typeof each === 'number')) {
    const semester = await ctx.rows.one(Semester, timetable.semester);
    const weeks = semester ? weekCountOf(semester) : weeksMax;
    requireWeeks(week ?? 1, week ?? weeks, weeks);
    requireWeeks(weekFrom ?? 1, weekTo ?? weeks, weeks);
  }
  const found = await assignmentsOf(ctx, timetable, filter);
  if (found.length > 0) return found;
  for (const [name, entity] of Object.entries(askedRecords)) {
    const id = filter[name as keyof typeof askedRecords];
    if (id && !(await ctx.rows.referenced(entity, id))) throw errors.notFound(entityInfo(entity).noun, id);
  }
  return found;
}

/** The matching assignments of a timetable, by day and period. */
export async function assignmentsOf(
  ctx: Context,
  { id, status }: Pick<Row<Timetable>, 'id' | 'status'>,
  filter: AssignmentFilter,
): Promise<readonly PlacedAssignment[]> {
  const published = status === TimetableStatus.PUBLISHED && isSimple(filter) && publishedMeetings(ctx, id);
  if (published) return among(ctx, await published, filter);
  const wasThen = Boolean(filter.teacher) && status === TimetableStatus.ARCHIVED;
  const name = `assignments ${wasThen} ${JSON.stringify(filter)}`;
  const read = async (ids: readonly string[]): Promise<Map<string, PlacedAssignment[]>> => {
    const rows = await findAssignments(ctx, {
      $and: [{ timetable: { $in: ids } }, ...conditionsOf(filter, wasThen)],
    });
    return groupBy(rows, (row) => row.timetable);
  };
  return loaderOf<PlacedAssignment[]>(ctx, name, read, []).load(id);
}

/** Whether what is asked for is found in memory. What decides on it is open to everybody who is signed in. */
const isSimple = ({ student, department, course, isElective }: AssignmentFilter): boolean =>
  !student && !department && !course && typeof isElective !== 'boolean';

/** The matching ones of published meetings. */
async function among(
  { rows }: Context,
  published: PublishedMeetings,
  {
    teacher,
    administrativeClass,
    classroom,
    teachingClass,
    meetings,
    week,
    weekFrom,
    weekTo,
  }: AssignmentFilter,
): Promise<readonly PlacedAssignment[]> {
  const parts: (readonly PlacedAssignment[])[] = [];
  if (administrativeClass) {
    const groups = await rows.referring(TeachingClassGroup, 'administrativeClass', administrativeClass);
    const attended = (groups as Row<TeachingClassGroup>[]).map((group) => group.teachingClass);
    parts.push(published.of('teachingClass', attended));
  }
  if (teacher) {
    const further = (await rows.referring(FurtherTeacher, 'teacher', teacher)) as Row<FurtherTeacher>[];
    parts.push(
      published.taughtBy(
        teacher,
        further.map(({ meeting }) => meeting),
      ),
    );
  }
  if (classroom) parts.push(published.of('classroom', [classroom]));
  if (teachingClass) parts.push(published.of('teachingClass', [teachingClass]));
  if (meetings) parts.push(published.of('meeting', meetings));
  const [found = published.rows, ...others] = parts;
  const sets = others.map((part) => new Set(part));
  const isRanged = typeof weekFrom === 'number' || typeof weekTo === 'number';
  if (sets.length === 0 && typeof week !== 'number' && !isRanged) return bounded(found);
  const range = isRanged ? weeksIn(weekFrom ?? 1, weekTo ?? weeksMax) : null;
  return bounded(
    found.filter(
      (row) =>
        sets.every((set) => set.has(row)) &&
        (typeof week !== 'number' || row.weeks.includes(week)) &&
        (range === null || row.weeks.some((each) => range.includes(each))),
    ),
  );
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
  const placed = { $and: [where, { dayOfWeek: { $isNull: false } }] };
  const range = { orderBy: byTime, limit: assignmentsMax + 1 };
  return bounded((await ctx.rows.find(ClassAssignment, placed, range)) as PlacedAssignment[]);
}

function bounded<R extends readonly PlacedAssignment[]>(rows: R): R {
  if (rows.length > assignmentsMax) throw tooManyAssignments();
  return rows;
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
    meetings,
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
  if (meetings) conditions.push({ meeting: { $in: [...meetings] } });
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
