import { json } from '../../../../data/statements.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Row } from '../../../../schema/rows.js';
import type { Semester } from '../../../../entities/scheduling/semesters.js';
import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import { roomCapacitiesByType } from '../../problem/room-capacities.js';
import type { RoomCapacities } from '../../problem/problem.queries.js';
import { longBreaksIn } from '../../semester/bell-schedule.js';
import { pairsOfDay } from '../../semester/periods.js';
import { schedulingDaysOf, weekCountOf } from '../../semester/weeks.js';
import { kindNames, partKinds, type PartKind } from './kinds.js';
import {
  type CatalogueClass,
  catalogueClasses,
  type CatalogueCourse,
  catalogueCourses,
  offeredCampuses,
  taughtElsewhere,
} from './plans.queries.js';
import { CreditHourType } from '../../../../entities/courses.js';

/** All that a plan of a semester is worked out from, as plain data. */
export interface Catalogue {
  readonly semester: { readonly id: string; readonly name: string; readonly startDate: string };
  readonly grid: {
    /** Weeks of the semester, and days of them on which runs place. */
    readonly weeks: number;
    readonly days: number;
    /** Of a week: its periods on those days, and the pairs of periods between its long breaks. */
    readonly periods: number;
    readonly pairs: number;
  };
  readonly courses: ReadonlyMap<string, CatalogueCourse>;
  readonly classes: ReadonlyMap<string, CatalogueClass>;
  /** Of each type of room that the semester may use; under null of all of them. */
  readonly rooms: ReadonlyMap<string | null, RoomCapacities>;
  /** The campuses where the semester may use a room. */
  readonly campuses: ReadonlySet<string>;
  readonly creditHourTypes: ReadonlyMap<PartKind, string>;
  /** Teaching classes that no plan made, with an administrative class that attends them. */
  readonly elsewhere: readonly { readonly course: string; readonly group: string; readonly name: string }[];
}

/** Reads what the rows of a plan are about, with one statement for each kind of record. */
export async function readCatalogue(
  em: EntityManager,
  semester: Row<Semester>,
  rows: readonly PlannedCourseInput[],
): Promise<Catalogue> {
  const courseIds = json([...new Set(rows.map(({ course }) => course))]);
  const classIds = json([
    ...new Set(rows.flatMap(({ administrativeClasses }) => administrativeClasses ?? [])),
  ]);
  const courses = await catalogueCourses(em, courseIds);
  const classes = await catalogueClasses(em, classIds);
  const campuses = await offeredCampuses(em, semester.id);
  const types = await em.find(CreditHourType, {}, { orderBy: { name: 'asc', id: 'asc' } });
  const days = schedulingDaysOf(semester).length;
  const pairs = pairsOfDay(semester.periodsPerDay, await longBreaksIn(em));
  return {
    semester: { id: semester.id, name: semester.name, startDate: semester.startDate },
    grid: {
      weeks: weekCountOf(semester),
      days,
      periods: days * semester.periodsPerDay,
      pairs: days * pairs,
    },
    courses: new Map(courses.map((each) => [each.id, each])),
    classes: new Map(classes.map((each) => [each.id, each])),
    rooms: await roomCapacitiesByType(em, semester.id),
    campuses: new Set(campuses.map(({ id }) => id)),
    creditHourTypes: new Map(
      partKinds.flatMap((kind) => {
        const type = types.find(({ name }) => name.includes(kindNames[kind].name.zh));
        return type ? [[kind, type.id]] : [];
      }),
    ),
    elsewhere: await taughtElsewhere(em, semester.id, courseIds, classIds),
  };
}
