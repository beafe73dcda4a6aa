import type { Named, NamedKind } from '@class-scheduling/assistant-language';
import { Course } from '../../entities/courses.js';
import { AdministrativeClass, Department, Major } from '../../entities/organisation.js';
import { Teacher } from '../../entities/people.js';
import { Building, Classroom } from '../../entities/places.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import type { EntityClass } from '../../data/columns.js';
import { scopeOf } from '../../data/access.js';
import { systemContext, type Context } from '../../data/context.js';
import { KeptByScope } from '../../data/kept/kept-by-scope.js';

/** Names of one kind that an interpreter is given; a university has fewer. */
const namesMax = 20_000;
/** Sets of names that a process keeps ready: callers with the same scope share one. */
const setsMax = 20;

const isEnabled = { isEnabled: true };

/** Where the names of a kind come from, and which of them are meant. */
const sources: readonly (readonly [NamedKind, EntityClass, object?])[] = [
  ['course', Course, isEnabled],
  ['teacher', Teacher],
  ['administrativeClass', AdministrativeClass],
  ['teachingClass', TeachingClass, isEnabled],
  ['room', Classroom, isEnabled],
  ['building', Building, isEnabled],
  ['department', Department, isEnabled],
];

const kept = new KeptByScope<readonly Named[]>([...sources.map(([, entity]) => entity), Major], setsMax);

/**
 * The names of a semester that the caller may see, and of the classes that timetables show to everybody.
 * As long as none of them changes, callers who see the same get the same list, so that what was made of it
 * can be kept with it.
 */
export const namesFor = (caller: Context, semester: string): Promise<readonly Named[]> =>
  kept.of(caller, semester, async (ctx) => {
    const majors = (await ctx.rows.find(Major, {}, { limit: namesMax })) as unknown as Row[];
    const buildings = await ctx.rows.find(Building, {}, { limit: namesMax });
    const nameOf = new Map([...majors, ...buildings].map(({ id, name }) => [id, name]));
    const namesOf = async ([kind, entity, where]: (typeof sources)[number]): Promise<Named[]> => {
      const wanted = { ...where, ...(entity === TeachingClass && { semester }) };
      const read = async ({ rows }: Context): Promise<Row[]> =>
        (await rows.find(entity, wanted, { limit: namesMax })) as unknown as Row[];
      const own = await read(ctx);
      const isShownToAll = entity === AdministrativeClass && scopeOf(ctx, entity) !== 'all';
      const found = isShownToAll ? await read(systemContext(ctx.app, 'classes in timetables')) : own;
      const ids = new Set(own.map(({ id }) => id));
      return found.map(({ id, name, code = null, ...row }): Named => {
        const department = kind === 'department' ? row.parent : (row.department ?? row.managingDepartment);
        return {
          ...{ kind, id, name, code },
          ...(kind === 'administrativeClass' && { major: nameOf.get(row.major!) }),
          ...(kind === 'room' && { building: nameOf.get(row.building!), seats: Number(row.capacity) }),
          ...(row.englishName && { englishName: row.englishName }),
          ...(department && { department }),
          ...(!ids.has(id) && { isForeign: true }),
          ...(kind === 'department' && { also: alsoCalled({ id, name, ...row }, majors) }),
        };
      });
    };
    return (await Promise.all(sources.map(namesOf))).flat();
  });

type Row = Readonly<Record<string, string | null> & Record<'id' | 'name', string>>;

const alsoCalled = ({ id, shortName }: Row, majors: readonly Row[]): string[] => {
  const taught = majors.filter(({ department }) => department === id);
  return [shortName, ...taught.flatMap((each) => [each.name, each.shortName])].filter(
    (name): name is string => Boolean(name),
  );
};
