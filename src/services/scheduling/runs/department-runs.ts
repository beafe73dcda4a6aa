import { Department } from '../../../entities/organisation.js';
import type {
  DepartmentSchedulingInput,
  SchedulingReport,
} from '../../../entities/scheduling/department-runs.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import type { PlannedCourseInput } from '../../../entities/scheduling/semester-plans.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { SchedulingTask, secondsByStrategy } from '../../../entities/scheduling/tasks.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { Strategy } from '../../../schema/enums.js';
import { DomainError, errors, type FieldProblem } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { actsFor, authorize, declareRights, planners } from '../../../data/access.js';
import { departmentsBelow } from '../../organisation/departments-below.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { termsOf } from '../curriculum/attendance.js';
import { refuseUnexplained } from '../changes/reasons.js';
import { publishedFor } from '../drafts/published.js';
import { problemsWithOptions } from '../problem/option-checks.js';
import { givenOptions } from '../problem/options.js';
import { chosenOf } from '../curriculum/plans/chosen.js';
import { isHeld } from '../curriculum/plans/outcome.js';
import { planSemester } from '../curriculum/plans/semester-plans.js';
import { lockPlan, storePlan } from '../curriculum/plans/store-plan.js';
import { reportOf } from './reports.js';
import { recordTask } from './tasks.js';
import { coursesToTeach } from './runs.queries.js';

declareRights({ scheduleDepartment: planners });

/**
 * Makes teaching classes and meetings of what is to be taught, and starts a run that gives them places in the
 * published timetable; a semester without one gets an empty one. What else of the same courses is placed,
 * such as of other classes, stays as it is. Everything is checked before.
 * @param reason why the published timetable changes
 * @throws INVALID_BODY with all that speaks against it at once
 */
export async function scheduleDepartment(
  ctx: Context,
  input: DepartmentSchedulingInput,
  reason: string | null = null,
): Promise<SchedulingReport> {
  authorize(ctx, 'scheduleDepartment');
  refuseUnexplained(ctx, { status: 'PUBLISHED' }, { reason });
  const semester = await readOne(ctx, Semester, input.semester);
  const strategy = input.strategy ?? Strategy.OPTIMAL;
  const { constraints, timePreferences, prioritySettings, scopeSettings } = input;
  const { allowedBuildings, days } = scopeSettings ?? {};
  const courses = (scopeSettings?.courses ?? []).map(asGiven);
  const options = {
    constraints,
    timePreferences,
    prioritySettings,
    scopeSettings: { allowedBuildings, days },
  };
  refuseProblems([
    ...(await problemsWithDepartment(ctx, input.department)),
    ...(await problemsWithPlan(ctx, semester, courses)),
    ...(await problemsWithCourses(ctx, input.department, courses)),
    ...(await problemsWithOptions(ctx, semester, options, { isForm: true })),
  ]);
  const scope = { allowedBuildings, days, courses: [...new Set(courses.map(({ course }) => course))] };
  const id = await transaction(ctx, async (em) => {
    const plan = await planSemester(ctx, semester.id, courses, em);
    await lockPlan(em, plan);
    const chosen = await chosenOf(em, plan, courses);
    const { changes, ids } = await storePlan(em, chosen.plan, termsOf(ctx, null), chosen.standing);
    await publishedFor(ctx, em, semester.id);
    // Of what the plan dropped, the run retires the meetings that are placed.
    const teachingClasses = [...ids!.values(), ...changes.dropped.filter(isHeld).map((each) => each.id)];
    return recordTask(ctx, em, {
      semester: semester.id,
      department: input.department,
      reason: reason?.trim() || null,
      strategy,
      timeLimitSeconds: secondsByStrategy[strategy],
      seed: 1,
      told: chosen.told,
      options: givenOptions({ ...options, scopeSettings: { ...scope, teachingClasses } }),
    });
  });
  for (const entity of [TeachingClass, TeachingClassGroup, Meeting, Timetable]) ctx.rows.forget(entity);
  return reportOf(ctx, await readOne(ctx, SchedulingTask, id));
}

/** Clients leave administrative classes chosen when they enter a number of students: the number counts. */
const asGiven = (row: PlannedCourseInput): PlannedCourseInput =>
  row.studentCount ? { ...row, administrativeClasses: null } : row;

async function problemsWithDepartment(ctx: Context, id: string): Promise<FieldProblem[]> {
  if (!actsFor(ctx, id))
    return [
      {
        field: 'department',
        text: {
          zh: `用户所属部门与所填写部门不一致：${id}，请选择授权给您的部门，或联系管理员授权`,
          en: `The department ${id} is not granted to you. Maybe ask an administrator for the grant.`,
        },
      },
    ];
  if (await ctx.rows.one(Department, id)) return [];
  return [{ field: 'department', text: errors.notFound({ zh: '部门', en: 'department' }, id).text }];
}

/** The problems of the curriculum plan. */
async function problemsWithPlan(
  ctx: Context,
  semester: Row<Semester>,
  courses: readonly PlannedCourseInput[],
): Promise<FieldProblem[]> {
  try {
    const plan = await planSemester(ctx, semester.id, courses);
    await chosenOf(ctx.em, plan, courses);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'OPERATION_ERROR') throw error;
    return [...(error.details.problems ?? [{ field: 'courses', text: error.text }])].map(
      ({ field, text }) => ({ field: `scopeSettings.${field}`, text }),
    );
  }
}

/** Courses of other departments, and courses that nobody may teach. */
async function problemsWithCourses(
  ctx: Context,
  department: string,
  courses: readonly PlannedCourseInput[],
): Promise<FieldProblem[]> {
  const ids = courses.map(({ course }) => course);
  const rows = await coursesToTeach(ctx.em, await departmentsBelow(ctx.em, department), ids);
  return rows.flatMap(({ id, name, isOwn, isQualified }) => {
    const field = `scopeSettings.courses.${ids.indexOf(id)}.course`;
    const texts: Text[] = [];
    if (!isOwn && actsFor(ctx, department))
      texts.push({
        zh: `未找到与 courseId 匹配的课程：“${name}”不属于所填写部门`,
        en: `The course "${name}" is offered neither by the department given nor by one below it.`,
      });
    if (!isQualified)
      texts.push({
        zh: `此“${name}”课程没有分配老师教学，请先批准任课资格`,
        en: `Nobody is approved to teach the course "${name}". Maybe approve a qualification first.`,
      });
    return texts.map((text) => ({ field, text }));
  });
}

/** Reasons that are told in the sentence; the list has all. */
const reasonsShown = 10;

function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, reasonsShown);
  const rest = problems.length - shown.length;
  const more = { zh: `；另有 ${rest} 处问题`, en: ` And ${rest} more.` };
  const text = {
    zh: shown.map(({ text: { zh } }) => zh).join('；') + (rest > 0 ? more.zh : ''),
    en: shown.map(({ text: { en } }) => en).join(' ') + (rest > 0 ? more.en : ''),
  };
  throw new DomainError('INVALID_BODY', text, { problems });
}
