import { AdministrativeClass } from '../../../entities/organisation.js';
import { Student, Teacher } from '../../../entities/people.js';
import { Classroom } from '../../../entities/places.js';
import type { FreePeriods, FreeTimesInput } from '../../../entities/scheduling/advice.js';
import type { PlacedAssignment } from '../../../entities/scheduling/assignments.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import { authorize, declareRights, signedIn } from '../../../data/access.js';
import { systemContext, type Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { range } from '../semester/periods.js';
import { weekCountOf } from '../semester/weeks.js';
import { occurrencesOf } from './occurrences.js';
import { assignmentsOf, type AssignmentFilter } from '../timetable/assignments.js';

declareRights({ commonFreeTimes: signedIn });

/** When somebody or something has a meeting. */
type Busy = Pick<PlacedAssignment, 'dayOfWeek' | 'periodStart' | 'periodEnd' | 'weeks'>;

/** Timetables that one answer lays over each other. */
const ownersMax = 20;

/** Whose timetables can be asked for, by the fields of the input. */
const owners = [
  ['teachers', 'teacher', Teacher, { zh: '教师', en: 'teacher' }],
  ['administrativeClasses', 'administrativeClass', AdministrativeClass, { zh: '行政班', en: 'class' }],
  ['students', 'student', Student, { zh: '学生', en: 'student' }],
  ['classrooms', 'classroom', Classroom, { zh: '教室', en: 'classroom' }],
] as const;

/**
 * The periods at which nobody and nothing of those that are named has a meeting in any of the weeks, by day.
 * Of weeks that are named in the published timetable single dates count as they are held.
 * @throws NOT_FOUND for whoever's timetable the caller may not see, with whom to ask
 */
export async function commonFreeTimes(
  ctx: Context,
  id: string,
  { weeks, ...named }: FreeTimesInput,
): Promise<FreePeriods[]> {
  authorize(ctx, 'commonFreeTimes');
  const timetable = await readOne(ctx, Timetable, id);
  const semester = await readOne(ctx, Semester, timetable.semester);
  const asked = owners.flatMap(([field, key, entity, noun]) =>
    (named[field] ?? []).map((owner) => ({ owner, entity, noun, filter: { [key]: owner } })),
  );
  if (asked.length === 0 || asked.length > ownersMax) throw badCount(asked.length);
  // Everybody is shown the lessons of any class, whoever may see its record.
  const anybody = systemContext(ctx.app, 'classes in timetables');
  for (const { owner, entity, noun } of asked)
    if (!(await (entity === AdministrativeClass ? anybody : ctx).rows.one(entity, owner)))
      throw unseen(noun, owner);
  const isDated = weeks?.length && timetable.status === TimetableStatus.PUBLISHED;
  const wanted = new Set(weeks?.length ? weeks : range(1, weekCountOf(semester)));
  const read = async ({ filter }: { readonly filter: AssignmentFilter }): Promise<readonly Busy[]> => {
    if (!isDated) return assignmentsOf(ctx, timetable, filter);
    const held = (await occurrencesOf(ctx, semester.id, filter)).filter(({ isHeld }) => isHeld);
    return held.map(({ item }) => ({ ...item, weeks: [item.week] }));
  };
  const busy = (await Promise.all(asked.map(read)))
    .flat()
    .filter((held) => held.weeks.some((week) => wanted.has(week)));
  const isFree = (day: number, period: number): boolean =>
    !busy.some(
      ({ dayOfWeek, periodStart, periodEnd }) =>
        dayOfWeek === day && periodStart <= period && period <= periodEnd,
    );
  return range(1, semester.daysPerWeek).flatMap((dayOfWeek) => {
    const periods = range(1, semester.periodsPerDay).filter((period) => isFree(dayOfWeek, period));
    return periods.length > 0 ? [{ dayOfWeek, periods }] : [];
  });
}

const unseen = (noun: Text, id: string): DomainError => {
  const { zh, en } = errors.notFound(noun, id).text;
  return new DomainError('NOT_FOUND', {
    zh: `${zh}，或您不能查看其课表。请向本人或其学院的教务询问何时有空`,
    en: `${en} Maybe ask them, or the planners of their department, when they are free.`,
  });
};

const badCount = (count: number): DomainError =>
  errors.invalidInput([
    {
      field: 'of',
      text: {
        zh: `须指定 1 至 ${ownersMax} 个教师、班级、学生或教室，现为 ${count} 个，请增减后重试`,
        en: `Name 1 to ${ownersMax} teachers, classes, students and classrooms, not ${count}.`,
      },
    },
  ]);
