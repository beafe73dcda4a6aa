import type { EntityManager } from '@mikro-orm/postgresql';
import { json } from '../../../data/statements.js';
import { TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { type Attendee, attendeesOf, groupsNamed, wholeClasses } from './curriculum.queries.js';

/** Who is to attend a teaching class; a list that is absent says nothing. */
export interface WantedAttendees {
  readonly classes?: readonly string[] | null;
  readonly groups?: readonly string[] | null;
}

/**
 * Who attends a teaching class then. Classes of which groups are named attend with these alone; where only
 * classes are named, those with groups keep them.
 * @param id the teaching class; none of a new one
 * @throws OPERATION_DENIED when only classes are named, and others than those of its groups
 */
export async function attendeesAfter(
  em: EntityManager,
  id: string | undefined,
  { classes, groups }: WantedAttendees,
): Promise<readonly Attendee[]> {
  const stored = id ? await attendeesOf(em, id) : [];
  const parted = stored.filter(({ group }) => group !== null);
  if (!groups) {
    if (!classes) return stored;
    const known = new Set(stored.map((each) => each.class));
    const isSame = known.size === new Set(classes).size && classes.every((each) => known.has(each));
    if (parted.length > 0 && !isSame) throw attendedInGroups(parted);
    return isSame ? stored : wholeClasses(em, json([...new Set(classes)]));
  }
  const named = await groupsNamed(em, json([...new Set(groups)]));
  const unknown = groups.find((group) => !named.some((each) => each.group === group));
  if (unknown) throw errors.notFound({ zh: '班级分组', en: 'class group' }, unknown);
  const isParted = (id: string): boolean => named.some((each) => each.class === id);
  const whole = classes
    ? await wholeClasses(em, json([...new Set(classes)]))
    : stored.filter(({ group }) => group === null);
  return [...whole.filter((each) => !isParted(each.class)), ...named];
}

/** Lets exactly these attend. */
export async function attend(em: EntityManager, id: string, wanted: readonly Attendee[]): Promise<void> {
  const keyOf = (each: Attendee): string => `${each.class} ${each.group}`;
  const stored = await attendeesOf(em, id);
  const [before, after] = [new Set(stored.map(keyOf)), new Set(wanted.map(keyOf))];
  for (const each of stored.filter((one) => !after.has(keyOf(one))))
    await em.nativeDelete(TeachingClassGroup, {
      ...{ teachingClass: id, administrativeClass: each.class, classGroup: each.group },
    } as never);
  for (const each of wanted.filter((one) => !before.has(keyOf(one))))
    em.create(TeachingClassGroup, {
      ...{ teachingClass: id, administrativeClass: each.class, classGroup: each.group },
    } as never);
  await em.flush();
}

/** Expected students of those who attend. */
export const expectedOf = (attendees: readonly Attendee[]): number =>
  attendees.reduce((sum, { studentCount }) => sum + studentCount, 0);

const attendedInGroups = (parted: readonly Attendee[]): DomainError => {
  const names = parted.map(({ name }) => name);
  return new DomainError('OPERATION_DENIED', {
    zh: `该教学班由班级分组上课（${names.join('、')}），不能只改行政班，请同时填写班级分组（classGroups）`,
    en:
      `It is attended by groups of classes (${names.join(', ')}), so a list of classes does not say who is ` +
      'to attend. Maybe give classGroups as well.',
  });
};
