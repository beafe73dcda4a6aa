import type { EntityManager } from '@mikro-orm/postgresql';
import { Meeting } from '../../../../entities/scheduling/meetings.js';
import type {
  PlannedCourseInput,
  SemesterPlan,
  SemesterPlanInput,
} from '../../../../entities/scheduling/semester-plans.js';
import { Semester } from '../../../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../../entities/scheduling/teaching-classes.js';
import { TeachingLink } from '../../../../entities/scheduling/teaching-links.js';
import { actsFor, authorize, declareRights, planners } from '../../../../data/access.js';
import type { Context } from '../../../../data/context.js';
import { readOne } from '../../../../data/lists/reading.js';
import { transaction } from '../../../../data/transaction.js';
import { DomainError, errors } from '../../../../schema/errors.js';
import { readCatalogue } from './catalogue.js';
import { changesOf } from './plan-changes.js';
import { shownPlan } from './outcome.js';
import { addedLinks, storeLinks } from './plan-links.js';
import { planOf, type CoursePlan } from './plan.js';
import { problemsWith } from './problems.js';
import { labelsOf, standingOf } from './standing-classes.js';
import { termsOf } from '../attendance.js';
import { storePlan } from './store-plan.js';

declareRights({ planSemester: planners, applySemesterPlan: planners });

/**
 * Works out what is taught in a semester, without storing it; `storePlan` does.
 * @param em inside a transaction, its own; by default that of the context
 * @param studentsMax how many are taught together at most, where their row does not say it
 * @throws INVALID_INPUT with everything that speaks against the rows
 */
export async function planSemester(
  ctx: Context,
  semesterId: string,
  rows: readonly PlannedCourseInput[],
  em: EntityManager = ctx.em,
  studentsMax: number | null = null,
): Promise<CoursePlan> {
  const semester = await readOne(ctx, Semester, semesterId);
  if (!semester.isEnabled) throw disabled(semester.name);
  if (rows.length === 0) throw errors.invalidInput([{ field: 'courses', text: noCourses }]);
  const catalogue = await readCatalogue(em, semester, rows);
  const problems = problemsWith(catalogue, rows, (department) => actsFor(ctx, department));
  if (problems.length > 0) throw errors.invalidInput(problems);
  return planOf(catalogue, rows, studentsMax);
}

export const semesterPlans = {
  /** What applying a plan would make of a semester. */
  async preview(ctx: Context, input: SemesterPlanInput): Promise<SemesterPlan> {
    authorize(ctx, 'planSemester');
    const { semester, courses, studentsMax } = input;
    const plan = await planSemester(ctx, semester, courses ?? [], ctx.em, studentsMax);
    const changes = changesOf(plan, await standingOf(ctx.em, plan));
    const labels = await labelsOf(ctx.em, plan, changes.classes);
    const links = await addedLinks(ctx.em, semester, input, changes);
    return shownPlan({ plan, changes, labels }, links.length, ctx.language);
  },

  /** Makes the teaching classes and meetings of a plan. */
  async apply(ctx: Context, input: SemesterPlanInput): Promise<SemesterPlan> {
    authorize(ctx, 'applySemesterPlan');
    const { semester, courses, studentsMax } = input;
    const { outcome, linkCount } = await transaction(ctx, async (em) => {
      const plan = await planSemester(ctx, semester, courses ?? [], em, studentsMax);
      const stored = await storePlan(em, plan, termsOf(ctx, null));
      return { outcome: stored, linkCount: await storeLinks(em, semester, input, stored) };
    });
    for (const entity of [TeachingClass, TeachingClassGroup, Meeting, TeachingLink]) ctx.rows.forget(entity);
    return shownPlan(outcome, linkCount, ctx.language);
  },
};

const noCourses = {
  zh: '课程ID列表为空，请至少填写一门本学期开设的课程',
  en: 'No courses are given. Maybe name those that are taught in the semester.',
};

const disabled = (name: string): DomainError =>
  new DomainError('OPERATION_ERROR', {
    zh: `学期“${name}”未启用，请先启用`,
    en: `The semester "${name}" is disabled. Maybe enable it first.`,
  });
