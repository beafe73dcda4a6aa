import { entityInfo, type EntityClass } from '../../../data/columns.js';
import { Course, CourseType } from '../../../entities/courses.js';
import { Building } from '../../../entities/places.js';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import type { RuleLevel } from '../../../schema/enums.js';
import { RULES } from '@class-scheduling/solver';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { schedulingDaysOf } from '../semester/weeks.js';
import { WEIGHED } from './options.js';
import { coursesTaught, offeredBuildings } from './problem.queries.js';
import type {
  PreferredTimeSlotInput,
  SchedulingOptionsInput,
  SchedulingRuleSettingInput,
} from '../../../entities/scheduling/options.js';
import { range } from '../semester/periods.js';

/** A list in an input, with its path. */
interface InputList {
  readonly field: string;
  readonly values: readonly string[];
}

/** Refuses options that the semester cannot meet, and reports all problems by field. @throws INVALID_INPUT */
export async function refuseUnmeetable(
  ctx: Context,
  semester: Row<Semester>,
  options: SchedulingOptionsInput,
): Promise<void> {
  const problems = await problemsWithOptions(ctx, semester, options);
  if (problems.length === 0) return;
  throw errors.invalidInput(problems.map((each) => ({ ...each, field: `options.${each.field}` })));
}

type Days = Pick<Row<Semester>, 'daysPerWeek' | 'schedulingDays'>;

/** The days on which a run with such options places meetings. */
const daysOf = (semester: Days, { scopeSettings }: SchedulingOptionsInput): readonly number[] =>
  scopeSettings?.days?.length ? scopeSettings.days : schedulingDaysOf(semester);

/** Days for which slots are preferred although a run with such options places nothing on them. */
export const idleDays = (semester: Days, options: SchedulingOptionsInput): number[] => {
  const days = daysOf(semester, options);
  const wished = options.timePreferences?.preferredTimeSlots?.map(({ dayOfWeek }) => dayOfWeek) ?? [];
  return [...new Set(wished)].filter((day) => !days.includes(day)).sort();
};

/**
 * What the semester cannot meet of options, one problem per field.
 * @param isForm whether the lists of a form name every day, so that those on which nothing is placed count
 * for nothing in place of being refused
 */
export async function problemsWithOptions(
  ctx: Context,
  semester: Row<Semester>,
  options: SchedulingOptionsInput,
  { isForm = false } = {},
): Promise<FieldProblem[]> {
  const { timePreferences, prioritySettings, scopeSettings, rules } = options;
  const courseTypes = {
    field: 'prioritySettings.courseTypes',
    values: (prioritySettings?.courseTypes ?? []).map(({ courseType }) => courseType),
  };
  const courses = { field: 'scopeSettings.courses', values: scopeSettings?.courses ?? [] };
  const teachingClasses = {
    field: 'scopeSettings.teachingClasses',
    values: scopeSettings?.teachingClasses ?? [],
  };
  const buildings = {
    field: 'scopeSettings.allowedBuildings',
    values: scopeSettings?.allowedBuildings ?? [],
  };
  const days = daysOf(semester, options);
  const slotDays = isForm ? range(1, semester.daysPerWeek) : days;
  return firstOfEach([
    ...problemsWithDays(semester, days),
    ...problemsWithSlots(semester, timePreferences?.preferredTimeSlots ?? [], slotDays),
    ...(await unknownRecords(ctx, CourseType, courseTypes)),
    ...duplicates(courseTypes),
    ...(await unknownRecords(ctx, Course, courses)),
    ...(await untaughtCourses(ctx, semester, courses)),
    ...(await foreignClasses(ctx, semester, teachingClasses)),
    ...(await unknownRecords(ctx, Building, buildings)),
    ...(await roomlessBuildings(ctx, semester, buildings)),
    ...problemsWithRules(rules ?? []),
  ]);
}

/** One problem per field: an unknown record is not also reported as having no teaching class. */
const firstOfEach = (problems: readonly FieldProblem[]): FieldProblem[] =>
  [...new Map([...problems].reverse().map((problem) => [problem.field, problem])).values()].reverse();

const problemsWithDays = ({ name, daysPerWeek }: Row<Semester>, days: readonly number[]): FieldProblem[] =>
  days.flatMap((day, at) =>
    day >= 1 && day <= daysPerWeek
      ? []
      : [
          {
            field: `scopeSettings.days.${at}`,
            text: {
              zh: `星期 ${day} 不在学期“${name}”的作息表内（每周 ${daysPerWeek} 天）`,
              en: `The semester "${name}" has days 1 to ${daysPerWeek}, not ${day}.`,
            },
          },
        ],
  );

