import { namesBeside, type Named, type NamedKind } from '@class-scheduling/assistant-language';
import { Course } from '../../entities/courses.js';
import { AdministrativeClass, Department, Major } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Building, Classroom } from '../../entities/places.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import type { EntityClass } from '../../data/columns.js';
import { systemContext, type Context } from '../../data/context.js';
import { KeptByScope } from '../../data/kept/kept-by-scope.js';

/** Names of one kind that an interpreter is given; a university has fewer. */
const namesMax = 20_000;
/** Sets of names that a process keeps ready: callers with the same scope share one. */
const setsMax = 20;

const isEnabled = { isEnabled: true };

const shown = [Course, Teacher, Classroom, Building, Department];
const common = new KeptByScope<Awaited<ReturnType<typeof readCommon>>>(shown, setsMax, [AdministrativeClass]);
const scoped = [AdministrativeClass, TeachingClass, Major];
const kept = new KeptByScope<readonly Named[]>([...shown, ...scoped], setsMax);

/**
 * The names of a semester that the caller may see, and of the classes that timetables show to everybody.
 * As long as none of them changes, callers who see the same get the same list, so that what was made of it
 * can be kept with it; the lists of all begin with the same names.
 */
export const namesFor = (caller: Context, semester: string): Promise<readonly Named[]> =>
  kept.of(caller, semester, async (ctx) => {
    const { names, classes, departments } = await common.of(ctx, undefined, readCommon);
    const own = new Set((await found(ctx, AdministrativeClass)).map(({ id }) => id));
    const majors = await found(ctx, Major);
    const majorOf = nameIn(majors);
    const teachingClasses = await found(ctx, TeachingClass, { ...isEnabled, semester });
    return namesBeside(names, [
      ...classes.map((row) => ({
        ...named('administrativeClass')(row),
        major: majorOf.get(row.major!),
        ...(!own.has(row.id) && { isForeign: true }),
      })),
      ...teachingClasses.map(named('teachingClass')),
      ...departments.map((row) => ({ ...named('department')(row), also: alsoCalled(row, majors) })),
    ]);
  });

/** What everybody names alike, and rows of which each caller names some otherwise. */
async function readCommon(ctx: Context) {
  const buildings = await found(ctx, Building);
  const buildingOf = nameIn(buildings);
  const rooms = (await found(ctx, Classroom, isEnabled)).map((row) => ({
    ...named('room')(row),
    building: buildingOf.get(row.building!),
    seats: Number(row.capacity),
  }));
  return {
    names: [
      ...(await found(ctx, Course, isEnabled)).map(named('course')),
      ...(await found(ctx, Teacher)).map(named('teacher')),
      ...rooms,
      ...buildings.filter((row) => row.isEnabled).map(named('building')),
    ],
    classes: await found(systemContext(ctx.app, 'classes in timetables'), AdministrativeClass),
    departments: await found(ctx, Department, isEnabled),
  };
}

const found = async ({ rows }: Context, entity: EntityClass, where: object = {}): Promise<Row[]> =>
  (await rows.find(entity, where, { limit: namesMax })) as unknown as Row[];

const nameIn = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]));

const named =
  (kind: NamedKind) =>
  ({ id, name, code = null, englishName, ...row }: Row): Named => {
    const department = kind === 'department' ? row.parent : (row.department ?? row.managingDepartment);
    return { kind, id, name, code, ...(englishName && { englishName }), ...(department && { department }) };
  };

type Row = Readonly<Record<string, string | null> & Record<'id' | 'name', string>>;

const alsoCalled = ({ id, shortName }: Row, majors: readonly Row[]): string[] => {
  const taught = majors.filter(({ department }) => department === id);
  return [shortName, ...taught.flatMap((each) => [each.name, each.shortName])].flatMap((name) => name || []);
};
