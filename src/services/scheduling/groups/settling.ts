import type { EntityManager } from '@mikro-orm/postgresql';
import { groupBy } from '../../../data/loaders.js';
import { json } from '../../../data/statements.js';
import { sharesOf } from '../curriculum/partition.js';
import { settleTimetables, type AttendanceTerms } from '../changes/live-timetables.js';
import {
  type KnownGroup,
  type StudentSet,
  expectedStudents,
  followCounts,
  groupsOfClasses,
  leaveForeignGroups,
  lockClassesOfGroups,
  partedAmong,
  storeClassLanes,
  storeGroupStates,
  studentSets,
  taughtToClasses,
} from './groups.queries.js';
import { lanesOf } from './lanes.js';

/**
 * Brings in line with the groups of administrative classes, and with who is in them, what depends on them:
 * lanes, numbers of students, and what is occupied in timetables. Every change of groups ends here.
 * @throws OPERATION_DENIED with the clashes in the published timetable
 */
export async function settleGroups(
  em: EntityManager,
  classIds: readonly string[],
  terms: AttendanceTerms,
): Promise<void> {
  const ids = json(classIds);
  await lockClassesOfGroups(em, ids);
  const [groups, sets] = [await groupsOfClasses(em, ids), await studentSets(em, ids)];
  const expected = new Map((await expectedStudents(em, ids)).map((each) => [each.id, each.studentCount]));
  const groupsOf = groupBy(groups, (group) => group.class);
  const setsOf = groupBy(sets, (set) => set.class);
  const settled = classIds.map((id) => {
    const own = groupsOf.get(id) ?? [];
    const students = setsOf.get(id) ?? [];
    const lanes = lanesOf(
      own.map((group) => group.id),
      students.map((set) => set.groups),
    );
    const counts = countsOf(own, students, expected.get(id) ?? 0);
    const states = own.map((group) => ({
      id: group.id,
      lanes: lanes.ofGroups.get(group.id)!,
      count: counts.get(group.id)!,
    }));
    return { id, lanes: lanes.ofClass, states };
  });
  const states = json(settled.flatMap((each) => each.states));
  await followCounts(em, states);
  await storeGroupStates(em, states);
  await storeClassLanes(em, json(settled));
  const taught = await taughtToClasses(em, ids);
  if (taught.length > 0)
    await settleTimetables(
      em,
      taught.map(({ id }) => id),
      terms,
    );
}

/** Students in each group; while nobody is in any of a partition, the groups share the class evenly. */
function countsOf(
  groups: readonly KnownGroup[],
  sets: readonly StudentSet[],
  expected: number,
): ReadonlyMap<string, number> {
  const countIn = (group: string): number =>
    sets.reduce((sum, set) => sum + (set.groups.includes(group) ? set.count : 0), 0);
  const partitions = groupBy(groups, ({ partition }) => partition);
  return new Map(
    [...partitions.values()].flatMap((own) => {
      const counts = own.map(({ id }) => countIn(id));
      const shown = counts.some((count) => count > 0) ? counts : sharesOf(expected, own.length);
      return own.map(({ id }, at) => [id, shown[at]] as const);
    }),
  );
}

/**
 * Students who are in another class by now leave the groups of the former one, and graduates no longer count.
 * Nobody has to be in two places for it.
 * @param classIds the classes that they are in, or were in
 */
export async function settleStudents(
  em: EntityManager,
  students: readonly string[],
  classIds: readonly (string | null)[],
  terms: AttendanceTerms,
): Promise<void> {
  const left = await leaveForeignGroups(em, json(students));
  const all = [...new Set([...classIds, ...left.map((each) => each.class)])].filter((id) => id !== null);
  const parted = await partedAmong(em, json(all));
  if (parted.length > 0)
    await settleGroups(
      em,
      parted.map(({ id }) => id),
      terms,
    );
}
