import { IsolationLevel, type EntityManager } from '@mikro-orm/postgresql';
import { RuleProfile } from '../../../schema/enums.js';
import type { Context } from '../../../data/context.js';
import { departmentsBelow } from '../../organisation/departments-below.js';
import { weekCountOf } from '../semester/weeks.js';
import type { SchedulingOptions } from './options.js';
import {
  campusesOf,
  groupsOf,
  linksOf,
  meetingsOf,
  placesIn,
  preferencesOf,
  qualificationsOf,
  roomsOf,
  semesterOf,
  studentChoices,
  takenBeside,
  teachersOf,
  teachingClassesOf,
  unavailabilityOf,
} from './problem.queries.js';
import { runValues, scopeOf } from './run-scope.js';
import type { Snapshot } from './snapshot.js';

/**
 * Reads a consistent snapshot of the semester, with one statement for each kind of record.
 * @param basisId the timetable that the run starts from
 * @param isContinued whether the search starts from its places
 * @param isNamed whether the request named it
 * @param department of a run that places the meetings of one department in the published timetable
 * @param hasStudents whether single students count, which advice would be too slow with
 */
export async function takeSnapshot(
  ctx: Context,
  semesterId: string,
  {
    options = {},
    basisId: basis = null,
    isContinued = false,
    isNamed = false,
    department = null,
    hasStudents = false,
  }: {
    options?: SchedulingOptions;
    basisId?: string | null;
    isContinued?: boolean;
    isNamed?: boolean;
    department?: string | null;
    hasStudents?: boolean;
  } = {},
): Promise<Snapshot> {
  const read = async (em: EntityManager): Promise<Snapshot> => {
    const departments = department === null ? null : await departmentsBelow(em, department);
    const semester = await readSnapshot(em, semesterId, basis);
    const counts = hasStudents && semester.profile === RuleProfile.STANDARD;
    return {
      ...semester,
      ...(counts && { students: await studentChoices(em, semesterId) }),
      options,
      ...(basis !== null && { basis: await placesIn(em, basis) }),
      ...(isContinued && { isContinued }),
      ...(isNamed && { isNamed }),
      ...(departments && {
        departments,
        taken: await takenBeside(em, basis, ...runValues(scopeOf(departments, options))),
      }),
    };
  };
  return ctx.em.fork().transactional(read, {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

async function readSnapshot(
  em: EntityManager,
  semesterId: string,
  basisId: string | null,
): Promise<Snapshot> {
  const [semester] = await semesterOf(em, semesterId);
  return {
    name: semester.name,
    profile: semester.profile,
    weeks: weekCountOf(semester),
    days: semester.days,
    schedulingDays: semester.schedulingDays,
    periods: semester.periods,
    longBreaks: semester.longBreaks,
    rooms: await roomsOf(em, semesterId, basisId),
    teachers: await teachersOf(em, semesterId, basisId),
    groups: await groupsOf(em, semesterId),
    qualifications: await qualificationsOf(em, semesterId),
    campuses: await campusesOf(em),
    teachingClasses: await teachingClassesOf(em, semesterId),
    meetings: await meetingsOf(em, semesterId, basisId),
    unavailable: await unavailabilityOf(em, semesterId),
    links: await linksOf(em, semesterId),
    preferences: await preferencesOf(em, semesterId),
  };
}
