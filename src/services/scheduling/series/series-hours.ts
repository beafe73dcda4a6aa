import type { EntityManager } from '@mikro-orm/postgresql';
import type { Course } from '../../../entities/courses.js';
import type { SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import type { PlacementTerms } from '../placement/acts.js';
import { isRefused, placementRule } from '../placement/rules.js';
import { kindNames, partKinds, type PartKind } from '../curriculum/plans/kinds.js';
import { joinedTimes, shownTimes, type Time } from './wanted-times.js';

/** The hours that a course has, of all kinds and of each. */
export type CourseHours = Pick<
  Row<Course>,
  'id' | 'name' | 'totalHours' | 'theoryHours' | 'labHours' | 'practiceHours' | 'computerHours' | 'otherHours'
>;

type Kinds = Omit<CourseHours, 'id' | 'name' | 'totalHours'>;

/** The hours that a course has of each kind. */
export const hoursByKind: Readonly<Record<PartKind, (course: Kinds) => number>> = {
  THEORY: ({ theoryHours }) => theoryHours,
  EXPERIMENT: ({ labHours }) => labHours,
  PRACTICE: ({ practiceHours }) => practiceHours,
  COMPUTER: ({ computerHours }) => computerHours,
  OTHER: ({ otherHours }) => otherHours,
};

/** The kind of hours that a credit-hour type means by its name; none of a type that is called otherwise. */
export const kindCalled = (name: string): PartKind | undefined =>
  partKinds.find((kind) => name.includes(kindNames[kind].name.zh));

/** The hours that a form of existing clients sends, because it does not ask for them. */
const unaskedHours = 32;

/** The hours that a series states. */
export type StatedHours = Pick<SeriesInput, 'teachingHours' | 'scheduledHours' | 'totalHours'>;

/** What is stored of the hours that a series states, and how that differs from what was said. */
export interface SettledHours {
  readonly hours: StatedHours;
  /** Whether they are fewer than was said. */
  readonly isCut: boolean;
  readonly warnings: readonly Text[];
}

/**
 * The hours of a new series, which has no more than its course. Those that a form did not ask for are what
 * the course has left of their kind for the administrative classes.
 * @throws INVALID_INPUT for hours that were asked for and are too many, or where none are left
 */
export async function settledHours(
  em: EntityManager,
  timetable: string,
  input: SeriesInput,
  { course, creditHourType }: { readonly course: CourseHours; readonly creditHourType: string },
  terms: PlacementTerms,
): Promise<SettledHours> {
  const { teachingHours, scheduledHours, totalHours } = input;
  const stated = { teachingHours, scheduledHours, totalHours };
  const kind = kindCalled(creditHourType);
  const ofKind = (kind && hoursByKind[kind](course)) || null;
  const maximum = {
    teachingHours: course.totalHours,
    scheduledHours: course.theoryHours,
    totalHours: course.totalHours,
  };
  const names = Object.keys(stated) as (keyof StatedHours)[];
  const unasked = isRefused(placementRule('hours'), terms)
    ? []
    : names.filter((name) => stated[name] === unaskedHours);
  const problems = names
    .filter((name) => !unasked.includes(name) && stated[name] > maximum[name])
    .map((name) => tooMany(name, course, maximum[name]));
  if (problems.length) throw errors.invalidInput(problems);
  if (!unasked.some((name) => unaskedHours > (ofKind ?? maximum[name])))
    return { hours: stated, isCut: false, warnings: [] };
  const label = ofKind === null ? null : kindNames[kind!].name;
  const limit = ofKind ?? course.totalHours;
  const placed = await placedHours(em, timetable, input, label === null ? null : kind === 'THEORY');
  const left = limit - Math.max(0, ...[...groupBy(placed, (each) => each.group).values()].map(sumOf));
  if (left <= 0) throw errors.invalidInput([noneLeft(course, label, limit, placed)]);
  const settled = Math.min(unaskedHours, left);
  const hours = { ...stated, ...Object.fromEntries(unasked.map((name) => [name, settled])) };
  const isCut = settled < unaskedHours;
  return { hours, isCut, warnings: isCut ? [cutTo(course, label, limit, settled)] : [] };
}

/** That a series is held for longer than it has hours after they were cut; others state both themselves. */
export function heldTooLong({ hours, isCut }: SettledHours, times: readonly Time[]): Text[] {
  const [periods, left] = [sumOf(times), hours.scheduledHours];
  if (!isCut || periods <= left) return [];
  return [
    {
      zh: `上课时间共 ${periods} 节，多于 ${left} 学时，请减少周次或节次`,
      en: `It is held in ${periods} periods, more than its ${left} hours. Maybe take fewer weeks or periods.`,
    },
  ];
}

/** A placed meeting of the course that an administrative class attends. */
interface PlacedMeeting extends Time {
  readonly group: string;
  readonly teachingClass: string;
}

const sumOf = (meetings: readonly Time[]): number =>
  meetings.reduce(
    (sum, { periodStart, periodEnd, weeks }) => sum + (periodEnd - periodStart + 1) * weeks.length,
    0,
  );

/**
 * What the timetable holds of the course for the administrative classes of a new series.
 * @param countsUnnamed of the meetings of its credit-hour type, whether those count that name none; null: all
 */
const placedHours = (
  em: EntityManager,
  timetable: string,
  { course, creditHourType, administrativeClasses }: SeriesInput,
  countsUnnamed: boolean | null,
): Promise<PlacedMeeting[]> =>
  em.execute<PlacedMeeting[]>(
    `select g.administrative_class_id as "group", t.name as "teachingClass", a.day_of_week as "dayOfWeek",
       a.period_start as "periodStart", a.period_end as "periodEnd", a.weeks
     from teaching_class t join teaching_class_group g on g.teaching_class_id = t.id
       join class_assignment a on a.teaching_class_id = t.id join meeting m on m.id = a.meeting_id
     where t.course_id = $2 and g.administrative_class_id = any($3) and a.timetable_id = $1
       and a.day_of_week is not null
       and ($5::boolean is null or coalesce(m.credit_hour_type_id = $4, $5))
     order by t.name, t.id, g.administrative_class_id, a.day_of_week, a.period_start`,
    [timetable, course, [...new Set(administrativeClasses ?? [])], creditHourType, countsUnnamed],
  );

const tooMany = (name: keyof StatedHours, course: CourseHours, hours: number): FieldProblem => {
  const kind = name === 'scheduledHours' ? { zh: '理论学时', en: 'theory' } : { zh: '总学时', en: 'total' };
  return {
    field: name,
    text: {
      zh: `实际安排学时不能大于课程要求${kind.zh}：“${course.name}”为 ${hours}，请减少学时`,
      en: `"${course.name}" has ${hours} ${kind.en} hours, a series at most as many. Maybe give fewer.`,
    },
  };
};

/** Teaching classes that a refusal names. */
const namedMax = 3;

const noneLeft = (
  course: CourseHours,
  kind: Text | null,
  limit: number,
  placed: readonly PlacedMeeting[],
): FieldProblem => {
  const classes = [...groupBy(placed, (each) => each.teachingClass)].map(([name, meetings]): Text => {
    // Several administrative classes may attend one teaching class.
    const own = meetings.filter(({ group }) => group === meetings[0].group);
    const when = shownTimes(joinedTimes(own));
    const hours = sumOf(own);
    return {
      zh: `“${name}” ${hours} 学时，${when.zh}`,
      en: `"${name}" ${hours} hours, ${when.en}`,
    };
  });
  const shown = classes.slice(0, namedMax);
  const more = classes.length - shown.length;
  const [zh, en] = [shown.map((each) => each.zh).join('；'), shown.map((each) => each.en).join('; ')];
  return {
    field: 'totalHours',
    text: {
      zh:
        `实际安排学时不能大于课程要求${kind?.zh ?? '总'}学时：“${course.name}”为 ${limit}，` +
        (zh ? `已全部安排（${zh}${more > 0 ? `；另有 ${more} 个教学班` : ''}）` : '没有可安排的学时'),
      en:
        `"${course.name}" has ${limit} ${kind?.en ?? 'total'} hours, none of which is left` +
        (en ? `: ${en}${more > 0 ? `; and ${more} more teaching classes` : ''}.` : '.'),
    },
  };
};

const cutTo = ({ name }: CourseHours, kind: Text | null, limit: number, left: number): Text => ({
  zh: `“${name}”的${kind?.zh ?? '总'}学时为 ${limit}，学时已由 ${unaskedHours} 减为剩余的 ${left}`,
  en:
    `"${name}" has ${limit} ${kind?.en ?? 'total'} hours, so the hours are the ${left} that are left in ` +
    `place of ${unaskedHours}.`,
});
