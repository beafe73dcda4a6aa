import type { Text } from '../../../../schema/texts.js';
import { sharesOf } from '../partition.js';
import { kindNames } from './kinds.js';
import type { CoursePlan, WantedClass } from './plan.js';
import type { StandingClass } from './plans.queries.js';

/** What comes of the electives of a plan beside what stands of them. */
interface Electives {
  readonly wanted: readonly WantedClass[];
  /** Of what stands, what becomes that. */
  readonly anew: readonly StandingClass[];
  /** What was there of them. */
  readonly told: readonly Text[];
}

/**
 * The number of students of an elective is that of all. A higher one than there are places adds what is
 * missing, and what is placed stays; else what stands is made anew, for no fewer, but where students are
 * enrolled. Lots that are placed in other weeks are another elective.
 */
export function electivesOf(
  { teachingClasses }: CoursePlan,
  standing: readonly StandingClass[],
  taken: ReadonlySet<string>,
): Electives {
  const lots = teachingClasses.filter(({ groups }) => groups.length === 0);
  const parts = [...Map.groupBy(lots, ({ course, kind }) => `${course.id} ${kind}`).values()].map((wanted) =>
    partOf(wanted, standing, taken),
  );
  return {
    wanted: parts.flatMap((each) => each.wanted),
    anew: parts.flatMap((each) => each.anew),
    told: parts.flatMap((each) => each.told),
  };
}

/** The same of one course and kind of hours. */
function partOf(
  lots: readonly WantedClass[],
  standing: readonly StandingClass[],
  taken: ReadonlySet<string>,
): Electives {
  const [lot] = lots;
  const known = standing.filter(
    ({ course, kind, groups, isCompulsory }) =>
      course === lot.course.id && kind === lot.kind && groups.length === 0 && !isCompulsory,
  );
  const there = known.filter((each) => each.isEnabled && (!taken.has(each.id) || sharesWeek(each, lot)));
  const [wants, has] = [studentsIn(lots), studentsIn(there)];
  const staying = there.filter((each) => taken.has(each.id) && (wants > has || each.enrolledCount > 0));
  const own = there.filter((each) => !staying.includes(each));
  const spare = known.filter((each) => !each.isEnabled && !taken.has(each.id));
  const left = Math.max(wants, has) - studentsIn(staying);
  const count = Math.max(Math.ceil(left / lot.studentsMax), own.length);
  return {
    wanted: sharesOf(left, count).map((studentCount) => ({ ...lot, studentCount })),
    anew: [...own, ...spare.slice(0, count - own.length)],
    told: has > 0 ? [wasThere(lot, { has, more: Math.max(0, wants - has), stay: staying.length })] : [],
  };
}

const studentsIn = (classes: readonly { readonly studentCount: number }[]): number =>
  classes.reduce((sum, { studentCount }) => sum + studentCount, 0);

function sharesWeek({ meetings }: StandingClass, lot: WantedClass): boolean {
  const wanted = new Set(lot.meetings.flatMap(({ weeks }) => weeks));
  return meetings.some(({ isReplaced, weeks }) => !isReplaced && weeks.some((week) => wanted.has(week)));
}

function wasThere(
  { course: { name }, kind }: WantedClass,
  { has, more, stay }: Readonly<Record<'has' | 'more' | 'stay', number>>,
): Text {
  return {
    zh:
      `“${name}”（${kindNames[kind].name.zh}）本学期已有可容纳 ${has} 人的教学班，填写的人数为总人数，` +
      (more > 0 ? `本次增加 ${more} 人，已排的不变` : '本次重新安排，不增加') +
      (stay > 0 && more === 0 ? `；其中 ${stay} 个已有学生选课，保持不变` : ''),
    en:
      `"${name}" (${kindNames[kind].name.en}) has teaching classes for ${has} students already. The number ` +
      `is that of all, so ${more > 0 ? `${more} are added, and what is placed stays` : 'none are added'}.` +
      (stay > 0 && more === 0 ? ` Students are enrolled in ${stay} of the classes, which stay.` : ''),
  };
}
