import { packed, type WholeGroup } from '../partition.js';

/** An administrative class that is to be taught. */
export interface AttendingClass extends WholeGroup {
  readonly code: string;
  readonly major: string;
  /** The campuses where its department has buildings; none: it may be taught on every campus. */
  readonly campuses: readonly string[];
}

/**
 * Who is taught together: whole administrative classes, those of one campus, in as few groups as have at most
 * so many students. Neighbours are of one major where that makes no more groups. A class that is larger by
 * itself stands alone, and so does a small one that no other can join; none is left out.
 */
export function taughtTogether(classes: readonly AttendingClass[], studentsMax: number): AttendingClass[][] {
  return ofOneCampus(ordered(classes)).flatMap((near) => {
    const large = near.filter(({ studentCount }) => studentCount > studentsMax);
    const others = near.filter(({ studentCount }) => studentCount <= studentsMax);
    return [...large.map((one) => [one]), ...joined(others, studentsMax)];
  });
}

/** By code, those of one major beside each other, the major of the lowest code first. */
function ordered(classes: readonly AttendingClass[]): AttendingClass[] {
  const byCode = classes.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  const majors = [...new Set(byCode.map(({ major }) => major))];
  return majors.flatMap((major) => byCode.filter((each) => each.major === major));
}

/** Classes that some campus has in common; nobody travels between two meetings of one course. */
function ofOneCampus(classes: readonly AttendingClass[]): AttendingClass[][] {
  const near: { classes: AttendingClass[]; campuses: readonly string[] }[] = [];
  for (const each of classes) {
    const common = (campuses: readonly string[]): readonly string[] | null => {
      if (campuses.length === 0 || each.campuses.length === 0) return [...campuses, ...each.campuses];
      const both = campuses.filter((campus) => each.campuses.includes(campus));
      return both.length > 0 ? both : null;
    };
    const known = near.find(({ campuses }) => common(campuses) !== null);
    if (known) {
      known.campuses = common(known.campuses)!;
      known.classes.push(each);
    } else near.push({ classes: [each], campuses: each.campuses });
  }
  return near.map((each) => each.classes);
}

/** In order, as even as can be, unless fewer groups hold them in another order. */
function joined(classes: readonly AttendingClass[], studentsMax: number): AttendingClass[][] {
  if (classes.length === 0) return [];
  const inOrder = inTurn(classes, studentsMax);
  const byId = new Map(classes.map((each) => [each.id, each]));
  const fewest = packed(classes, studentsMax).filter((group) => group.length > 0);
  if (fewest.length < inOrder.length) return fewest.map((group) => group.map(({ id }) => byId.get(id)!));
  let least = Math.max(...classes.map(({ studentCount }) => studentCount));
  while (inTurn(classes, least).length > inOrder.length) least++;
  return inTurn(classes, least);
}

/** Each joins the group before it while that has room. */
function inTurn(classes: readonly AttendingClass[], studentsMax: number): AttendingClass[][] {
  const groups: AttendingClass[][] = [];
  let size = Infinity;
  for (const each of classes) {
    size += each.studentCount;
    if (size > studentsMax) {
      groups.push([]);
      size = each.studentCount;
    }
    groups.at(-1)!.push(each);
  }
  return groups;
}