function problemsWithSlots(
  { name, periodsPerDay }: Row<Semester>,
  slots: readonly PreferredTimeSlotInput[],
  days: readonly number[],
): FieldProblem[] {
  return slots.flatMap(({ dayOfWeek, periodStart, periodEnd }, at) => {
    const field = `timePreferences.preferredTimeSlots.${at}`;
    if (periodStart > periodEnd) {
      const text = {
        zh: `时段校验失败：第${dayOfWeek}天 ${periodStart}-${periodEnd}节 结束节次应大于开始节次`,
        en:
          `The slot on day ${dayOfWeek} begins with period ${periodStart}, but ends with period ` +
          `${periodEnd}.`,
      };
      return [{ field, text }];
    }
    if (days.includes(dayOfWeek) && periodEnd <= periodsPerDay) return [];
    const text = {
      zh:
        `优先时段 第${dayOfWeek}天 ${periodStart}-${periodEnd}节 不在学期“${name}”可排的时间内：` +
        `星期 ${days.join('、')}，每天 ${periodsPerDay} 节`,
      en:
        `The slot on day ${dayOfWeek}, periods ${periodStart} to ${periodEnd}, lies outside the days on ` +
        `which the run places meetings in "${name}": ${days.join(', ')}, of ${periodsPerDay} periods each.`,
    };
    return [{ field, text }];
  });
}

function problemsWithRules(rules: readonly SchedulingRuleSettingInput[]): FieldProblem[] {
  const known: readonly string[] = WEIGHED;
  const names = { field: 'rules', values: rules.map(({ rule }) => rule) };
  const empty = rules.map(({ level, weight }) => (level || weight ? 'given' : ''));
  return [
    ...problemsUnlessIn(names, new Set(known), (rule) => ({
      zh: `没有可设置的规则“${rule}”，可选：${known.join('、')}`,
      en: `There is no rule "${rule}" to be set. Maybe one of ${known.join(', ')}.`,
    })),
    ...problemsUnlessIn({ field: 'rules', values: empty }, new Set(['given']), () => ({
      zh: '请给出级别或权重，二者至少填一项',
      en: 'Neither a level nor a weight is given. Maybe give one of them.',
    })),
    ...rules.flatMap(({ rule, level }, at) =>
      known.includes(rule) ? problemsWithLevel(rule, level, `rules.${at}`) : [],
    ),
    ...duplicates(names),
  ];
}

/** Some rules are never soft: nobody teaches while absent a little. */
function problemsWithLevel(id: string, level: RuleLevel | null | undefined, field: string): FieldProblem[] {
  const levels = RULES.find((rule) => rule.id === id)?.levels?.map((each) => each.toUpperCase());
  if (!level || !levels || levels.includes(level)) return [];
  const text = {
    zh: `规则“${id}”的级别不能是 ${level}，应为 ${levels.join(' 或 ')}`,
    en: `The rule "${id}" cannot be ${level}. Maybe one of ${levels.join(', ')}.`,
  };
  return [{ field, text }];
}

/** Records that the caller may not see count as unknown. */
async function unknownRecords(ctx: Context, entity: EntityClass, list: InputList): Promise<FieldProblem[]> {
  if (list.values.length === 0) return [];
  const rows = await ctx.rows.find(entity, { id: { $in: list.values } });
  const { noun } = entityInfo(entity);
  return problemsUnlessIn(list, new Set(rows.map(({ id }) => id)), (id) => errors.notFound(noun, id).text);
}

async function untaughtCourses(
  ctx: Context,
  { id, name }: Row<Semester>,
  list: InputList,
): Promise<FieldProblem[]> {
  if (list.values.length === 0) return [];
  const rows = await coursesTaught(ctx.em, id);
  return problemsUnlessIn(list, new Set(rows.map(({ course }) => course)), (course) => ({
    zh: `课程 ${course} 在学期“${name}”没有启用的教学班，请先制定教学计划，或去掉该课程`,
    en: `The course ${course} has no enabled teaching class in the semester "${name}". Maybe plan it first.`,
  }));
}

async function foreignClasses(
  ctx: Context,
  { id, name }: Row<Semester>,
  list: InputList,
): Promise<FieldProblem[]> {
  if (list.values.length === 0) return [];
  const rows = await ctx.rows.find(TeachingClass, { id: { $in: list.values }, semester: id });
  return problemsUnlessIn(list, new Set(rows.map((row) => row.id)), (teachingClass) => ({
    zh: `学期“${name}”没有教学班 ${teachingClass}，请从该学期的教学班中选择`,
    en: `The semester "${name}" has no teaching class ${teachingClass}.`,
  }));
}

async function roomlessBuildings(
  ctx: Context,
  { id, name }: Row<Semester>,
  list: InputList,
): Promise<FieldProblem[]> {
  if (list.values.length === 0) return [];
  const rows = await offeredBuildings(ctx.em, id);
  return problemsUnlessIn(list, new Set(rows.map((row) => row.id)), (building) => ({
    zh: `教学楼 ${building} 没有可供学期“${name}”使用的教室，请另选教学楼`,
    en: `The building ${building} has no classroom that the semester "${name}" may use.`,
  }));
}

const duplicates = ({ field, values }: InputList): FieldProblem[] =>
  values.flatMap((value, at) =>
    values.indexOf(value) === at
      ? []
      : [
          {
            field: `${field}.${at}`,
            text: { zh: `“${value}”重复，请只填一次`, en: `"${value}" is given twice. Maybe leave one out.` },
          },
        ],
  );

/** A problem for each value that is not allowed. */
const problemsUnlessIn = (
  { field, values }: InputList,
  allowed: ReadonlySet<string>,
  textOf: (value: string) => Text,
): FieldProblem[] =>
  values.flatMap((value, at) =>
    allowed.has(value) ? [] : [{ field: `${field}.${at}`, text: textOf(value) }],
  );
