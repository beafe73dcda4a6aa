import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SemesterPlanInput } from '../../../../entities/scheduling/semester-plans.js';
import { CreditHourKind, RuleLevel } from '../../../../schema/enums.js';
import { LinkKind } from '../../../../schema/timetables.js';
import { json } from '../../../../data/statements.js';
import { problemWith } from '../teaching-links.js';
import { insertLinks, linksOfSemester, lockLinks, type StoredLink } from '../teaching-links.queries.js';
import type { ClassChange, PlanChanges } from './plan-changes.js';

/** Which links a plan makes beside its teaching classes. */
type Asked = Pick<SemesterPlanInput, 'isLectureFirst' | 'areClassesParallel'>;

type Wanted = readonly [kind: LinkKind, level: RuleLevel, first: ClassChange, second: ClassChange];

/** The links that are asked for between the teaching classes of each course. */
function wantedLinks({ isLectureFirst, areClassesParallel }: Asked, { classes }: PlanChanges): Wanted[] {
  const groupsOf = ({ wanted }: ClassChange): string[] => wanted.groups.map(({ id }) => id);
  const meet = (a: ClassChange, b: ClassChange): boolean =>
    groupsOf(a).some((group) => groupsOf(b).includes(group));
  return [...Map.groupBy(classes, ({ wanted }) => wanted.course.id).values()].flatMap((ofCourse) => {
    const isLecture = ({ wanted }: ClassChange): boolean => wanted.kind === CreditHourKind.THEORY;
    const [lectures, others] = [ofCourse.filter(isLecture), ofCourse.filter((each) => !isLecture(each))];
    const orders = lectures.flatMap((lecture) =>
      others
        .filter((other) => meet(lecture, other))
        .map((other): Wanted => [LinkKind.BEFORE, RuleLevel.HARD, lecture, other]),
    );
    const alike = [...Map.groupBy(ofCourse, ({ wanted }) => wanted.kind).values()];
    const parallel = alike.flatMap((list) =>
      list.slice(1).flatMap((each, at): Wanted[] => {
        const before = list[at];
        const isApart = groupsOf(each).length > 0 && groupsOf(before).length > 0 && !meet(before, each);
        return isApart ? [[LinkKind.SAME_TIME, RuleLevel.SOFT, before, each]] : [];
      }),
    );
    return [...(isLectureFirst ? orders : []), ...(areClassesParallel ? parallel : [])];
  });
}

/**
 * The links that a plan adds to those of its semester, as far as they go together with them.
 * @param ids of its teaching classes; those that are not stored yet are left out
 */
export async function addedLinks(
  em: EntityManager,
  semester: string,
  asked: Asked,
  changes: PlanChanges,
  ids?: ReadonlyMap<ClassChange, string>,
): Promise<StoredLink[]> {
  const wanted = wantedLinks(asked, changes);
  if (wanted.length === 0) return [];
  const all = await linksOfSemester(em, semester);
  const idOf = (each: ClassChange): string =>
    ids?.get(each) ?? each.standing?.id ?? `new ${changes.classes.indexOf(each)}`;
  return wanted.flatMap(([kind, level, first, second]) => {
    const sides = { first: idOf(first), firstHours: null, second: idOf(second), secondHours: null };
    const link = { id: uuidv7(), kind, level, ...sides };
    if (problemWith(link, all)) return [];
    all.push(link);
    return [link];
  });
}

/** Stores the links that a stored plan adds; gives their number. */
export async function storeLinks(
  em: EntityManager,
  semester: string,
  asked: Asked,
  { changes, ids }: { readonly changes: PlanChanges; readonly ids?: ReadonlyMap<ClassChange, string> },
): Promise<number> {
  await lockLinks(em, semester);
  const links = await addedLinks(em, semester, asked, changes, ids);
  await insertLinks(em, json(links));
  return links.length;
}
