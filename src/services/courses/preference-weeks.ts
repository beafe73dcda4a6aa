import { Int } from 'type-graphql';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreferenceChange, TeacherPreference } from '../../entities/courses.js';
import { Department } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Semester } from '../../entities/scheduling/semesters.js';
import { given, inputType } from '../../data/inputs.js';
import { RoleKey } from '../../schema/enums.js';
import { errors, type FieldProblem } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Text } from '../../schema/texts.js';
import { reasonMax } from '../../schema/timetables.js';
import { actsFor, authorize, declareRights, planners, viewerOf, type Rule } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { slices } from '../../data/in-turns.js';
import { readOne } from '../../data/lists/reading.js';
import { rehearse, transaction } from '../../data/transaction.js';
import { insertRows } from '../imports/insert-rows.js';
import { json, SeenDepartments } from '../../data/statements.js';
import { ownTeacherId } from '../people/own-teacher.js';
import { preferencesToCopy, removedPreferences } from './courses.queries.js';

/** Preferences of whole weeks: teachers write their own, planners those of their departments' teachers. */
const writers: Rule = [RoleKey.TEACHER, ...(planners as readonly RoleKey[])];
declareRights({ setTeacherPreferences: writers, copyTeacherPreferences: planners });

const teachersMax = 100;
const daysMax = 7;
const periodsMax = 12;
const levelMax = 5;
const rowsPerInsert = 1_000;

@inputType('How much teachers like to teach in each period of a week, day by day.')
export class PreferenceWeekInput {
  @given('reference', '学期', 'Semester')
  semester: string;

  @given('list', '教师', 'Teachers', {
    optional: true,
    about: `Whose preferences they are, at most ${teachersMax}; left out: the calling teacher.`,
    type: () => [Id],
  })
  teachers?: string[] | null;

  @given('list', '一周', 'Week', {
    max: daysMax,
    about:
      'One list for each day from Monday, of a level for each period from the first: 1 strongly ' +
      'discouraged to 5 strongly preferred, or 0 for none. A day that has a list has these preferences and ' +
      'no others; the days after the last list stay as they are.',
    type: () => [[Int]],
  })
  week: number[][];

  @given('text', '偏好原因', 'Reason', {
    max: reasonMax,
    optional: true,
    about: 'Why; kept with each of them.',
  })
  reason?: string | null;

  @given('flag', '保留其他', 'Keeps others', {
    optional: true,
    about: 'Whether periods of level 0 stay as they are, with their reasons.',
  })
  keepsOthers?: boolean | null;
}

/** Stores the preferences of whole days, in place of what was there. */
export async function setTeacherPreferences(
  ctx: Context,
  { semester: semesterId, teachers, week, reason, keepsOthers }: PreferenceWeekInput,
  isDryRun: boolean,
): Promise<PreferenceChange> {
  authorize(ctx, 'setTeacherPreferences');
  const long = week.findIndex((levels) => levels.length > periodsMax);
  if (long >= 0) throw errors.invalidInput([tooManyPeriods(long + 1, week[long].length, periodsMax)]);
  const semester = await readOne(ctx, Semester, semesterId);
  const ids = await teachersOf(ctx, teachers);
  const problems = week.flatMap((levels, at) => problemsOfDay(semester, levels, at + 1));
  if (problems.length > 0) throw errors.invalidInput(problems.slice(0, 20));
  const rows = ids.flatMap((teacher) =>
    week.flatMap((levels, day) =>
      levels.flatMap((level, period) =>
        level === 0
          ? []
          : [
              {
                teacher,
                semester: semester.id,
                dayOfWeek: day + 1,
                period: period + 1,
                level,
                reason: reason ?? null,
              },
            ],
      ),
    ),
  );
  return changed(ctx, isDryRun, async (em) => {
    const others = keepsOthers ? json(rows) : null;
    const gone = await removedPreferences(em, json(ids), semester.id, week.length, others);
    await store(em, rows);
    return { teacherCount: ids.length, storedCount: rows.length, removedCount: gone.length, leftOutCount: 0 };
  });
}

/** Which preferences to copy. */
export interface PreferenceCopy {
  readonly to: string;
  readonly from?: string | null;
  readonly teachers?: readonly string[] | null;
}

/**
 * Copies the preferences of the semester before to a semester, for teachers who have none there yet; what the
 * grid of that semester does not have is left out.
 */
