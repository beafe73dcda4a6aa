import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import type { PlacementTerms } from '../placement/acts.js';
import { isRefused, placementRule } from '../placement/rules.js';
import { kindNames } from '../curriculum/plans/kinds.js';
import { hoursByKind, kindCalled, type CourseHours } from './course-kinds.js';
import { placedOfCourse, type PlacedMeeting } from './series.queries.js';
import { joinedTimes, shownTimes, type Time } from './wanted-times.js';

/** The hours that a form of existing clients sends, because it does not ask for them. */
const unaskedHours = 32;

/** The hours that a series states. */
export type StatedHours = Pick<SeriesInput, 'teachingHours' | 'scheduledHours' | 'totalHours'>;

/** What is stored of the hours that a series states, and how that differs from what was said. */
export interface SettledHours {
  readonly hours: StatedHours;
  readonly warnings: readonly Text[];
  /** What the course has left; null where the hours were asked for. */
  readonly left: number | null;
}

/**
 * The hours of a new series, which has no more than its course. Those that a form did not ask for are what
 * the course has left of their kind for the administrative classes.
 * @throws INVALID_INPUT for hours that were asked for and are too many, or where none are left
 */
export async function settledHours(
  em: EntityManager,
  timetable: string,
  { teachingHours, scheduledHours, totalHours, administrativeClasses }: SeriesInput,
  { course, creditHourType }: { readonly course: CourseHours; readonly creditHourType: string },
  terms: PlacementTerms,
): Promise<SettledHours> {
  const stated = { teachingHours, scheduledHours, totalHours };
  const maximum = {
    teachingHours: course.totalHours,
    scheduledHours: course.theoryHours,
    totalHours: course.totalHours,
  };
  const names = Object.keys(stated) as (keyof StatedHours)[];
  const unasked = cutsHours(terms) ? names.filter((name) => stated[name] === unaskedHours) : [];
  const problems = names
    .filter((name) => !unasked.includes(name) && stated[name] > maximum[name])
    .map((name) => tooMany(name, stated[name], course, maximum[name]));
  if (problems.length) throw errors.invalidInput(problems);
  if (unasked.length === 0) return { hours: stated, warnings: [], left: null };
  const attending = { creditHourType, administrativeClasses: administrativeClasses ?? [], series: null };
  const available = await availableHours(em, timetable, course, attending);
  const { left } = available;
  if (left <= 0) throw errors.invalidInput([noneLeft(course, available)]);
  const settled = Math.min(unaskedHours, left);
  const hours = { ...stated, ...Object.fromEntries(unasked.map((name) => [name, settled])) };
  return { hours, warnings: settled < unaskedHours ? [cutTo(course, available, settled)] : [], left };
}

/** Whether hours that a course has not are told instead of refused. */
const cutsHours = (terms: PlacementTerms): boolean => !isRefused(placementRule('hours'), terms);

/** That a series that changes would be held for longer than it was, and than its course has hours left. */
export async function lengthenedTooFar(
  em: EntityManager,
  timetable: string,
  course: CourseHours,
  series: AttendedSeries,
  { before, after, terms }: { before: readonly Time[]; after: readonly Time[]; terms: PlacementTerms },
): Promise<Text[]> {
  if (!cutsHours(terms) || sumOf(after) <= sumOf(before)) return [];
  return heldTooLong((await availableHours(em, timetable, course, series)).left, after);
}

/** That a series is held for longer than its course has hours left. */
export function heldTooLong(left: number | null, times: readonly Time[]): Text[] {
  const periods = sumOf(times);
  if (left === null || periods <= left) return [];
  const hours = Math.max(0, left);
  return [
    {
      zh: `上课时间共 ${periods} 节，多于 ${hours} 学时，请减少周次或节次`,
      en:
        `It is held in ${periods} periods, more than its ${hours} hours. ` +
        'Maybe take fewer weeks or periods.',
    },
  ];
}

/** A series of a course: which kind of hours it is of, and who attends it. */
interface AttendedSeries {
  /** Name of its credit-hour type; null where it has none. */
  readonly creditHourType: string | null;
  readonly administrativeClasses: readonly string[];
  /** Its identifier, because its own meetings leave their hours; null of a new one. */
  readonly series: string | null;
}

