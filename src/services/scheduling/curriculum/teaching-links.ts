import type { EntityManager } from '@mikro-orm/postgresql';
import { actsFor, planners, type Rule } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { readOne } from '../../../data/lists/reading.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { TeachingLink } from '../../../entities/scheduling/teaching-links.js';
import { Department } from '../../../entities/organisation.js';
import { RoleKey, RuleLevel } from '../../../schema/enums.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { Id } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import { LinkKind } from '../../../schema/timetables.js';
import { linksOfSemester, lockLinks, type StoredLink } from './teaching-links.queries.js';

@inputType('A link of two teaching classes, or of two kinds of hours of one.')
export class TeachingLinkInput extends inputOf(TeachingLink, [
  'kind',
  'first',
  'firstHours',
  'second',
  'secondHours',
  'level',
  'weight',
]) {}

const readers: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.TEACHER];

const semesterFilter: Filter = {
  name: 'semester',
  type: () => Id,
  about: 'Only those in this semester.',
  where: (semester: string) => ({ first: { semester } }),
};

const teachingClassFilter: Filter = {
  name: 'teachingClass',
  type: () => Id,
  about: 'Only those of this teaching class, on either side.',
  where: (id: string) => ({ $or: [{ first: id }, { second: id }] }),
};

class TeachingLinkService extends CrudService<TeachingLink, TeachingLinkInput> {
  constructor() {
    super(TeachingLink, {
      input: TeachingLinkInput,
      plural: 'teachingLinks',
      filters: [semesterFilter, teachingClassFilter, 'kind'],
      rights: { create: planners, remove: planners, one: readers, page: readers },
    });
  }

  /** Both sides are of one semester and of departments of the caller, and it can hold beside the others. */
  protected override async check(ctx: Context, em: EntityManager, link: TeachingLink): Promise<void> {
    const [first, second] = await Promise.all(
      [link.first, link.second].map(({ id }) => readOne(ctx, TeachingClass, id)),
    );
    if (first.semester !== second.semester) throw refused(otherSemester(first.name, second.name));
    if (!actsFor(ctx, second.department)) {
      const { name } = await readOne(ctx, Department, second.department);
      throw errors.foreignDepartment(second.department, name);
    }
    await lockLinks(em, first.semester);
    const problem = problemWith(storedOf(link), await linksOfSemester(em, first.semester));
    if (problem) throw refused(problem([first.name, second.name]));
  }
}

/** Links that one teaching class may have. */
export const linksMax = 50;

const storedOf = ({ id, kind, first, firstHours, second, secondHours, level }: TeachingLink): StoredLink => ({
  ...{ id, kind, level, first: first.id, second: second.id },
  ...{ firstHours: firstHours?.id ?? null, secondHours: secondHours?.id ?? null },
});

/** What makes a link impossible among those that its semester has, told by the names of both sides. */
export function problemWith(
  link: StoredLink,
  all: readonly StoredLink[],
): ((names: readonly [string, string]) => Text) | null {
  const others = all.filter(({ id }) => id !== link.id);
  const [first, second] = sidesOf(link);
  if (areCommon(first, second)) return ([name]) => toItself(name);
  if (link.kind === LinkKind.SAME_TEACHER && link.level === RuleLevel.SOFT) return () => neverWished;
  if (others.some((each) => isSame(each, link))) return ([one, other]) => known(one, other);
  for (const [at, id] of [link.first, link.second].entries())
    if (others.filter((each) => each.first === id || each.second === id).length >= linksMax)
      return (names) => tooMany(names[at]);
  const isCircle = link.kind === LinkKind.BEFORE && leadsTo(second, first, others);
  return isCircle ? ([one, other]) => circle(one, other) : null;
}

/** Some meetings of a teaching class: those of one kind of hours, or all. */
interface Side {
  readonly id: string;
  readonly hours: string | null;
}

const sidesOf = ({ first, firstHours, second, secondHours }: StoredLink): readonly [Side, Side] => [
  { id: first, hours: firstHours },
  { id: second, hours: secondHours },
];

/** Whether two sides may have a meeting in common. */
const areCommon = (a: Side, b: Side): boolean =>
  a.id === b.id && (a.hours === b.hours || a.hours === null || b.hours === null);

const keyOf = ({ id, hours }: Side): string => `${id} ${hours}`;

/** Whether it says the same, in whichever order where the kind has none. */
function isSame(a: StoredLink, b: StoredLink): boolean {
  if (a.kind !== b.kind) return false;
  const [ofA, ofB] = [a, b].map((each) => sidesOf(each).map(keyOf));
  if (a.kind !== LinkKind.BEFORE) for (const keys of [ofA, ofB]) keys.sort();
  return ofA.join() === ofB.join();
}

/** Whether one side comes before another by what is linked so far. */
function leadsTo(from: Side, to: Side, links: readonly StoredLink[]): boolean {
  const orders = links.filter(({ kind }) => kind === LinkKind.BEFORE).map(sidesOf);
  const reached = [from];
  const seen = new Set([keyOf(from)]);
  for (const side of reached) {
    if (areCommon(side, to)) return true;
    for (const [before, after] of orders)
      if (areCommon(side, before) && !seen.has(keyOf(after))) {
        seen.add(keyOf(after));
        reached.push(after);
      }
  }
  return false;
}

const refused = (text: Text): DomainError => new DomainError('OPERATION_INVALID', text);

export const otherSemester = (one: string, other: string): Text => ({
  zh: `“${one}”与“${other}”不在同一学期，不能关联，请选择同一学期的教学班`,
  en: `"${one}" and "${other}" are of different semesters. Maybe link those of one.`,
});

const toItself = (name: string): Text => ({
  zh: `“${name}”不能与自身关联，请选择另一个教学班，或两种不同的学时`,
  en: `"${name}" cannot be linked to itself. Maybe choose another one, or two kinds of its hours.`,
});

const neverWished: Text = {
  zh: '同一教师只能是必须满足的，请把要求程度改为必须（HARD）',
  en: 'That one teacher teaches both is only ever required. Maybe make it HARD.',
};

const known = (one: string, other: string): Text => ({
  zh: `“${one}”与“${other}”已有这种关联，请先删除原有的`,
  en: `"${one}" and "${other}" are linked like this already. Maybe delete that link first.`,
});

const tooMany = (name: string): Text => ({
  zh: `“${name}”已有 ${linksMax} 个关联，请先删除不需要的`,
  en: `"${name}" has ${linksMax} links already. Maybe delete some first.`,
});

const circle = (one: string, other: string): Text => ({
  zh: `“${other}”已须先于“${one}”，不能再要求“${one}”先于“${other}”，请先删除原有的关联`,
  en: `"${other}" comes before "${one}" already, so not the other way round. Maybe delete that link first.`,
});

export const teachingLinks = new TeachingLinkService();