export async function copyTeacherPreferences(
  ctx: Context,
  { to, from, teachers }: PreferenceCopy,
  isDryRun: boolean,
): Promise<PreferenceChange> {
  authorize(ctx, 'copyTeacherPreferences');
  const target = await readOne(ctx, Semester, to);
  const source = from ? await readOne(ctx, Semester, from) : await semesterBefore(ctx, target);
  const ids = teachers ? await teachersOf(ctx, teachers) : null;
  const seen = SeenDepartments.of(ctx);
  return changed(ctx, isDryRun, async (em) => {
    const found = await preferencesToCopy(em, source.id, target.id, ids && json(ids), seen);
    const rows = found
      .filter(({ dayOfWeek, period }) => dayOfWeek <= target.daysPerWeek && period <= target.periodsPerDay)
      .map((row) => ({ ...row, semester: target.id }));
    await store(em, rows);
    return {
      teacherCount: new Set(rows.map(({ teacher }) => teacher)).size,
      storedCount: rows.length,
      removedCount: 0,
      leftOutCount: found.length - rows.length,
    };
  });
}

async function changed(
  ctx: Context,
  isDryRun: boolean,
  change: (em: EntityManager) => Promise<PreferenceChange>,
): Promise<PreferenceChange> {
  if (isDryRun) return rehearse(ctx, change);
  const result = await transaction(ctx, change);
  ctx.rows.forget(TeacherPreference);
  return result;
}

async function store(em: EntityManager, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const slice of slices(rows, rowsPerInsert)) await insertRows(em, TeacherPreference, slice);
}

/** The teachers in question. @throws FORBIDDEN when the caller may not write for one of them */
async function teachersOf(ctx: Context, teachers: readonly string[] | null | undefined): Promise<string[]> {
  if (!teachers && viewerOf(ctx).role === RoleKey.TEACHER) return [ownTeacherId(ctx)];
  const ids = [...new Set(teachers ?? [])];
  if (ids.length === 0 || ids.length > teachersMax)
    throw errors.invalidInput([{ field: 'teachers', text: wrongCount(ids.length) }]);
  // Asked for together, so that one statement reads them.
  for (const { id, department } of await Promise.all(ids.map((each) => readOne(ctx, Teacher, each)))) {
    if (viewerOf(ctx).role === RoleKey.TEACHER ? id !== ownTeacherId(ctx) : !actsFor(ctx, department))
      throw errors.foreignDepartment(department, (await readOne(ctx, Department, department)).name);
  }
  return ids;
}

/** The semester that began last before another. @throws INVALID_INPUT when none did */
async function semesterBefore(ctx: Context, { name, startDate }: Row<Semester>): Promise<Row<Semester>> {
  const earlier = await ctx.rows.find(Semester, {}, { orderBy: { startDate: 'desc', id: 'desc' } });
  const source = earlier.find((each) => each.startDate < startDate);
  if (source) return source;
  throw errors.invalidInput([
    {
      field: 'from',
      text: {
        zh: `学期“${name}”之前没有学期，请用 from 指定从哪个学期复制`,
        en: `There is no semester before "${name}". Maybe name the one to copy from.`,
      },
    },
  ]);
}

function problemsOfDay(
  { daysPerWeek, periodsPerDay }: Row<Semester>,
  levels: readonly number[],
  day: number,
): FieldProblem[] {
  const field = `week.${day - 1}`;
  const last = Math.min(periodsPerDay, periodsMax);
  if (levels.length > last) return [tooManyPeriods(day, levels.length, last)];
  if (day > daysPerWeek && levels.some((level) => level !== 0))
    return [{ field, text: noSuchDay(day, daysPerWeek) }];
  const wrong = levels.findIndex((level) => level < 0 || level > levelMax);
  return wrong < 0 ? [] : [{ field: `${field}.${wrong}`, text: noLevel(day, wrong + 1, levels[wrong]) }];
}

const wrongCount = (count: number): Text => ({
  zh: `请指定 1 到 ${teachersMax} 名教师（当前 ${count} 名）`,
  en: `teachers names ${count} teachers, but must name 1 to ${teachersMax}.`,
});

const tooManyPeriods = (day: number, count: number, last: number): FieldProblem => ({
  field: `week.${day - 1}`,
  text: {
    zh: `星期${day}填写了 ${count} 节，该学期每日最多可填 ${last} 节`,
    en: `Day ${day} has ${count} periods, but a day of the semester has at most ${last}.`,
  },
});

const noSuchDay = (day: number, last: number): Text => ({
  zh: `该学期每周只有 ${last} 天，星期${day}请留空`,
  en: `Day ${day} is not among the ${last} days of the semester. Maybe leave it empty.`,
});

const noLevel = (day: number, period: number, level: number): Text => ({
  zh: `星期${day}第${period}节的偏好程度应为 1 至 ${levelMax}，没有则为 0（当前 ${level}）`,
  en: `The level of day ${day}, period ${period} is ${level}, but must be 1 to ${levelMax}, or 0 for none.`,
});