/** What a course has left of a kind of hours for those who attend a series. */
interface AvailableHours {
  /** The kind; null for all hours, where the course counts none of the kind by itself. */
  readonly kind: Text | null;
  readonly limit: number;
  /** Less than none where more is placed than the course has. */
  readonly left: number;
  /** What is placed for the administrative class that has least left. */
  readonly placed: readonly PlacedMeeting[];
}

async function availableHours(
  em: EntityManager,
  timetable: string,
  course: CourseHours,
  series: AttendedSeries,
): Promise<AvailableHours> {
  const kind = kindCalled(series.creditHourType ?? '');
  const ofKind = kind && hoursByKind[kind](course) > 0 ? kind : null;
  const limit = ofKind ? hoursByKind[ofKind](course) : course.totalHours;
  const attending = [...new Set(series.administrativeClasses)];
  const placed = (await placedOfCourse(em, timetable, course.id, attending, series.series)).filter(
    ({ creditHourType: type }) => !ofKind || (type === null ? 'THEORY' : kindCalled(type)) === ofKind,
  );
  const [most = []] = [...groupBy(placed, ({ group }) => group).values()].toSorted(
    (a, b) => sumOf(b) - sumOf(a),
  );
  return { kind: ofKind && kindNames[ofKind].name, limit, left: limit - sumOf(most), placed: most };
}

const sumOf = (meetings: readonly Time[]): number =>
  meetings.reduce(
    (sum, { periodStart, periodEnd, weeks }) => sum + (periodEnd - periodStart + 1) * weeks.length,
    0,
  );

const tooMany = (
  name: keyof StatedHours,
  stated: number,
  course: CourseHours,
  hours: number,
): FieldProblem => {
  const kind = name === 'scheduledHours' ? { zh: '理论学时', en: 'theory' } : { zh: '总学时', en: 'total' };
  return {
    field: name,
    text: {
      zh: `实际安排学时不能大于课程要求${kind.zh}：“${course.name}”为 ${hours}，现为 ${stated}，请减少学时`,
      en:
        `"${course.name}" has ${hours} ${kind.en} hours, a series at most as many, not ${stated}. ` +
        'Maybe give fewer.',
    },
  };
};

/** Teaching classes that a refusal names. */
const namedMax = 3;

function noneLeft({ name: course }: CourseHours, { kind, limit, placed }: AvailableHours): FieldProblem {
  const classes = [...groupBy(placed, (each) => each.teachingClass)].map(([name, meetings]): Text => {
    const when = shownTimes(joinedTimes(meetings));
    const hours = sumOf(meetings);
    return {
      zh: `“${name}” ${hours} 学时，${when.zh}`,
      en: `"${name}" ${hours} hours, ${when.en}`,
    };
  });
  const shown = classes.slice(0, namedMax);
  const more = classes.length - shown.length;
  const [zh, en] = [shown.map((each) => each.zh).join('；'), shown.map((each) => each.en).join('; ')];
  const group = placed[0]?.groupName;
  return {
    field: 'totalHours',
    text: {
      zh:
        `实际安排学时不能大于课程要求${kind?.zh ?? '总'}学时：“${course}”为 ${limit}，` +
        (group
          ? `行政班“${group}”的已全部安排（${zh}${more > 0 ? `；另有 ${more} 个教学班` : ''}），请先修改或删除其中的排课`
          : '没有可安排的学时，请先在课程库中填写学时'),
      en:
        `"${course}" has ${limit} ${kind?.en ?? 'total'} hours, none of which is left` +
        (group
          ? ` for class "${group}": ${en}${more > 0 ? `; and ${more} more teaching classes` : ''}. Maybe ` +
            'change or delete one of them first.'
          : '. Maybe enter its hours first.'),
    },
  };
}

const cutTo = ({ name }: CourseHours, { kind, limit }: AvailableHours, left: number): Text => ({
  zh: `“${name}”的${kind?.zh ?? '总'}学时为 ${limit}，学时已由 ${unaskedHours} 减为剩余的 ${left}`,
  en:
    `"${name}" has ${limit} ${kind?.en ?? 'total'} hours, so the hours are the ${left} that are left in ` +
    `place of ${unaskedHours}.`,
});
