import { authorize, declareRights, signedIn, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { given, inputType } from '../../../data/inputs.js';
import type { DatedMeeting } from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { AssignmentFilter } from '../timetable/assignments.js';
import { inLine } from '../changes/line.js';
import { notOneOf } from '../timetable/personal-timetables.js';
import { later } from '../semester/weeks.js';
import { datesOfSemester, meetingDateOf } from './held-dates.js';
import { occurrencesOf } from './occurrences.js';

@inputType('Whose timetable: one of these, or that of the caller where none is named.')
export class TimetableOwnerInput {
  @given('reference', '行政班', 'Administrative class', { optional: true })
  administrativeClass?: string | null;

  @given('reference', '教师', 'Teacher', { optional: true })
  teacher?: string | null;

  @given('reference', '教室', 'Classroom', { optional: true })
  classroom?: string | null;

  @given('reference', '课程', 'Course', { optional: true })
  course?: string | null;

  @given('reference', '教学班', 'Teaching class', { optional: true })
  teachingClass?: string | null;
}

declareRights({ datedMeetings: signedIn });

/** Days for which one call tells what is held. */
const daysMax = 62;

/**
 * What is held from one date to another, both included, in all enabled semesters, by date and period.
 * @param includesCancelled whether with what is not held then, because a single date was changed
 */
export async function datedMeetings(
  ctx: Context,
  of: TimetableOwnerInput,
  { from, to, includesCancelled }: { from: string; to: string; includesCancelled?: boolean },
): Promise<DatedMeeting[]> {
  authorize(ctx, 'datedMeetings');
  if (to < from || later(from, daysMax - 1) < to) throw badRange(from, to);
  const owner = ownerOf(ctx, of);
  const enabled = await ctx.rows.find(Semester, { isEnabled: true });
  const semesters = enabled.filter(({ startDate, endDate }) => startDate <= to && from <= endDate);
  // Of one person one after the other, for what is worked out of many at once is worked out in one turn.
  const lists = await inLine(ctx, `meetings for ${ctx.viewer?.userId}`, () =>
    Promise.all(semesters.map((semester) => heldIn(ctx, semester, owner, { from, to }))),
  );
  return lists
    .flat()
    .filter(({ isHeld }) => isHeld || includesCancelled)
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

const keyOf = ({ held: { date }, item: { periodStart, teachingClassName } }: DatedMeeting): string =>
  `${date} ${String(periodStart).padStart(2, '0')} ${teachingClassName}`;

/** What is held of an owner's timetable in a semester, from one date to another. */
async function heldIn(
  ctx: Context,
  semester: Row<Semester>,
  owner: AssignmentFilter,
  { from, to }: { from: string; to: string },
): Promise<DatedMeeting[]> {
  const { dates } = await datesOfSemester(ctx, semester.id);
  const planned = new Set<string>();
  const weeks: number[] = [];
  for (let date = from; date <= to; date = later(date, 1)) {
    const day = dates.plannedOn(date);
    if (!day) continue;
    planned.add(`${day.week}/${day.day}`);
    weeks.push(day.week);
  }
  if (weeks.length === 0) return [];
  const range = { weekFrom: Math.min(...weeks), weekTo: Math.max(...weeks) };
  const found = await occurrencesOf(ctx, semester.id, { ...owner, ...range });
  const wanted = found.filter(({ item: { week, dayOfWeek } }) => planned.has(`${week}/${dayOfWeek}`));
  return Promise.all(
    wanted.map(async ({ item, isHeld }) => ({ item, isHeld, held: (await meetingDateOf(ctx, item))! })),
  );
}

/** Whose assignments are meant. @throws INVALID_PARAMETER when several are named */
export function ownerOf(ctx: Context, of: TimetableOwnerInput): AssignmentFilter {
  const named = Object.entries(of).filter(([, id]) => typeof id === 'string');
  if (named.length > 1) throw severalOwners();
  if (named.length === 1) return Object.fromEntries(named);
  const { teacherId, studentId } = viewerOf(ctx);
  if (teacherId) return { teacher: teacherId };
  if (studentId) return { student: studentId };
  throw notOneOf({ zh: '教师或学生', en: 'teacher or student' });
}

const badRange = (from: string, to: string): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `日期范围 ${from} 至 ${to} 有误：须先小后大，且最多 ${daysMax} 天，请缩小范围`,
    en: `${from} to ${to} is no range of at most ${daysMax} days. Maybe ask for less.`,
  });

const severalOwners = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: '一次只能查看一个班级、教师、教室、课程或教学班的课表，请只填一个',
    en: 'A timetable is that of one class, teacher, room, course or teaching class. Maybe name one.',
  });
