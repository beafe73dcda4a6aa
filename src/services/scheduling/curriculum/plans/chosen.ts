import type { EntityManager } from '@mikro-orm/postgresql';
import { errors, type FieldProblem } from '../../../../schema/errors.js';
import type { Text } from '../../../../schema/texts.js';
import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import type { StandingClass } from './plans.queries.js';
import { electivesOf } from './electives.js';
import { kindsOf, type PartKind } from './kinds.js';
import type { CoursePlan } from './plan.js';
import { standingOf, takenOf } from './standing-classes.js';

/** A plan that adds to what stands. */
interface ChosenPlan {
  readonly plan: CoursePlan;
  /** Of what stands, what it makes anew. */
  readonly standing: readonly StandingClass[];
  /** What was there of its electives. */
  readonly told: readonly Text[];
}

/**
 * What a plan makes anew of what stands: teaching classes whose administrative classes it all names, and its
 * electives. All else of its courses stays as it is.
 * @throws INVALID_INPUT where it names only some of the administrative classes that are taught together, and
 * where nothing is left of it
 */
export async function chosenOf(
  em: EntityManager,
  plan: CoursePlan,
  rows: readonly PlannedCourseInput[],
): Promise<ChosenPlan> {
  const standing = await standingOf(em, plan);
  const taken = await takenOf(em, standing);
  const named = new Map<string, string>();
  for (const { course, kind, groups } of plan.teachingClasses)
    for (const { id, name } of groups) named.set(`${course.id} ${kind} ${id}`, name);
  const problems: FieldProblem[] = [];
  const chosen = standing.filter((each) => {
    const { course, kind, groups } = each;
    if (groups.length === 0) return false;
    const part = `${course} ${kind}`;
    const among = groups.filter((id) => named.has(`${part} ${id}`));
    if (each.isEnabled && among.length > 0 && among.length < groups.length)
      problems.push(...among.map((id) => partlyNamed(each, { id, name: named.get(`${part} ${id}`)! }, rows)));
    return among.length === groups.length;
  });
  if (problems.length > 0) throw errors.invalidInput(problems);
  const { wanted, anew, told } = electivesOf(plan, standing, taken);
  const teachingClasses = [...plan.teachingClasses.filter(({ groups }) => groups.length > 0), ...wanted];
  if (teachingClasses.length === 0)
    throw errors.invalidInput([{ field: 'courses', text: nothingLeft(told) }]);
  return { plan: { ...plan, teachingClasses }, standing: [...chosen, ...anew], told };
}

const nothingLeft = (told: readonly Text[]): Text => ({
  zh: `没有可安排的教学班：${told.map(({ zh }) => zh).join('；')}；如需增加，请填写更大的总人数`,
  en: `There is nothing to place. ${told.map(({ en }) => en).join(' ')} Maybe give a larger number for more.`,
});

function partlyNamed(
  { course, kind, name, groups }: StandingClass,
  group: { readonly id: string; readonly name: string },
  rows: readonly PlannedCourseInput[],
): FieldProblem {
  const holds = (row: PlannedCourseInput): boolean =>
    row.course === course &&
    kindsOf(row.kind).includes(kind as PartKind) &&
    row.administrativeClasses?.includes(group.id) === true;
  const row = rows.findIndex(holds);
  const at = rows[row]?.administrativeClasses?.indexOf(group.id);
  const others = groups.length - 1;
  return {
    field: `courses.${row}.administrativeClasses.${at}`,
    text: {
      zh:
        `行政班“${group.name}”已与另外 ${others} 个班在教学班“${name}”中合班上课，其中有未选择的班级；` +
        '请一并选择这些班级，或先调整该教学班',
      en:
        `The administrative class "${group.name}" already attends "${name}" together with ${others} ` +
        'others, which are not all chosen. Maybe choose them too, or change that teaching class first.',
    },
  };
}
