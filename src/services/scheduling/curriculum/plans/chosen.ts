import type { EntityManager } from '@mikro-orm/postgresql';
import { errors, type FieldProblem } from '../../../../schema/errors.js';
import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import type { StandingClass } from './plans.queries.js';
import { kindsOf, type PartKind } from './kinds.js';
import type { CoursePlan } from './plan.js';
import { standingOf, takenOf } from './standing-classes.js';

/**
 * Of what stands, what a plan makes anew that adds to it: teaching classes whose administrative classes it
 * all names, and as many lots of an elective as it wants that no timetable has placed yet. All else of its
 * courses stays as it is.
 * @throws INVALID_INPUT where it names only some of the administrative classes that are taught together
 */
export async function chosenOf(
  em: EntityManager,
  plan: CoursePlan,
  rows: readonly PlannedCourseInput[],
): Promise<StandingClass[]> {
  const standing = await standingOf(em, plan);
  const taken = await takenOf(em, standing);
  const named = new Map<string, string>();
  const lots = new Map<string, number>();
  for (const { course, kind, groups } of plan.teachingClasses) {
    for (const { id, name } of groups) named.set(`${course.id} ${kind} ${id}`, name);
    if (groups.length === 0) lots.set(`${course.id} ${kind}`, (lots.get(`${course.id} ${kind}`) ?? 0) + 1);
  }
  const problems: FieldProblem[] = [];
  const chosen = standing.filter((each) => {
    const { course, kind, groups, isCompulsory } = each;
    const part = `${course} ${kind}`;
    if (groups.length === 0) {
      const left = lots.get(part) ?? 0;
      if (taken.has(each.id) || isCompulsory || left === 0) return false;
      lots.set(part, left - 1);
      return true;
    }
    const among = groups.filter((id) => named.has(`${part} ${id}`));
    if (each.isEnabled && among.length > 0 && among.length < groups.length)
      problems.push(...among.map((id) => partlyNamed(each, { id, name: named.get(`${part} ${id}`)! }, rows)));
    return among.length === groups.length;
  });
  if (problems.length > 0) throw errors.invalidInput(problems);
  return chosen;
}

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
